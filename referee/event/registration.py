"""Registration: somebody new in the list of players, and what is put right about somebody who is there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import NamedTuple

from sqlmodel import Session

from referee import audit
from referee.access.principal import Principal
from referee.event.players import begun, entrant, held, keep, player_of, players_of
from referee.event.regulation import Known, known
from referee.models import Player, new_id
from referee.models.base import letters
from tournaments.fault import Fault
from tournaments.players.entrant import Entrant
from tournaments.players.form import filled, noticed
from tournaments.players.preview import Change


class Registered(NamedTuple):
    """A player, and what should be looked at."""

    player: Player
    warnings: tuple[Fault, ...]


def new_code() -> str:
    """A code for somebody's QR code: 20 letters that nobody guesses."""
    return letters(secrets.randbits(100), 20)


def row_for(new: Entrant, event_id: str, now: int) -> Player:
    """A row for somebody new, with nothing but what never changes."""
    return Player(id=new.id, event_id=event_id, number=new.number, name=new.name, code=new_code(), created_at=now)


def register(session: Session, now: int, who: Principal, event_id: str, given: Mapping[str, str]) -> Registered:
    """Register somebody.

    ``given``: fields of `tournaments.players.form.KEYS` as text.  Raises `Faulty` with every fault, and the problem
    ``not_found``.
    """
    held(session, event_id)
    rules = known(session, event_id)
    entrants = [entrant(each) for each in players_of(session, event_id)]
    form = filled(given, None, entrants, begun(session, event_id), rules.flags, rules.team_size)
    new = replace(form.entrant, id=new_id())
    player = row_for(new, event_id, now)
    session.add(player)
    keep(session, {new.id: player}, [new])
    audit.record(
        session, now, who, "player.change", f"player:{player.id}", event_id, number=player.number, registered=given
    )
    return Registered(player, form.warnings)


def change(session: Session, now: int, who: Principal, player_id: str, given: Mapping[str, str]) -> Registered:
    """Change somebody's fields; those that are not given stay.  Raises as `register` does."""
    player = player_of(session, player_id)
    held(session, player.event_id)
    rules = known(session, player.event_id)
    rows = {each.id: each for each in players_of(session, player.event_id)}
    before = entrant(rows[player_id])
    entrants = [entrant(each) for each in rows.values()]
    form = filled(given, before, entrants, begun(session, player.event_id), rules.flags, rules.team_size)
    changes = differing(before, form.entrant)
    if changes:
        keep(session, rows, [form.entrant])
        told = {each.field: [each.before, each.after] for each in changes}
        audit.record(session, now, who, "player.change", f"player:{player_id}", player.event_id, changed=told)
    return Registered(rows[player_id], form.warnings)


def differing(before: Entrant, after: Entrant) -> tuple[Change, ...]:
    """The fields that differ."""
    pairs = ((field.name, getattr(before, field.name), getattr(after, field.name)) for field in fields(Entrant))
    return tuple(Change(name, old, new) for name, old, new in pairs if old != new)


def to_look_at(session: Session, event_id: str, rules: Known) -> tuple[Fault, ...]:
    """What should be looked at in the list of players as it stands."""
    return noticed([entrant(each) for each in players_of(session, event_id)], rules.team_size)
