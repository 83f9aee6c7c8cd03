"""Answers: JSON bodies built as plain data, and tags to compare them by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from flask import Response, request


def answer(body: Any, status: int = 200, *, tag: str | None = None, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer.  ``tag``: what changes whenever the body does; whoever has it already gets 304 and no body."""
    known = None
    if tag is not None:
        known = hashlib.sha256(tag.encode()).hexdigest()[:24]
        if known in request.if_none_match:
            unchanged = Response(status=304)
            unchanged.set_etag(known)
            return unchanged
    text = json.dumps(body, ensure_ascii=True, separators=(",", ":"))
    response = Response(text, status, headers, content_type="application/json")
    if known is not None:
        response.set_etag(known)
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def page(rows: list[dict[str, Any]], limit: int, cursor: Callable[[dict[str, Any]], str]) -> dict[str, Any]:
    """A page of a list that was read with one row more than the limit; ``next`` is the cursor of the following one."""
    more = len(rows) > limit
    rows = rows[:limit]
    return {"rows": rows, "next": cursor(rows[-1]) if more else None}
