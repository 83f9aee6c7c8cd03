"""The log of a table for readers: what was reported, what was refused and why, what was ruled, how it ended."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from referee.core.chain import ChainLine
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.points_text import join_list
from referee.log.table_game import TableGame, TableGames
from referee.log.text import line_refusals, line_sentences, taken_back
from referee.models import GameTable
from referee.penalties.queries import penalties_of
from referee.penalties.views import penalty_sentence
from referee.printing.documents.results import lines, shown_points
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.printing.seats import SeatedTable
from referee.results.contest import scored
from rulesets.languages import language as settings
from tournaments.paper.documents.game.game_record import GameRecord, RecordLine, game_record
from tournaments.paper.documents.round_results import ResultLine
from tournaments.paper.words import words

CLOCK = frozenset({"time_up"})
COPY = re.compile(r" \(\d\)(?=[”」])")
"""What tells the copies of a card apart for who reports it, and is no part of its title."""
MANY = 6
"""Of more sentences than this, as when deeds are dealt, everybody has a line."""


def table_record(request: DocumentRequest) -> PaperJob:
    """The record of the requested table.  Raises the problems ``invalid`` and ``not_found``."""
    round_, found, row = requested_table(request)
    games = service().part(TableGames)
    game = games.current(row.id)
    log = games.lines(row.id, 0, game.seq)
    told = tuple(record_lines(game, log, request.language, penalties_at(request, row)))
    other = request.language != request.event.language and any(each.kind == "ruling" for each in told)
    facts = GameRecord(
        round_,
        request.table_seats(found),
        told,
        game.game.ruleset.mechanics.money(game.game.state.table.edition),
        confirmed_result(request, round_, found),
        words(request.language)["record_as_typed"] if other else "",
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


def penalties_at(request: DocumentRequest, table: GameTable) -> dict[str, str]:
    """The penalties of a table in the reader's language, by what they are called in its log."""
    own = (each for each in penalties_of(request.session, request.event.id) if each.penalty.table_id == table.id)
    return {penalty_sentence(each, request.event.language): penalty_sentence(each, request.language) for each in own}


def record_lines(
    game: TableGame, log: Sequence[ChainLine], language: str, penalties: Mapping[str, str]
) -> Iterator[RecordLine]:
    """Yield a numbered line for every entry of a log.  ``penalties``: as `penalties_at` finds them."""
    undone = taken_back(log)
    for line in log:
        kind, report = kind_of(line), json.loads(line.report)
        told = sentence(game, line, language)
        if kind == "ruling" and (penalty := penalties.get(report.get("reason", ""))):
            kind, told = "penalty", f"{penalty} ({join_list([report['by'], *report.get('clauses', ())], language)})"
        yield RecordLine(str(line.seq), told, "undone" if line.seq in undone else kind)


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
    text = COPY.sub("", "\n".join(told))
    return f"{text} ({line.reason})" if line.reason else text


def confirmed_result(request: DocumentRequest, round: int, table: SeatedTable) -> tuple[ResultLine, ...]:
    """The confirmed result of a table, best first; empty as long as there is none."""
    if request.regulation is None:
        return ()
    found = (each for each in scored(request.facts, "confirmed") if each.result.round == round)
    game = next((each for each in found if each.result.table == table.number), None)
    return lines(request, game, shown_points([game])) if game else ()
