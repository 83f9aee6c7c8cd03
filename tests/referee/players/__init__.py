"""Tests of `referee.players`."""
