"""Tests of the letters."""
