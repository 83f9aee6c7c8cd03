"""Standings over HTTP, for programs."""
