"""A seating that somebody has prepared elsewhere, as a list: who sits at which table in which round."""
