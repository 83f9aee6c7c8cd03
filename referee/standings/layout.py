"""The layout of standings: where the cut for the final is, and figures aligned at their decimal points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core.pages.format import Cell, aligned
from referee.standings.queries import IncludedResults
from referee.standings.views import StandingsView
from tournaments.qualification.rule import Everybody, Exactly


@dataclass(frozen=True, slots=True)
class Cut:
    """The line below the last player who would advance now.  ``before``: the player of the first row below it."""

    before: str
    places: int


def cut_of(seen: IncludedResults, standings: StandingsView) -> Cut | None:
    """The cut for the final; None if the standings alone do not decide who advances, and once the event is over."""
    places = advancing_places(seen)
    if places is None or standings.final or not seen.after:
        return None
    beyond = next((row.player for row in standings.rows if row.rank > places), None)
    return None if beyond is None else Cut(beyond, places)


def advancing_places(seen: IncludedResults) -> int | None:
    """How many players at the top of the standings advance; None if the standings alone do not decide who does."""
    rule = seen.facts.regulation.qualification
    if rule is None or len(rule.steps) != 1:
        return None
    step = rule.steps[0]
    by_rank = isinstance(step.who, Everybody) and isinstance(step.quota, Exactly)
    return rule.places if by_rank else None


def cells_of(standings: StandingsView) -> Mapping[str, Sequence[Cell]]:
    """The aligned values of each player, by id."""
    columns = [aligned(row.values[column] for row in standings.rows) for column in range(len(standings.criteria))]
    return {row.player: [column[place] for column in columns] for place, row in enumerate(standings.rows)}
