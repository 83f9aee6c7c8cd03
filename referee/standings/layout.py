"""How standings are set: where the line to the final runs, and figures with their decimal points under one another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.standings.queries import View
from referee.standings.views import StandingsView
from tournaments.qualification.rule import Exactly
from tournaments.qualification.who import Everybody

FIGURE = re.compile(r"[-−]?[\d,]+(?:\.(\d+))?")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a row.  ``pad``: what its figure lacks to the longest of the column, not to be seen."""

    text: str
    pad: str


@dataclass(frozen=True, slots=True)
class Cut:
    """The line behind the last who would go on now.  ``before``: the player of the first row beyond it."""

    before: str
    places: int


def cut_of(seen: View, found: StandingsView) -> Cut | None:
    """The line to the final; None where the standings alone do not say who goes on, and once the event is over."""
    places = places_of(seen)
    if places is None or found.final or not seen.after:
        return None
    beyond = next((row.player for row in found.rows if row.rank > places), None)
    return None if beyond is None else Cut(beyond, places)


def places_of(seen: View) -> int | None:
    """How many go on from the top of the standings; None where the standings alone do not say who goes on."""
    rule = seen.facts.regulation.qualification
    if rule is None or len(rule.steps) != 1:
        return None
    step = rule.steps[0]
    by_rank = isinstance(step.who, Everybody) and isinstance(step.quota, Exactly)
    return rule.places if by_rank else None


def cells_of(found: StandingsView) -> Mapping[str, Sequence[Cell]]:
    """The values of each player, by id."""
    columns = range(len(found.criteria))
    longest = [max((_decimals(row.values[column]) for row in found.rows), default=0) for column in columns]
    return {
        row.player: [Cell(row.values[column] or "–", _pad(row.values[column], longest[column])) for column in columns]
        for row in found.rows
    }


def _decimals(value: str | None) -> int:
    """The digits behind the point."""
    at = FIGURE.fullmatch(value or "")
    return len(at[1] or "") if at else 0


def _pad(value: str | None, longest: int) -> str:
    if not FIGURE.fullmatch(value or "") or (own := _decimals(value)) == longest:
        return ""
    return "0" * (longest - own) if own else "." + "0" * longest
