"""Contests and rules for tests, written short."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from fractions import Fraction

from tournaments.decision import Decision
from tournaments.qualification.rule import QualificationRule, read_qualification
from tournaments.section import Section
from tournaments.standings.contest import Contest, ContestPlayer, GameLine
from tournaments.standings.rule import StandingsRule, read_standings


def section(text: str) -> Section:
    return Section(tomllib.loads(text, parse_float=Decimal))


def rule(*criteria: str) -> StandingsRule:
    """The standings rule of these criteria, each written as ``points best = 2``."""
    text = "".join(
        f'[[criterion]]\nby = "{by}"\n{keys.replace(";", chr(10))}\n'
        for by, _, keys in (c.partition(" ") for c in criteria)
    )
    read = section(text)
    found = read_standings(read)
    assert not read.faults, read.faults
    return found


def qualification(text: str) -> QualificationRule:
    read = section(text)
    found = read_qualification(read)
    assert not read.faults, read.faults
    return found


def table(number: int, at: int, *ends: str) -> tuple[GameLine, ...]:
    """A game, with its players in the order of places: ``"a 10"`` made ten points, ``"a 10!"`` by a monopoly win, ``"a
    10 3000"`` with dollars; ``"a 10 = "`` shares the place of the one before.
    """
    names = tuple(end.split()[0] for end in ends)
    places: list[int] = []
    for place, end in enumerate(ends, 1):
        places.append(places[-1] if "=" in end else place)
    lines = []
    for order, (name, end) in enumerate(zip(names, ends, strict=True), 1):
        words = end.replace("=", "").split()
        lines.append(
            GameLine(
                round=number,
                table=at,
                player=name,
                points=Fraction(words[1].rstrip("!")),
                place=places[order - 1],
                monopoly_win=words[1].endswith("!"),
                assets=int(words[2]) if len(words) > 2 else 0,
                start_order=order,
                opponents=tuple(other for other in names if other != name),
            )
        )
    return tuple(lines)


def contest(*tables: tuple[GameLine, ...], decisions: tuple[Decision, ...] = ()) -> Contest:
    lines = tuple(line for each in tables for line in each)
    players = dict.fromkeys(line.player for line in lines)
    return Contest(tuple(ContestPlayer(player) for player in players), lines, decisions=decisions, seed="seed")
