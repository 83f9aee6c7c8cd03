"""Explanations of positions, at a table or given by hand, and of what a report would do in them."""
