"""Responses: JSON with ETags, lists, pages that a browser caches, and files that it saves."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from flask import Response, request
from marshmallow import Schema

from referee.core.chain import canonical
from referee.core.http import fields
from referee.core.http.declared import is_schema, view_schema
from referee.core.http.schemas import Query
from referee.core.pages.static import GZIP_TAG, gzipped
from referee.models import Event
from tournaments.export.table import ExportTable, to_csv, to_json


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


JSON, CSV, XLSX = (
    "application/json",
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)


def _workbook(table: ExportTable) -> bytes:
    from tournaments.export.to_xlsx import to_xlsx

    return to_xlsx(table)


WRITERS = {"csv": (to_csv, f"{CSV}; charset=utf-8"), "json": (to_json, JSON), "xlsx": (_workbook, XLSX)}
FORMS = tuple(WRITERS)
MEDIA = (CSV, JSON, XLSX)
SVG = "image/svg+xml"


class FileQuery(Query):
    """The format of a file."""

    as_ = fields.String(data_key="as", load_default="csv", validate=fields.OneOf(FORMS))


def table_file(table: ExportTable, form: str, event: Event, name: str) -> Response:
    """A table as a file to download.  ``form``: csv, json or xlsx; ``name``: of the file, without its extension."""
    write, kind = WRITERS[form]
    headers = {"Content-Disposition": attachment(event.name, f"{name}.{form}"), "Cache-Control": "private, no-store"}
    return Response(write(table), headers=headers, content_type=kind)


UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\\/:*?"<>|%]+')
"""Characters that some system does not take as an ordinary part of a file name."""


DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)")
"""What Windows takes for a device instead of a file, whatever follows after the full stop."""


def safe_name(text: str) -> str:
    name = UNSAFE.sub("_", text).strip(" .")[:80]
    return f"_{name}" if DEVICE.match(name) else name


def attachment(event: str, rest: str) -> str:
    """The Content-Disposition header (RFC 6266): the ASCII name, and for clients that read it the full one with the
    event's.
    """
    whole = f"{safe_name(event)} {rest}".strip()
    return f"attachment; filename=\"{rest}\"; filename*=UTF-8''{quote(whole, safe='')}"


def qr_svg(url: str) -> bytes:
    """A URL as a QR code, an SVG image."""
    import segno

    drawn = io.BytesIO()
    segno.make(url, micro=False, error="m").save(drawn, kind="svg", scale=6, xmldecl=False, dark="#000", light="#fff")
    return drawn.getvalue()
