"""Adding, changing, merging and forgetting people of the register, linking players to them; seasons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import col, delete, select, update

from referee.core.command import Caller, Change
from referee.core.http.fields import Length
from referee.core.http.schemas import Line, Lines
from referee.core.problems import Problem
from referee.events.queries import listed_players
from referee.models import Appearance, Event, Person, Player, Season
from referee.people.queries import SHOWN
from tournaments.players.clubs import differ
from tournaments.players.names import folded, sought
from tournaments.season import MOST_EVENTS, read_season
from tournaments.toml_text import LONGEST_TEXT

MERGED_FIELDS = ("reading", "club", "note")
"""Fields that a merge takes from the other person where they are empty."""


@dataclass(frozen=True, slots=True)
class SetPerson:
    """What is known of somebody."""

    name: Annotated[str, Line()]
    reading: Annotated[str, Line(200, 0)] = ""
    club: Annotated[str, Line(200, 0)] = ""
    note: Annotated[str, Line(500, 0)] = ""
    shown: Annotated[bool, SHOWN] = False


@dataclass(frozen=True, slots=True)
class MergePeople:
    """The other person who is the same."""

    other: Annotated[str, Line(18)]


@dataclass(frozen=True, slots=True)
class LinkPlayer:
    """The person that a player of an event is."""

    person: Annotated[str | None, Line(18)]


@dataclass(frozen=True, slots=True)
class SetSeason:
    """A season.  ``text``: the TOML of its rule; ``events``: the ids of those that are ranked together."""

    name: Annotated[str, Line()]
    text: Annotated[str, Lines(LONGEST_TEXT)]
    events: Annotated[Sequence[Annotated[str, Line(18)]], Length(max=MOST_EVENTS)] = ()


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """How many players of an event were found in the register and how many were added.  ``left``: the names of those
    left out because it is unclear whether they are somebody of the same name, each with the people it may be.
    """

    found: int
    added: int
    left: Sequence[tuple[str, Sequence[str]]]


def add_person(caller: Caller, given: SetPerson) -> str:
    """Add a person and return their id.  Raises the problem ``not_allowed``."""
    caller.allow("person.change")
    with caller.change() as change:
        row = Person(name=given.name, created_at=change.now)
        _set(change, row, given)
        change.audit("person.create", f"person:{row.id}", name=given.name)
        return row.id


def change_person(caller: Caller, person_id: str, given: SetPerson) -> None:
    """Change the details of a person.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("person.change")
    with caller.change() as change:
        row = change.row(Person, person_id)
        _set(change, row, given)
        change.audit("person.change", f"person:{row.id}", name=given.name, shown=given.shown)


def forget_person(caller: Caller, person_id: str) -> None:
    """Delete a person from the register.

    Events keep their lists and results, but nothing shows any more that it was the same person.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("person.change")
    caller.confirmed()
    with caller.change() as change:
        row = change.row(Person, person_id)
        change.session.exec(delete(Appearance).where(col(Appearance.person_id) == person_id))
        change.session.delete(row)
        change.audit("person.delete", f"person:{person_id}")  # no name: it is to be forgotten


def merge_people(caller: Caller, person_id: str, given: MergePeople) -> None:
    """Merge two people into one.

    The remaining person has the name of the first and the events of both, and is named in public only if both entries
    agree to that.

    Raises the problems ``not_allowed``, ``not_found``, and ``people_met`` if both were in the same event.
    """
    caller.allow("person.change")
    caller.confirmed()
    with caller.change() as change:
        session = change.session
        kept, gone = change.row(Person, person_id), change.row(Person, given.other)
        if kept.id == gone.id:
            raise Problem("not_found", path=given.other)
        if event := _met(change, kept.id, gone.id):
            raise Problem("people_met", one=kept.name, other=gone.name, event=event)
        for name in MERGED_FIELDS:
            setattr(kept, name, getattr(kept, name) or getattr(gone, name))
        kept.shown_since = max(kept.shown_since, gone.shown_since) if kept.shown_since and gone.shown_since else None
        session.exec(update(Appearance).where(col(Appearance.person_id) == gone.id).values(person_id=kept.id))
        session.delete(gone)
        session.add(kept)
        change.audit("person.merge", f"person:{kept.id}", name=kept.name, merged=gone.name)


def import_event_players(caller: Caller, event_id: str) -> ImportCounts:
    """Take the players of an event into the register.

    A player whose name, reading and club match exactly one person is linked to that person; one whose name nobody there
    has, or only other players of this event, is added.  One whose name somebody has in other forms of its kanji may be
    that person or not, and is left out.  Nobody is named in public because of this.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("person.change")
    with caller.change() as change:
        session = change.session
        change.row(Event, event_id)
        known = set(session.exec(select(Appearance.player_id)).all())
        people: dict[str, list[Person]] = {}
        for each in session.exec(select(Person)):
            people.setdefault(sought(each.name), []).append(each)
        found = added = 0
        left: list[tuple[str, Sequence[str]]] = []
        for player in listed_players(session, event_id):
            if player.id in known:
                continue
            # Whoever is somebody else in this event is a namesake, not this player.
            named = [each for each in people.get(sought(player.name), ()) if not _is_in(change, each.id, event_id)]
            agreeing = [each for each in named if _agree(each, player)]
            same = [each for each in agreeing if folded(each.name) == folded(player.name)]
            others = any(folded(each.name) == folded(player.name) for each in named) or agreeing
            if len(same) == 1:
                person, found = same[0], found + 1
            elif not others:
                person = Person(name=player.name, created_at=change.now)
                _set(change, person, SetPerson(player.name, player.reading, player.club))
                people.setdefault(sought(player.name), []).append(person)
                added += 1
            else:
                left.append((player.shown, [_told(each) for each in agreeing or named]))
                continue
            session.add(Appearance(player_id=player.id, person_id=person.id, made_at=change.now))
            session.flush()
        change.audit("person.import", f"event:{event_id}", found=found, added=added, left=len(left))
        return ImportCounts(found, added, left)


def link_player(caller: Caller, player_id: str, given: LinkPlayer) -> None:
    """Link a player of an event to a person in the register.

    null: the player is nobody in the register.

    Raises the problems ``not_allowed``, ``not_found``, and ``people_met`` if the person is another player there.
    """
    caller.allow("person.change")
    person_id = given.person
    with caller.change() as change:
        session, player = change.session, change.row(Player, player_id)
        before = session.get(Appearance, player_id)
        if before is not None:
            session.delete(before)
            session.flush()
        if person_id is not None:
            person = change.row(Person, person_id)
            if _is_in(change, person_id, player.event_id):
                event = change.row(Event, player.event_id)
                raise Problem("people_met", one=person.name, other=player.name, event=event.name)
            session.add(Appearance(player_id=player_id, person_id=person_id, made_at=change.now))
        change.audit("person.change", f"player:{player_id}", player.event_id, name=player.name, person=person_id)


def set_season(caller: Caller, season_id: str | None, given: SetSeason) -> str:
    """Create or change a season; return its id.  Raises `Faulty` and the problems ``not_allowed`` and ``not_found``."""
    caller.allow("person.change")
    read_season(given.text)
    with caller.change() as change:
        row = change.row(Season, season_id) if season_id else Season(name="", text="", created_at=change.now)
        for each in given.events:
            change.row(Event, each)
        row.name, row.text, row.events = given.name, given.text, json.dumps(list(given.events))
        change.session.add(row)
        change.audit("season.change", f"season:{row.id}", name=given.name)
        return row.id


def delete_season(caller: Caller, season_id: str) -> None:
    """Delete a season.  Raises the problems ``not_allowed`` and ``not_found``."""
    caller.allow("person.change")
    with caller.change() as change:
        row = change.row(Season, season_id)
        change.session.delete(row)
        change.audit("season.delete", f"season:{season_id}", name=row.name)


def _set(change: Change, row: Person, given: SetPerson) -> None:
    row.name, row.reading, row.club, row.note = given.name, given.reading, given.club, given.note
    row.shown_since = (row.shown_since or change.now) if given.shown else None
    change.session.add(row)
    change.session.flush()


def _told(person: Person) -> str:
    """A person of the register, with what tells them from others of the name."""
    about = "/".join(each for each in (person.reading, person.club) if each)
    return f"{person.name} ({about})" if about else person.name


def _agree(person: Person, player: Player) -> bool:
    """Whether reading and club are the same wherever both are known."""
    readings = {folded(each.reading) for each in (person, player) if each.reading}
    return len(readings) < 2 and not differ(person.club, player.club)


def _is_in(change: Change, person_id: str, event_id: str) -> bool:
    query = select(Player.id).where(
        Player.event_id == event_id, Appearance.player_id == Player.id, Appearance.person_id == person_id
    )
    return change.session.exec(query.limit(1)).first() is not None


def _met(change: Change, one: str, other: str) -> str | None:
    """The name of an event that both were in, or None."""
    one_event, other_event = (
        select(Player.event_id).where(Appearance.player_id == Player.id, Appearance.person_id == each)
        for each in (one, other)
    )
    query = select(Event.name).where(col(Event.id).in_(one_event), col(Event.id).in_(other_event))
    return change.session.exec(query.limit(1)).first()
