"""Registering, changing, checking in, dropping out and bringing back players; letting reserves in."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Annotated

from sqlmodel import Session, col, select

from referee.core.command import Caller, Change
from referee.core.http.schemas import Line, Lines
from referee.events.queries import last_begun_round, last_played_round, lock_event, player_of, players_of
from referee.events.regulation import player_rules, regulation_of
from referee.models import Player, PlayerLink, new_id
from referee.models.base import base32
from referee.penalties.commands import refuse_excluded
from referee.players.fields import (
    ChangedFields,
    CheckedInPlayer,
    KeptPlayer,
    NewPlayer,
    PlayerHere,
    SavedPlayer,
    ShownPlayer,
)
from referee.players.link import link, turns
from referee.players.queries import entrant, player_view, player_with_code, save_entrants
from tournaments.fault import Fault, Faulty
from tournaments.players import preview
from tournaments.players.among import USUAL, prepare
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.fields import MOST_ROUND, as_text
from tournaments.players.form import Filled, filled
from tournaments.players.reserves import ReserveRule, enter_reserves
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class DropOut:
    """A drop-out."""

    after: Annotated[int, Whole(0, MOST_ROUND), "The number of their last round; 0: they do not play at all."]
    reason: Annotated[str, Lines(2000)]


@dataclass(frozen=True, slots=True)
class ScannedCode:
    """A code that was scanned."""

    code: Annotated[str, Line(400), "The code, or the whole address in the QR code."]


@dataclass(frozen=True, slots=True)
class LetReservesIn:
    """Reserves to let in."""

    round: Annotated[int, Whole(1, MOST_ROUND), "The number of the round, which must not have begun."]
    places: Annotated[int, Whole(1, 1000), "The number of free places."]


@dataclass(frozen=True, slots=True)
class ReservesLetIn:
    """Who came in."""

    entered: Sequence[ShownPlayer]
    passed_over: Annotated[
        Sequence[ShownPlayer], "Reserves who are not checked in; they keep their place in the order."
    ]
    vacant: Annotated[int, "The number of places that stay empty."]


def register_player(caller: Caller, event_id: str, given: NewPlayer) -> SavedPlayer:
    """Register a player.

    ``given``: fields of `tournaments.players.form.KEYS`, also as text.  Raises `Faulty` with every fault, and the
    problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("player.change", event_id)
    texts = as_texts(given)
    with change_of_names(caller, texts.get("name", "")) as change:
        return add_player(change, event_id, texts)


def change_of_names(caller: Caller, *names: str) -> AbstractContextManager[Change]:
    """Open a change in which names are checked; what that takes is loaded first, since other writers wait meanwhile.

    ``names``: those that will be, as far as they are known.
    """
    prepare(names or USUAL)
    return caller.change()


def as_texts(given: Mapping[str, object]) -> dict[str, str]:
    return {key: as_text(value) for key, value in given.items()}


def check_player(session: Session, event_id: str, given: Mapping[str, str]) -> Filled:
    """Check whether somebody could be registered as a player now; return who that would be.  Raises `Faulty`."""
    rules = player_rules(session, event_id)
    entrants = [entrant(each) for each in players_of(session, event_id)]
    return filled(given, None, entrants, last_begun_round(session, event_id), rules.flags, rules.team_size)


def add_player(change: Change, event_id: str, given: Mapping[str, str]) -> SavedPlayer:
    """Register a player in a change that has been authorized.  Raises as `register_player` does."""
    session = change.session
    lock_event(session, event_id)
    form = check_player(session, event_id, given)
    new = replace(form.entrant, id=new_id())
    player = new_player_row(new, event_id, change.now)
    session.add(player)
    save_entrants(session, {new.id: player}, [new])
    registered = {key: as_text(getattr(new, key)) for key in given}
    change.audit("player.change", f"player:{player.id}", event_id, number=player.number, registered=registered)
    return SavedPlayer(player_view(player), form.warnings)


def change_player(caller: Caller, player_id: str, given: ChangedFields) -> KeptPlayer:
    """Change the fields of a player.

    The change is checked together with the whole list.

    Raises as `register_player` does.
    """
    texts = as_texts(given)
    with change_of_names(caller, texts.get("name", "")) as change:
        session, event_id = change.session, claim_player(change, player_id).event_id
        rules = player_rules(session, event_id)
        rows = {each.id: each for each in players_of(session, event_id)}
        before = entrant(rows[player_id])
        entrants = [entrant(each) for each in rows.values()]
        begun = last_begun_round(session, event_id)
        form = filled(texts, before, entrants, begun, rules.flags, rules.team_size)
        if changes := differences(before, form.entrant):
            save_entrants(session, rows, [form.entrant])
            changed = {each.field: [each.before, each.after] for each in changes}
            change.audit("player.change", f"player:{player_id}", event_id, changed=changed)
        return SavedPlayer(player_view(rows[player_id]), form.warnings)


def drop_player_out(caller: Caller, player_id: str, given: DropOut) -> ShownPlayer:
    """Record that a player drops out after a round.

    Their results stay.

    Raises `Faulty` where they sit at a table of a later round that has begun, or unless ``after`` is 0 only start in a
    later round, and the problems ``not_found``, ``not_allowed`` and ``out_by_penalty``.
    """
    with caller.change() as change:
        player, after = claim_player(change, player_id), given.after
        refuse_excluded(change.session, player)
        played = last_played_round(change.session, player_id, running=False)
        faults = []
        if after < played:
            faults.append(
                Fault("after", "left_before_played", {"name": player.shown, "given": after, "played": played})
            )
        if player.first_round and 0 < after < player.first_round:
            faults.append(Fault("after", "rounds_reversed", {"first": player.first_round, "last": after}))
        if faults:
            raise Faulty(faults)
        if player.dropped_after != after:
            player.dropped_after = after
            change.session.add(player)
            target = f"player:{player_id}"
            change.audit("player.change", target, player.event_id, dropped_after=after, reason=given.reason)
        return player_view(player)


def take_drop_out_back(caller: Caller, player_id: str) -> ShownPlayer:
    """Undo a drop-out.

    The player is seated again in the rounds to come.

    Raises the problems ``not_found``, ``not_allowed`` and ``out_by_penalty``.
    """
    with caller.change() as change:
        player = claim_player(change, player_id)
        refuse_excluded(change.session, player)
        if player.dropped_after is not None:
            before = player.dropped_after
            player.dropped_after = player.archived_at = None
            change.session.add(player)
            target = f"player:{player_id}"
            change.audit("player.change", target, player.event_id, dropped_after=None, before=before)
        return player_view(player)


def check_player_in(caller: Caller, player_id: str) -> ShownPlayer:
    """Check a player in.

    Idempotent: checking in again changes nothing.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        player = _allowed_player(change, player_id, "player.check_in")
        return check_in(change, player.id, "row").player


def check_in_by_code(caller: Caller, event_id: str, given: ScannedCode) -> PlayerHere:
    """Check in the player whose QR code was scanned.

    404 `unknown_code` if the code belongs to nobody in this event.

    Raises the problems ``not_allowed`` and ``unknown_code``.
    """
    caller.allow("player.check_in", event_id)
    with caller.change() as change:
        return check_in(change, player_with_code(change.session, event_id, given.code).id, "code")


def take_check_in_back(caller: Caller, player_id: str) -> ShownPlayer:
    """Undo a check-in.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        _allowed_player(change, player_id, "player.check_in")
        player = player_of(change.session, player_id, lock=True)
        if player.checked_in_at is not None:
            player.checked_in_at = None
            change.session.add(player)
            change.audit("player.check_in", f"player:{player.id}", player.event_id, here=False)
        return player_view(player)


def let_reserves_in(caller: Caller, event_id: str, given: LetReservesIn) -> ReservesLetIn:
    """Let reserves into a round that has not begun, in their order, as many as there are free places.

    Reserves who are not checked in are passed over.  The regulation says in which rounds reserves may enter (`reserves`
    of a round).

    Raises `Faulty` where the round has begun or is not open to reserves, and the problems ``not_allowed``,
    ``not_found`` and ``no_regulation``.
    """
    caller.allow("player.change", event_id)
    with caller.change() as change:
        session = change.session
        lock_event(session, event_id)
        rows = {each.id: each for each in players_of(session, event_id)}
        done = enter_reserves(
            [entrant(each) for each in rows.values()],
            given.round,
            given.places,
            _reserve_rule(session, event_id),
            last_begun_round(session, event_id),
            {each.id for each in rows.values() if each.checked_in_at is not None},
        )
        coming = {each.player for each in done.entries if each.came_in}
        save_entrants(session, rows, [each for each in done.entrants if each.id in coming])
        for each in done.entries:
            change.audit(
                "player.change",
                f"player:{each.player}",
                event_id,
                reserve=each.order,
                round=each.round,
                came_in=each.came_in,
            )
        return ReservesLetIn(
            [player_view(rows[each.player]) for each in done.entries if each.came_in],
            [player_view(rows[each.player]) for each in done.entries if not each.came_in],
            done.vacant,
        )


def renew_link(caller: Caller, player_id: str) -> str:
    """Give a player's private page a new link in place of the old one, and return it.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        session = change.session
        event_id = _allowed_player(change, player_id, "invitation.change").event_id
        session.exec(select(Player.id).where(col(Player.id) == player_id).with_for_update(key_share=True)).one()
        row = session.get(PlayerLink, player_id) or PlayerLink(player_id=player_id)
        row.turn += 1
        session.add(row)
        change.audit("link.renew", f"player:{player_id}", event_id)
        session.flush()
        return link(player_id, turns(session, event_id))


def new_player_row(new: Entrant, event_id: str, now: int) -> Player:
    """Return the row of a new player with the fields that never change, and a random code."""
    code = base32(secrets.randbits(100), 20)
    return Player(id=new.id, event_id=event_id, number=new.number, name=new.name, code=code, created_at=now)


def claim_player(change: Change, player_id: str) -> Player:
    """Lock the list of players, and return one as they are now, if the caller may change them."""
    player = _allowed_player(change, player_id, "player.change")
    lock_event(change.session, player.event_id)
    change.session.refresh(player)
    return player


def _allowed_player(change: Change, player_id: str, action: str) -> Player:
    player = player_of(change.session, player_id)
    change.caller.allow(action, player.event_id)
    return player


def check_in(change: Change, player_id: str, by: str) -> CheckedInPlayer:
    """Check a player in.  ``by``: ``row`` or ``code``, for the audit log."""
    player = player_of(change.session, player_id, lock=True)
    already = player.checked_in_at is not None
    if not already:
        player.checked_in_at = change.now
        change.session.add(player)
        change.audit("player.check_in", f"player:{player.id}", player.event_id, here=True, by=by)
    return CheckedInPlayer(player_view(player), already)


def differences(before: Entrant, after: Entrant) -> list[preview.EntrantChange]:
    """The fields in which two states of an entrant differ."""
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in FIELDS)
    return [preview.EntrantChange(name, old, new) for name, old, new in pairs if old != new]


def _reserve_rule(session: Session, event_id: str) -> ReserveRule:
    """The rounds that the event's regulation lets reserves in for.  Raises the problem ``no_regulation``."""
    return ReserveRule(tuple(each.number for each in regulation_of(session, event_id).rounds if each.reserves))
