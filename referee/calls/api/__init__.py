"""Calls over HTTP, for programs."""
