"""Tables as programs and pages read them: rows, positions, and entries of the log in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from referee.core.access.guard import ensure_allowed, require_principal
from referee.core.access.principal import Principal
from referee.core.chain import ChainLine
from referee.core.database.database import Database
from referee.core.service import service
from referee.log.bench import bench_entries
from referee.log.change_text import ruling_sentences
from referee.log.table_game import TableGame, TableGames
from referee.log.text import line_refusals, narrate
from referee.models import GameTable
from rulesets import notation


@dataclass(frozen=True, slots=True)
class TableView:
    """A table without its position.  ``header``: the header of the game's record."""

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
    """A table with its position after the entry ``seq``, in the record format."""

    position: Mapping[str, Any]
    due: Sequence[Mapping[str, Any]]
    legal: Sequence[Mapping[str, Any]]
    standing: Sequence[Mapping[str, Any]]
    over: bool
    now: int


@dataclass(frozen=True, slots=True)
class BoardView:
    """What stays the same during a game.  ``reports``: the types of report that the ruleset knows."""

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
    """An entry of the log in words.  ``told``: what happened, as sentences; ``bench``: whether it belongs to the bench;
    ``to``: the space that a player moved to.
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
    """Something that is due, in the record format and as a sentence."""

    entry: Mapping[str, Any]
    told: str


@dataclass(frozen=True, slots=True)
class TabletView:
    """A table as its page shows it after the entry ``seq``.  ``rents``: what each deed would charge now;
    ``law``: the hash of the law in use.
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
    """Return the game at a table as this process knows it, and the principal of the current request, who must be
    allowed the action there.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    who = require_principal()
    game = service().part(TableGames).remembered(table_id)
    return game, ensure_allowed(who, action, game.event_id, table_id)


def table_view(table: GameTable) -> TableView:
    """The view of a table."""
    return TableView(
        table.id,
        table.event_id,
        table.round_id,
        table.number,
        table.state,
        table.seq,
        json.loads(table.header),
        table.created_at,
    )


def tables_of_round(session: Session, round_id: str, after: int, limit: int) -> list[TableView]:
    """At most ``limit`` tables of a round with numbers above ``after``, by number."""
    query = select(GameTable).where(GameTable.round_id == round_id, GameTable.number > after)
    found = session.exec(query.order_by(col(GameTable.number)).limit(limit))
    return [table_view(table) for table in found]


def state_view(table: GameTable, found: TableGame, now: int) -> StateView:
    """The view of a table with a position of its game."""
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
    """The seats, options, board and cards of a game, with their names in a language."""
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
    """The view of a game for the tablet.  ``state``: the table's, open or closed; ``law``: the hash of the law."""
    game = found.game
    ruleset = game.ruleset
    return TabletView(
        seq=found.seq,
        state=state,
        position=ruleset.position(game),
        due=[DueView(entry, " ".join(narrate(found, [entry], language))) for entry in ruleset.due(game)],
        legal=ruleset.legal(game),
        standing=ruleset.standing(game),
        over=ruleset.over(game),
        rents=ruleset.mechanics.charges(game.state),
        law=law,
    )


def line_views(database: Database, game: TableGame, lines: Sequence[ChainLine], language: str) -> list[LineView]:
    """Entries of a table's log in words."""
    of_bench = bench_entries(database, game.event_id, lines)
    return [_line_view(line, game, line.seq in of_bench, language) for line in lines]


def _line_view(line: ChainLine, game: TableGame, bench: bool, language: str) -> LineView:
    events = json.loads(line.answer)["events"] if line.accepted else []
    return LineView(
        seq=line.seq,
        client_id=line.client_id,
        at=line.at,
        author=line.author,
        accepted=line.accepted,
        report=json.loads(line.report),
        told=[*narrate(game, events, language), *ruling_sentences(line, game.table_id, language)],
        refusals=line_refusals(game, line, language),
        reason=line.reason,
        hash=line.hash,
        made_at=line.made_at,
        bench=bench,
        to=next((event["to"] for event in reversed(events) if event["kind"] == "moved"), None),
    )


def has_entry(games: TableGames, game: TableGame, seq: int, head: str) -> bool:
    """Whether entry ``seq`` of a game's log has the hash ``head``; always true of 0, before the first entry."""
    if seq in (0, game.seq):
        return seq == 0 or head == game.head
    return [line.hash for line in games.lines(game.table_id, seq - 1, seq)] == [head]
