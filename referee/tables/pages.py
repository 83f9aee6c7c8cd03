"""The judge's tablet: the page of a table, for logging what happens there; a page to try a ruleset without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request, send_from_directory
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import form_token, principal
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.http.declared import dump
from referee.core.language import language
from referee.core.pages.format import clock_of_day, round_name
from referee.core.pages.static import drawing_modules, gzipped, tablet_modules
from referee.core.pages.templates import folder
from referee.core.service import service
from referee.core.zone import zone_name
from referee.events.pages.carried import table_line
from referee.events.queries import at_table
from referee.law.addresses import law_offer
from referee.log.table_game import TableGame, TableGames
from referee.log.text import narrate
from referee.models import Event, GameTable, Round, Seat
from referee.tables.queries import BoardView, board_view, device_before, game_for, line_views, tried_positions
from rulesets import Game, notation
from rulesets.kernel.telling.pieces import words_of
from rulesets.languages import FALLBACK, NAMES
from rulesets.languages import language as settings
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


LINES = 12
"""How many entries of the log are shown at first."""


@dataclass(frozen=True, slots=True)
class OwnedDeed:
    """A deed that a player owns.  ``built``: what stands there, or empty."""

    name: str
    built: str
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class PlayerAtTable:
    """What a player has, in words.  ``turn``: whether it is their turn; ``out``: whether they are bankrupt."""

    seat: str
    name: str
    turn: bool
    cash: str
    space: str
    jail: bool
    out: bool
    cards: Sequence[str]
    deeds: Sequence[OwnedDeed]


@dataclass(frozen=True, slots=True)
class Position:
    """Who has what after the entry ``seq``, in seat order, and what is due, in words."""

    players: Sequence[PlayerAtTable]
    due: Sequence[str]
    over: bool
    seq: int


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """An entry of the log on a page.  ``sentences``: what happened; ``refused``: why it was refused, in sentences."""

    seq: int
    at: str
    sentences: Sequence[str]
    refused: Sequence[str]


def position(found: TableGame) -> Position:
    """Who has what after an entry."""
    game = found.game
    table, stands = game.state.table, game.ruleset.position(game)
    players = [
        PlayerAtTable(
            seat=seat,
            name=table.names.get(seat, seat),
            turn=stands.get("turn") == seat and not game.ruleset.over(game),
            cash=label(game, "money", each["cash"]),
            space=label(game, "space", each["space"]) if "space" in each else "",
            jail=each.get("jail") is not None,
            out=each.get("out", False),
            cards=[label(game, "thing", card) for card in each.get("cards", ())],
            deeds=deeds_of(game, stands, seat),
        )
        for seat, each in stands["players"].items()
    ]
    due = [" ".join(narrate(found, [each], language())) for each in game.ruleset.due(game)]
    return Position(players, due, game.ruleset.over(game), found.seq)


def excerpt(game: TableGame, most: int = LINES) -> list[LoggedLine]:
    """The last entries up to a position, the latest last."""
    lines = service().part(TableGames).lines(game.table_id, max(0, game.seq - most), game.seq)
    return [
        LoggedLine(
            each.seq,
            clock_of_day(each.at),
            each.told or [each.reason or ""],
            [refusal["message"] for refusal in each.refusals],
        )
        for each in line_views(service().database, game, lines, language())
    ]


def label(game: Game, kind: str, value: object) -> str:
    """The name of something in a game in the reader's language; the value itself if it has no name."""
    return game.ruleset.mechanics.label(game.state.table, kind, value, language()) or str(value)


def deeds_of(game: Game, position: Mapping[str, Any], seat: str) -> list[OwnedDeed]:
    """The deeds of a seat in a position, in board order."""
    return [
        OwnedDeed(label(game, "deed", key), standing_text(game, each), each.get("mortgaged", False))
        for key, each in position["deeds"].items()
        if each["owner"] == seat
    ]


def standing_text(game: Game, deed: Mapping[str, Any]) -> str:
    """What stands on a deed of a position, in words; empty if nothing does."""
    return settings(language()).joins.list.join(words_of(game, deed, language()))
