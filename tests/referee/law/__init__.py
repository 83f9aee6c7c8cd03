"""Tests of `referee.law`."""
