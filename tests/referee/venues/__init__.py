"""Tests of `referee.venues`."""
