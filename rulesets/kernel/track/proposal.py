"""Random play: what the proposals of any game are made of - dice, seats, deeds, rulings, malformed reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active
from rulesets.kernel.track.table import View
from rulesets.reports import as_report

Report = dict[str, Any]


def dice(random: Random) -> list[int]:
    return [random.randint(1, 6), random.randint(1, 6)]


def maybe(random: Random, how_often: float, **given: Any) -> Report:
    """Return the fields with the probability ``how_often``, else none."""
    return given if random.random() < how_often else {}


def any_seat(state: View, random: Random) -> str:
    """A seat, mostly one still in the game."""
    seats = active(state) if random.random() < 0.95 else range(len(state.players))
    return str(state.table.seats[random.choice(list(seats))])


def any_deed(state: View, random: Random, among: Iterable[int] = ()) -> str:
    """A deed, one of ``among`` if there are any."""
    table = state.table
    return str(table.deed_key(random.choice([*among] or [deed.number for deed in table.edition.deeds])))


def roll_off(state: View, random: Random, seats: Iterable[int]) -> Report:
    """Throws of these seats that decide who begins."""
    return {"type": "roll_off", "dice": {state.table.seats[seat]: dice(random) for seat in seats}}


def cash_set(state: View, random: Random, most: int, step: int = 1) -> Report:
    """A referee's ruling that sets somebody's cash, to at most ``most`` and in steps of ``step``."""
    cash = step * random.randint(0, most // step)
    position = {"players": {any_seat(state, random): {"cash": cash}}}
    return {"type": "ruling", "by": "referee", "reason": "at the table", "set": position}


def let_stand(report: Report, reason: str = "at the table") -> Report:
    """A referee's ruling that lets a report stand."""
    return {"type": "ruling", "by": "referee", "reason": reason, "apply": report}


def malformed(state: View, random: Random, good: Report, own: Sequence[Report]) -> Report:
    """A malformed report: a good one spoilt, one of the game's own, or an empty one."""
    faults: tuple[Report, ...] = (
        {**good, "player": "nobody"},
        {**good, "dice": [0, 7]},
        {**good, "type": "sneeze"},
        {**good, "extra": 1},
        {**good, "at": -1},
        {},
    )
    return random.choice((*faults, *({**report, "player": any_seat(state, random)} for report in own)))


def accepted_one(game: Game, random: Random, reports: list[Report], otherwise: Report) -> Report:
    """Return one of the reports that would be accepted now, or else ``otherwise``."""
    random.shuffle(reports)
    return next((report for report in reports if game.ruleset.obstacle(game, as_report(report)) is None), otherwise)
