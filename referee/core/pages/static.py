"""Static files of pages: styles, scripts, vendored libraries; texts are gzipped, because a hall's Wi-Fi is slow."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache, partial
from pathlib import Path
from posixpath import dirname, join, normpath

from flask import Flask, Response, request, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from referee.core.cache import SizedCache
from referee.core.pages.templates import folder

YEAR_SECONDS = 31_536_000
CACHE_FOREVER = f"public, max-age={YEAR_SECONDS}, immutable"
TEXTS = frozenset({".css", ".js", ".svg"})
"""Suffixes of the files that are worth compressing."""
MOST = 16_000_000
"""Bytes of texts, plain and gzipped, that a process caches at most: several times the size of all files."""
GZIP_TAG = "-gzip"
"""Suffix of the ETag of a gzipped response."""
GZIP_CACHE: SizedCache[bytes, bytes] = SizedCache(MOST, lambda data, small: len(data) + len(small))
WORKER = "worker.js"
"""The tablet's service worker, which is not a module of its page."""
LATER = (
    "queue/handing.js",
    "result/final.js",
    "board.js",
    "deeds/building.js",
    "deeds/mortgage.js",
    "calling.js",
    "player.js",
    "log/history.js",
)
"""The modules that the tablet's page loads when it works already (`later.js`)."""
ENTRY_SCRIPTS = ("app.js", "try.js", "carried.js", "left_behind.js", "leaving.js", *LATER)
"""The entry scripts of the folder, one per page: the tablet, playing on one's own, moving to another table, what an
unpaired device has left, unpairing it; and what the tablet's page loads later."""
IMPORTED = re.compile(r'^(?:import|export)\b[^;]*?from "([^"]+)";', re.MULTILINE)
"""Matches an import or export; captures the address of the imported script, relative to the importing one."""


def gzipped(response: Response, data: bytes, *, kept: bool = True) -> Response:
    """A response with ``data`` as its body, gzipped if the browser accepts that; gzipped bytes have an ETag of their
    own.

    ``kept``: the gzipped bytes are cached, for a text that is sent again and again.
    """
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip"):
        small = GZIP_CACHE.get(data, partial(gzip.compress, data, mtime=0)) if kept else gzip.compress(data, 6, mtime=0)
        response.set_data(small)
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag is not None:
            response.set_etag(tag + GZIP_TAG)
    else:
        response.set_data(data)
    return response


def static(filename: str) -> Response:
    """A static file: cached for good if it is vendored, with its version in its path, else revalidated by its ETag."""
    return static_file(filename, CACHE_FOREVER if filename.startswith("vendor/") else "no-cache")


def static_file(filename: str, caching: str) -> Response:
    """A file of the static folder with its ETag, gzipped if it is a text."""
    root = folder() / "static"
    response = send_from_directory(root, filename, conditional=False)
    found = safe_join(str(root), filename)
    if found is not None and Path(found).suffix in TEXTS:
        response.direct_passthrough = False
        data = response.get_data()
        response.close()  # the file: a client that has gone meanwhile would leave it open
        response = gzipped(response, data)
    response.headers["Cache-Control"] = caching
    response.make_conditional(request)
    return response


def tablet_modules(first: str = ENTRY_SCRIPTS[0]) -> list[str]:
    """The scripts of the judge's tablet that a page needs, at addresses that change with any of them; the page's entry
    script comes first.

    They import one another by relative addresses, so everything that a page loads is of the same version.
    """
    files = sorted(each for each in (folder() / "static" / "tablet").rglob("*.js") if each.name != WORKER)
    version = tablet_version(tuple((each, each.stat().st_mtime_ns) for each in files))
    return [f"tablet-{version}/{name}" for name in needed_scripts(first, version)]


@lru_cache(2 * len(ENTRY_SCRIPTS))
def needed_scripts(first: str, version: str) -> tuple[str, ...]:
    """A script of the tablet's folder and all scripts that it imports, directly or not, by their paths in the folder;
    ``version``: of all scripts.
    """
    root = folder() / "static" / "tablet"
    found, waiting = {first}, [first]
    while waiting:
        name = waiting.pop()
        imports = IMPORTED.findall((root / name).read_text("utf-8"))
        more = {normpath(join(dirname(name), address)) for address in imports} - found
        inside = {each for each in more if not each.startswith("../")}
        found |= inside
        waiting += inside
    return (first, *sorted(found - {first}))


def drawing_modules() -> list[str]:
    """The scripts that draw a board, which several pages share; revalidated by their ETags, like their styles."""
    return sorted(f"board/{each.name}" for each in (folder() / "static" / "board").glob("*.js"))


@lru_cache(4)
def tablet_version(files: tuple[tuple[Path, int], ...]) -> str:
    """Sixteen characters that change with the names and contents of the files; these come with their modification times
    (ns).
    """
    digest = hashlib.sha256()
    for path, _ in files:
        body = path.read_bytes()
        digest.update(f"{path.name} {len(body)}\n".encode() + body)
    return digest.hexdigest()[:16]


def tablet_module(version: str, name: str) -> Response:
    """A script of the judge's tablet, to be cached for good.  Raises NotFound under the address of another version."""
    if all(f"tablet-{version}/{name}" not in tablet_modules(page) for page in ENTRY_SCRIPTS):
        raise NotFound
    return static_file(f"tablet/{name}", CACHE_FOREVER)


def register(app: Flask) -> None:
    """Serve static files under ``/static/``; in templates: ``url_for("static", filename=…)``."""
    app.add_url_rule("/static/<path:filename>", "static", static)
    app.add_url_rule("/static/tablet-<version>/<path:name>", "tablet_module", tablet_module)
