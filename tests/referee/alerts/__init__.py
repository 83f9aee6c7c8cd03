"""Tests of what players are told."""
