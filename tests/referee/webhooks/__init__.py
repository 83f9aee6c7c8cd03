"""Tests of `referee.webhooks`."""
