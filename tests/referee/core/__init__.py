"""Tests of `referee.core`."""
