"""Players: who takes part, the order of lists, reading a list of players, and how reserves come in."""
