"""What a judge's tablet shows: the board, the table as it stands, the log in words."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import held_credential, principal
from referee.core.access.scope import table_for
from referee.core.http import fields
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer, answer_text, gzipped_answer, is_known
from referee.core.http.schemas import Query
from referee.core.language import language
from referee.core.service import service
from referee.law.package import law
from referee.log.heads import note_missing
from referee.log.table_game import TableGames, last_page
from referee.tables.left_behind import LeftPage, LeftView, PutDown, left_at, put_down, take_up
from referee.tables.queries import (
    MOST_LINES,
    BoardView,
    LinesView,
    TabletView,
    board_view,
    game_for,
    has_entry,
    line_views,
    note_unsent,
    tablet_view,
)

blueprint = StrictBlueprint("tablet", __name__, url_prefix="/api/v1/tables", description="What a judge's tablet shows")


class LinesQuery(Query):
    """Which entries to list: those after ``since``, or the last ones before ``before``."""

    since = fields.Integer(validate=fields.Range(0, 10**6))
    before = fields.Integer(
        validate=fields.Range(1, 10**6), metadata={"description": "Without `since` and `before`: the last entries."}
    )
    unsent = fields.Integer(
        validate=fields.Range(0, 10**6),
        metadata={"description": "How many reports the asking device has but could not send; told when it changes."},
    )
    limit = fields.Integer(load_default=50, validate=fields.Range(1, MOST_LINES))
    head = fields.String(
        validate=fields.Regexp(r"[0-9a-f]{64}\Z"),
        metadata={"description": "The hash of the entry `since`; if the log does not have it, it is recorded as lost."},
    )


@endpoint(blueprint, "GET", "/<table_id>/board", gives=BoardView, fails=(409,))
def show_board(table_id: str) -> Response:
    """Get what stays the same during a table's game: seats, options, board and cards, with display names."""
    found, _ = game_for("table.read", table_id)
    body = dump(BoardView, board_view(found, language()))
    return gzipped_answer(body, tag=repr(body))


@endpoint(blueprint, "GET", "/<table_id>/tablet", gives=TabletView, fails=(409,))
def show_tablet(table_id: str) -> Response:
    """Get the table as it stands: position, what is due (also in words), what may be reported, and standing."""
    table, _ = table_for("table.read", table_id)
    found = service().part(TableGames).current(table_id)
    tag = f"{found.head} {table.state} {language()} {law().hash}"
    if is_known(tag):  # saves listing what may be reported
        return answer_text("", tag=tag)
    return gzipped_answer(dump(TabletView, tablet_view(table.state, found, language(), law().hash)), tag=tag)


@endpoint(blueprint, "GET", "/<table_id>/lines", query=LinesQuery, gives=LinesView, fails=(409,))
def list_lines(query: dict[str, Any], table_id: str) -> Response:
    """List entries of the log in words: those after a given one, or the last ones before a given one.

    With ``unsent``, a table's device tells the desk what it has not sent.  With ``head``, it is recorded if the log
    lacks an entry that the page remembers, because reports were then lost.
    """
    _, who = game_for("table.read", table_id)
    if "unsent" in query and who.kind == "device":
        note_unsent(service().database, who.credential_id, query["unsent"])
    games = service().part(TableGames)
    found = games.current(table_id)
    limit = query["limit"]
    if "since" in query:
        first = query["since"]
    else:
        first = max(0, min(query.get("before", found.seq + 1), found.seq + 1) - 1 - limit)
    last = min(first + limit, found.seq, query.get("before", found.seq + 1) - 1)
    known = not {"since", "head"} <= query.keys() or has_entry(games, found, first, query["head"])
    if not known:
        note_missing(service().database, table_id, who.author.name, (first, query["head"]))
    tag = f"{found.head} {first} {last} {known} {language()}"
    if is_known(tag):  # as almost every time: a tablet asks every other second
        return answer_text("", tag=tag)
    if "since" in query and last > first:
        lines, _ = games.page(table_id, first, last - first)
    else:
        lines = last_page(games.lines(table_id, first, last)) if last > first else []
    views = line_views(service().database, found, lines, language())
    return answer(dump(LinesView, LinesView(found.seq, known, views)), tag=tag)


@endpoint(blueprint, "GET", "/<table_id>/left-behind", gives=LeftPage)
def list_left_behind(table_id: str) -> Response:
    """List the unsent reports that other devices have put down for this table.

    What somebody has taken up is left out, and what is all in the log by now.  304 as long as nothing about it has
    changed.
    """
    table_for("table.report", table_id)
    with service().database.read() as session:
        found = left_at(session, [table_id])[table_id]
    tag = " ".join(f"{each.id} {each.at} {each.logged}" for each in found)
    if is_known(tag):
        return answer_text("", tag=tag)
    return answer(dump(LeftPage, LeftPage(found)), tag=tag)


@endpoint(blueprint, "POST", "/<table_id>/left-behind", body=PutDown, gives=LeftView, status=201, fails=(429,))
def put_down_left_behind(body: PutDown, table_id: str) -> LeftView:
    """Put down what a device has not sent, for the table's next device.

    Nothing is logged or judged.  The token may have been revoked or have expired within the last 12 hours, and its
    holder may have lost the right to report: it then allows nothing but this, at the table that it was bound to or had
    reported for.  Put down once more, the reports replace those that nobody has taken up yet.
    """
    return put_down(service(), principal(), held_credential(), table_id, body)


operation(blueprint, "POST", "/<table_id>/left-behind/<left_id>/taken", take_up)
