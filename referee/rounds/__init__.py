"""Rounds: planned, run and closed."""
