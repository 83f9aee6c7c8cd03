"""Attacks on the service as somebody in the hall would try them: ``python3 dev.py attack``.  See docs/testing.md."""
