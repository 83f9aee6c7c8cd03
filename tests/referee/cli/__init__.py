"""Tests of `referee.cli`."""
