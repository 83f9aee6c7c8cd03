"""Tests of `referee.demo`."""
