"""Where a browser fetches the law and what runs it.  An address changes with what is there, and is kept for good."""

from __future__ import annotations

import gzip
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from referee.core.http.security import POLICY
from referee.core.pages.static import CACHE_FOREVER, gzipped
from referee.core.service import service
from referee.law.package import law, worker_script, worker_version
from referee.law.runtime import PACKED, is_installed, pinned_runtime, usual_place

blueprint = Blueprint("law", __name__, url_prefix="/law")

WORKER_POLICY = POLICY.replace("default-src 'self'", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", 1)
"""The policy of the worker, which alone runs WebAssembly: no page does."""
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip", ".json": "application/json"}


@dataclass(frozen=True, slots=True)
class LawOffer:
    """The law as a page gets it.  ``hash``: which one this service judges by; ``worker``: the address of the
    script that runs it; ``runtime``: of the folder of the runtime, or None where this service has none.
    """

    hash: str
    worker: str
    runtime: str | None


def runtime_folder() -> Path:
    """Where the runtime is, or would be."""
    return service().settings.runtime or usual_place()


def law_offer() -> dict[str, Any]:
    """The law for a page, as JSON."""
    there = is_installed(runtime_folder())
    return asdict(
        LawOffer(law().hash, f"/law/{worker_version()}/worker.js", f"/law/{pinned_runtime().label}/" if there else None)
    )


@blueprint.get("/<version>/rulesets.zip")
def show_law(version: str) -> Response:
    """The law.  Not found under the hash of another one."""
    found = law()
    if version != found.hash:
        raise NotFound
    response = kept(Response(mimetype="application/zip"), found.hash)
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip"):
        response.headers["Content-Encoding"] = "gzip"
        response.set_etag(f"{found.hash}-gzip")
        response.set_data(_packed_law())
    else:
        response.set_data(found.archive)
    response.make_conditional(request)
    return response


@cache
def _packed_law() -> bytes:
    return gzip.compress(law().archive, 9, mtime=0)


@blueprint.get("/<version>/worker.js")
def show_worker(version: str) -> Response:
    """The script that runs the law."""
    if version != worker_version():
        raise NotFound
    response = kept(Response(mimetype="text/javascript"), version)
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    return gzipped(response, worker_script().read_bytes())


@blueprint.get("/<version>/<name>")
def show_runtime(version: str, name: str) -> Response:
    """A file of the runtime."""
    folder = runtime_folder()
    if version != pinned_runtime().label or name not in pinned_runtime().sha256 or not is_installed(folder):
        raise NotFound
    small = f"{name}{PACKED}"
    is_packed = bool(request.accept_encodings.quality("gzip")) and (folder / small).is_file()
    path = folder / (small if is_packed else name)
    response = Response(_file(path, path.stat().st_mtime_ns), content_type=TYPES[path.with_name(name).suffix])
    response.vary.add("Accept-Encoding")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    return kept(response, f"{pinned_runtime().sha256[name][:16]}{'-gzip' if is_packed else ''}")


@lru_cache(16)
def _file(path: Path, changed: int) -> bytes:
    """A file's bytes, read once: all who ask at the same time share them.  ``changed``: when it last was."""
    return path.read_bytes()


def kept(response: Response, tag: str) -> Response:
    """An answer that is kept for good."""
    response.headers["Cache-Control"] = CACHE_FOREVER
    response.set_etag(tag)
    return response
