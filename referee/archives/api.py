"""The HTTP API of archives."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.archives.writing import archive_stream
from referee.core.access.scope import event_for
from referee.core.http import fields
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import attachment
from referee.core.http.schemas import Query
from referee.core.service import service
from referee.log.table_game import TableGames

blueprint = StrictBlueprint("archives", __name__, url_prefix="/api/v1", description="Archives")

ARCHIVE = "application/zip"
ORGANIZER, PUBLIC = "organizer", "public"


class ArchiveQuery(Query):
    """The variant of an archive."""

    variant = fields.String(
        load_default=ORGANIZER,
        validate=fields.OneOf((ORGANIZER, PUBLIC)),
        metadata={
            "description": "organizer: everything, for whoever runs the event; public: what may be published, without"
            " names of officials, reasons, notes and anything else that is private."
        },
    )


@endpoint(blueprint, "GET", "/events/<event_id>/archive", query=ArchiveQuery, gives=None, media=(ARCHIVE,))
def download_archive(query: dict[str, Any], event_id: str) -> Response:
    """Download the archive of an event: everything that it was made of, as a zip file of format event/1.

    `referee verify` and the page /verify compute the event again from it.
    """
    public = query["variant"] == PUBLIC
    event = event_for("event.export" if public else "event.change", event_id)
    database = service().database
    body = archive_stream(database, service().part(TableGames), event_id, public=public, now=database.now())
    name = "archive-public.zip" if public else "archive.zip"
    headers = {"Content-Disposition": attachment(event.name, name), "Cache-Control": "private, no-store"}
    return Response(body, headers=headers, content_type=ARCHIVE)
