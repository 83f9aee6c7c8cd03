"""The judge's tablet: the page of a table, for logging what happens there; and a page to try a ruleset without one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request, send_from_directory
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import form_token, principal
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.http.declared import dump
from referee.core.language import language
from referee.core.pages.format import round_name
from referee.core.pages.static import drawing_modules, gzipped, tablet_modules
from referee.core.pages.templates import folder
from referee.core.service import service
from referee.core.zone import zone_name
from referee.events.pages.carried import table_line
from referee.events.queries import at_table
from referee.law.addresses import law_offer
from referee.models import Event, GameTable, Round, Seat
from referee.tables.before import device_before
from referee.tables.positions import tried_positions
from referee.tables.queries import BoardView, board_view, game_for
from rulesets import notation
from rulesets.languages import FALLBACK, NAMES
from rulesets.languages.texts import texts

blueprint = Blueprint("tablet_page", __name__)
trying = Blueprint("trying_page", __name__)

PAGE_ACTIONS = {
    "report": "table.report",
    "rule": "table.rule",
    "clock": "table.clock",
    "ask": "table.try",
    "result": "result.enter",
    "appeal": "case.appeal",
}
"""What the page offers, and the action that its user must be allowed for it."""


@cache
def tablet_words(language: str) -> Mapping[str, str]:
    """The tablet's texts in a language, by name, from all files ``referee/texts/tablet/*.LANG.toml``.

    Raises ValueError for a name that is in two files.
    """
    folder, end = files("referee") / "texts" / "tablet", f".{FALLBACK}.toml"
    words: dict[str, str] = {}
    for area in sorted(file.name.removesuffix(end) for file in folder.iterdir() if file.name.endswith(end)):
        more = texts(folder, area, language)
        if twice := words.keys() & more.keys():
            raise ValueError(f"{area}.{language}.toml repeats: {', '.join(sorted(twice))}")
        words |= more
    return words


@blueprint.get("/tables/<table_id>")
def show_tablet(table_id: str) -> AnyResponse:
    """The page, for the table's device and for anybody who may read its log; others are sent to the login."""
    who = principal()
    if who is None:
        return redirect(f"/login?next={quote(request.path)}", 303)
    if who.table_id not in (None, table_id) and (elsewhere := carried_page(who, table_id)) is not None:
        return elsewhere
    game, who = game_for("table.read", table_id)
    with service().database.read() as session:
        table = session.get_one(GameTable, table_id)
        round_ = session.get_one(Round, table.round_id)
        event = session.get_one(Event, table.event_id)
        seated = is_seated(session, table_id)
        before = device_before(session, table_id) if who.kind == "device" else None
    new_case = f"/events/{table.event_id}/cases/new?table={table_id}"
    given = {
        "table": table_id,
        "number": table.number,
        "event": event.name,
        "round": round_name(round_.number, round_, language()),
        "ruleset": game.game.ruleset.name,
        "title": game.game.ruleset.titles[language()],
        "language": language(),
        "zone": zone_name(),
        "languages": list(NAMES.items()),
        "name": who.author.name,
        "began": table.created_at,
        "may": actions(who, table.event_id, table_id, seated=seated),
        "result": f"/events/{table.event_id}/tables/{table_id}/result" if seated else None,
        "open_case": new_case if may_open_case(who, table.event_id) else None,
        "before": before and asdict(before),
        "form_token": form_token(who),
        "law": law_offer(),
        "board": dump(BoardView, board_view(game, language())),
        "words": {**tablet_words(language()), **notation.words(language())},
    }
    page = render_template("tables/tablet.html", given=given, modules=tablet_modules(), drawing=drawing_modules())
    return gzipped(Response(mimetype="text/html"), page.encode(), kept=False)


def carried_page(who: Principal, table_id: str) -> Response | None:
    """The page for a tablet that was carried here from another table of the event: which table it belongs to, and how
    to assign it to this one.  None for a table that is not of the event.

    Its status is 403, so that the service worker does not cache it for starting offline.
    """
    with service().database.read() as session:
        here = session.get(GameTable, table_id)
        if here is None or here.event_id != who.event_id:
            return None
        own = at_table(session, session.get_one(GameTable, who.table_id))
        lines = [
            table_line("carried_from", "carried_from_empty", own),
            table_line("carried_here", "carried_here_empty", at_table(session, here)),
        ]
    page = render_template("tables/carried.html", own=own, number=here.number, lines=lines)
    return Response(page, 403, mimetype="text/html")


def is_seated(session: Session, table_id: str) -> bool:
    """Whether players of the event sit at the table, so that it has a result."""
    return session.exec(select(col(Seat.seat)).where(Seat.table_id == table_id).limit(1)).first() is not None


def may_open_case(who: Principal, event_id: str) -> bool:
    """Whether somebody may open a case in an event; the table's own device may not."""
    return may(who.roles_in(event_id), "case.open")


def actions(who: Principal, event_id: str, table_id: str, *, seated: bool) -> dict[str, bool]:
    """What somebody may do at the table."""
    roles = who.roles_in(event_id, table_id)
    found = {name: may(roles, action) for name, action in PAGE_ACTIONS.items()}
    return {**found, "result": found["result"] and seated}


@blueprint.get("/tablet-worker.js")
def worker() -> Response:
    """The service worker, which starts the page offline (https only): at ``/``, so that it may serve ``/tables/``."""
    response = send_from_directory(folder() / "static" / "tablet", "worker.js")
    response.headers["Cache-Control"] = "no-cache"
    return response


@trying.get("/try")
def show_trying() -> Response:
    """A page for everybody to try a ruleset on their own device; it asks the service for nothing else.

    The game is kept in the fragment of the URL, which browsers do not send.
    """
    given = {
        "table": "",
        "number": 0,
        "event": "",
        "round": "",
        "ruleset": "",
        "title": "",
        "language": language(),
        "zone": zone_name(),
        "languages": list(NAMES.items()),
        "name": "",
        "began": 0,
        "may": {**dict.fromkeys(PAGE_ACTIONS, False), "report": True},
        "result": None,
        "open_case": None,
        "form_token": "",
        "law": law_offer(),
        "positions": [each._asdict() for each in tried_positions(language())],
        "editions": service().editions.texts(),
        "words": {**tablet_words(language()), **notation.words(language())},
    }
    page = render_template("tables/try.html", given=given, module=tablet_modules("try.js")[0])
    return gzipped(Response(mimetype="text/html"), page.encode(), kept=False)
