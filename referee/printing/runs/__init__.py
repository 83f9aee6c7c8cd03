"""Runs: long documents, made in separate processes."""
