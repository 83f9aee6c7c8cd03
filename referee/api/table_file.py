"""A plain table as a file to download: CSV, JSON or xlsx."""

from __future__ import annotations

from flask import Response

from referee.api.player_lists import CSV, JSON, WRITERS, XLSX
from referee.export.names import attachment
from referee.models import Event
from tournaments.export.table import Table

MEDIA = (CSV, JSON, XLSX)


def file_of(table: Table, form: str, event: Event, name: str) -> Response:
    """The file.  ``form``: csv, json or xlsx; ``name``: of the file, without its end."""
    write, kind = WRITERS[form]
    headers = {"Content-Disposition": attachment(event.name, f"{name}.{form}"), "Cache-Control": "private, no-store"}
    return Response(write(table), headers=headers, content_type=kind)
