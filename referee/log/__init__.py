"""The log of a table: an append-only chain of reports and answers, and the source of truth for positions."""
