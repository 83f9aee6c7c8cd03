"""The standings of an event, and what-if standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from sqlmodel import Session, col, select

from referee.core.access.roles import may
from referee.core.cache import SizedCache
from referee.core.command import Caller
from referee.core.http.fields import Length
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.models import Adjustment
from referee.results.at_table import at_table
from referee.results.contest import CACHE_BYTES, contest_of, lines_of, shown_rounds
from referee.results.facts import Facts, facts_of
from referee.results.sources import from_points
from tournaments.fault import Fault, Faulty
from tournaments.result import PointsRow
from tournaments.standings.contest import GameLine
from tournaments.standings.standings import Standings, standings
from tournaments.standings.what_if import what_if
from tournaments.teams import Team, TeamStandings, team_standings


@dataclass(frozen=True, slots=True)
class IncludedResults:
    """The results that standings include.  ``shown``: as in `contest_of`; ``after``: the last round; ``whole``: whether
    the view reaches to the end of the event, so that the final counts, too.
    """

    facts: Facts
    shown: str
    after: int
    whole: bool


def view(facts: Facts, *, staff: bool, live: bool = False, after: int | None = None) -> IncludedResults:
    """The view for a reader: staff see complete rounds, with ``live`` everything entered so far; others published
    rounds.  ``after``: an earlier round to end with.
    """
    shown = "published" if not staff else "entered" if live else "confirmed"
    if live:
        last = facts.last_planned(each.number for each in facts.rounds)
    else:
        last = facts.complete() if staff else facts.last_planned(shown_rounds(facts))
    whole = after is None or after >= len(facts.regulation.rounds)
    return IncludedResults(facts, shown, last if after is None else min(after, last), whole)


def standings_of(seen: IncludedResults) -> Standings:
    """The standings by the criteria of the regulation; before the first game, without open questions.

    Readers see `referee.standings.final_order.ranking_of` instead.  Raises `Faulty`.
    """
    return STANDINGS.get(seen, lambda: _standings(seen.facts, seen.shown, seen.after))


STANDINGS: SizedCache[IncludedResults, Standings] = SizedCache(CACHE_BYTES, lambda seen, _: seen.facts.weight)


def _standings(facts: Facts, shown: str, after: int) -> Standings:
    contest = contest_of(facts, shown, after)
    found = standings(facts.regulation.standings, contest)
    return found if contest.lines else Standings(found.criteria, found.after, found.rows, ())


def teams_of(seen: IncludedResults) -> tuple[TeamStandings | None, tuple[Fault, ...]]:
    """The standings of the teams, and what is wrong with some: a team that cannot be counted is left out.

    None if the regulation has none, or none can be counted.
    """
    rule = seen.facts.regulation.teams
    if rule is None:
        return None, ()
    contest = contest_of(seen.facts, seen.shown, seen.after, by_seat=True)
    playing = {each.id for each in contest.players}
    members: dict[str, list[str]] = {}
    for each in seen.facts.entrants:
        if each.team and each.id in playing:
            members.setdefault(each.team, []).append(each.id)
    teams = [Team(team, tuple(ids)) for team, ids in sorted(members.items())]
    try:
        return team_standings(rule, contest, teams), ()
    except Faulty as error:
        wrong = {each.path for each in error.faults}
        sound = [team for team in teams if team.id not in wrong]
        found = team_standings(rule, contest, sound) if 0 < len(sound) < len(teams) else None
        return found, error.faults


def visible(
    session: Session, caller: Caller, event_id: str, *, live: bool = False, after: int | None = None
) -> IncludedResults:
    """The view that the caller may see: the staff's, or the public one.

    Raises the problems ``not_allowed`` (``live`` is for the staff), ``not_found`` and ``no_regulation``.
    """
    caller.allow("event.read", event_id)
    if live:
        caller.allow("standings.read", event_id)
    staff = caller.who is None or may(caller.who.roles_in(event_id), "standings.read")
    return view(facts_of(session, event_id), staff=staff, live=live, after=after)


def published(session: Session, event_id: str, after: int | None = None) -> IncludedResults:
    """The public view.  Raises the problems ``not_found`` and ``no_regulation``."""
    return view(facts_of(session, event_id), staff=False, after=after)


def tag(seen: IncludedResults, *more: Any) -> str:
    """A tag that changes with the view."""
    return repr((seen.shown, seen.after, seen.whole, *more, seen.facts.tag))


@dataclass(frozen=True, slots=True)
class Ending:
    """A possible result of a table."""

    table_id: Annotated[str, Line(18)]
    players: Annotated[Sequence[PointsRow], Length(1, 12)]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Possible results, on top of everything entered so far."""

    results: Annotated[Sequence[Ending], Length(1, 200)]


def standings_if(session: Session, seen: IncludedResults, endings: Sequence[Ending]) -> Standings:
    """The standings with possible results in place of those of some tables.

    Raises the problem ``not_found`` for a table that is not of this event, ``table_unseated``, and `Faulty`.
    """
    known = {table.id for table in seen.facts.tables}
    lines: list[GameLine] = []
    for ending in endings:
        if ending.table_id not in known:
            raise Problem("not_found", path=ending.table_id)
        at = at_table(session, ending.table_id)
        read = from_points(at, ending.players)
        assert read.result is not None
        game = at.scored(read.result, {})
        lines += lines_of(game, seen.facts.counted_for) if game.counts else ()
    contest = contest_of(seen.facts, seen.shown, seen.after)
    return what_if(seen.facts.regulation.standings, contest, lines)


def adjustments_of(session: Session, event_id: str) -> Sequence[Adjustment]:
    """Every adjustment ever made in an event, the latest one first."""
    query = select(Adjustment).where(Adjustment.event_id == event_id)
    return session.exec(query.order_by(col(Adjustment.made_at).desc(), col(Adjustment.id).desc())).all()
