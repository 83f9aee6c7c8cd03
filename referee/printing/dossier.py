"""The dossier of a case, printed: for the parties, and for the arbiters with every note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, Response, request

from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import event_for, event_of, within
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.fields import OneOf
from referee.core.language import language as reader
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Case
from referee.printing.request import PrintOptions
from referee.printing.responses import PDF, document_response
from rulesets.languages import LANGUAGES

blueprint = StrictBlueprint("dossiers", __name__, url_prefix="/api/v1", description="Printed documents")
pages = Blueprint("dossier_page", __name__)
COPIES = {"parties": "case.read", "bench": "case.decide"}
"""The copies of a dossier and the permission that each needs."""


def dossier(event_id: str, case_id: str, copy: str, language: str | None) -> Response:
    """The response with the PDF of a copy."""
    from referee.printing.documents.case_dossier import dossier_of

    allowed(COPIES[copy], event_id)
    with service().database.read() as session:
        paper = dossier_of(within(session, Case, case_id, event_id), bench=copy == "bench")
    return document_response(event_of(event_id), paper, PrintOptions(language=language))


@dataclass(frozen=True, slots=True)
class DossierOptions:
    """The options of the dossier of a case."""

    copy: Annotated[str, OneOf(tuple(COPIES)), "`bench`: the arbiters' copy, with every note."] = "parties"
    language: Annotated[str | None, OneOf(LANGUAGES)] = None


@endpoint(blueprint, "GET", "/cases/<case_id>/dossier", query=DossierOptions, gives=None, media=(PDF,), fails=(409,))
def print_dossier(query: DossierOptions, case_id: str) -> Response:
    """Print the dossier of a case as PDF, to be signed.

    Contains statements, deals at list price, positions, clauses and decisions. `bench`: the arbiters' copy, with every
    note.
    """
    require_principal()
    with service().database.read() as session:
        found = get_row(session, Case, case_id)
    return dossier(found.event_id, case_id, query.copy, query.language)


@pages.get("/events/<event_id>/cases/<case_id>/dossier")
def show_dossier(event_id: str, case_id: str) -> Response:
    """Show a dossier in the browser; the query string has ``copy`` (``bench``) and ``language``, or else it is
    in the reader's.
    """
    event_for("case.read", event_id)
    wanted = request.args.get("language", "")
    copy = "bench" if request.args.get("copy") == "bench" else "parties"
    return dossier(event_id, case_id, copy, wanted if wanted in LANGUAGES else reader())
