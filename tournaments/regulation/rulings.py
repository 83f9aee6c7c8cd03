"""Rulings and appeals against them, and who decides about moves that come after the end signal: ``[rulings]``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.irregularities.irregularity import irregularities
from tournaments.section import Section

LONGEST = 24 * 60
"""Minutes."""
LONGEST_AFTER = 3600
"""Seconds."""


@dataclass(frozen=True, slots=True)
class RulingsRule:
    """``appeal_minutes``: for how long a player can appeal against a ruling to the head judge; 0: not at all.

    ``signal_seconds``: for how long after the end signal the table's judge may put a move before it that was made
    before it and comes after; then the arbiter decides; 0: always the arbiter.

    ``irregularities``: what is done here about a kind of the irregularity guide instead of what the guide proposes, by
    its key and by language.
    """

    appeal_minutes: int
    signal_seconds: int
    irregularities: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


USUAL = RulingsRule(10, 60)
"""What holds where a regulation says nothing about it."""


def read_rulings(section: Section) -> RulingsRule:
    """The section ``[rulings]``."""
    rule = RulingsRule(
        section.whole("appeal_minutes", 0, LONGEST, USUAL.appeal_minutes),
        section.whole("signal_seconds", 0, LONGEST_AFTER, USUAL.signal_seconds),
        _irregularities(section.section("irregularities", required=False)),
    )
    section.done()
    return rule


def _irregularities(section: Section) -> Mapping[str, Mapping[str, str]]:
    """The section ``[rulings.irregularities]``: a text by language for each kind that is done otherwise here."""
    found = {key: section.words(key) for key in irregularities() if section.has(key)}
    section.done()
    return found
