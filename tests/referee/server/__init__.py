"""Tests of `referee.server`."""
