"""Editions filled in on a page."""
