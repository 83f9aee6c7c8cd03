"""Explanations over HTTP, for programs."""
