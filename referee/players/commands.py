"""What becomes of players: registered, put right, checked in, gone, come back, let in from the reserve."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import NamedTuple

from sqlmodel import Session, select

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import begun, held, last_played, player_of, players_of
from referee.events.regulation import Known, known, regulation_of
from referee.models import Player, new_id
from referee.models.base import letters
from referee.penalties.put_out import refuse_out
from referee.players.queries import entrant, keep
from tournaments.fault import Fault, Faulty
from tournaments.players.entrant import Entrant
from tournaments.players.form import filled, noticed
from tournaments.players.preview import Change
from tournaments.players.reserves import ReserveRule, enter_reserves


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


def drop_out(session: Session, now: int, who: Principal, player_id: str, after: int, reason: str) -> Player:
    """Let somebody play no more after a round (0: not at all).

    Raises `Faulty` where they sit at a table of a later round that has begun, and the problems ``not_found`` and
    ``out_by_penalty``.
    """
    player = player_of(session, player_id)
    held(session, player.event_id)
    refuse_out(session, player)
    played = last_played(session, player_id)
    faults = []
    if after < played:
        faults.append(Fault("after", "left_before_played", {"name": player.name, "given": after, "played": played}))
    if player.first_round and 0 < after < player.first_round:
        faults.append(Fault("after", "rounds_reversed", {"first": player.first_round, "last": after}))
    if faults:
        raise Faulty(faults)
    session.refresh(player)
    if player.dropped_after != after:
        player.dropped_after = after
        session.add(player)
        target = f"player:{player_id}"
        audit.record(session, now, who, "player.change", target, player.event_id, dropped_after=after, reason=reason)
    return player


def come_back(session: Session, now: int, who: Principal, player_id: str) -> Player:
    """Let somebody who dropped out be seated again in the rounds to come.

    Raises the problems ``not_found`` and ``out_by_penalty``.
    """
    player = player_of(session, player_id)
    held(session, player.event_id)
    refuse_out(session, player)
    session.refresh(player)
    if player.dropped_after is not None:
        before = player.dropped_after
        player.dropped_after = None
        session.add(player)
        target = f"player:{player_id}"
        audit.record(session, now, who, "player.change", target, player.event_id, dropped_after=None, before=before)
    return player


CODE = re.compile(r"[0-9a-z]{20}")


def check_in(session: Session, now: int, who: Principal, player_id: str, by: str) -> bool:
    """Note that a player is there; ``by``: row, code or list.  Whether it was not noted before."""
    player = player_of(session, player_id, hold=True)
    if player.checked_in_at is not None:
        return False
    player.checked_in_at = now
    session.add(player)
    audit.record(session, now, who, "player.check_in", f"player:{player.id}", player.event_id, here=True, by=by)
    return True


def undo_check_in(session: Session, now: int, who: Principal, player_id: str) -> bool:
    """Take a check-in back.  Whether there was one."""
    player = player_of(session, player_id, hold=True)
    if player.checked_in_at is None:
        return False
    player.checked_in_at = None
    session.add(player)
    audit.record(session, now, who, "player.check_in", f"player:{player.id}", player.event_id, here=False)
    return True


def of_code(session: Session, event_id: str, code: str) -> Player:
    """The player of an event whose QR code this is: the code, or the whole address.

    Raises the problem ``unknown_code``, also for the code of another event.
    """
    plain = code.strip().rstrip("/").rpartition("/")[2].lower()
    if not CODE.fullmatch(plain):
        raise Problem("unknown_code")
    found = session.exec(select(Player).where(Player.event_id == event_id, Player.code == plain)).first()
    if found is None:
        raise Problem("unknown_code")
    return found


def address_of(player: Player) -> str:
    """The full address that stands in the QR code."""
    return f"{service().own_address.now()}/events/{player.event_id}/check-in/{player.code}"


class CameIn(NamedTuple):
    """``entered``: who came in; ``passed_over``: who was not there, and keeps the place in the order; ``vacant``:
    places that stay empty.
    """

    entered: tuple[Player, ...]
    passed_over: tuple[Player, ...]
    vacant: int


def rule_of(session: Session, event_id: str) -> ReserveRule:
    """The rounds that the event's regulation lets reserves in for.  Raises the problem ``no_regulation``."""
    return ReserveRule(tuple(each.number for each in regulation_of(session, event_id).rounds if each.reserves))


def let_in(session: Session, now: int, who: Principal, event_id: str, round: int, places: int) -> CameIn:
    """Let the first reserves who are checked in come in for a round that has not begun, as many as there are places.

    Raises `Faulty` where the round has begun or is not open to reserves, and the problems ``not_found`` and
    ``no_regulation``.
    """
    held(session, event_id)
    rows = {each.id: each for each in players_of(session, event_id)}
    done = enter_reserves(
        [entrant(each) for each in rows.values()],
        round,
        places,
        rule_of(session, event_id),
        begun(session, event_id),
        {each.id for each in rows.values() if each.checked_in_at is not None},
    )
    coming = {each.player for each in done.entries if each.came_in}
    keep(session, rows, [each for each in done.entrants if each.id in coming])
    for each in done.entries:
        audit.record(
            session, now, who, "player.change", f"player:{each.player}", event_id,
            reserve=each.order, round=each.round, came_in=each.came_in,
        )  # fmt: skip
    return CameIn(
        tuple(rows[each.player] for each in done.entries if each.came_in),
        tuple(rows[each.player] for each in done.entries if not each.came_in),
        done.vacant,
    )
