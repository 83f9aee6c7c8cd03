"""Files that pages are made of besides their text: styles, scripts, what is vendored."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, request, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from referee.core.pages.joined import NotJoined, fingerprint, joined
from referee.core.pages.packing import packed
from referee.core.pages.templates import folder

YEAR_SECONDS = 31_536_000
FOR_GOOD = f"public, max-age={YEAR_SECONDS}, immutable"
TEXTS = frozenset({".css", ".js", ".svg"})
"""Which files are worth packing."""


def static(filename: str) -> Response:
    """A file.  What is vendored has its version in its path and is kept for good; the rest is asked for again, by its
    tag.
    """
    root = folder() / "static"
    response = send_from_directory(root, filename, conditional=False)
    found = safe_join(str(root), filename)
    if found is not None and Path(found).suffix in TEXTS:
        response.direct_passthrough = False
        response = packed(response, response.get_data())
    response.headers["Cache-Control"] = FOR_GOOD if filename.startswith("vendor/") else "no-cache"
    response.make_conditional(request)
    return response


def tablet_script() -> str:
    """The scripts of the judge's tablet as one, by the address that changes with them.  Raises `NotJoined`."""
    return f"tablet/joined-{fingerprint(tablet_modules())}.js"


def tablet_modules() -> str:
    """The scripts of the judge's tablet, joined.  Raises `NotJoined`."""
    return joined(folder() / "static" / "tablet", "app.js")


def joined_script(tag: str) -> Response:
    """The scripts of the judge's tablet as one.  Under the address of others than there are now, nothing."""
    try:
        text = tablet_modules()
    except NotJoined as error:
        raise NotFound from error
    if fingerprint(text) != tag:
        raise NotFound
    response = Response(mimetype="text/javascript")
    response.set_etag(tag)
    response = packed(response, text.encode())
    response.headers["Cache-Control"] = FOR_GOOD
    response.make_conditional(request)
    return response


def register(app: Flask) -> None:
    """Serve them under ``/static/``; in templates: ``url_for("static", filename=…)``."""
    app.add_url_rule("/static/<path:filename>", "static", static)
    app.add_url_rule("/static/tablet/joined-<tag>.js", "joined_script", joined_script)
