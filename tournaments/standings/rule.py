"""The ``[standings]`` of a regulation, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from tournaments.section import Section
from tournaments.standings.criterion import (
    AssetSum,
    BestGame,
    Criterion,
    HeadToHead,
    LastRound,
    Lots,
    MonopolyWins,
    Opponents,
    Places,
    PointSum,
    RankSum,
    ThrownOrder,
)
from tournaments.standings.tally import Tally


@dataclass(frozen=True, slots=True)
class StandingsRule:
    """Ordered criteria; players tied by one are compared by the next."""

    criteria: tuple[Criterion[Tally] | ThrownOrder, ...]


MOST_ROUNDS = 50
MOST_PLAYERS = 12
AVERAGE = "average"
"""What a missed round counts instead of a number: the average of the player's own games."""

Read = Criterion[Tally] | ThrownOrder
Made = TypeVar("Made")


def read_standings(section: Section) -> StandingsRule:
    """Read the rule of a section.  All faults are recorded in the section."""
    each = section.sections("criterion")
    if section.has("criterion") and not each:
        section.fault("criterion", "wanted_some")
    rule = StandingsRule(tuple(read_criterion(one, READERS) for one in each))
    for number, criterion in enumerate(rule.criteria):
        before = rule.criteria[:number]
        if any(isinstance(other, Lots | ThrownOrder) for other in before):
            each[number].fault("", "criterion_never_reached")
        elif criterion in before and not isinstance(criterion, HeadToHead):
            each[number].fault("", "criterion_twice", before=before.index(criterion) + 1)
    section.done()
    return rule


def read_criterion(section: Section, readers: Mapping[str, Callable[[Section], Made]]) -> Made:
    criterion = readers[section.one_of("by", tuple(readers))](section)
    section.done()
    return criterion


def read_rounds(section: Section) -> tuple[int, ...]:
    """``rounds``: the round numbers; empty if all rounds count."""
    return tuple(sorted(set(section.wholes("rounds", 1, MOST_ROUNDS, ()))))


def _points(section: Section) -> Criterion[Tally]:
    high = _high(section)
    rounds = read_rounds(section)
    best = section.whole("best", 1, MOST_ROUNDS) if section.has("best") else None
    share = _share(section) if section.has("best_share") else None
    if best is not None and share is not None:
        section.fault("best_share", "not_both", other="best")
    if not high and not section.has("absent"):
        section.fault("absent", "absent_wanted")
    if section.has("absent") and section.content["absent"] == AVERAGE:
        return PointSum(high, rounds, best, share, average=True)
    return PointSum(high, rounds, best, share, section.number("absent", Fraction(0)))


def _share(section: Section) -> Fraction:
    parts = section.wholes("best_share", 1, MOST_ROUNDS)
    if len(parts) == 2 and parts[0] < parts[1]:
        return Fraction(*parts)
    section.fault("best_share", "wanted_share", given=list(parts))
    return Fraction(1)


def _monopoly_wins(section: Section) -> Criterion[Tally]:
    return MonopolyWins(_high(section), read_rounds(section))


def _monopoly_wins_settled(section: Section) -> Read:
    equal_from = section.whole("equal_from", 1, MOST_ROUNDS) if section.has("equal_from") else None
    return MonopolyWins(_high(section), read_rounds(section), equal_from)


def _places(section: Section) -> Criterion[Tally]:
    return Places(section.whole("place", 1, MOST_PLAYERS), _high(section), read_rounds(section))


def _rank_sum(section: Section) -> Criterion[Tally]:
    return RankSum(section.whole("absent", 1, MOST_PLAYERS), _high(section, "low"), read_rounds(section))


def _assets(section: Section) -> Criterion[Tally]:
    flat = section.whole("monopoly_win", 0, 1_000_000) if section.has("monopoly_win") else None
    return AssetSum(_high(section), read_rounds(section), flat)


def _best_game(section: Section) -> Criterion[Tally]:
    return BestGame(_high(section), read_rounds(section))


def _opponents(section: Section) -> Criterion[Tally]:
    return Opponents(_high(section), section.whole("cut", 0, MOST_PLAYERS, 0))


def _last(by: str, order: str) -> Callable[[Section], Read]:
    return lambda section: LastRound(by, _high(section, order))


def _high(section: Section, usual: str = "high") -> bool:
    return section.one_of("order", ("high", "low"), usual) == "high"


# Criteria that can also be summed over the members of a team (`teams`).
SUMS: Mapping[str, Callable[[Section], Criterion[Tally]]] = {
    "points": _points,
    "monopoly_wins": _monopoly_wins,
    "places": _places,
    "rank_sum": _rank_sum,
    "assets": _assets,
    "best_game": _best_game,
}

READERS: Mapping[str, Callable[[Section], Read]] = {
    **SUMS,
    "monopoly_wins": _monopoly_wins_settled,
    "last_points": _last("last_points", "high"),
    "last_place": _last("last_place", "low"),
    "last_table": _last("last_table", "low"),
    "head_to_head": lambda section: HeadToHead(_high(section)),
    "opponents": _opponents,
    "lots": lambda section: Lots(),
    "roll_off": lambda section: ThrownOrder("roll_off"),
    "dice_race": lambda section: ThrownOrder("dice_race"),
}
