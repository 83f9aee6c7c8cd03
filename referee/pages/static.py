"""Files that pages are made of besides their text: styles, scripts, what is vendored."""

from __future__ import annotations

from flask import Flask, Response, send_from_directory

from referee.pages.folder import folder

YEAR_SECONDS = 31_536_000


def static(filename: str) -> Response:
    """A file.  What is vendored has its version in its path and is kept for good; the rest is asked for again, by its
    tag.
    """
    response = send_from_directory(folder() / "static", filename)
    if filename.startswith("vendor/"):
        response.headers["Cache-Control"] = f"public, max-age={YEAR_SECONDS}, immutable"
    else:
        response.headers["Cache-Control"] = "no-cache"
    return response


def register(app: Flask) -> None:
    """Serve them under ``/static/``; in templates: ``url_for("static", filename=…)``."""
    app.add_url_rule("/static/<path:filename>", "static", static)
