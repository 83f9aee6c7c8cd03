"""Tests of `referee.backup`."""
