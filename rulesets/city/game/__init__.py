"""The game as it stands: board, table, state, what is pending, the draft that a report writes into, editions."""
