"""The event: seating, points, standings, brackets and paper, as pure functions over plain data."""
