"""Tests of `referee.lookup`."""
