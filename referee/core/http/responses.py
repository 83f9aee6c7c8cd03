"""Answers: JSON bodies built as plain data, and tags to compare them by."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from flask import Response, request

from referee.core.chain import canonical


def answer(body: Any, status: int = 200, *, tag: str | None = None, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer.  ``tag``: what changes whenever the body does; whoever has it already gets 304 and no body."""
    return answer_text(canonical(body), status, tag=tag, headers=headers)


def answer_text(
    text: str, status: int = 200, *, tag: str | None = None, headers: dict[str, str] | None = None
) -> Response:
    """An answer that is JSON text already."""
    if tag is None:
        return Response(text, status, headers, content_type="application/json")
    known = etag(tag)
    unchanged = known in request.if_none_match
    response = Response(None if unchanged else text, 304 if unchanged else status, headers)
    response.set_etag(known)
    if not unchanged:
        response.content_type = "application/json"
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def etag(tag: str) -> str:
    """The ETag that stands for a tag."""
    return hashlib.sha256(tag.encode()).hexdigest()[:24]


def page(rows: list[dict[str, Any]], limit: int, cursor: Callable[[dict[str, Any]], str]) -> dict[str, Any]:
    """A page of a list that was read with one row more than the limit; ``next`` is the cursor of the following one."""
    more = len(rows) > limit
    rows = rows[:limit]
    return {"rows": rows, "next": cursor(rows[-1]) if more else None}
