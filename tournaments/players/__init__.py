"""Players: who takes part, in which order they are listed, how a list of them is read, and how reserves come in."""
