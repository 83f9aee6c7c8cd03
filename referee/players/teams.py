"""The teams of an event: who is in which, entered by hand or drawn by lot from those who are in none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Annotated

from sqlmodel import Session

from referee.core.command import Caller
from referee.core.language import text
from referee.core.problems import Problem
from referee.events.queries import last_begun_round, listed_players, lock_event
from referee.events.regulation import player_rules, regulation_of
from referee.players.commands import change_of_names
from referee.players.fields import PlayerView, ShownPlayer
from referee.players.queries import entrant, player_view, save_entrants
from tournaments.fault import Fault, Faulty
from tournaments.players.form import filled
from tournaments.players.names import sort_key
from tournaments.teams import teams_by_lot


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team."""

    name: str
    players: Sequence[ShownPlayer]
    complete: Annotated[bool, "Whether it has as many players as the regulation requires."]


@dataclass(frozen=True, slots=True)
class TeamsView:
    """The teams of an event by name, without players who have left."""

    size: Annotated[str, "The size of a team, such as 3 or 2–3; empty: the regulation has no teams."]
    teams: Sequence[TeamView]
    alone: Annotated[Sequence[ShownPlayer], "The players without a team."]


def teams_view(session: Session, event_id: str) -> TeamsView:
    """The teams of an event.  Raises the problem ``no_regulation``."""
    rule = regulation_of(session, event_id).teams
    players = [player_view(each) for each in listed_players(session, event_id) if each.dropped_after is None]
    players.sort(key=lambda each: sort_key(each.entrant))
    members: dict[str, list[PlayerView]] = {}
    for each in players:
        members.setdefault(each.entrant.team, []).append(each)
    alone = members.pop("", [])
    least, most = (rule.least, rule.size) if rule is not None else (1, len(players))
    size = "" if rule is None else f"{least}–{most}" if least < most else f"{most}"
    teams = [TeamView(name, team, least <= len(team) <= most) for name, team in sorted(members.items())]
    return TeamsView(size, teams, alone)


def set_teams(caller: Caller, event_id: str, given: Mapping[str, str]) -> None:
    """Put players into teams.  ``given``: the team by player, empty for none.

    Raises `Faulty` with every fault, and the problems ``not_allowed`` and ``not_found``, also for a player of another
    event.
    """
    caller.allow("player.change", event_id)
    with change_of_names(caller) as change:
        session = change.session
        lock_event(session, event_id)
        rows = {each.id: each for each in listed_players(session, event_id)}
        entrants = [entrant(each) for each in rows.values()]
        rules, begun = player_rules(session, event_id), last_begun_round(session, event_id)
        faults: list[Fault] = []
        for player, team in given.items():
            if player not in rows:
                raise Problem("not_found", path=player)
            before = entrant(rows[player])
            try:
                after = filled({"team": team}, before, entrants, begun, rules.flags).entrant
            except Faulty as error:
                faults += (replace(each, path=before.name) for each in error.faults)
                continue
            if after.team != before.team:
                save_entrants(session, rows, [after])
                changed = {"team": [before.team, after.team]}
                change.audit("player.change", f"player:{player}", event_id, changed=changed)
        if faults:
            raise Faulty(faults)


def draw_teams(caller: Caller, event_id: str) -> None:
    """Draw full teams by lot, using the event's seed, from the players without a team.

    Players who are left over stay without one.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation``, ``no_teams`` if the regulation has no teams,
    and ``teams_few`` if there are too few players.
    """
    caller.allow("player.change", event_id)
    with caller.change() as change:
        session, event = change.session, lock_event(change.session, event_id)
        rule = regulation_of(session, event_id).teams
        if rule is None:
            raise Problem("no_teams")
        rows = {each.id: each for each in listed_players(session, event_id)}
        waiting = {each.id for each in rows.values() if each.reserve is not None and each.first_round is None}
        alone = [
            each.id for each in rows.values() if not each.team and each.dropped_after is None and each.id not in waiting
        ]
        drawn = teams_by_lot(rule, alone, event.seed)
        if not drawn:
            raise Problem("teams_few", alone=len(alone), size=rule.size)
        taken = {each.team for each in rows.values()}
        names = (text(event.language, "team_drawn", number=number) for number in count(1))
        free = (name for name in names if name not in taken)
        for name, members in zip(free, drawn, strict=False):
            save_entrants(session, rows, [replace(entrant(rows[player]), team=name) for player in members])
            change.audit("player.change", f"event:{event_id}", event_id, team=name, drawn=list(members))
