"""Rulings and appeals against them: ``[rulings]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

LONGEST = 24 * 60
"""Minutes."""


@dataclass(frozen=True, slots=True)
class RulingsRule:
    """``appeal_minutes``: for how long a player can appeal against a ruling to the head judge; 0: not at all."""

    appeal_minutes: int


USUAL = RulingsRule(10)
"""What holds where a regulation says nothing about it."""


def read_rulings(section: Section) -> RulingsRule:
    """The section ``[rulings]``."""
    rule = RulingsRule(section.whole("appeal_minutes", 0, LONGEST, USUAL.appeal_minutes))
    section.done()
    return rule
