"""Tests of `referee.accounts`."""
