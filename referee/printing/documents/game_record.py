"""The log of a table for readers: what was reported, what was refused and why, what was ruled, how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from referee.core.chain import ChainLine
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.log.text import line_refusals, line_sentences, taken_back
from referee.models import GameTable
from referee.printing.documents.results import lines, shown_points
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.printing.seats import SeatedTable
from referee.results.contest import scored
from rulesets.languages import language as settings
from tournaments.paper.documents.game.game_record import GameRecord, RecordLine, game_record
from tournaments.paper.documents.round_results import ResultLine

CLOCK = frozenset({"time_up"})
MANY = 6
"""Of more sentences than this, as when deeds are dealt, everybody has a line."""


def table_record(request: DocumentRequest) -> PaperJob:
    """The record of the requested table.  Raises the problems ``invalid`` and ``not_found``."""
    round_, found, row = requested_table(request)
    games = service().part(TableGames)
    game = games.current(row.id)
    log = games.lines(row.id, 0, game.seq)
    facts = GameRecord(
        round_,
        request.table_seats(found),
        tuple(record_lines(game, log, request.language)),
        game.game.ruleset.mechanics.money(game.game.state.table.edition),
        confirmed_result(request, round_, found),
    )
    return PaperJob(game_record, facts, 1 + len(log) // 30, names=request.names)


def requested_table(request: DocumentRequest) -> tuple[int, SeatedTable, GameTable]:
    """The round, the requested table and its row.  Raises the problems ``invalid`` and ``not_found``."""
    if request.options.table is None:
        raise invalid(FieldFault("table", "missing", {}))
    seats = request.requested_round()
    found = next((table for table in seats.tables if table.number == request.options.table and table.row), None)
    if found is None or found.row is None:
        raise Problem("not_found", path=f"{seats.number}-{request.options.table}")
    return seats.number, found, found.row


def record_lines(game: TableGame, log: Sequence[ChainLine], language: str) -> Iterator[RecordLine]:
    """Yield a numbered line for every entry of a log."""
    undone = taken_back(log)
    for line in log:
        kind = "undone" if line.seq in undone else kind_of(line)
        yield RecordLine(str(line.seq), sentence(game, line, language), kind)


def kind_of(line: ChainLine) -> str:
    """The kind of line for an entry that was not taken back."""
    if not line.accepted:
        return "refused"
    kind = json.loads(line.report)["type"]
    if kind == "ruling":
        return "ruling"
    return "undone" if kind == "retract" else "clock" if kind in CLOCK else "move"


def sentence(game: TableGame, line: ChainLine, language: str) -> str:
    """An entry in words: what happened, including all that a ruling changed, or why it was refused."""
    if line.accepted:
        parts = line_sentences(game, line, language)
    else:
        parts = [each["message"] for each in line_refusals(game, line, language)]
    names = tuple(game.game.state.table.names.values())
    told = [""]
    for part in parts:
        if len(parts) > MANY and part.startswith(names) and told[-1]:
            told.append("")
        told[-1] = settings(language).joins.told([*filter(None, told[-1:]), part])
    text = "\n".join(told)
    return f"{text} ({line.reason})" if line.reason else text


def confirmed_result(request: DocumentRequest, round: int, table: SeatedTable) -> tuple[ResultLine, ...]:
    """The confirmed result of a table, best first; empty as long as there is none."""
    if request.regulation is None:
        return ()
    found = (each for each in scored(request.facts, "confirmed") if each.result.round == round)
    game = next((each for each in found if each.result.table == table.number), None)
    return lines(request, game, shown_points([game])) if game else ()
