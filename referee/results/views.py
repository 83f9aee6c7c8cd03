"""A table's result as people read it: names, places, points, the arithmetic behind them, in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.language import language
from referee.log.table_game import TableGame
from referee.models import TableResult
from referee.results.at_table import AtTable
from referee.results.facts import result_from
from referee.results.sources import Entered
from tournaments.fault import Faulty
from tournaments.points.telling import figure, told
from tournaments.result import GameResult, places
from tournaments.sheet.objection import Objection


def objections(listed: Sequence[Objection], entered: Entered) -> list[dict[str, Any]]:
    """Objections to a sheet.  ``settled``: whether it stands in the way of the result no more."""
    return [
        {
            "severity": each.severity,
            "where": each.where,
            "code": each.code,
            "clause": each.clause,
            "message": each.said[language()],
            "settled": each not in entered.unsettled,
        }
        for each in listed
    ]


def players(
    at: AtTable, result: GameResult, dice: Mapping[str, int], lines: Mapping[str, Any], game: TableGame | None
) -> list[dict[str, Any]]:
    """The players of a result by place, each with points and how they come about.

    ``lines``: the arithmetic of a counted sheet, by player; ``game``: names its deeds.
    """
    result = at.counted(result)
    try:
        scores = at.scored(result, dice).scores
    except Faulty:  # the regulation was changed since: there is a result, but no points for it
        scores = {}
    place = places(result)
    winner = result.monopoly_winner
    seat_of = {each.player_id: each.seat for each in at.seats}
    rows = []
    for each in result.players:
        score = scores.get(each.player)
        entrant = at.entrants.get(each.player)
        rows.append(
            {
                "player": each.player,
                "number": entrant.number if entrant else None,
                "name": entrant.name if entrant else each.player,
                "seat": seat_of.get(each.player),
                "start_order": each.start_order,
                "assets": each.assets,
                "fell": each.fell,
                "place": place.get(each.player, result.size),
                "monopoly_win": each.player == winner,
                "points": figure(score.points) if score else None,
                "steps": list(told(score, language())) if score else [],
                "dice": dice.get(each.player),
                "lines": [{**line, "title": _title(line, game)} for line in lines.get(each.player, ())],
            }
        )
    return sorted(rows, key=lambda row: (row["place"], row["start_order"]))


def version(at: AtTable, found: TableResult, stands: bool, game: TableGame | None) -> dict[str, Any]:
    """A version of a result.  ``stands``: whether it is the one that counts."""
    result, dice = result_from(found.players, at.round.number, at.table.number)
    entered = json.loads(found.entered)
    return {
        "id": found.id,
        "table_id": found.table_id,
        "version": found.version,
        "source": found.source,
        "stands": stands,
        "note": found.notes,
        "entered": {key: value for key, value in entered.items() if key != "lines"},
        "entered_by": found.entered_by,
        "entered_account_id": found.entered_account_id,
        "entered_at": found.entered_at,
        "confirmed_by": found.confirmed_by,
        "confirmed_account_id": found.confirmed_account_id,
        "confirmed_at": found.confirmed_at,
        "players": players(at, result, dice, entered.get("lines", {}), game),
    }


def versions(at: AtTable, listed: Sequence[TableResult], game: TableGame | None) -> list[dict[str, Any]]:
    """All versions, the latest one first."""
    standing = max((each.version for each in listed if each.confirmed_at is not None), default=0)
    return [version(at, each, each.version == standing, game) for each in reversed(listed)]


def _title(line: Mapping[str, Any], game: TableGame | None) -> str:
    """What a line of the arithmetic is about: the name of its deed or cards; empty for cash."""
    key: str = line["key"]
    if game is None or line["kind"] not in ("deed", "buildings"):
        return key
    state = game.game.state
    return game.game.ruleset.mechanics.label(state.table, "deed", key, language()) or key
