"""Taking those who qualified at a venue into a final, all or nothing; and undoing that."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from referee.core.command import Caller, Change
from referee.core.http.fields import Length, OneOf
from referee.core.problems import Problem
from referee.events.queries import last_begun_round, lock_event, players_of
from referee.models import Player, VenueTaken, new_id
from referee.players.commands import new_player_row
from referee.players.queries import entrant, save_entrants
from referee.players.removing import has_history, remove_player
from referee.venues.queries import VenueFile, admission, qualified_by, taken_venue
from tournaments.fault import Faulty
from tournaments.players.entrant import Entrant
from tournaments.venues.admit import ANSWERS, Admission
from tournaments.venues.export import seal


@dataclass(frozen=True, slots=True)
class TakeVenueIn:
    """A venue to take in."""

    venue: Annotated[Mapping[str, Any], "The response of GET `/events/{id}/venue` there."]
    answers: Annotated[
        Mapping[Annotated[str, Length(1, 200)], Annotated[str, OneOf(ANSWERS)]],
        "By the player's id there: `gives_up`; `listed`: already on the list; `namesake`.",
    ] = field(default_factory=dict)
    apply: Annotated[bool, "false: only a preview of who would come; true: carried out if nothing is open."] = False


def take_venue_in(caller: Caller, event_id: str, given: VenueFile) -> Admission | None:
    """Take in those who come from a venue; None, and no change, if this very document was taken in before.

    Raises `Faulty` with every open question about it, and the problems of `admission`, ``not_allowed``,
    ``not_found`` and ``venue_taken``.
    """
    caller.allow("player.change", event_id)
    with caller.change() as change:
        session, event = change.session, lock_event(change.session, event_id)
        if taken_venue(session, event_id, given.content) is not None:
            return None
        found = admission(session, event, given)
        if found.faults:
            raise Faulty(found.faults)
        rows = {each.id: each for each in players_of(session, event_id)}
        number = max((each.number for each in rows.values()), default=0)
        came = []
        for each in (each for each in found.candidates if each.comes):
            qualification = qualified_by(found.venue, each.player.rank, event.language)
            if each.as_ is not None:
                here = replace(each.as_, qualified_by=qualification)
            else:
                number += 1
                source = each.player
                here = Entrant(
                    new_id(),
                    number,
                    source.name,
                    source.reading,
                    source.club,
                    source.region,
                    qualified_by=qualification,
                )
                rows[here.id] = new_player_row(here, event_id, change.now)
                session.add(rows[here.id])
            save_entrants(session, rows, [here])
            came.append({"rank": each.player.rank, "name": here.name, "player": here.id, "new": each.as_ is None})
        assert isinstance(given.content, dict)
        venue = found.venue
        taken = VenueTaken(
            event_id=event_id,
            venue_id=venue.id,
            name=venue.name,
            held_on=venue.held_on,
            sha256=seal(given.content),
            field=len(venue.players),
            players=json.dumps(came),
            author=change.author.name,
            account_id=change.author.account_id,
            taken_at=change.now,
        )
        session.add(taken)
        answers = dict(given.answers)
        change.audit(
            "venue.import",
            f"venue:{taken.id}",
            event_id,
            name=venue.name,
            sha256=taken.sha256,
            players=[each["player"] for each in came],
            answers=answers,
        )
        return found


def take_venue_back(caller: Caller, event_id: str, taken_id: str) -> None:
    """Remove a venue that was taken in, before the first round.

    Players who came only through it are deleted.

    Raises the problems ``not_allowed``, ``not_found``, ``venue_begun``, and ``venue_played`` with the names of those
    who are part of the event's history already.
    """
    caller.allow("player.change", event_id)
    with caller.change() as change:
        session = change.session
        lock_event(session, event_id)
        taken = change.row(VenueTaken, taken_id)
        if taken.event_id != event_id:
            raise Problem("not_found", path=taken_id)
        if last_begun_round(session, event_id):
            raise Problem("venue_begun", name=taken.name)
        came = {each["player"]: each["new"] for each in json.loads(taken.players)}
        players = [each for each in players_of(session, event_id) if each.id in came]
        bound = [each.shown for each in players if came[each.id] and has_history(session, each)]
        if bound:
            raise Problem("venue_played", name=taken.name, players=bound)
        for player in players:
            _withdraw(change, player, new=came[player.id])
        session.delete(taken)
        change.audit("venue.withdraw", f"venue:{taken_id}", event_id, name=taken.name)


def _withdraw(change: Change, player: Player, *, new: bool) -> None:
    """Clear how a player qualified, or delete them if the venue added them (``new``)."""
    if new:
        remove_player(change, player)
    else:
        save_entrants(change.session, {player.id: player}, [replace(entrant(player), qualified_by="")])
