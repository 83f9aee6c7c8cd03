"""The game as it stands: board, table, state, pending entries, the draft that a report writes to, editions."""
