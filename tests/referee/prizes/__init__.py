"""Tests of `referee.prizes`."""
