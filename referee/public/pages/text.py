"""What public pages say, in the reader's language: rounds, places, news, standings, a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from referee.clocks.timeline import Clock
from referee.clocks.views import clock_face
from referee.core.language import language, word
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.names import round_name
from referee.finals.queries import is_over
from referee.finals.views import BracketView, bracket_view
from referee.models import Round
from referee.public.queries import Found, TableTold, Told
from referee.standings.games import GameView, game_views, games_by_player
from referee.standings.qualification import qualification_of
from referee.standings.views import StandingsView, qualification_view, standings_view
from tournaments.fault import Faulty

NEWS = 8
"""Pieces of news that are shown."""


def at(moment: int) -> str:
    """A moment as the hall's clock shows it."""
    return datetime.fromtimestamp(moment / 1000).strftime("%H:%M")


def names(told: Told) -> dict[int, str]:
    """The rounds as people call them."""
    return {each.number: round_name(each.number, each) for each in told.rounds}


def stage(told: Told, each: Round) -> str:
    """How far a round is, as far as everybody may know."""
    if each.results_published_at is not None and told.shows("standings"):
        return word("stage_results_published")
    if each.state == "closed":
        return word("public_over")
    if each.state == "running":
        return word("stage_running")
    if told.shows("seating") and told.at(each.number):
        return word("stage_published")
    return word("public_ahead")


def rounds(told: Told) -> list[dict[str, Any]]:
    """The rounds with how far they are."""
    return [
        {"number": each.number, "name": round_name(each.number, each), "stage": stage(told, each),
         "on": each.state == "running", "seated": told.shows("seating") and bool(told.at(each.number))}
        for each in told.rounds
    ]  # fmt: skip


def clock(told: Told, now: int) -> dict[str, Any] | None:
    """The clock of the round that the hall is at.  ``text``: only while it stands, for the page is kept;
    ``until``: when time is up by the hall's clock.
    """
    found = told.clock(now) if told.shows("clock") else None
    return (
        None if found is None or told.round is None else {"round": names(told)[told.round.number], **_shown(found, now)}
    )


def _shown(found: Clock, now: int) -> dict[str, Any]:
    face = asdict(clock_face(found, now))
    ahead = service().database.clock.correction  # of the wall clock, which is what people see
    until = at(found.deadline - ahead) if found.running and found.deadline is not None else None
    return {**face, "text": None if found.running else face["text"], "now": None, "until": until}


def place(table: TableTold, order: int) -> str:
    """Where somebody sits."""
    return word("public_place", table=table.number, order=order) if order else word("table_number", number=table.number)


def person(told: Told, found: Found) -> dict[str, Any]:
    """A player with all places that are public."""
    player, said = found.player, names(told)
    now = told.round.number if told.round else 0
    return {
        "name": player.name, "number": player.number, "club": player.club, "find": found.find,
        "places": [
            {"round": said[number], "place": place(*where), "now": number == now}
            for number, where in sorted(told.places.get(player.id, {}).items())
        ],
    }  # fmt: skip


def people(told: Told) -> Iterator[dict[str, Any]]:
    """Everybody who sits somewhere, by reading."""
    return (person(told, each) for each in told.seated)


def tables(told: Told, number: int) -> list[dict[str, Any]]:
    """The tables of a round with their players."""
    return [
        {"number": table.number, "rolled": table.rolled, "players": [told.players[each] for each in table.players]}
        for table in told.at(number)
    ]


def news(told: Told) -> list[dict[str, str]]:
    """What is new, the latest first: notices to everybody, seatings and results that came out."""
    found = [(each.made_at, each.text) for each in told.notices if each.player_id is None]
    for each in told.rounds:
        name = round_name(each.number, each)
        if each.published_at is not None and told.shows("seating") and told.at(each.number):
            found.append((each.published_at, word("public_seats_out", round=name)))
        if each.results_published_at is not None and told.shows("standings"):
            found.append((each.results_published_at, word("public_results_out", round=name)))
    return [{"at": at(moment), "text": text} for moment, text in sorted(found, reverse=True)[:NEWS]]


def standings(told: Told) -> dict[str, Any] | None:
    """The published standings with everybody's games; None while there are none."""
    seen = told.seen
    if seen is None or not seen.after:
        return None
    try:
        found, games = standings_view(seen, language()), games_by_player(seen, language())
    except Faulty:  # a result contradicts the regulation: the staff see it, and put it right
        return None
    return {**members(found), "of": names(told)[seen.after], "played": games}


def members(view: StandingsView | BracketView) -> dict[str, Any]:
    """The members of a view, by name."""
    return {each.name: getattr(view, each.name) for each in fields(view)}


def bracket(told: Told) -> dict[str, Any] | None:
    """Who has qualified by the published results, and the stages; None where the event has none."""
    seen = told.seen
    if seen is None or seen.facts.regulation.qualification is None:
        return None
    try:
        found = qualification_of(seen.facts, seen.after, seen.shown)
        return {
            "going": qualification_view(seen.facts, found, seen.after, language()),
            "over": is_over(seen.facts, found),
            **members(bracket_view(seen.facts, seen.shown, seen.after, language())),
        }
    except Faulty:
        return None


def game(told: Told, table: TableTold) -> GameView | None:
    """The published result of a table."""
    if told.seen is None or not told.shows("standings"):
        return None
    try:
        found = game_views(told.seen.facts, told.seen.shown, language(), up_to=len(told.rounds))
        return next((each for each in found if (each.round, each.table) == (table.round, table.number)), None)
    except Faulty:
        return None


def table_of(told: Told, number: int, table: int) -> TableTold:
    """A table that is public.  Raises the problem ``not_found``."""
    found = next((each for each in told.at(number) if each.number == table), None)
    if found is None:
        raise Problem("not_found", path=f"{number}-{table}")
    return found
