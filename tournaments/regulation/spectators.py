"""How far behind spectators see games that go on, so that nobody is coached from outside: ``[spectators]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

FURTHEST = 120
"""Minutes or turns."""


@dataclass(frozen=True, slots=True)
class SpectatorsRule:
    """``delay_minutes``, ``delay_turns``: both hold; 0: at once."""

    delay_minutes: int
    delay_turns: int


def read_spectators(section: Section) -> SpectatorsRule:
    """The section ``[spectators]``."""
    rule = SpectatorsRule(
        section.whole("delay_minutes", 0, FURTHEST, 0),
        section.whole("delay_turns", 0, FURTHEST, 0),
    )
    section.done()
    return rule
