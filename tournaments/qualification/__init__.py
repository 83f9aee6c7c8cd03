"""Qualification: steps after rounds, by standings or by hand, and the bracket that follows."""
