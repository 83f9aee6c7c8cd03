"""Deleting players who were registered by mistake, archiving others, and merging those who are registered twice.

Whoever was seated, is named in a seating or a decision, or has a result, points or a penalty is part of the event's
history: they are never deleted, but archived, which takes them off every list.
"""

from __future__ import annotations

from sqlmodel import Session, col, or_, select

from referee.core.command import Caller, Change
from referee.core.problems import Problem
from referee.events.queries import last_played_round, lock_event, player_of
from referee.models import (
    Adjustment,
    Appearance,
    DecisionMade,
    GameTable,
    Notice,
    Penalty,
    Player,
    PlayerLink,
    Round,
    Seat,
    Seating,
    TableResult,
)
from referee.players.handing_over import hand_over, played_same_round
from referee.players.queries import PlayerView, player_view

MERGED_FIELDS = ("reading", "club", "region", "qualified_by", "class_name", "team", "note")
"""Fields that a merge takes from the other player where they are empty."""


def has_history(session: Session, player: Player) -> bool:
    """Whether anything in the event refers to a player."""
    named = f"%{player.id}%"
    rows = (
        select(Seat.table_id).where(Seat.player_id == player.id),
        select(Penalty.id).where(Penalty.player_id == player.id),
        select(Adjustment.id).where(Adjustment.player_id == player.id),
        select(Notice.id).where(Notice.player_id == player.id),
        select(TableResult.id).where(TableResult.event_id == player.event_id, col(TableResult.players).like(named)),
        select(DecisionMade.id).where(
            DecisionMade.event_id == player.event_id,
            or_(col(DecisionMade.players).like(named), col(DecisionMade.details).like(named)),
        ),
        select(Seating.id).where(
            Seating.event_id == player.event_id, Seating.state != "discarded", col(Seating.document).like(named)
        ),
    )
    return any(session.exec(query.limit(1)).first() is not None for query in rows)


def delete_player(caller: Caller, player_id: str) -> None:
    """Delete a player who has no history.

    Raises the problems ``not_found``, ``not_allowed`` and ``player_has_history``.
    """
    with caller.change() as change:
        session, player = change.session, player_of(change.session, player_id)
        caller.allow("player.change", player.event_id)
        lock_event(session, player.event_id)
        if has_history(session, player):
            raise Problem("player_has_history", name=player.shown)
        remove_player(change, player)


def archive_player(caller: Caller, player_id: str) -> PlayerView:
    """Take a player off every list; results, penalties and seats stay.  They drop out if they have not yet.

    Raises the problems ``not_found``, ``not_allowed``, and ``player_at_table`` while they sit in a running round.
    """
    with caller.change() as change:
        session, player = change.session, player_of(change.session, player_id)
        caller.allow("player.change", player.event_id)
        lock_event(session, player.event_id)
        running = select(Seat.table_id).join(GameTable, col(GameTable.id) == Seat.table_id)
        running = running.join(Round, col(Round.id) == GameTable.round_id)
        if session.exec(running.where(Seat.player_id == player_id, Round.state == "running").limit(1)).first():
            raise Problem("player_at_table", name=player.shown)
        session.refresh(player)
        if player.archived_at is None:
            player.archived_at = change.now
            if player.dropped_after is None:
                player.dropped_after = last_played_round(session, player_id)
            session.add(player)
            change.audit("player.change", f"player:{player_id}", player.event_id, archived=True, name=player.shown)
        return player_view(player)


def restore_player(caller: Caller, player_id: str) -> PlayerView:
    """Put an archived player back on the lists, as one who has dropped out.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        session, player = change.session, player_of(change.session, player_id)
        caller.allow("player.change", player.event_id)
        lock_event(session, player.event_id)
        session.refresh(player)
        if player.archived_at is not None:
            player.archived_at = None
            session.add(player)
            change.audit("player.change", f"player:{player_id}", player.event_id, archived=False, name=player.shown)
        return player_view(player)


def remove_player(change: Change, player: Player) -> None:
    """Delete a player who has no history, in a change that has been authorized."""
    event_id, name, number = player.event_id, player.name, player.number
    _delete(change.session, player)
    change.audit("player.change", f"player:{player.id}", event_id, deleted=name, number=number)


def merge_players(caller: Caller, player_id: str, other_id: str) -> PlayerView:
    """Merge two players who are the same person: number and name are those of the first, fields that are empty there
    come from the other, and seats and results are kept from both.

    Raises the problems ``not_found``, also for a player of another event, ``not_allowed``, and ``players_both_played``
    if both sit or have a result in the same round.
    """
    with caller.change() as change:
        session, player = change.session, player_of(change.session, player_id)
        caller.allow("player.change", player.event_id)
        other = player_of(session, other_id)
        if other.event_id != player.event_id or other.id == player.id:
            raise Problem("not_found", path=other_id)
        lock_event(session, player.event_id)
        played = has_history(session, other)
        both_played = played and has_history(session, player)
        if both_played and played_same_round(session, player, other):
            raise Problem("players_both_played", one=player.shown, other=other.shown)
        kept, gone = (other, player) if played and not both_played else (player, other)
        fields = {name: getattr(player, name) or getattr(other, name) for name in MERGED_FIELDS}
        fields |= {"name": player.name, "number": player.number, "walk_in": player.walk_in and other.walk_in}
        fields["flags"] = player.flags if player.flags != "[]" else other.flags
        fields["checked_in_at"] = player.checked_in_at or other.checked_in_at
        merged = {"number": other.number, "name": other.name, "kept": kept.id}
        if both_played:
            spans = [(each.first_round or 1, each.dropped_after) for each in (player, other)]
            fields["first_round"] = first if (first := min(start for start, _ in spans)) > 1 else None
            ends = [end for _, end in spans if end is not None]
            fields["dropped_after"] = max(ends) if len(ends) == len(spans) else None
            hand_over(session, gone, kept)
        appearance = session.get(Appearance, gone.id)
        if appearance is not None and session.get(Appearance, kept.id) is None:
            session.add(Appearance(player_id=kept.id, person_id=appearance.person_id, made_at=appearance.made_at))
        _delete(session, gone)
        for name, value in fields.items():
            setattr(kept, name, value)
        session.add(kept)
        session.flush()
        change.audit("player.change", f"player:{kept.id}", kept.event_id, merged=merged)
        return player_view(kept)


def _delete(session: Session, player: Player) -> None:
    """Delete a player to whom nothing refers, with their link and their appearance in the register."""
    link = session.get(PlayerLink, player.id)
    appearance = session.get(Appearance, player.id)
    for each in (link, appearance):
        if each is not None:
            session.delete(each)
            session.flush()
    session.delete(player)
    session.flush()
