"""Tests of `referee.seating`."""
