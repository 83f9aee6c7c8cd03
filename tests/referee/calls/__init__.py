"""Tests of `referee.calls`."""
