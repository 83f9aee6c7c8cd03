"""Where the cut for the final is in standings."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.language import text
from referee.standings.qualification import qualification_of
from referee.standings.queries import IncludedResults
from referee.standings.views import StandingsView
from tournaments.qualification.rule import Everybody, Exactly
from tournaments.regulation.regulation import Regulation


@dataclass(frozen=True, slots=True)
class Cut:
    """The line below the last player who advances, or would now.  ``before``: the player of the first row below it."""

    before: str
    text: str


def cut_text(regulation: Regulation, places: int, language: str, *, now: bool = False) -> str:
    """How many advance, and into which stage; where the plan has none, into none.  ``now``: as it stands so far."""
    if not regulation.stages:
        return text(language, "standings_cut_now_beyond" if now else "standings_cut_beyond", places=places)
    stage = text(language, f"standings_into_{regulation.stages[0]}")
    return text(language, "standings_cut_now" if now else "standings_cut", places=places, stage=stage)


def cut_of(seen: IncludedResults, standings: StandingsView, language: str) -> Cut | None:
    """The cut for the stage after the main rounds; None if the standings alone do not decide who advances, and once the
    event is over.

    It stands exactly where the places end, also between players who are tied for the last one; whoever has left, gave
    the place back, or is a reserve takes none.
    """
    places, rule = advancing_places(seen), seen.facts.regulation.qualification
    if places is None or rule is None or standings.final or not seen.after:
        return None
    found = qualification_of(seen.facts, seen.after, seen.shown)
    back = {each.player for each in found.withdrawn}
    left = places
    for number, row in enumerate(standings.rows, 1):
        goes = not row.dropped and row.player not in back and (rule.reserves or not row.reserve)
        left -= row.player in found.players if found.over else goes
        if not left:
            below = standings.rows[number:]
            now = seen.after < rule.steps[-1].after
            return Cut(below[0].player, cut_text(seen.facts.regulation, places, language, now=now)) if below else None
    return None


def advancing_places(seen: IncludedResults) -> int | None:
    """How many players at the top of the standings advance; None if the standings alone do not decide who does, such as
    where classes have finals of their own.
    """
    rule = seen.facts.regulation.qualification
    if rule is None or len(rule.steps) != 1 or rule.classes:
        return None
    step = rule.steps[0]
    by_rank = isinstance(step.who, Everybody) and isinstance(step.quota, Exactly)
    return rule.places if by_rank else None
