"""Rounds over HTTP, for programs."""
