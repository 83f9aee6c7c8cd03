"""The URLs of the law, its worker and its runtime.  They change with the content, so answers can be cached forever."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from referee.core.http.security import POLICY
from referee.core.pages.static import CACHE_FOREVER, gzipped
from referee.core.pages.templates import folder
from referee.core.service import service
from referee.law.package import law
from referee.law.runtime import GZIP_SUFFIX, compiled_law, default_folder, is_installed, library, pinned_runtime


def worker_script() -> Path:
    return folder() / "static" / "law" / "worker.js"


def worker_version() -> str:
    """Sixteen characters that change with the script."""
    return hashlib.sha256(worker_script().read_bytes()).hexdigest()[:16]


blueprint = Blueprint("law", __name__, url_prefix="/law")

WORKER_POLICY = POLICY.replace("default-src 'self'", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", 1)
"""The content security policy of the worker, the only place where WebAssembly runs: no page does that."""
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip", ".json": "application/json"}


@dataclass(frozen=True, slots=True)
class LawOffer:
    """What a page needs to run the law.  ``hash``: of the law that this service judges by; ``worker``: the URL of the
    script that runs it; ``runtime``: the URL of the runtime's folder, or None if it is not installed; ``library``: the
    name of the standard library in it.
    """

    hash: str
    worker: str
    runtime: str | None
    library: str


def runtime_folder() -> Path:
    return service().settings.runtime or default_folder()


def law_offer() -> dict[str, Any]:
    """What a page needs to run the law, ready for JSON."""
    folder = runtime_folder()
    runtime = f"/law/{pinned_runtime().label}/" if is_installed(folder) else None
    return asdict(LawOffer(law().hash, f"/law/{worker_version()}/worker.js", runtime, library(folder)))


@blueprint.get("/<version>/rulesets.zip")
def show_law(version: str) -> Response:
    """The archive of the law.  Not found under the hash of another one."""
    found = law()
    if version != found.hash:
        raise NotFound
    return _archive(_gzipped_law(), found.hash)


@blueprint.get("/<version>/device.zip")
def show_law_for_devices(version: str) -> Response:
    """The archive of the law as bytecode of the runtime, or as sources where it could not be compiled."""
    path = compiled_law(runtime_folder())
    if version != law().hash or not path.is_file():
        return show_law(version)
    return _archive(_file(path, path.stat().st_mtime_ns), f"{law().hash}-compiled")


def _archive(gzipped: bytes, tag: str) -> Response:
    """An archive that is kept gzipped, unpacked for the few who do not accept it so."""
    response = cacheable_forever(Response(mimetype="application/zip"), tag)
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip"):
        response.headers["Content-Encoding"] = "gzip"
        response.set_etag(f"{tag}-gzip")
        response.set_data(gzipped)
    else:
        response.set_data(gzip.decompress(gzipped))
    response.make_conditional(request)
    return response


@cache
def _gzipped_law() -> bytes:
    return gzip.compress(law().archive, 9, mtime=0)


@blueprint.get("/<version>/worker.js")
def show_worker(version: str) -> Response:
    if version != worker_version():
        raise NotFound
    response = cacheable_forever(Response(mimetype="text/javascript"), version)
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    return gzipped(response, worker_script().read_bytes())


@blueprint.get("/<version>/<name>")
def show_runtime(version: str, name: str) -> Response:
    folder = runtime_folder()
    pinned = pinned_runtime()
    sha256 = {library(folder): pinned.compiled_sha256, **pinned.sha256}
    if version != pinned.label or name not in sha256 or not is_installed(folder):
        raise NotFound
    small = f"{name}{GZIP_SUFFIX}"
    is_packed = bool(request.accept_encodings.quality("gzip")) and (folder / small).is_file()
    path = folder / (small if is_packed else name)
    response = Response(_file(path, path.stat().st_mtime_ns), content_type=TYPES[path.with_name(name).suffix])
    response.vary.add("Accept-Encoding")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    return cacheable_forever(response, f"{sha256[name][:16]}{'-gzip' if is_packed else ''}")


@lru_cache(16)
def _file(path: Path, changed: int) -> bytes:
    """A file's bytes, cached for all requests.  ``changed``: the modification time (ns), part of the cache key."""
    return path.read_bytes()


def cacheable_forever(response: Response, tag: str) -> Response:
    response.headers["Cache-Control"] = CACHE_FOREVER
    response.set_etag(tag)
    return response
