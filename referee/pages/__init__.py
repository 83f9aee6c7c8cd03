"""Pages for people, in the reader's language."""

from __future__ import annotations

from flask import Flask


def register(app: Flask) -> None:
    """Add all pages."""
