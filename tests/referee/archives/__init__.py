"""Tests of `referee.archives`."""
