"""Tests of `referee.rounds`."""
