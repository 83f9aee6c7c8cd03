"""Files to download: their names, plain tables as CSV, JSON or xlsx, and QR codes."""

from __future__ import annotations

import io
import re
from urllib.parse import quote

from flask import Response

from referee.core.http import fields, validate
from referee.core.http.schemas import Query
from referee.models import Event
from tournaments.export.formats import to_csv, to_json
from tournaments.export.table import ExportTable

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

    as_ = fields.String(data_key="as", load_default="csv", validate=validate.OneOf(FORMS))


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
