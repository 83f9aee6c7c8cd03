"""Entries of a log in words, refusals with their clauses, and which entries stand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core.chain import ChainLine
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from rulesets import Refusal


def narrate(game: TableGame, events: Iterable[dict[str, Any]], language: str) -> list[str]:
    """What happened, or what is due, as sentences without a full stop, in a language."""
    return game.game.ruleset.narrate(game.game, events, language)


def line_refusals(game: TableGame, line: ChainLine, language: str) -> list[dict[str, Any]]:
    """Why an entry was refused, in the record format; empty if it was not."""
    ruleset, table = game.game.ruleset, game.game.state.table
    kept = json.loads(line.answer).get("refusals", ())
    return [ruleset.explain(Refusal(each["code"], each["facts"]), table, language) for each in kept]


def taken_back(lines: Sequence[ChainLine]) -> set[int]:
    """The entries that no longer stand at the end of the log; taking back a retraction restores what it took back.

    ``lines``: the whole log.
    """
    stands: list[frozenset[int]] = [frozenset()]  # after each entry, those that stand
    for line in lines:
        now = stands[-1]
        if line.accepted:
            report = json.loads(line.report)
            now = stands[report["seq"] - 1] if report["type"] == "retract" else now | {line.seq}
        stands.append(now)
    every = {line.seq for line in lines if line.accepted and json.loads(line.report)["type"] != "retract"}
    return every - stands[-1]


@dataclass(frozen=True, slots=True)
class RefusalText:
    """Why something was refused, with its clause and the address of the clause."""

    message: str
    clause: str
    address: str


def refusals_of(table_id: str, seq: int, language: str) -> list[RefusalText]:
    """Why an entry was refused; empty if the log's rules are no longer installed."""
    games = service().part(TableGames)
    try:
        game = games.current(table_id)
    except LogDiffers:
        return []
    return [
        refusal_text(each, game)
        for line in games.lines(table_id, seq - 1, seq)
        for each in line_refusals(game, line, language)
    ]


def refusal_text(refusal: Mapping[str, Any], game: TableGame) -> RefusalText:
    clause = refusal["clause"]
    return RefusalText(refusal["message"], clause, f"/rules/{game.game.ruleset.name}/{clause}")
