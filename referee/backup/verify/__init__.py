"""Verifying the whole database: its pages, the chains of events, and what others remember of its logs."""
