"""The log of a table: an append-only chain of reports and answers.  It is the truth; positions are derived from it."""
