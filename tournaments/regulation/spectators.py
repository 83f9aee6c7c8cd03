"""The delay with which spectators see running games, so that nobody is coached from outside: ``[spectators]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

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
