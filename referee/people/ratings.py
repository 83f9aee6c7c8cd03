"""Ratings over all events by OpenSkill (the Plackett-Luce model), which rates games of more than two players.

Every published game of an event with public pages counts, in the order in which the games were played.  Players who are
not in the register are rated too, within one event, so that their opponents' games count.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from referee.core.database.database import Database
from referee.core.problems import Problem
from referee.models import Appearance, Event, Player, PublicPages
from referee.results.contest import scored
from referee.standings.final_order import ranking_of
from referee.standings.queries import IncludedResults, published
from tournaments.fault import Faulty
from tournaments.result import places

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

FRESH_SECONDS = 60
"""How long ratings are served unchecked: anybody may ask, and computing them goes through all games."""
VERSION = "SELECT count(*), max(id) FROM audit_entry"
"""Whatever could change a rating is in the audit log.  Both, because a row with a lower id may be committed later."""


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """How somebody did in an event.  ``rank``: in its final order, None while there is none; ``of``: how many played;
    ``rating``: their `Rated.value` after it.
    """

    event_id: str
    event: str
    day: str
    rank: int | None
    of: int
    games: int
    won: int
    rating: float


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating.  ``mu``: the estimated skill; ``sigma``: its uncertainty; ``value``: the cautious mu − 3 sigma."""

    mu: float
    sigma: float
    value: float
    games: int
    won: int


@dataclass(frozen=True)
class Ratings:
    """Ratings and events by person; and by event the final order: ranks by person id, else player id."""

    rated: Mapping[str, Rated] = field(default_factory=dict)
    played: Mapping[str, tuple[PlayedEvent, ...]] = field(default_factory=dict)
    orders: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


class RatingsCache:
    """The ratings, cached per process for a minute."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._lock = threading.Lock()
        self._found: Ratings | None = None
        self._version: object = None
        self._until = 0.0

    def now(self, *, fresh: bool = False) -> Ratings:
        """The ratings.  While one thread updates them, the others get the old ones.  ``fresh``: as they are now,
        for the desk, which wants to see its own changes, whichever process made them.
        """
        if self._found is not None and time.monotonic() < self._until and not fresh:
            return self._found
        if not self._lock.acquire(blocking=fresh or self._found is None):
            assert self._found is not None
            return self._found
        try:
            version = self.database.rows(VERSION, {})
            if self._found is None or version != self._version:
                with self.database.read() as session:
                    self._found = ratings(session)
                self._version = version
            self._until = time.monotonic() + FRESH_SECONDS
            return self._found
        finally:
            self._lock.release()


def ratings(session: Session) -> Ratings:
    """Compute the ratings from all published games."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    people = dict(session.exec(select(Appearance.player_id, Appearance.person_id)).all())
    known: dict[str, PlackettLuceRating] = {}
    games: dict[str, int] = {}
    won: dict[str, int] = {}
    played: dict[str, list[PlayedEvent]] = {}
    orders: dict[str, dict[str, int]] = {}
    for event, seen in _events(session):
        here: dict[str, list[int]] = {}
        for ranks in _games(seen):
            who = [people.get(player, player) for player in ranks]
            rated = model.rate([[known.get(each) or model.rating()] for each in who], ranks=[*ranks.values()])
            for each, (rating,), rank in zip(who, rated, ranks.values(), strict=True):
                known[each] = rating
                games[each] = games.get(each, 0) + 1
                won[each] = won.get(each, 0) + (rank == 1)
                here.setdefault(each, []).append(rank)
        order = _order(seen)
        orders[event.id] = {people.get(player, player): rank for player, rank in order.items()}
        for each, ranks_here in here.items():
            of, value = len(order) or len(here), known[each].ordinal()
            first = sum(rank == 1 for rank in ranks_here)
            row = PlayedEvent(
                event.id, event.name, _day(event), orders[event.id].get(each), of, len(ranks_here), first, value
            )
            played.setdefault(each, []).append(row)
    registered = set(people.values())
    return Ratings(
        {
            each: Rated(rating.mu, rating.sigma, rating.ordinal(), games[each], won[each])
            for each, rating in known.items()
            if each in registered
        },
        {each: tuple(rows) for each, rows in played.items() if each in registered},
        orders,
    )


def _events(session: Session) -> Iterator[tuple[Event, IncludedResults]]:
    """The events with public pages, in the order in which they were held, each with its published view."""
    query = select(Event).where(PublicPages.event_id == Event.id, col(PublicPages.open).is_(True))
    has_players = select(Player.id).where(Player.event_id == Event.id).exists()
    for event in sorted(session.exec(query.where(has_players)), key=lambda each: (_day(each), each.id)):
        try:
            seen = published(session, event.id)
        except (Problem, Faulty):  # no regulation yet
            continue
        yield event, seen


def _day(event: Event) -> str:
    return event.held_on or datetime.fromtimestamp(event.created_at / 1000).date().isoformat()


def _games(seen: IncludedResults) -> Iterator[dict[str, int]]:
    """The published games as places by player, except games of one player, which say nothing."""
    try:
        found = scored(seen.facts, "published")
    except Faulty:  # results that the regulation cannot count; the standings say so
        return
    for game in found:
        ranks = places(game.result)
        if len(ranks) > 1:
            yield ranks


def _order(seen: IncludedResults) -> dict[str, int]:
    """The ranks by player in the final order of an event; empty while there is none."""
    try:
        found = ranking_of(seen)
    except Faulty:
        return {}
    return {row.player: row.rank for row in found.rows} if found.final else {}
