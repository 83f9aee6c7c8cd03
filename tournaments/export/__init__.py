"""Exports: players, seating, results and standings as a plain table, and the table as CSV, JSON or xlsx."""
