"""Tests of `referee.projector`."""
