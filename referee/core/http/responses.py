"""Responses: JSON with ETags, lists, and pages that a browser caches."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from flask import Response, request
from marshmallow import Schema

from referee.core.chain import canonical
from referee.core.http.declared import is_schema, view_schema
from referee.core.pages.static import GZIP_TAG, gzipped


def answer(body: Any, status: int = 200, *, tag: str | None = None, headers: dict[str, str] | None = None) -> Response:
    """A JSON response.  ``tag``: changes whenever the body does; a client that has it already gets 304 and no body."""
    return answer_text(canonical(body), status, tag=tag, headers=headers)


def answer_text(
    text: str, status: int = 200, *, tag: str | None = None, headers: dict[str, str] | None = None
) -> Response:
    if tag is None:
        return Response(text, status, headers, content_type="application/json")
    unchanged = is_known(tag)
    response = Response(None if unchanged else text, 304 if unchanged else status, headers)
    response.set_etag(etag(tag))
    if not unchanged:
        response.content_type = "application/json"
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def gzipped_answer(body: Any, *, tag: str) -> Response:
    """A long JSON response, gzipped for clients that accept it.  ``tag`` as in `answer`."""
    response = answer(body, tag=tag)
    return response if response.status_code == 304 else gzipped(response, response.get_data(), kept=False)


def is_known(tag: str) -> bool:
    """Whether the client already has the response that the tag stands for, gzipped or not."""
    return any(known in request.if_none_match for known in (etag(tag), etag(tag) + GZIP_TAG))


def etag(tag: str) -> str:
    return hashlib.sha256(tag.encode()).hexdigest()[:24]


def page(row: type[Schema], views: Sequence[Any], limit: int, key: str = "id") -> Response:
    """A page of a list that was read with one row more than ``limit``.  ``key``: the field used as the cursor."""
    shown = views[:limit]
    following = str(getattr(shown[-1], key)) if len(views) > limit else None
    return answer({"rows": row(many=True).dump(shown), "next": following})


def whole_list(row: type[Any], views: Sequence[Any], *, tag: str | None = None) -> Response:
    """A list in a single page.  ``row``: a schema, or a view."""
    schema = row if is_schema(row) else view_schema(row)
    return answer({"rows": schema(many=True).dump(views), "next": None}, tag=tag)


def cacheable(body: str, mimetype: str = "text/html") -> Response:
    """A response that a browser caches, and revalidates by its ETag."""
    response = Response(mimetype=mimetype)
    response.set_etag(etag(body))
    response = gzipped(response, body.encode())
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept-Language", "Cookie"))
    response.make_conditional(request)
    return response
