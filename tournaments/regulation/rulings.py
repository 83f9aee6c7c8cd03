"""Rulings and appeals against them, and who decides about moves that come after the end signal: ``[rulings]``."""

from __future__ import annotations

from dataclasses import dataclass

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
    """

    appeal_minutes: int
    signal_seconds: int


USUAL = RulingsRule(10, 60)
"""What holds where a regulation says nothing about it."""


def read_rulings(section: Section) -> RulingsRule:
    """The section ``[rulings]``."""
    rule = RulingsRule(
        section.whole("appeal_minutes", 0, LONGEST, USUAL.appeal_minutes),
        section.whole("signal_seconds", 0, LONGEST_AFTER, USUAL.signal_seconds),
    )
    section.done()
    return rule
