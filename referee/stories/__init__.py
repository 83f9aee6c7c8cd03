"""The stories of games: what spectators see of them while they are played, and afterwards."""
