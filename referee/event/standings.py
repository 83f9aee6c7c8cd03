"""The standings of an event, as they are shown to its staff and to everybody."""

from __future__ import annotations

from dataclasses import dataclass

from referee.event.contest import MOST, contest_of, shown_rounds
from referee.event.facts import Facts
from referee.kept import Kept
from tournaments.fault import Fault, Faulty
from tournaments.standings.standings import Standings, standings
from tournaments.teams import Team, TeamStandings, team_standings


@dataclass(frozen=True, slots=True)
class View:
    """Which results are looked at: ``shown`` as in `contest_of`; ``after``: the last round of them."""

    facts: Facts
    shown: str
    after: int


def view(facts: Facts, *, staff: bool, live: bool = False, after: int | None = None) -> View:
    """What somebody sees: the staff every complete round, ``live`` everything that was entered by now; others what is
    published.  ``after``: as it was after an earlier round.
    """
    shown = "published" if not staff else "entered" if live else "confirmed"
    if live:
        last = max((each.number for each in facts.rounds), default=0)
    else:
        last = facts.complete() if staff else max(shown_rounds(facts), default=0)
    return View(facts, shown, last if after is None else min(after, last))


def standings_of(seen: View) -> Standings:
    """The standings.  Before the first game nothing is asked for that would separate players.  Raises `Faulty`."""
    return STANDINGS.get(seen, lambda: _standings(seen.facts, seen.shown, seen.after))


STANDINGS: Kept[View, Standings] = Kept(MOST, lambda seen, _: seen.facts.weight)


def _standings(facts: Facts, shown: str, after: int) -> Standings:
    contest = contest_of(facts, shown, after)
    found = standings(facts.regulation.standings, contest)
    return found if contest.lines else Standings(found.criteria, found.after, found.rows, ())


def teams_of(seen: View) -> tuple[TeamStandings | None, tuple[Fault, ...]]:
    """The standings of the teams, and what is wrong with some: a team that cannot be counted is left out.

    None where the regulation has none, or none can be counted.
    """
    rule = seen.facts.regulation.teams
    if rule is None:
        return None, ()
    contest = contest_of(seen.facts, seen.shown, seen.after)
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
