"""Deleting players who were registered by mistake, archiving others, and merging those who are registered twice.

Whoever was seated, is named in a seating or a decision, or has a result, points or a penalty is part of the event's
history: they are never deleted, but archived, which takes them off every list.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any

from sqlmodel import Session, col, delete, or_, select

from referee.core.command import Caller, Change
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.events.queries import last_played_round, player_of
from referee.models import (
    Adjustment,
    AlertChannel,
    AlertDelivery,
    Appearance,
    DecisionMade,
    GameTable,
    Made,
    Notice,
    Penalty,
    Player,
    PlayerLink,
    Playoff,
    Prize,
    Round,
    Seat,
    Seating,
    TableResult,
)
from referee.players.commands import claim_player
from referee.players.fields import ShownPlayer
from referee.players.queries import player_view
from referee.players.undoing import EMBEDDED_IDS, LINKED_TABLES, remembering
from tournaments.players.entrant import FIELDS
from tournaments.seating.file import dump, parse
from tournaments.seating.schedule import SeatMerge
from tournaments.seating.swap import merge

MERGED_FIELDS = tuple(
    kind.column or key for key, kind in FIELDS.items() if kind.value in ("line", "lines") and not kind.fixed
)
"""Fields that a merge takes from the other player where they are empty."""

FILED = ("number", "name", "club", "class_name", "team", "flags", "reserve", "first_round", "dropped_after")
"""Fields of a player that an archive needs of either registration as it was before a merge."""


def has_history(session: Session, player: Player) -> bool:
    """Whether anything in the event refers to a player."""
    named = f"%{player.id}%"
    rows = (
        select(Seat.table_id).where(Seat.player_id == player.id),
        select(Player.id).where(Player.stands_for == player.id),
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
    return any(session.exec(query.limit(1)).first() is not None for query in rows) or bool(drawings(session, player))


def drawings(session: Session, player: Player) -> list[Prize]:
    """The prizes that a player took part in the drawing of."""
    query = select(Prize).where(Prize.event_id == player.event_id, col(Prize.entrants).contains(player.id))
    return list(session.exec(query))


def delete_player(caller: Caller, player_id: str) -> None:
    """Delete a player who was registered by mistake.

    409 `player_has_history` for a player who has been seated or is referred to anywhere.

    Raises the problems ``not_found``, ``not_allowed`` and ``player_has_history``.
    """
    with caller.change() as change:
        player = claim_player(change, player_id)
        if has_history(change.session, player):
            raise Problem("player_has_history", name=player.shown)
        remove_player(change, player)


def archive_player(caller: Caller, player_id: str) -> ShownPlayer:
    """Archive a player: remove them from every list.

    Their games stay.  409 `player_at_table` while they are playing in a round that is under way.

    Raises the problems ``not_found``, ``not_allowed``, and ``player_at_table`` while they sit in a running round.
    """
    with caller.change() as change:
        session, player = change.session, claim_player(change, player_id)
        running = select(Seat.table_id).join(GameTable, col(GameTable.id) == Seat.table_id)
        running = running.join(Round, col(Round.id) == GameTable.round_id)
        if session.exec(running.where(Seat.player_id == player_id, Round.state == "running").limit(1)).first():
            raise Problem("player_at_table", name=player.shown)
        if player.archived_at is None:
            player.archived_at = change.now
            if player.dropped_after is None:
                player.dropped_after = last_played_round(session, player_id)
            session.add(player)
            change.audit("player.change", f"player:{player_id}", player.event_id, archived=True, name=player.shown)
        return player_view(player)


def restore_player(caller: Caller, player_id: str) -> ShownPlayer:
    """Restore an archived player to the lists.

    They are still marked as having left the event.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        session, player = change.session, claim_player(change, player_id)
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


@dataclass(frozen=True, slots=True)
class MergePlayer:
    """The other player who is the same person."""

    other: Annotated[str, Line(18), "The other player's id."]


def merge_players(caller: Caller, player_id: str, given: MergePlayer) -> ShownPlayer:
    """Merge two players who are the same person.

    The merged player has the number and name of the first, and the seats and results of both.  The id is the first's,
    unless only the other one has a history in the event.  409 `stand_in_merged` for stand-ins and those who have
    one, `players_both_played` if both sit or have a result in the same round, `players_both_drawn` if both took part in
    drawings of prizes.

    Raises the problems ``not_found``, also for a player of another event, ``not_allowed``, ``stand_in_merged``,
    ``players_both_played`` if both sit or have a result in the same round, and ``players_both_drawn``.
    """
    with caller.change() as change:
        session, player = change.session, claim_player(change, player_id)
        other = player_of(session, given.other)
        if other.event_id != player.event_id or other.id == player.id:
            raise Problem("not_found", path=given.other)
        for each in (player, other):
            away = select(Player.id).where(Player.event_id == each.event_id, Player.stands_for == each.id)
            if each.stands_for or session.exec(away.limit(1)).first():
                raise Problem("stand_in_merged", name=each.shown)
        played = has_history(session, other)
        both_played = played and has_history(session, player)
        if both_played and played_same_round(session, player, other):
            raise Problem("players_both_played", one=player.shown, other=other.shown)
        # A lot is drawn for an id: whoever took part in a drawing keeps theirs.
        drawn = drawings(session, other)
        if drawn and drawings(session, player):
            raise Problem("players_both_drawn", one=player.shown, other=other.shown, prize=drawn[0].name)
        kept, gone = (other, player) if drawn or (played and not both_played) else (player, other)
        fields = {name: getattr(player, name) or getattr(other, name) for name in MERGED_FIELDS}
        fields |= {"number": player.number, "walk_in": player.walk_in and other.walk_in}
        fields["paid"] = player.paid or other.paid
        fields["flags"] = player.flags if player.flags != "[]" else other.flags
        fields["checked_in_at"] = player.checked_in_at or other.checked_in_at
        merged: dict[str, Any] = {"number": other.number, "name": other.name, "kept": kept.id}
        if both_played:
            spans = [(each.first_round or 1, each.dropped_after) for each in (player, other)]
            fields["first_round"] = first if (first := min(start for start, _ in spans)) > 1 else None
            ends = [end for _, end in spans if end is not None]
            fields["dropped_after"] = max(ends) if len(ends) == len(spans) else None
            merged |= {"gone": gone.id, "before": {"gone": filed_fields(gone), "kept": filed_fields(kept)}}
        with remembering(change, kept, gone):
            if both_played:
                merged["rows"] = hand_over(session, gone, kept, change.author.name)
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
    """Delete a player to whom nothing refers, with their link, their appearance in the register, and how to reach them
    (of a merged player, too: their private page is gone, and the kept one's says what is on).
    """
    channels = select(AlertChannel.id).where(AlertChannel.player_id == player.id)
    session.exec(delete(AlertDelivery).where(col(AlertDelivery.channel_id).in_(channels)))
    session.exec(delete(AlertChannel).where(col(AlertChannel.player_id) == player.id))
    link = session.get(PlayerLink, player.id)
    appearance = session.get(Appearance, player.id)
    for each in (link, appearance):
        if each is not None:
            session.delete(each)
            session.flush()
    session.delete(player)
    session.flush()


def played_same_round(session: Session, one: Player, other: Player) -> bool:
    """Whether both sit, or have a result, in the same round, also of a draft, and so cannot be the same person."""
    return bool(_rounds(session, one) & _rounds(session, other)) or _drafted_together(session, one, other)


def _drafted_together(session: Session, one: Player, other: Player) -> bool:
    """Whether a draft seats both in the same round."""
    drafts = select(Seating.document).where(Seating.event_id == one.event_id, Seating.state == "draft")
    rounds = chain.from_iterable(json.loads(text)["rounds"] for text in session.exec(drafts))
    return any({one.id, other.id} <= set(chain.from_iterable(tables)) for tables in rounds)


def hand_over(session: Session, gone: Player, kept: Player, author: str) -> dict[str, list[str]]:
    """Replace every reference to a player with one to another player of the same event; in seatings by a move.

    Returns which rows named the one who is gone, so that an archive can tell who was whom before: ids by table.
    """
    named: dict[str, list[str]] = {}
    for kind in LINKED_TABLES:
        for row in session.exec(select(kind).where(kind.player_id == gone.id)):
            row.player_id = kept.id
            session.add(row)
            named.setdefault(kind.__tablename__, []).append(row.table_id if kind is Seat else row.id)
    for kind, columns in EMBEDDED_IDS:
        naming = [col(getattr(kind, name)).contains(gone.id) for name in columns]
        for row in session.exec(select(kind).where(kind.event_id == gone.event_id, or_(*naming))):
            for name in columns:
                setattr(row, name, getattr(row, name).replace(gone.id, kept.id))
            session.add(row)
            if kind is not Made:
                named.setdefault(kind.__tablename__, []).append(row.round_id if kind is Playoff else row.id)
    move = SeatMerge(gone.id, kept.id, f"{gone.number}. {gone.name}", author)
    query = select(Seating).where(Seating.event_id == gone.event_id, col(Seating.document).contains(gone.id))
    for seating in session.exec(query):
        filed = parse(seating.document)
        seating.document = dump(merge(filed.schedule, move), filed.kind)
        session.add(seating)
    session.flush()
    return named


def filed_fields(player: Player) -> dict[str, Any]:
    """What standings and seats of an event may follow from about a player."""
    return {name: getattr(player, name) for name in FILED}


def _rounds(session: Session, player: Player) -> set[str]:
    seats = select(GameTable.round_id).join(Seat, col(Seat.table_id) == GameTable.id).where(Seat.player_id == player.id)
    results = (
        select(GameTable.round_id)
        .join(TableResult, col(TableResult.table_id) == GameTable.id)
        .where(TableResult.event_id == player.event_id, col(TableResult.players).contains(player.id))
    )
    return {*session.exec(seats), *session.exec(results)}
