"""Pages for people, in the reader's language."""

from __future__ import annotations

from flask import Flask

from referee.pages import context, join, login, start, static


def register(app: Flask) -> None:
    """Add all pages."""
    context.register(app)
    static.register(app)
    for blueprint in (start.blueprint, login.blueprint, join.blueprint):
        app.register_blueprint(blueprint)
