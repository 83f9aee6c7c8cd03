"""Tests of `referee.public`."""
