"""Tests of `referee.events`."""
