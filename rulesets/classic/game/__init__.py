"""The game as it stands: table, state, what is pending, the draft that a report writes into, the order of turns."""
