"""Tests of `referee.rules`."""
