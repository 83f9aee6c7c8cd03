"""Runs: long documents, made by processes of their own."""
