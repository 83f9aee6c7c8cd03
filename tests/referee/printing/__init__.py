"""Tests of `referee.printing`."""
