"""Verifying the whole database: its pages, the chains of events, and what others remember of its logs.

What is said of a single table's log is in `referee.log.verify`.
"""
