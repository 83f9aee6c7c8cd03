"""Reads `[qualification]`."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.qualification.rule import Everyone, Exactly, QualificationRule, Stage, Step, UpTo, Who
from tournaments.qualification.who import Everybody, Group, MonopolyWinners, StraightWinners, TableWinners
from tournaments.section import Section
from tournaments.standings.read import MOST_ROUNDS, read_rounds

MOST_PLACES = 1000
WHO = ("all", "monopoly_winners", "straight_winners", "table_winners", "group")
QUOTAS = ("places", "up_to", "unlimited")
TIED = ("playoff", "dice_race", "roll_off", "lots", "all")
BY = ("standings", "playoff", "dice_race", "roll_off", "vote", "name", "lots")
SEEDING = ("snake", "deal", "blocks", "lots", "listed")


def read_qualification(section: Section) -> QualificationRule:
    """Read the rule of a section.  All faults are recorded in the section."""
    each = section.sections("step")
    if section.has("step") and not each:
        section.fault("step", "wanted_some")
    steps = tuple(_step(one) for one in each)
    for one, step, before in zip(each[1:], steps[1:], steps, strict=False):
        if step.after < before.after:
            one.fault("after", "earlier_than_before", given=step.after, before=before.after)
    rule = QualificationRule(
        places=section.whole("places", 1, MOST_PLACES),
        steps=steps,
        stages=_stages(section.sections("stage", required=False)),
        sits_out=section.flag("sits_out"),
        reserves=section.flag("reserves"),
    )
    section.done()
    return rule


def _step(section: Section) -> Step:
    after = section.whole("after", 0, MOST_ROUNDS)
    who = _who(section, after)
    keys = [key for key in QUOTAS if section.has(key)]
    if len(keys) != 1:
        section.fault("", "wanted_one_of", given=", ".join(keys) or "-", choices=", ".join(QUOTAS))
    quota = _quota(section, keys)
    by, tied = "standings", "playoff"
    # If everyone is taken, nothing has to be decided: these keys would have no effect and are faults.
    if not isinstance(quota, Everyone):
        by = section.one_of("by", BY, "standings")
        if by == "standings":
            tied = section.one_of("tied", TIED, "playoff")
    section.done()
    return Step(after, who, quota, by, tied)


def _quota(section: Section, keys: Sequence[str]) -> Exactly | UpTo | Everyone:
    quota: Exactly | UpTo | Everyone = Exactly(1)
    if "places" in keys:
        quota = Exactly(section.whole("places", 1, MOST_PLACES))
    if "up_to" in keys:
        quota = UpTo(section.whole("up_to", 1, MOST_PLACES))
    if "unlimited" in keys:
        quota = Everyone()
        if not section.flag("unlimited"):
            section.fault("unlimited", "only_true")
    return quota


def _who(section: Section, after: int) -> Who:
    who = section.one_of("who", WHO)
    if who == "all":
        return Everybody()
    if who == "group":
        return Group(section.text("group"))
    rounds = read_rounds(section)
    if rounds and rounds[-1] > after:
        section.fault("rounds", "rounds_to_come", given=rounds[-1], after=after)
    most = len(rounds) or after
    if who == "table_winners":
        return TableWinners(rounds)
    if who == "monopoly_winners":
        return MonopolyWinners(rounds, _at_most(section, "wins", 1, most, 1))
    return StraightWinners(_at_most(section, "straight", 2, most), rounds)


def _at_most(section: Section, key: str, least: int, most: int, default: int | None = None) -> int:
    """A number of wins that is possible in these rounds."""
    number = section.whole(key, least, MOST_ROUNDS, default)
    if number > most and section.has(key):
        section.fault(key, "more_than_rounds", given=number, rounds=most)
    return number


def _stages(each: Sequence[Section]) -> tuple[Stage, ...]:
    stages = tuple(_stage(one, last=number == len(each)) for number, one in enumerate(each, 1))
    names = [stage.name for stage in stages]
    for number, one in enumerate(each):
        if names[number] in names[:number]:
            one.fault("name", "name_twice", given=names[number])
    return stages


def _stage(section: Section, last: bool) -> Stage:
    tables = section.whole("tables", 1, MOST_PLACES)
    seeding = section.one_of("seeding", SEEDING, "snake")
    compared = tables > 1
    advance = None if last else section.whole("advance", 1, MOST_PLACES)
    extra = 0 if last or not compared else section.whole("extra", 0, MOST_PLACES, 0)
    stage = Stage(
        name=section.text("name"),
        tables=tables,
        seeding=seeding,
        advance=advance,
        extra=extra,
        across=section.one_of("across", ("assets", "points", "seed"), "assets") if compared else "assets",
        tied=section.one_of("tied", ("seed", "lots", "roll_off", "dice_race"), "seed"),
        seats=_seats(section, tables) if seeding == "listed" else (),
    )
    section.done()
    return stage


def _seats(section: Section, tables: int) -> tuple[tuple[int, ...], ...]:
    """The seeds at each table: every number from 1 up exactly once."""
    seats = section.raw("seats")
    if not isinstance(seats, list) or not all(isinstance(table, list) for table in seats):
        section.fault("seats", "wanted_seats", given=seats, tables=tables)
        return ()
    numbers = [seed for table in seats for seed in table]
    whole = all(type(seed) is int for seed in numbers)
    if len(seats) != tables or not whole or sorted(numbers) != list(range(1, len(numbers) + 1)):
        section.fault("seats", "wanted_seats", given=seats, tables=tables)
        return ()
    return tuple(tuple(table) for table in seats)
