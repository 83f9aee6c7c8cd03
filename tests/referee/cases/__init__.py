"""Tests of `referee.cases`."""
