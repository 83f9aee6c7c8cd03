"""Rulings, appeals against them, and who decides about moves entered after the end signal: ``[rulings]``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.irregularities.irregularity import irregularities
from tournaments.section import Section

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
