"""Tables as programs and pages read them: rows, positions, and entries of the log in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from referee.core.access.guard import ensure_allowed, require_principal
from referee.core.access.principal import Principal
from referee.core.chain import Line
from referee.core.database.database import Database
from referee.core.service import service
from referee.log.bench import of_the_bench
from referee.log.change_text import ruled
from referee.log.table_game import TableGame, TableGames
from referee.log.text import happened, refused
from referee.models import GameTable
from rulesets import notation


@dataclass(frozen=True, slots=True)
class TableView:
    """A table without its position.  ``header``: that of the game's record."""

    id: str
    event_id: str
    round_id: str
    number: int
    state: str
    seq: int
    header: Mapping[str, Any]
    created_at: int


@dataclass(frozen=True, slots=True)
class StateView(TableView):
    """A table with its position after the entry ``seq``, as the record format has it."""

    position: Mapping[str, Any]
    due: Sequence[Mapping[str, Any]]
    legal: Sequence[Mapping[str, Any]]
    standing: Sequence[Mapping[str, Any]]
    over: bool
    now: int


@dataclass(frozen=True, slots=True)
class BoardView:
    """What stays the same during a game.  ``reports``: the types of report there are."""

    ruleset: str
    title: str
    seats: Sequence[Mapping[str, str]]
    options: Mapping[str, Any]
    reports: Sequence[str]
    printed: Mapping[str, Any]
    codes: Mapping[str, Any]
    header: Mapping[str, Any]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class LineView:
    """An entry of the log in words.  ``told``: what happened, as sentences; ``bench``: whether it is the bench's;
    ``to``: the space that somebody has come to by it.
    """

    seq: int
    client_id: str
    at: int
    author: str
    accepted: bool
    report: Any
    told: Sequence[str]
    refusals: Sequence[Mapping[str, Any]]
    reason: str | None
    hash: str
    made_at: int | None
    bench: bool
    to: str | None


@dataclass(frozen=True, slots=True)
class DueView:
    """Something that is due, as in the record format, and as a sentence."""

    entry: Mapping[str, Any]
    told: str


@dataclass(frozen=True, slots=True)
class TabletView:
    """A table as its page shows it after the entry ``seq``.  ``rents``: what each deed would charge now;
    ``law``: the hash of the law that judges here.
    """

    seq: int
    state: str
    position: Mapping[str, Any]
    due: Sequence[DueView]
    legal: Sequence[Mapping[str, Any]]
    standing: Sequence[Mapping[str, Any]]
    over: bool
    rents: Mapping[str, Mapping[str, int]]
    law: str


def game_for(action: str, table_id: str) -> tuple[TableGame, Principal]:
    """The game at a table as this process knows it, and who sends the present request, if they may take the action
    there.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    who = require_principal()
    game = service().part(TableGames).remembered(table_id)
    return game, ensure_allowed(who, action, game.event_id, table_id)


def table_view(table: GameTable) -> TableView:
    """A table."""
    return TableView(
        table.id, table.event_id, table.round_id, table.number, table.state, table.seq, json.loads(table.header),
        table.created_at,
    )  # fmt: skip


def tables_of_round(session: Session, round_id: str, after: int, limit: int) -> list[TableView]:
    """The tables of a round with numbers above ``after``, by number, ``limit`` of them at most."""
    query = select(GameTable).where(GameTable.round_id == round_id, GameTable.number > after)
    found = session.exec(query.order_by(col(GameTable.number)).limit(limit))
    return [table_view(table) for table in found]


def state_view(table: GameTable, found: TableGame, now: int) -> StateView:
    """A table with its position in a game."""
    game = found.game
    ruleset = game.ruleset
    return StateView(
        id=table.id,
        event_id=table.event_id,
        round_id=table.round_id,
        number=table.number,
        state=table.state,
        seq=found.seq,
        header=json.loads(table.header),
        created_at=table.created_at,
        position=ruleset.position(game),
        due=ruleset.due(game),
        legal=ruleset.legal(game),
        standing=ruleset.standing(game),
        over=ruleset.over(game),
        now=now,
    )


def board_view(game: TableGame, language: str) -> BoardView:
    """The seats, the options, the board and the cards of a game, with names to be shown."""
    table, ruleset = game.game.state.table, game.game.ruleset
    return BoardView(
        ruleset=ruleset.name,
        title=ruleset.titles[language],
        seats=[{"key": seat, "name": table.names.get(seat, seat)} for seat in table.seats],
        options=dict(table.options),
        reports=list(ruleset.rules),
        printed=ruleset.mechanics.printed(table, language),
        codes=notation.codes(game.game),
        header=game.header,
        fingerprint=ruleset.fingerprint,
    )


def tablet_view(state: str, found: TableGame, language: str, law: str) -> TabletView:
    """A game at a table as its page shows it.  ``state``: whether the table is open; ``law``: its hash."""
    game = found.game
    ruleset = game.ruleset
    return TabletView(
        seq=found.seq,
        state=state,
        position=ruleset.position(game),
        due=[DueView(entry, " ".join(happened(found, [entry], language))) for entry in ruleset.due(game)],
        legal=ruleset.legal(game),
        standing=ruleset.standing(game),
        over=ruleset.over(game),
        rents=ruleset.mechanics.charges(game.state),
        law=law,
    )


def line_views(database: Database, game: TableGame, lines: Sequence[Line], language: str) -> list[LineView]:
    """Some entries of a table's log in words."""
    of_bench = of_the_bench(database, game.event_id, lines)
    return [_line_view(line, game, line.seq in of_bench, language) for line in lines]


def _line_view(line: Line, game: TableGame, bench: bool, language: str) -> LineView:
    events = json.loads(line.answer)["events"] if line.accepted else []
    return LineView(
        seq=line.seq,
        client_id=line.client_id,
        at=line.at,
        author=line.author,
        accepted=line.accepted,
        report=json.loads(line.report),
        told=[*happened(game, events, language), *ruled(line, game.table_id, language)],
        refusals=refused(game, line, language),
        reason=line.reason,
        hash=line.hash,
        made_at=line.made_at,
        bench=bench,
        to=next((event["to"] for event in reversed(events) if event["kind"] == "moved"), None),
    )


def has_entry(games: TableGames, game: TableGame, seq: int, head: str) -> bool:
    """Whether the log of a game has an entry with this hash there."""
    if seq in (0, game.seq):
        return seq == 0 or head == game.head
    return [line.hash for line in games.lines(game.table_id, seq - 1, seq)] == [head]
