"""The ``[qualification]`` of a regulation: its steps, their candidates, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from tournaments.section import Section
from tournaments.standings.contest import GameLine
from tournaments.standings.rule import MOST_ROUNDS, read_rounds
from tournaments.standings.tally import Tally


class Who(Protocol):
    """The candidates of a step."""

    @property
    def who(self) -> str:
        """Its keyword in a regulation."""

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of the candidates, in any order, given the games up to the round ``after``."""


@dataclass(frozen=True, slots=True)
class Exactly:
    """A fixed number of places in this step."""

    places: int

    def left(self, already: int) -> int:
        """How many places are open when ``already`` players have qualified."""
        return self.places


@dataclass(frozen=True, slots=True)
class UpTo:
    """As many places as are missing until a total number have qualified."""

    places: int

    def left(self, already: int) -> int:
        """How many places are open when ``already`` players have qualified."""
        return max(0, self.places - already)


@dataclass(frozen=True, slots=True)
class Everyone:
    """All candidates, however many."""


@dataclass(frozen=True, slots=True)
class QualifyingStep:
    """A step.  ``by``: how to choose if there are too many candidates; ``tied``: how to choose if the standings leave a
    tie.
    """

    after: int
    who: Who
    quota: Exactly | UpTo | Everyone
    by: str = "standings"
    tied: str = "playoff"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of games after qualification.

    ``seats``: with listed seeding, the seeds at each table.  ``advance``: how many of each table go on, None in the
    last stage; ``extra``: how many of the best others go on as well.  ``across``: assets, points or seed, which
    compares players of different tables with the same place.  ``tied``: what separates tied players of a table if it
    decides who goes on.
    """

    name: str
    tables: int
    seeding: str = "snake"
    advance: int | None = None
    extra: int = 0
    across: str = "assets"
    tied: str = "seed"
    seats: tuple[tuple[int, ...], ...] = ()

    @property
    def by_seed(self) -> bool:
        """Whether anything in this stage is decided by the players' seeds."""
        compared = self.seeding != "lots" or self.across == "seed"
        return self.tied == "seed" or (self.tables > 1 and compared)


@dataclass(frozen=True, slots=True)
class QualificationRule:
    """The rule of a regulation.

    ``places``: how many the final takes; ``sits_out``, ``reserves``: see docs/regulations-standings.md.
    ``class_name``: the class whose final it is, empty for the event's; ``classes``: of the event's rule, those of the
    classes that have a final of their own.
    """

    places: int
    steps: tuple[QualifyingStep, ...]
    stages: tuple[Stage, ...] = ()
    sits_out: bool = False
    reserves: bool = False
    class_name: str = ""
    classes: tuple[QualificationRule, ...] = ()

    def takes(self, class_name: str) -> bool:
        """Whether players of a class play for this final: those of a class with a final of its own only for that."""
        if self.class_name:
            return class_name == self.class_name
        return all(class_name != each.class_name for each in self.classes)

    @property
    def about(self) -> str:
        """What the names of this rule's questions begin with, which tells those of the classes apart."""
        name = self.class_name.replace("/", "∕")  # a slash would end it
        return f"class/{name}/" if name else ""

    @property
    def by_seed(self) -> bool:
        """Whether anything in the final stages is decided by the players' seeds; without stages, a tie of the final."""
        return any(stage.by_seed for stage in self.stages) if self.stages else True


@dataclass(frozen=True, slots=True)
class Everybody:
    """All who have played; before the first round, all."""

    who: ClassVar[str] = "all"

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        return [player for player, lines in tally.lines.items() if lines or not after]


@dataclass(frozen=True, slots=True)
class MonopolyWinners:
    """Players with at least ``wins`` wins by monopoly in ``rounds`` (empty: all rounds)."""

    who: ClassVar[str] = "monopoly_winners"
    rounds: tuple[int, ...] = ()
    wins: int = 1

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        return [player for player, lines in tally.lines.items() if len(_won(lines, self.rounds)) >= self.wins]


@dataclass(frozen=True, slots=True)
class StraightWinners:
    """Players with ``straight`` monopoly wins in consecutive rounds within ``rounds`` (empty: all rounds)."""

    who: ClassVar[str] = "straight_winners"
    straight: int
    rounds: tuple[int, ...] = ()

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        return [player for player, lines in tally.lines.items() if _longest(_won(lines, self.rounds)) >= self.straight]


@dataclass(frozen=True, slots=True)
class TableWinners:
    """Players who were first at their table in one of ``rounds`` (empty: all rounds)."""

    who: ClassVar[str] = "table_winners"
    rounds: tuple[int, ...] = ()

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        return [
            player
            for player, lines in tally.lines.items()
            if any(line.place == 1 and (not self.rounds or line.round in self.rounds) for line in lines)
        ]


@dataclass(frozen=True, slots=True)
class Group:
    """Players of a class or with a flag, whether or not they have played."""

    who: ClassVar[str] = "group"
    group: str

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        return [player.id for player in tally.contest.players if self.group in player.groups]


def _won(lines: Sequence[GameLine], rounds: tuple[int, ...]) -> list[int]:
    return [line.round for line in lines if line.monopoly_win and (not rounds or line.round in rounds)]


def _longest(rounds: list[int]) -> int:
    """The length of the longest run of consecutive numbers in an ascending list."""
    longest = row = 0
    for number, each in enumerate(rounds):
        row = row + 1 if number and rounds[number - 1] == each - 1 else 1
        longest = max(longest, row)
    return longest


MOST_PLACES = 1000
LONGEST_CLASS = 100
"""The most letters of a class with a final: its questions have its name in theirs."""
WHO = ("all", "monopoly_winners", "straight_winners", "table_winners", "group")
QUOTAS = ("places", "up_to", "unlimited")
TIED = ("playoff", "dice_race", "roll_off", "lots", "all")
BY = ("standings", "playoff", "dice_race", "roll_off", "vote", "name", "lots")
SEEDING = ("snake", "deal", "blocks", "lots", "listed")


def read_qualification(section: Section) -> QualificationRule:
    """Read the rule of a section, with those of classes.  All faults are recorded in the section."""
    of_classes = section.sections("class", required=False)
    classes = tuple(_rule(each, each.text("name")) for each in of_classes)
    names = [each.class_name for each in classes]
    for number, one in enumerate(of_classes):
        if names[number] in names[:number]:
            one.fault("name", "name_twice", given=names[number])
        if len(names[number]) > LONGEST_CLASS:
            one.fault("name", "class_too_long", given=names[number], most=LONGEST_CLASS)
    return replace(_rule(section), classes=classes)


def _rule(section: Section, class_name: str = "") -> QualificationRule:
    """Read a rule that is the event's, or that of a class."""
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
        class_name=class_name,
    )
    section.done()
    return rule


def _step(section: Section) -> QualifyingStep:
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
    return QualifyingStep(after, who, quota, by, tied)


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
