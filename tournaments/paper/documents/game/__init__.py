"""A game on paper: the log to fill in, the record to read, the report with board, worth and owners."""
