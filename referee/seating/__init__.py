"""Seating: drawing, changing, explaining and publishing it."""
