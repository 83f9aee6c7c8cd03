"""The places of an event: who gets one, who waits, and what becomes of a place that is given up."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.core.command import Change
from referee.events.queries import last_begun_round, players_of
from referee.models import Player, Registration, RegistrationForm
from referee.players.commands import add_player
from referee.players.removing import has_history, remove_player
from referee.registration.letters import MOVED_UP, write_letter
from referee.registration.states import REGISTERED, WAITING
from tournaments.fault import Faulty


def registrations(session: Session, event_id: str) -> Sequence[Registration]:
    """The registrations of an event, in the order in which they came."""
    return session.exec(
        select(Registration).where(Registration.event_id == event_id).order_by(col(Registration.id))
    ).all()


def waiting(session: Session, event_id: str) -> Sequence[Registration]:
    """Those who wait for a place, in their order; however many others there are, this reads only them."""
    rows = select(Registration).where(Registration.event_id == event_id, Registration.state == WAITING)
    return session.exec(rows.order_by(col(Registration.id))).all()


def fields_of(row: Registration) -> dict[str, str]:
    """The fields of the player that a registration becomes."""
    given = {"name": row.name, "reading": row.reading, "club": row.club}
    return {key: value for key, value in given.items() if value}


def move_up(change: Change, event_id: str, new: Registration | None = None, *, quiet: bool = False) -> None:
    """Make players of those waiting, in their order, while there are places and no round has begun.

    They get a letter, except ``new``, who is told otherwise, and unless ``quiet``.  Raises `Faulty` if ``new`` cannot
    be a player, such as one of the same name; anybody else of whom that is true goes on waiting.
    """
    session = change.session
    form = session.get(RegistrationForm, event_id)
    if form is None or last_begun_round(session, event_id):
        return
    session.flush()
    taken = sum(each.dropped_after is None and each.reserve is None for each in players_of(session, event_id))
    for row in waiting(session, event_id):
        if form.places is not None and taken >= form.places:
            return
        is_new = new is not None and row.id == new.id
        try:
            saved = add_player(change, event_id, fields_of(row))
        except Faulty:
            if is_new:
                raise
            continue
        row.state, row.player_id = REGISTERED, saved.player.entrant.id
        session.add(row)
        if not is_new and not quiet:
            write_letter(change, row, MOVED_UP, form)
        taken += 1


def give_up(change: Change, row: Registration, state: str, at: int) -> None:
    """End a registration at ``at`` (ms), as ``state`` says; its player leaves the list, or the rounds to come."""
    player = change.session.get(Player, row.player_id) if row.player_id else None
    row.state, row.cancelled_at, row.player_id = state, at, ""
    change.session.add(row)
    if player is not None and has_history(change.session, player):
        player.dropped_after = last_begun_round(change.session, row.event_id)
        change.session.add(player)
    elif player is not None:
        remove_player(change, player)
