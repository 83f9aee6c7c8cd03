"""Tests of `referee.tables`."""
