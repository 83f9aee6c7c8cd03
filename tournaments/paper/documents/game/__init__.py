"""Documents about a game: the move log to fill in, the record to read, the report with board, net worth and owners."""
