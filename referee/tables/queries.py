"""Tables as programs and pages read them: rows, positions, and entries of the log in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeAlias

from sqlmodel import Session, col, select

from referee.core.access.guard import ensure_allowed, require_principal
from referee.core.access.principal import Principal
from referee.core.chain import ChainLine
from referee.core.database.database import Database
from referee.core.http.declared import FieldExample
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Moment, RefusalSchema
from referee.core.rows import shown_as
from referee.core.service import service
from referee.log.bench import bench_entries
from referee.log.table_game import TableGame, TableGames
from referee.log.text import line_refusals, line_sentences, narrate
from referee.models import Credential, GameTable
from rulesets import notation
from rulesets.answers.answer import answers, said

MOST_LINES = 1000
"""The most lines of a log in one response."""
TableState: TypeAlias = Annotated[str, OneOf(("open", "closed"))]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table without its position.  ``header``: the header of the game's record."""

    id: str
    event_id: str
    round_id: str
    number: int
    state: TableState
    seq: Annotated[int, "The number of the last entry of the log."]
    header: Mapping[str, Any]
    created_at: int


@dataclass(frozen=True, slots=True)
class StateView(TableView):
    """A table with its position, as a tablet shows it when it comes to the table, in the record format."""

    position: Mapping[str, Any]
    due: Sequence[Mapping[str, Any]]
    legal: Annotated[Sequence[Mapping[str, Any]], "What may be reported now."]
    standing: Sequence[Mapping[str, Any]]
    over: bool
    now: Annotated[int, Moment()]


@dataclass(frozen=True, slots=True)
class BoardView:
    """What stays the same during a game: the facts of its header, and what is printed on board and cards."""

    ruleset: str
    title: Annotated[str, "The ruleset's title in the requested language."]
    seats: Annotated[Sequence[Mapping[str, Any]], FieldExample([{"key": "A", "name": "山田 太郎"}])]
    options: Mapping[str, Any]
    reports: Annotated[Sequence[str], "The types of report that exist."]
    printed: Annotated[Mapping[str, Any], "The board, deeds, groups and cards, with their names."]
    handling: Annotated[Mapping[str, Any], "How the game is handled: calls by one tap, timer, what is asked."]
    codes: Annotated[Mapping[str, Any], "The codes used to parse the short notation of reports."]
    header: Annotated[Mapping[str, Any], "The header of the game's record."]
    edition: Annotated[str, "The TOML of the edition if it is kept in this service; empty if it comes with the law."]
    fingerprint: Annotated[str, "The fingerprint of the ruleset that judges here."]


@dataclass(frozen=True, slots=True)
class LineView:
    """An entry of the log, in words."""

    seq: int
    client_id: str
    at: int
    author: str
    accepted: bool
    report: Mapping[str, Any]
    told: Annotated[Sequence[str], "What happened, as sentences."]
    refusals: Sequence[Annotated[Mapping[str, Any], RefusalSchema]]
    reason: str | None
    hash: Annotated[str, "To be sent back as `head`, with `seq` as `since`."]
    made_at: Annotated[int | None, "When it was made; null if not known."]
    bench: Annotated[bool, "Whether only the bench may take it back, because the bench or the clock logged it."]
    to: Annotated[str | None, "The space that a player moved to."]
    took: Annotated[int | None, "What a player took from the middle of the board there (house rule of Free Parking)."]


@dataclass(frozen=True, slots=True)
class LinesView:
    """Entries in words, in order.  ``seq``: the number of the last entry of the log."""

    seq: int
    known: Annotated[bool, "Whether the entry `since` has the hash `head`; false: discard what you have."]
    lines: Sequence[LineView]


@dataclass(frozen=True, slots=True)
class DueView:
    """Something that is due, as in the record format and as a sentence."""

    entry: Mapping[str, Any]
    told: str


@dataclass(frozen=True, slots=True)
class TabletView:
    """The table as it stands after its last entry."""

    seq: int
    state: TableState
    position: Mapping[str, Any]
    due: Sequence[DueView]
    legal: Annotated[Sequence[Mapping[str, Any]], "What may be reported now."]
    standing: Sequence[Mapping[str, Any]]
    over: bool
    rents: Annotated[
        Mapping[str, Any],
        "The current rents by deed key: an amount, or a multiple of the dice.",
        FieldExample({"boardwalk": {"amount": 50, "times": 0}}),
    ]
    law: Annotated[str, "The hash of the law that judges here; see /law/{law}/rulesets.zip."]


def game_for(action: str, table_id: str) -> tuple[TableGame, Principal]:
    """Return the game at a table as this process knows it, and the principal of the current request, who must be
    allowed the action there.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    who = require_principal()
    game = service().part(TableGames).remembered(table_id)
    return game, ensure_allowed(who, action, game.event_id, table_id)


def table_view(table: GameTable) -> TableView:
    return shown_as(TableView, table, header=json.loads(table.header))


def tables_of_round(session: Session, round_id: str, after: int, limit: int) -> list[TableView]:
    """At most ``limit`` tables of a round with numbers above ``after``, by number."""
    query = select(GameTable).where(GameTable.round_id == round_id, GameTable.number > after)
    found = session.exec(query.order_by(col(GameTable.number)).limit(limit))
    return [table_view(table) for table in found]


def state_view(table: GameTable, found: TableGame, now: int) -> StateView:
    game = found.game
    ruleset = game.ruleset
    return shown_as(
        StateView,
        table,
        seq=found.seq,
        header=json.loads(table.header),
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
        handling=ruleset.mechanics.handling(table).shape(),
        codes=notation.codes(game.game),
        header=game.header,
        edition=service().editions.texts().get(game.header.get("edition", ""), ""),
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
        told=line_sentences(game, line, language) if line.accepted else [],
        refusals=line_refusals(game, line, language),
        reason=line.reason,
        hash=line.hash,
        made_at=line.made_at,
        bench=bench,
        to=next((event["to"] for event in reversed(events) if event["kind"] == "moved"), None),
        took=next((event["amount"] for event in events if event["kind"] == "pot_taken"), None),
    )


def has_entry(games: TableGames, game: TableGame, seq: int, head: str) -> bool:
    """Whether entry ``seq`` of a game's log has the hash ``head``; always true of 0, before the first entry."""
    if seq in (0, game.seq):
        return seq == 0 or head == game.head
    return [line.hash for line in games.lines(game.table_id, seq - 1, seq)] == [head]


@dataclass(frozen=True, slots=True)
class BeforeView:
    """A device that is no longer bound to a table, with how many reports it had not sent when it was last heard of.

    ``at``: when that was, in ms since 1970.
    """

    id: str
    label: str
    unsent: int
    at: int


def note_unsent(database: Database, credential_id: str, count: int) -> None:
    """Note how many reports a device has not sent; nothing is written if that is known."""
    with database.read() as session:
        device = session.get(Credential, credential_id)
    if device is None or device.unsent == count:
        return
    with database.write() as session:
        device = session.get_one(Credential, credential_id)
        device.unsent = count
        device.seen_at = database.now()
        session.add(device)


def device_before(session: Session, table_id: str) -> BeforeView | None:
    """The device that was unbound from a table last, if it had told of unsent reports."""
    query = (
        select(Credential)
        .where(Credential.table_id == table_id, Credential.kind == "device", col(Credential.revoked_at).is_not(None))
        .order_by(col(Credential.revoked_at).desc())
        .limit(1)
    )
    found = session.exec(query).first()
    if found is None or not found.unsent:
        return None
    return BeforeView(found.id, found.label, found.unsent, found.seen_at or found.created_at)


QUESTIONS = {
    "ANSWER/RESCUE-2": 1,
    "ANSWER/BUILD-1": 2,
    "ANSWER/JAIL-1": 1,
    "ANSWER/DEAL-8": 1,
    "ANSWER/RESCUE-5": 1,
    "ANSWER/JAIL-3": 1,
    "ANSWER/BANKR-1": 1,
    "ANSWER/TIME-3": 2,
}
"""Known answers whose example makes a good game, and how many of its moves lead to the question."""


class TriedPosition(NamedTuple):
    """A position with a question.  ``header``: of the game's record; ``moves`` in the short notation; ``answer``: the
    address of what is known about it.
    """

    question: str
    header: dict[str, Any]
    moves: tuple[str, ...]
    answer: str


def tried_positions(language: str) -> list[TriedPosition]:
    texts, found = said(language), []
    for name, moves in QUESTIONS.items():
        example = answers()[name].examples[0]
        header = {key: value for key, value in example.header.items() if key != "record"}
        lines = tuple(step.line for step in example.steps[:moves])
        found.append(TriedPosition(texts[name].question, header, lines, f"/rules/answers/{name}"))
    return found
