"""Tests of `referee.log`."""
