"""The short sections of a regulation: ``[tables]``, ``[seating]``, ``[results]``, ``[rulings]``, ``[spectators]``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.irregularities import irregularities
from tournaments.players.stand_in import STAND_INS
from tournaments.seating.shapes import FITS
from tournaments.section import Section

LEAST, MOST = 2, 12


@dataclass(frozen=True, slots=True)
class TableSizes:
    """Table sizes.  ``size``: the preferred one; ``also``: other sizes that may be used to make the numbers fit, better
    ones first.  ``fit``: which of them make the numbers fit, one of `FITS`.
    """

    size: int
    also: tuple[int, ...]
    fit: str

    @property
    def sizes(self) -> tuple[int, ...]:
        """All sizes, the preferred one first."""
        return (self.size, *self.also)


def read_tables(section: Section) -> TableSizes:
    """Read the section ``[tables]``."""
    tables = TableSizes(
        section.whole("size", LEAST, MOST),
        section.wholes("also", LEAST, MOST, ()),
        section.one_of("fit", FITS, FITS[0]),
    )
    if len(set(tables.sizes)) < len(tables.sizes):
        section.fault("also", "size_twice", given=list(tables.also), size=tables.size)
    section.done()
    return tables


AIMS = ("rematches", "clubs", "start_order", "neighbours", "odd_tables")
START_ORDERS = ("drawn", "rolled")


@dataclass(frozen=True, slots=True)
class SeatingPolicy:
    """The seating policy.

    ``aims``: what a drawn schedule minimises, in order of priority: rematches, clubmates at one table, uneven start
    orders, the same left neighbour, the same player at tables of unusual size.

    ``start_order``: ``drawn`` with the schedule, or ``rolled`` at the table.
    """

    aims: tuple[str, ...]
    start_order: str


def read_seating(section: Section) -> SeatingPolicy:
    """Read the section ``[seating]``."""
    aims = section.texts("aims", ())
    for aim in aims:
        if aim not in AIMS:
            section.fault("aims", "wanted_choice", given=aim, choices=", ".join(AIMS))
    if len(set(aims)) < len(aims):
        section.fault("aims", "aim_twice", given=", ".join(aims))
    policy = SeatingPolicy(aims, section.one_of("start_order", START_ORDERS, START_ORDERS[0]))
    if policy.start_order == "rolled" and "start_order" in aims:
        section.fault("start_order", "rolled_and_balanced")
    section.done()
    return policy


CONFIRMATIONS = ("by_staff", "second_person", "look_again", "none")
"""``by_staff``: a second person; if there is nobody else who may, whoever entered a result looks at it again."""
SHOWN = ("round_closed", "entered")


@dataclass(frozen=True, slots=True)
class ResultsPolicy:
    """The handling of results.

    ``confirmation``: who must confirm a result before it is valid; ``shown``: when it becomes public; ``stand_in``:
    whose the results of a stand-in are, one of `STAND_INS`.  A team always has those of its seats.
    """

    confirmation: str
    shown: str
    stand_in: str = STAND_INS[0]


def read_results(section: Section) -> ResultsPolicy:
    """Read the section ``[results]``."""
    policy = ResultsPolicy(
        section.one_of("confirmation", CONFIRMATIONS, CONFIRMATIONS[0]),
        section.one_of("shown", SHOWN, SHOWN[0]),
        section.one_of("stand_in", STAND_INS, STAND_INS[0]),
    )
    section.done()
    return policy


LONGEST = 24 * 60
"""In minutes."""
LONGEST_AFTER = 3600
"""In seconds."""


@dataclass(frozen=True, slots=True)
class RulingsRule:
    """The rules for rulings.

    ``appeal_minutes``: how long players may appeal against a ruling to the head judge; 0: no appeals.

    ``signal_seconds``: how long after the end signal the table's judge may accept a move that was made before the
    signal but reported after it; later the arbiter decides; 0: always the arbiter.

    ``irregularities``: what is done here about a kind of irregularity instead of what the guide proposes, by its key
    and by language.
    """

    appeal_minutes: int
    signal_seconds: int
    irregularities: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


USUAL = RulingsRule(10, 60)
"""The default for a regulation that says nothing about it."""


def read_rulings(section: Section) -> RulingsRule:
    """Read the section ``[rulings]``."""
    rule = RulingsRule(
        section.whole("appeal_minutes", 0, LONGEST, USUAL.appeal_minutes),
        section.whole("signal_seconds", 0, LONGEST_AFTER, USUAL.signal_seconds),
        _irregularities(section.section("irregularities", required=False)),
    )
    section.done()
    return rule


def _irregularities(section: Section) -> Mapping[str, Mapping[str, str]]:
    """Read the section ``[rulings.irregularities]``: a text by language for each kind that is handled differently."""
    found = {key: section.words(key) for key in irregularities() if section.has(key)}
    section.done()
    return found


FURTHEST = 120
"""In minutes or turns."""


@dataclass(frozen=True, slots=True)
class SpectatorsRule:
    """The spectators' delay.  ``delay_minutes``, ``delay_turns``: both apply; 0: no delay."""

    delay_minutes: int
    delay_turns: int


def read_spectators(section: Section) -> SpectatorsRule:
    """Read the section ``[spectators]``."""
    rule = SpectatorsRule(
        section.whole("delay_minutes", 0, FURTHEST, 0),
        section.whole("delay_turns", 0, FURTHEST, 0),
    )
    section.done()
    return rule
