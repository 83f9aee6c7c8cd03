"""The round plan: ``[[round]]``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.regulation.sections import LEAST, MOST, TableSizes
from tournaments.section import Section

STAGES = ("main", "quarter", "semi", "final")
SEATINGS = ("schedule", "drawn", "self_chosen", "rotation", "rotation_by_place", "ranked", "qualifiers")
MOST_ROUNDS = 50
DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of the plan.

    ``number``: from 1.  ``names``: by language, or None.  ``minutes``: None for a game without time limit.
    ``seating``: how its tables are made.  ``sizes``: of its tables, the preferred first.  ``reserves``: whether
    reserves may come in. ``counts``: whether its games count for points.  ``beside``: the number of the round that is
    played at the same time. ``options``: ruleset options that differ in this round.
    """

    number: int
    names: Mapping[str, str] | None
    stage: str
    minutes: int | None
    seating: str
    sizes: tuple[int, ...]
    reserves: bool
    counts: bool
    beside: int | None
    options: Mapping[str, object]


def read_rounds(top: Section, tables: TableSizes) -> tuple[PlannedRound, ...]:
    """Read all rounds; those with ``repeat`` are expanded."""
    rounds: list[PlannedRound] = []
    for section in top.sections("round"):
        repeat = section.whole("repeat", 1, MOST_ROUNDS, 1)
        first = _round(section, len(rounds) + 1, tables)
        rounds += [replace(first, number=first.number + more) for more in range(repeat)]
        section.done()
    if top.has("round") and not any(each.counts for each in rounds):
        top.fault("round", "no_round_counts")
    if len(rounds) > MOST_ROUNDS:
        top.fault("round", "too_many_rounds", count=len(rounds), most=MOST_ROUNDS)
    return tuple(rounds)


def _round(section: Section, number: int, tables: TableSizes) -> PlannedRound:
    stage = section.one_of("stage", STAGES, STAGES[0])
    seating = section.one_of("seating", SEATINGS)
    sizes = section.wholes("sizes", LEAST, MOST, tables.sizes)
    beside = section.whole("beside", 1, MOST_ROUNDS) if section.has("beside") else None
    options = section.section("options", required=False).content
    if number == 1 and seating in ("rotation", "rotation_by_place", "ranked"):
        section.fault("seating", "seating_needs_round_before", given=seating)
    if not sizes or len(set(sizes)) < len(sizes):
        section.fault("sizes", "sizes_not_distinct", given=list(sizes))
    if section.has("sizes") and sizes == tables.sizes:
        section.fault("sizes", "same_as_before", given=list(sizes))
    if beside is not None and beside >= number:
        section.fault("beside", "beside_not_earlier", given=beside, number=number)
    return PlannedRound(
        number=number,
        names=section.words("name") if section.has("name") else None,
        stage=stage,
        minutes=section.whole("minutes", 1, DAY) if section.has("minutes") else None,
        seating=seating,
        sizes=sizes,
        reserves=section.flag("reserves"),
        counts=section.flag("counts", stage == STAGES[0]),
        beside=beside,
        options=options,
    )
