"""Tests of `referee.standings`."""
