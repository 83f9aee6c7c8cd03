"""What an event hands over as a venue, who of a venue would come to a final, and the venues taken in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from sqlmodel import Session, col, select

from referee.core.http.fields import OneOf
from referee.core.http.schemas import NoticeOut
from referee.core.language import text
from referee.core.problems import Problem
from referee.events.queries import last_begun_round, players_of
from referee.events.regulation import regulation_of
from referee.models import Event, VenueTaken
from referee.players.queries import entrant
from referee.results.facts import facts_of
from referee.standings.final_order import ranking_of
from referee.standings.qualification import qualification_of
from referee.standings.queries import view
from tournaments.fault import Fault
from tournaments.venues.admit import Admission, admit
from tournaments.venues.export import Venue, VenuePlayer, read_venue, seal

STATES = ("comes", "listed", "gives_up", "left", "behind")
"""What becomes of a player of a venue."""


@dataclass(frozen=True, slots=True)
class VenueFile:
    """What a venue handed over, and the desk's `ANSWERS` about its players, by their ids there."""

    content: object
    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class VenueCandidate:
    """A player of a venue."""

    id: str
    rank: int
    name: str
    reading: str
    club: str
    state: Annotated[str, OneOf(STATES)]
    answer: str
    doubles: Annotated[Sequence[int], "The numbers of players on the list who may be the same person."]


@dataclass(frozen=True, slots=True)
class AdmissionView:
    """Who of a venue comes."""

    applied: Annotated[bool, "Whether they were taken in, now or before."]
    name: str
    held_on: str
    place: str
    check: Annotated[str, "The beginning of the seal, to be compared by word of mouth."]
    players: int
    places: int
    coming: int
    candidates: Sequence[VenueCandidate]
    faults: Sequence[Annotated[Fault, NoticeOut]]


@dataclass(frozen=True, slots=True)
class VenueComing:
    """Somebody who came from a venue."""

    rank: int
    name: str
    player: Annotated[str | None, "The player's id; null: deleted since."]
    number: int | None
    new: Annotated[bool, "Whether they were not on the list before."]


@dataclass(frozen=True, slots=True)
class TakenVenue:
    """A venue that was taken in."""

    id: str
    name: str
    held_on: str
    check: str
    field: Annotated[int, "The number of players there."]
    players: Sequence[VenueComing]
    author: str
    taken_at: int


@dataclass(frozen=True, slots=True)
class TakenList:
    """The venues that were taken in."""

    rows: Sequence[TakenVenue]


def venue_of(session: Session, event: Event) -> Venue:
    """What an event hands over.  Raises the problem ``no_regulation``, and `Faulty` if its results do not fit."""
    facts = facts_of(session, event.id)
    ranking = ranking_of(view(facts, staff=True))
    going = qualification_of(facts) if facts.regulation.qualification is not None else None
    seeds = {player: seed for seed, player in enumerate(going.players, 1)} if going is not None else {}
    known = {each.id: each for each in facts.entrants}
    players = (
        VenuePlayer(
            each.id,
            each.number,
            row.rank,
            seeds.get(each.id, 0),
            row.dropped,
            each.name,
            each.reading,
            each.club,
            each.region,
        )
        for row in ranking.rows
        for each in (known[row.player],)
    )
    return Venue(
        event.id,
        event.name,
        event.held_on,
        event.venue,
        facts.regulation.name,
        ranking.final,
        going is not None and going.over,
        tuple(sorted(players, key=lambda each: (each.rank, each.number))),
    )


def admission(session: Session, event: Event, given: VenueFile, taken: VenueTaken | None = None) -> Admission:
    """Decide who of a venue would come to an event, or who came if it was ``taken`` in already.

    Raises `Faulty` for a document that is not a venue's, and the problems ``no_regulation``, ``no_venues_rule``,
    ``venue_itself`` and ``venue_begun``.
    """
    rule = regulation_of(session, event.id).venues
    if rule is None:
        raise Problem("no_venues_rule")
    venue = read_venue(given.content)
    if venue.id == event.id:
        raise Problem("venue_itself", name=event.name)
    if last_begun_round(session, event.id):
        raise Problem("venue_begun", name=venue.name)
    came = {each["player"]: each["new"] for each in json.loads(taken.players)} if taken is not None else {}
    entrants = [
        replace(entrant(each), qualified_by="") if each.id in came else entrant(each)
        for each in players_of(session, event.id)
        if not came.get(each.id) and each.archived_at is None
    ]
    return admit(rule, venue, given.answers, entrants, event.seed)


def taken_venue(session: Session, event_id: str, content: object) -> VenueTaken | None:
    """The venue whose very document was taken in already, or None.

    Raises the problem ``venue_taken`` if another document of that venue was.
    """
    if not isinstance(content, dict):
        return None
    query = select(VenueTaken).where(VenueTaken.event_id == event_id, VenueTaken.venue_id == str(content.get("id")))
    found = session.exec(query).first()
    if found is not None and found.sha256 != seal(content):
        raise Problem("venue_taken", name=found.name)
    return found


def taken_venues(session: Session, event_id: str) -> list[TakenVenue]:
    numbers = {each.id: each.number for each in players_of(session, event_id)}
    query = select(VenueTaken).where(VenueTaken.event_id == event_id)
    return [
        TakenVenue(
            each.id,
            each.name,
            each.held_on,
            each.sha256[:CHECK_LENGTH],
            each.field,
            [
                VenueComing(
                    came["rank"],
                    came["name"],
                    came["player"] if came["player"] in numbers else None,
                    numbers.get(came["player"]),
                    came["new"],
                )
                for came in json.loads(each.players)
            ],
            each.author,
            each.taken_at,
        )
        for each in session.exec(query.order_by(col(VenueTaken.taken_at), col(VenueTaken.id)))
    ]


CHECK_LENGTH = 8
"""How many characters of a SHA-256 are shown."""


def admission_view(found: Admission, given: VenueFile, applied: bool, language: str) -> AdmissionView:
    venue = found.venue
    assert isinstance(given.content, dict)
    return AdmissionView(
        applied,
        venue.name,
        venue.held_on,
        venue.place,
        seal(given.content)[:CHECK_LENGTH],
        len(venue.players),
        found.places,
        sum(each.comes for each in found.candidates),
        [
            VenueCandidate(
                each.player.id,
                each.player.rank,
                each.player.name,
                each.player.reading,
                each.player.club,
                each.state,
                given.answers.get(each.player.id, ""),
                [double.number for double in each.doubles],
            )
            for each in found.candidates
        ],
        found.faults,
    )


def qualified_by(venue: Venue, rank: int, language: str) -> str:
    """How somebody qualified, as the list of players says it."""
    return text(language, "venue_qualified_by", name=venue.name[:150], rank=rank)
