"""The stories of games: what spectators see of a game while it is played, and afterwards."""
