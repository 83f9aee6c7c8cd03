"""Results in all ways of entering them: by log, by a counted sheet, as dollars, places or bankruptcies, from a list."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from random import Random
from typing import Any

from referee.core.chain import Author
from referee.core.problems import Problem
from referee.log.append import Log, Posting
from tests.fuzz.event.hall import At, Hall, Impossible
from tests.referee.support.played_day import whole_game
from tournaments.fault import Faulty

WAYS = ("dollars", "level", "bankrupt", "sheet", "log", "points", "list")
"""``level``: several with the same dollars; ``points``: as a judge wrote them down, whatever the regulation says."""
SHORT_GAME = 12
CLERK = Author("clerk", None, None)


def enter(hall: Hall, at: At, way: str, seed: int, *, all_level: bool = False) -> bool:
    """Enter the result of a table, or correct it, and return whether that was accepted.  ``seed``: what it is."""
    if way == "list":
        return import_results(hall, [at], seed)
    body = body_of(hall, at, way, seed, all_level=all_level)
    version = at.result.version if at.result is not None else 0
    path = f"/tables/{at.table.id}/results"
    return hall.tried("POST", path, version=version, note="counted again", **body) is not None


def body_of(hall: Hall, at: At, way: str, seed: int, *, all_level: bool = False) -> dict[str, Any]:
    """The body that enters a result in a way."""
    random, ids = Random(seed), [each.player_id for each in at.seats]
    if way == "log":
        if at.round.state != "closed" and not at.table.seq:
            play_log(hall, at, seed)
        return {"log": {"anyway": True}}
    if way == "sheet":
        return {"sheet": {"players": [{"player": each, "cash": random.randrange(100, 1500, 10)} for each in ids]}}
    if way == "points":
        points = random.sample(range(0, 60, 5), len(ids))
        return {"points": [{"player": each, "points": str(own)} for each, own in zip(ids, points, strict=True)]}
    if way == "bankrupt":
        order = random.sample(range(len(ids)), len(ids))
        fell = {each: place for place, each in enumerate(order[1:], 1)}
        rows = [
            {"player": ids[each], "fell": fell[each]}
            if each in fell
            else {"player": ids[each], "assets": 5000, "monopoly": True}
            for each in range(len(ids))
        ]
        return {"points": rows}
    few = [1500] if all_level else [1000, 1500, 2000] if way == "level" else range(200, 6000, 10)
    return {"points": [{"player": each, "assets": random.choice(few)} for each in ids]}


def play_log(hall: Hall, at: At, seed: int, reports: int = SHORT_GAME) -> None:
    """Log a game at a table to its end, as its tablet does."""
    try:
        written = whole_game(json.loads(at.table.header), reports, seed)
    except ValueError:  # the ruleset has no game of so many reports
        raise Impossible from None
    append(hall, at, written)


def append(hall: Hall, at: At, reports: Sequence[dict[str, Any]]) -> None:
    """Append reports to the log of a table."""
    log = hall.service.part(Log)
    for number, report in enumerate(reports):
        base = at.table.seq + number
        try:
            log.append(at.table.id, base, [Posting(f"fuzz-{at.table.id}-{base:05}", report, None)], CLERK)
        except (Problem, Faulty):
            return


def where(at: At) -> tuple[int, int]:
    """The numbers of a table's round and of the table."""
    return at.round.number, at.table.number


def import_results(hall: Hall, tables: Sequence[At], seed: int) -> bool:
    """Enter the results of tables from a list, and return whether that was accepted."""
    numbers = {each.id: each.number for each in hall.now().players}
    random = Random(seed)
    rows = [
        ",".join(map(str, (*where(at), numbers[seat.player_id], seat.start_order, random.randrange(200, 6000))))
        for at in tables
        for seat in at.seats
    ]
    data = b64encode("\n".join(["round,table,number,start order,assets", *rows, ""]).encode()).decode()
    return hall.tried("POST", hall.at("results/import"), data=data, apply=True, note="from the list") is not None
