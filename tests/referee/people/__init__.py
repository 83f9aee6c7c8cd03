"""Tests of `referee.people`."""
