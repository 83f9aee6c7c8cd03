"""Tests of `referee.registration`."""
