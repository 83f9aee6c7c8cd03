"""Tests of `referee.results`."""
