"""The moves of a game: what stands at the end of its log, and what each entry led to."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from referee.core.chain import ChainLine
from referee.log.changes import changes
from referee.log.table_game import TableGame, TableGames
from rulesets.kernel.ruleset import Event

CHUNK = 40
"""How many entries are read at a time."""

Positions = tuple[Mapping[str, Any], Mapping[str, Any]]


class StandingMove(NamedTuple):
    """An entry that was accepted and not taken back.  ``events``: what it led to, a ruling with its `changes`."""

    seq: int
    events: Sequence[Event]


def last_moves(games: TableGames, game: TableGame, most: int) -> list[StandingMove]:
    """Up to ``most`` moves that stand after the last entry of a game, the latest first.

    What was taken back is skipped, so that only the end of the log is read.
    """
    found: list[StandingMove] = []
    lines: dict[int, ChainLine] = {}
    at = game.seq
    while at and len(found) < most:
        if at not in lines:
            lines = {each.seq: each for each in games.lines(game.table_id, max(0, at - CHUNK), at)}
        events = events_of(games, game.table_id, lines[at])
        if events and events[0]["kind"] == "retracted":
            at = events[0]["from"] - 1  # as the game stood after that entry, whatever was taken back before it
            continue
        if events:
            found.append(StandingMove(at, events))
        at -= 1
    return found


def events_of(games: TableGames, table_id: str, line: ChainLine) -> Sequence[Event]:
    """What an entry led to; nothing if it was refused."""
    if not line.accepted:
        return ()
    events: list[Event] = json.loads(line.answer)["events"]

    def positions() -> Positions:
        sides = (games.at(table_id, seq) for seq in (line.seq - 1, line.seq))
        before, after = (each.game.ruleset.position(each.game) for each in sides)
        return before, after

    return ruled(events, positions)


def ruled(events: Sequence[Event], positions: Callable[[], Positions]) -> Sequence[Event]:
    """Events, where a ruling that sets the position says under ``changes`` what it changed there, as `PositionChange`.

    One that lets a report stand changes nothing by itself: the events after it say what happened.  ``positions``:
    returns those before and after.
    """
    if not events or events[0]["kind"] != "ruling" or "overruled" in events[0]:
        return events
    ruling = {**events[0], "changes": [asdict(each) for each in changes(*positions())]}
    return [ruling, *events[1:]]
