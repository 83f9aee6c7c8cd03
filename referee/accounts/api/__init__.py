"""Accounts over HTTP, for programs."""
