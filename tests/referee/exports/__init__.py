"""Tests of `referee.exports`."""
