"""The script of the web worker that runs the law in a browser."""

from __future__ import annotations

import hashlib
from pathlib import Path

from referee.core.pages.templates import folder


def worker_script() -> Path:
    return folder() / "static" / "law" / "worker.js"


def worker_version() -> str:
    """Sixteen characters that change with the script."""
    return hashlib.sha256(worker_script().read_bytes()).hexdigest()[:16]
