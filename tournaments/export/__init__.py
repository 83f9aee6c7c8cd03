"""Exports: players, seating, results and standings as plain tables, written as CSV, JSON or xlsx."""
