"""Explanations of positions: for a report that was written or typed, and of positions given by hand."""
