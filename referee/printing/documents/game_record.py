"""The log of a table to be read: what was reported, what was refused and why, what was ruled, how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from referee.core.chain import Line
from referee.core.http.field_faults import Fault, invalid
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.log.text import happened, refused, taken_back
from referee.printing.documents.results import note
from referee.printing.job import Job
from referee.printing.request import Asked
from referee.printing.seats import TableOf
from referee.results.contest import scored
from rulesets.languages import language as settings
from tournaments.paper.documents.game_record import GameRecord, RecordLine, game_record
from tournaments.paper.words import words
from tournaments.points.telling import figure
from tournaments.result import places

CLOCK = frozenset({"time_up"})


def of_table(asked: Asked) -> Job:
    """The record of the table that is asked for.  Raises the problems ``invalid`` and ``not_found``."""
    if asked.table is None:
        raise invalid(Fault("table", "missing", {}))
    seats = asked.of_round()
    found = next((table for table in seats.tables if table.number == asked.table and table.row), None)
    if found is None or found.row is None:
        raise Problem("not_found", path=f"{seats.number}-{asked.table}")
    games = service().part(TableGames)
    game = games.current(found.row.id)
    lines = games.lines(found.row.id, 0, game.seq)
    facts = GameRecord(
        seats.number,
        asked.at_table(found),
        tuple(told(game, lines, asked.language)),
        tuple(ending(asked, seats.number, found)),
    )
    return Job(game_record, facts, 1 + len(lines) // 30)


def told(game: TableGame, lines: Sequence[Line], language: str) -> Iterator[RecordLine]:
    """Every entry of a log, its number before it."""
    undone = taken_back(lines)
    for line in lines:
        kind = "undone" if line.seq in undone else kind_of(line)
        yield RecordLine(str(line.seq), sentence(game, line, language), kind)


def kind_of(line: Line) -> str:
    """What an entry that stands is."""
    if not line.accepted:
        return "refused"
    kind = json.loads(line.report)["type"]
    if kind == "ruling":
        return "ruling"
    return "undone" if kind == "retract" else "clock" if kind in CLOCK else "move"


def sentence(game: TableGame, line: Line, language: str) -> str:
    """An entry in words: what followed from it, or why it was refused."""
    if line.accepted:
        said = happened(game, json.loads(line.answer)["events"], language)
    else:
        said = [f"{each['message']} [{each['clause']}]" for each in refused(game, line, language)]
    text = settings(language).joins.sentences.join(said)
    return f"{text} ({line.reason})" if line.reason else text


def ending(asked: Asked, round: int, table: TableOf) -> Iterator[str]:
    """How it ended, by the confirmed result, a line for each player."""
    if asked.regulation is None:
        return
    for game in scored(asked.facts, "confirmed"):
        if (game.result.round, game.result.table) == (round, table.number):
            place = places(game.result)
            for each in sorted(game.result.players, key=lambda one: place.get(one.player, game.result.size)):
                score = game.scores.get(each.player)
                points = f"{words(asked.language)['points']} {figure(score.points)}" if score else ""
                parts = (asked.players[each.player].name, f"${each.assets:,}", points, note(game.result, each))
                yield f"{place.get(each.player, game.result.size)}. " + " – ".join(part for part in parts if part)
