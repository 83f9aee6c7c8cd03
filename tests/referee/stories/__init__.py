"""Tests of `referee.stories`."""
