"""Files that pages are made of besides their text: styles, scripts, what is vendored."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from referee.core.pages.packing import packed
from referee.core.pages.templates import folder

YEAR_SECONDS = 31_536_000
FOR_GOOD = f"public, max-age={YEAR_SECONDS}, immutable"
TEXTS = frozenset({".css", ".js", ".svg"})
"""Which files are worth packing."""
WORKER = "worker.js"
"""The service worker of the tablet, which is no module of its page."""


def static(filename: str) -> Response:
    """A file.  What is vendored has its version in its path and is kept for good; the rest is asked for again, by its
    tag.
    """
    return static_file(filename, FOR_GOOD if filename.startswith("vendor/") else "no-cache")


def static_file(filename: str, caching: str) -> Response:
    """A file of the folder, packed if it is a text, with its tag."""
    root = folder() / "static"
    response = send_from_directory(root, filename, conditional=False)
    found = safe_join(str(root), filename)
    if found is not None and Path(found).suffix in TEXTS:
        response.direct_passthrough = False
        response = packed(response, response.get_data())
    response.headers["Cache-Control"] = caching
    response.make_conditional(request)
    return response


def tablet_modules() -> list[str]:
    """The scripts of the judge's tablet, by addresses that change with them, the first one to run at the front.

    They import one another by relative addresses, so that all that a page loads comes from one version of them.
    """
    files = sorted(each for each in (folder() / "static" / "tablet").glob("*.js") if each.name != WORKER)
    version = tablet_version(tuple((each, each.stat().st_mtime_ns) for each in files))
    names = sorted((each.name for each in files), key=lambda name: (name != "app.js", name))
    return [f"tablet-{version}/{name}" for name in names]


@lru_cache(4)
def tablet_version(files: tuple[tuple[Path, int], ...]) -> str:
    """Sixteen characters that change with names and contents of files, given with the times of their last change."""
    digest = hashlib.sha256()
    for path, _ in files:
        body = path.read_bytes()
        digest.update(f"{path.name} {len(body)}\n".encode() + body)
    return digest.hexdigest()[:16]


def tablet_module(version: str, name: str) -> Response:
    """A script of the judge's tablet, to be kept for good.  Not found under the address of another version."""
    if f"tablet-{version}/{name}" not in tablet_modules():
        raise NotFound
    return static_file(f"tablet/{name}", FOR_GOOD)


def register(app: Flask) -> None:
    """Serve them under ``/static/``; in templates: ``url_for("static", filename=…)``."""
    app.add_url_rule("/static/<path:filename>", "static", static)
    app.add_url_rule("/static/tablet-<version>/<name>", "tablet_module", tablet_module)
