"""What happens at the desk by the door: somebody comes without having registered, and somebody pays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session

from referee.core.command import Caller
from referee.core.http.schemas import Line
from referee.events.queries import last_begun_round, player_of
from referee.models import RegistrationForm
from referee.players.commands import add_player, change_of_names, check_in
from referee.players.fields import KeptPlayer, SavedPlayer, ShownPlayer
from referee.players.queries import player_view


@dataclass(frozen=True, slots=True)
class WalkIn:
    """Somebody who comes without having registered."""

    name: Annotated[str, Line()]
    reading: Annotated[str, Line(200, 0)] = ""
    club: Annotated[str, Line(200, 0)] = ""
    paid: Annotated[bool, "Whether they have paid the fee."] = False


def admit_walk_in(caller: Caller, event_id: str, given: WalkIn) -> KeptPlayer:
    """Register somebody who comes without having registered, and check them in, in one step.

    Once a round has begun, they play from the next one on.

    Raises `Faulty` with every fault, and the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("player.change", event_id)
    with change_of_names(caller, given.name) as change:
        begun = last_begun_round(change.session, event_id)
        fields = {"name": given.name, "reading": given.reading, "club": given.club, "walk_in": "1"}
        fields |= {"paid": "1"} if given.paid else {}
        fields |= {"first_round": str(begun + 1)} if begun else {}
        saved = add_player(change, event_id, fields)
        return SavedPlayer(check_in(change, saved.player.entrant.id, "row").player, saved.warnings)


def take_fee(caller: Caller, player_id: str) -> ShownPlayer:
    """Record that a player has paid the fee.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    return set_paid(caller, player_id, paid=True)


def take_fee_back(caller: Caller, player_id: str) -> ShownPlayer:
    """Record that a player has not paid the fee after all.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    return set_paid(caller, player_id, paid=False)


def set_paid(caller: Caller, player_id: str, *, paid: bool) -> ShownPlayer:
    """Record whether a player has paid, for whoever checks players in."""
    with caller.change() as change:
        caller.allow("player.check_in", player_of(change.session, player_id).event_id)
        player = player_of(change.session, player_id, lock=True)
        if player.paid != paid:
            player.paid = paid
            change.session.add(player)
            change.audit("player.change", f"player:{player.id}", player.event_id, paid=paid)
        return player_view(player)


def fee_of(session: Session, event_id: str) -> str:
    """What an event costs, in words; empty if nothing is said of it."""
    form = session.get(RegistrationForm, event_id)
    return form.fee if form is not None else ""
