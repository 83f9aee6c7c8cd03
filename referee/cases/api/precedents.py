"""Precedents: the rulings that an event goes by, its own and those of others, searched, exported and imported."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

from referee.cases.precedents import commands
from referee.cases.precedents.file import export_rulings
from referee.cases.precedents.precedents import foreign_precedent, search
from referee.cases.schemas.given import StandingIn
from referee.cases.schemas.precedents import (
    PrecedentOut,
    PrecedentPage,
    PrecedentsQuery,
    RulingsFile,
    RulingsImportOut,
    RulingsImportQuery,
)
from referee.core.access.guard import allowed
from referee.core.access.scope import event_of
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import attachment
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import Precedent

blueprint = StrictBlueprint("precedents", __name__, url_prefix="/api/v1", description="Precedents")

MOST = 100
"""Precedents that a search finds at most."""


@endpoint(blueprint, "GET", "/events/<event_id>/precedents", query=PrecedentsQuery, gives=PrecedentPage)
def list_precedents(query: dict[str, Any], event_id: str) -> Response:
    """The rulings that an event goes by: those that fit a question best first, or all, binding ones first."""
    allowed("case.read", event_id)
    with service().database.read() as session:
        found = search(session, event_id, language(), query["q"], query["clause"], MOST)
    body = PrecedentPage().dump({"rows": found, "next": None})
    return answer(body, tag=repr(body))


@endpoint(blueprint, "GET", "/events/<event_id>/precedents/export", gives=RulingsFile)
def export_precedents(query: dict[str, Any], event_id: str) -> Response:
    """The file that carries the rulings of an event to the next one: those marked as advice or binding.

    JSON, UTF-8, format `rulings/1` (docs/rulings.md). Players are named by their seats.
    """
    allowed("case.read", event_id)
    with service().database.read() as session:
        file = export_rulings(session, service().part(TableGames), event_id)
    headers = {"Content-Disposition": attachment(event_of(event_id).name, "rulings.json")}
    return Response(file_text(file), headers=headers, content_type="application/json")


def file_text(file: dict[str, Any]) -> str:
    """The file as it is written: for people too."""
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


@endpoint(blueprint, "POST", "/events/<event_id>/precedents/import", query=RulingsImportQuery, body=RulingsFile,
          gives=RulingsImportOut, largest=LARGEST)  # fmt: skip
def import_precedents(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Take in the rulings of other events; the body is the file. They are advice here until they are marked otherwise.

    What is here already is not taken in twice; what has changed at its source since is replaced.
    """
    found = commands.import_rulings(caller(), event_id, body["rulings"], trial=query["trial"])
    return answer(RulingsImportOut().dump({"trial": query["trial"], "rows": found}))


@endpoint(blueprint, "PUT", "/precedents/<precedent_id>/standing", body=StandingIn, gives=PrecedentOut)
def mark_precedent(query: dict[str, Any], body: dict[str, Any], precedent_id: str) -> Response:
    """Say what a ruling of another event is worth here: nothing, advice, or binding for this event."""
    commands.mark_precedent(caller(), precedent_id, body["standing"])
    with service().database.read() as session:
        return answer(PrecedentOut().dump(foreign_precedent(session.get_one(Precedent, precedent_id))))
