"""Undoing what a ruling did to the position, whatever the table has logged since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cases.state import CaseState, decision_of
from referee.core.language import language
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.rules.positions.fields import difference
from referee.rules.positions.packed import shown_values
from rulesets.reports import as_report

STAYING = ("phase", "turn", "due")


def inverse(before: Mapping[str, Any], after: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The ``set`` of a ruling that undoes the change from ``before`` to ``after``, in the position ``now``.

    Money moves back by the difference, a player's and that in the middle of the board; anything else that has changed
    again since is left as it is.
    """
    parts = difference(after, before)
    found: dict[str, Any] = {
        name: value for name, value in parts.items() if name not in ("players", "deeds") and now[name] == after[name]
    }
    players = {
        seat: _player_inverse(row, *(each["players"][seat] for each in (before, after, now)))
        for seat, row in parts.get("players", {}).items()
    }
    deeds = {
        key: row for key, row in parts.get("deeds", {}).items() if now["deeds"].get(key) == after["deeds"].get(key)
    }
    if "pot" in parts:  # in the middle of the board; what somebody has taken from there since is theirs
        found["pot"] = max(0, now["pot"] + before["pot"] - after["pot"])
    if any(players.values()):
        found["players"] = {seat: row for seat, row in players.items() if row}
    if deeds:
        found["deeds"] = deeds
    if found:  # named though they stay: a ruling adapts what it does not name
        found |= {name: now[name] for name in STAYING if name in now and before[name] == after[name] == now[name]}
    return found


def _player_inverse(
    row: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    kept = {field: value for field, value in row.items() if now.get(field) == after.get(field)}
    return {**kept, "cash": now["cash"] + before["cash"] - after["cash"]} if "cash" in row else kept


def may_undo(found: CaseState) -> bool:
    """Whether the ruling in force of a case has changed the position at its table."""
    return found.last is not None and found.last.entry is not None and bool(decision_of(found.last).effect["changes"])


def undo_fields(found: CaseState, game: TableGame) -> dict[str, str]:
    """The form fields of a ruling that undoes a case's ruling in force, at the table of ``game``.

    Empty if that changed nothing or can no longer be undone.
    """
    parts = undo_parts(found, game)
    report = {"by": "-", "type": "ruling", "reason": found.name, "clauses": [], "set": parts}
    answer = game.game.ruleset.judge(game.game, as_report(report))
    if not parts or not answer.accepted:
        return {}
    return {**shown_values(answer.game, language()), "effect": "set", "base": str(game.seq)}


def undo_parts(found: CaseState, game: TableGame) -> dict[str, Any]:
    """The ``set`` of a ruling that undoes a case's ruling in force; empty if that changed nothing, or today's rules
    judge the log differently.
    """
    if not may_undo(found) or found.last is None or found.last.entry is None:
        return {}
    games, entry = service().part(TableGames), found.last.entry
    try:
        before, after = games.at(found.table.id, entry - 1), games.at(found.table.id, entry)
    except LogDiffers:
        return {}
    return inverse(*(game.game.ruleset.position(each.game) for each in (before, after, game)))
