"""Tests of `referee.clocks`."""
