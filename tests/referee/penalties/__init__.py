"""Tests of `referee.penalties`."""
