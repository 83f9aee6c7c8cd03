"""Stand-ins: naming somebody who keeps a player's seat from a round on, and giving the seat back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, select

from referee.clocks.locking import lock_round
from referee.core.command import Caller, Change
from referee.core.http.schemas import Line, Lines
from referee.core.problems import Problem
from referee.events.plan import unit_at
from referee.events.queries import is_playoff, last_begun_round, players_of
from referee.events.regulation import regulation_of
from referee.models import GameTable, Player, Round, Seat, Seating
from referee.penalties.commands import refuse_excluded
from referee.players.commands import add_player, change_of_names, claim_player
from referee.players.fields import ShownPlayer
from referee.players.queries import entrant, player_view
from referee.results.queries import begun_tables
from referee.seating.exchange import rename_seats
from referee.seating.participants import RoundNumber
from referee.seating.queries import unit_of
from referee.seating.versions import (
    DRAFT,
    PUBLISHED,
    REPLACED,
    Document,
    add_draft,
    note_same_origin,
    read,
    versions,
    write,
)
from tournaments.players.entrant import takes_part
from tournaments.players.row import same_text
from tournaments.seating.schedule import SeatKept
from tournaments.seating.swap import take_seat


@dataclass(frozen=True, slots=True)
class NameStandIn:
    """Somebody who is not registered, and keeps a player's seat from a round on."""

    name: Annotated[str, Line(200)]
    from_round: Annotated[RoundNumber, "The first round that they play, at whose table nothing may count yet."]
    reason: Annotated[str, Lines(2000)]
    reading: Annotated[str, Line(200, 0), "In kana or latin letters; lists go by it."] = ""


@dataclass(frozen=True, slots=True)
class GiveSeatBack:
    """From when on the player sits there again."""

    from_round: Annotated[
        RoundNumber, "The first round that the player plays again; if the stand-in has played none, there was none."
    ]
    reason: Annotated[str, Lines(2000)]


def name_stand_in(caller: Caller, player_id: str, given: NameStandIn) -> ShownPlayer:
    """Name a stand-in who keeps a player's seat from a round on, and return them.

    They sit where the player would, at the same tables, and are named there.  Whose the results are is for the
    regulation to say (`stand_in`).  409 `stand_in_begun` if something counts at one of the tables already,
    `stand_in_taken` if somebody keeps the seat already, `stand_in_left` if the player has dropped out.

    Raises `Faulty`, and the problems ``not_found``, ``not_allowed``, ``no_regulation``, ``round_unplanned``,
    ``out_by_penalty``, ``stand_in_begun``, ``stand_in_taken`` and ``stand_in_left``.
    """
    with change_of_names(caller, given.name) as change:
        session, player = change.session, claim_player(change, player_id)
        event_id, number = player.event_id, given.from_round
        unit_at(regulation_of(session, event_id), number)
        refuse_excluded(session, player)
        if player.dropped_after is not None:
            raise Problem("stand_in_left", name=player.shown)
        other = stand_in_of(session, player, number)
        if player.stands_for or other is not None:
            raise Problem("stand_in_taken", name=player.shown, other=(other or player).shown)
        new = _named_before(session, player, given.name) or _registered(change, event_id, given)
        new.first_round = number if number > 1 else None
        new.dropped_after = new.archived_at = None
        new.stands_for, new.class_name, new.checked_in_at = player.id, player.class_name, change.now
        session.add(new)
        change.audit("player.check_in", f"player:{new.id}", event_id, here=True, by="stand_in")
        _pass_seats(change, event_id, SeatKept(number, player.id, new.id, given.reason, change.author.name))
        change.audit(
            "player.stand_in",
            f"player:{player.id}",
            event_id,
            name=player.shown,
            stand_in=new.id,
            by=new.name,
            round=number,
            reason=given.reason,
        )
        return player_view(new)


def give_seat_back(caller: Caller, player_id: str, given: GiveSeatBack) -> ShownPlayer:
    """Give a player the seat back that a stand-in keeps, from a round on.

    What the stand-in played stays theirs.  A stand-in who has played nothing is taken off the lists.  409
    `stand_in_begun` if something counts at one of the tables already, `stand_in_none` if nobody keeps the seat then.

    Raises the problems ``not_found``, ``not_allowed``, ``no_regulation``, ``round_unplanned``, ``stand_in_begun`` and
    ``stand_in_none``.
    """
    with caller.change() as change:
        session, player = change.session, claim_player(change, player_id)
        event_id, number = player.event_id, given.from_round
        unit_at(regulation_of(session, event_id), number)
        other = stand_in_of(session, player, number)
        if other is None:
            raise Problem("stand_in_none", name=player.shown, round=number)
        began = other.first_round or 1
        if number <= began:
            other.archived_at = change.now
        other.dropped_after = max(number, began) - 1
        session.add(other)
        change.audit("player.change", f"player:{other.id}", event_id, dropped_after=other.dropped_after)
        _pass_seats(change, event_id, SeatKept(number, other.id, player.id, given.reason, change.author.name))
        change.audit(
            "player.stand_in",
            f"player:{player.id}",
            event_id,
            name=player.shown,
            back=other.id,
            by=other.name,
            round=number,
            reason=given.reason,
        )
        return player_view(player)


def stand_in_of(session: Session, player: Player, number: int) -> Player | None:
    """Who keeps a player's seat in a round or in a later one."""
    listed = (each for each in players_of(session, player.event_id) if each.stands_for == player.id)
    open_end = (each for each in listed if each.dropped_after is None or takes_part(entrant(each), number))
    return next(open_end, None)


def _named_before(session: Session, player: Player, name: str) -> Player | None:
    """Who was named with the same name before, and taken back."""
    found = (each for each in players_of(session, player.event_id) if each.archived_at and each.stands_for == player.id)
    return next((each for each in found if same_text(each.name) == same_text(name)), None)


def _registered(change: Change, event_id: str, given: NameStandIn) -> Player:
    """Somebody new.  Whoever registers starts in a round that has not begun; a stand-in may sit down in one that has,
    where nothing counts yet.
    """
    first = max(given.from_round, last_begun_round(change.session, event_id) + 1)
    fields = {"name": given.name, "reading": given.reading, "first_round": str(first) if first > 1 else ""}
    return change.session.get_one(Player, add_player(change, event_id, fields).player.entrant.id)


def _pass_seats(change: Change, event_id: str, move: SeatKept) -> None:
    """Let one player sit in another's seats from a round on, at tables and in drafts.

    Play-offs stay as they were drawn: they are about the places of those who play them.

    Raises the problem ``stand_in_begun``.
    """
    session = change.session
    session.flush()
    query = (
        select(Seat, GameTable, Round)
        .join(GameTable, col(GameTable.id) == Seat.table_id)
        .join(Round, col(Round.id) == GameTable.round_id)
        .where(Seat.player_id == move.gone, Round.event_id == event_id, Round.number >= move.from_round)
        .where(~is_playoff())
        .order_by(col(Round.number))
    )
    found = session.exec(query).all()
    for _, _, round_ in found:
        lock_round(session, change.caller.service.database, round_.id)
    begun = begun_tables(session, (table for _, table, _ in found))
    played = [
        f"{round_.number}-{table.number}" for _, table, round_ in found if round_.state == "closed" or table.id in begun
    ]
    if played:
        raise Problem("stand_in_begun", where=played)
    for seat, _, _ in found:
        seat.player_id = move.came
        session.add(seat)
    session.flush()
    if found:
        rename_seats(change, [table for _, table, _ in found])
    for covering in _by_unit(versions(session, event_id), move.from_round):
        _record(change, covering, move)


def _by_unit(seatings: Sequence[Seating], number: int) -> Iterator[list[Seating]]:
    """The versions in use of each seating that reaches to a round, the latest first."""
    used = [each for each in seatings if each.last_round >= number and each.state in (PUBLISHED, DRAFT)]
    for first in dict.fromkeys(each.first_round for each in used):
        yield [each for each in used if each.first_round == first]


def _record(change: Change, covering: Sequence[Seating], move: SeatKept) -> None:
    """Add the move to the published version of a seating, and to a draft that waits beside it."""
    base = covering[0].version
    for seating in sorted(covering, key=lambda each: each.state != PUBLISHED):
        document = read(seating.document)
        number = max(move.from_round - seating.first_round, 0) + 1
        ahead = range(number, seating.last_round - seating.first_round + 2)
        if not any(document.schedule.seat(move.gone, each) for each in ahead):
            continue
        here = SeatKept(number, move.gone, move.came, move.reason, move.author)
        text = write(Document(document.kind, take_seat(document.schedule, here)))
        state = seating.state
        later = add_draft(change, seating.event_id, unit_of(seating), base, text, move.reason)
        note_same_origin(change, seating, later)
        base = later.version
        if state == PUBLISHED:
            seating.state, later.state, later.published_at = REPLACED, PUBLISHED, change.now
            change.session.add(seating)
            change.session.add(later)
            change.session.flush()
            change.audit("seating.publish", f"seating:{later.id}", seating.event_id, version=later.version)
