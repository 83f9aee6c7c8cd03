"""Tests of `referee.desk`."""
