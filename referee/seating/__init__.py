"""Seating: drawn, changed, explained and published."""
