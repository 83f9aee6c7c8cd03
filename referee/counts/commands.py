"""Counting, agreeing to a sheet, and taking that back: on the table's device, or with a player's own link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, func, select

from referee.calls.queries import lock_table
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.chain import Author
from referee.core.command import Caller
from referee.core.database.database import driver_execute
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.service import Service
from referee.counts.queries import AGREED, COUNTED, KINDS
from referee.counts.sheets import Signature, own_sheets
from referee.log.table_game import TableGames
from referee.models import CountStep, GameTable, Player, Seat
from referee.tables.schemas import MOST_ENTRIES, ClientId
from tournaments.result import MOST_DOLLARS
from tournaments.typed import Dollars, Whole


@dataclass(frozen=True, slots=True)
class TakeCountStep:
    """What a player does in the final count."""

    client_id: ClientId
    seat: Annotated[str, Line(12)]
    kind: Annotated[str, OneOf(KINDS), "counted: typed the cash; agreed: to the sheet as it is; withdrawn: no longer."]
    seq: Annotated[int, Whole(0, MOST_ENTRIES), "The last entry of the log that the sheet was made from."]
    cash: Annotated[
        int | None, Dollars(0, MOST_DOLLARS), "What was counted, for `counted`; null forgets what was counted before."
    ] = None
    signature: Annotated[str | None, Signature(), "The player's signature, drawn on the table's device."] = None


def take_count_step(caller: Caller, table_id: str, given: TakeCountStep) -> None:
    """Take a step of the final count for a player, on the table's device and before the eyes of everybody there.

    Idempotent: a repeated client id changes nothing.  409 `count_outdated`: the sheet says something else by now.

    Raises the problems ``not_found``, ``not_allowed``, ``count_too_early``, ``count_outdated`` and ``base_ahead``.
    """
    with caller.service.database.read() as session:
        found = session.get(GameTable, table_id)
    if found is None:
        raise Problem("not_found", path=table_id)
    caller.allow("result.enter", found.event_id, table_id)
    who = caller.who
    author = who.author if who is not None else Author("referee")
    _take(caller.service, table_id, given, author, who, by_link=False)


def take_own_count_step(service: Service, table_id: str, player_id: str, given: TakeCountStep) -> None:
    """Take a step of the final count as the player whose link was followed.  ``given``: of their own seat.

    Raises what `take_count_step` raises, but ``not_allowed``.
    """
    with service.database.read() as session:
        name = session.get_one(Player, player_id).shown
    _take(service, table_id, given, Author(name[:200]), None, by_link=True)


def _take(
    service: Service, table_id: str, given: TakeCountStep, author: Author, who: Principal | None, *, by_link: bool
) -> None:
    games = service.part(TableGames)
    games.prepare([table_id])
    with service.database.write() as session:
        table = lock_table(session, table_id)
        known = select(CountStep.id).where(CountStep.table_id == table_id, CountStep.client_id == given.client_id)
        if session.exec(known).first() is not None:
            return
        seat = session.exec(select(Seat).where(Seat.table_id == table_id, Seat.seat == given.seat)).first()
        if seat is None:
            raise Problem("not_found", path=given.seat)
        sheet = _unchanged_sheet(games, session, table, given)
        step = CountStep(
            event_id=table.event_id,
            table_id=table_id,
            player_id=seat.player_id,
            client_id=given.client_id,
            kind=given.kind,
            seq=given.seq,
            sheet=sheet,
            cash=given.cash if given.kind == COUNTED else None,
            by_link=by_link,
            signature=(given.signature or "") if given.kind == AGREED else "",
            at=_next_moment(session, table_id, service.database.now()),
            author=author.name,
            account_id=author.account_id,
            credential_id=author.credential_id,
        )
        session.add(step)
        details = {"player": seat.player_id, "cash": step.cash, "by_link": by_link}
        audit.record(
            session, step.at, who or author, f"count.{given.kind}", f"table:{table_id}", table.event_id, **details
        )


def _next_moment(session: Session, table_id: str, now: int) -> int:
    """Now, but after all steps so far, by whichever process's clock."""
    latest = session.exec(select(func.max(col(CountStep.at))).where(CountStep.table_id == table_id)).one()
    return max(now, (latest or 0) + 1)


def _unchanged_sheet(games: TableGames, session: Session, table: GameTable, given: TakeCountStep) -> str:
    """The hash of the sheet of a step, which must still say what it said when it was shown."""
    execute = driver_execute(session)
    now = games.current(table.id, execute)
    if given.seq > now.seq:
        raise Problem("base_ahead", more={"seq": now.seq}, seq=now.seq)
    if not now.game.ruleset.over(now.game):
        raise Problem("count_too_early", number=table.number)
    sheet = own_sheets(now)[given.seat].hash
    shown = now if given.seq == now.seq else games.at(table.id, given.seq, execute)
    if given.kind == AGREED and own_sheets(shown)[given.seat].hash != sheet:
        raise Problem("count_outdated", number=table.number, seq=now.seq)
    return sheet
