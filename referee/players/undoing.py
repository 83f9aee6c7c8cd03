"""Undoing a merge of two players: every row that it changed becomes what it was.

What a merge changes is found by comparing the rows that name either player before it and after it, and kept with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import Table, and_, or_
from sqlalchemy import delete as delete_rows
from sqlalchemy import select as select_rows
from sqlmodel import Session, col, select

from referee.core.command import Caller, Change
from referee.core.problems import Problem
from referee.models import (
    Adjustment,
    Appearance,
    CountStep,
    DecisionMade,
    Made,
    Notice,
    Penalty,
    Player,
    PlayerLink,
    PlayerMerge,
    Playoff,
    Registration,
    Seat,
    Seating,
    TableResult,
)
from referee.players.commands import claim_player
from referee.players.fields import ShownPlayer
from referee.players.queries import player_view

LINKED_TABLES: tuple[Any, ...] = (Seat, CountStep, Penalty, Adjustment, Notice, Registration)
"""Tables that refer to a player by ``player_id``."""
EMBEDDED_IDS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (TableResult, ("players", "entered")),
    (DecisionMade, ("players", "details")),
    (Playoff, ("players",)),
    (Made, ("content",)),
)
"""Tables that have player ids inside the text of some columns.  Not seatings, which keep what they were drawn from: a
merge is a move in them.
"""


Values: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = dict[tuple[str, str], Values]
"""Rows by their table and, as JSON, their primary key."""

NAMING: Mapping[str, Sequence[str]] = {
    **{kind.__tablename__: columns for kind, columns in EMBEDDED_IDS},
    Seating.__tablename__: ("document",),
}
"""The columns inside whose text a player is named, by table."""
TABLES: Mapping[str, Table] = {
    kind.__tablename__: kind.__table__
    for kind in (Player, *LINKED_TABLES, *(kind for kind, _ in EMBEDDED_IDS), Seating, PlayerLink, Appearance)
}
"""The tables that a merge may change; players first, since the others refer to them."""


@contextmanager
def remembering(change: Change, kept: Player, gone: Player) -> Iterator[None]:
    """Merge two players inside the block, and keep what that changed."""
    session, event_id, ids = change.session, kept.event_id, (kept.id, gone.id)
    row = PlayerMerge(
        event_id=event_id,
        kept_id=kept.id,
        name=gone.shown,
        number=gone.number,
        changed="",
        author=change.author.name,
        account_id=change.author.account_id,
        made_at=change.now,
    )
    before = _rows_naming(session, event_id, ids)
    yield
    session.flush()
    after = _rows_naming(session, event_id, ids)
    row.changed = json.dumps(
        [
            {"table": key[0], "key": json.loads(key[1]), "before": before.get(key), "after": after.get(key)}
            for key in dict.fromkeys((*before, *after))
            if before.get(key) != after.get(key) or key[0] == Player.__tablename__
        ]
    )
    session.add(row)
    session.flush()


def merges_into(session: Session, player_id: str) -> Sequence[PlayerMerge]:
    """The merges into a player, the latest first."""
    query = select(PlayerMerge).where(PlayerMerge.kept_id == player_id).order_by(col(PlayerMerge.id).desc())
    return session.exec(query).all()


def undo_merge(caller: Caller, player_id: str) -> ShownPlayer:
    """Undo the latest merge into a player: both are on the list again, each with what was theirs.

    What the merged player did since stays with them.  What was changed since about the player themselves stays changed.

    Raises the problems ``not_found``, ``not_allowed``, and ``merge_changed`` if seats, results or decisions of the two
    have changed since.
    """
    with caller.change() as change:
        session, player = change.session, claim_player(change, player_id)
        merge = next(iter(merges_into(session, player_id)), None)
        if merge is None:
            raise Problem("not_found", path=player_id)
        changed = json.loads(merge.changed)
        for each in changed:
            if each["table"] != Player.__tablename__ and _row(session, each) != each["after"]:
                raise Problem("merge_changed", one=player.shown, other=merge.name)
        _put_back(session, changed)
        session.delete(merge)
        session.flush()
        session.expire_all()
        change.audit("player.undo_merge", f"player:{player_id}", player.event_id, name=merge.name, number=merge.number)
        return player_view(player)


def _put_back(session: Session, changed: Sequence[Values]) -> None:
    """Give rows the values that they had; those of the player who stays only where they are still the merge's."""
    players = [each for each in changed if each["table"] == Player.__tablename__]
    stays = next(each for each in players if each["after"] is not None)
    now = _row(session, stays)
    if now is None:
        raise Problem("not_found", path=stays["key"]["id"])
    back = {
        name: stays["before"][name]
        for name, value in stays["after"].items()
        if now[name] == value != stays["before"][name]
    }
    _update(session, stays, {"number": -now["number"]})  # the other one may have had the number
    for each in sorted(changed, key=lambda each: list(TABLES).index(each["table"])):
        if each is stays:
            continue
        if each["before"] is None:
            session.execute(delete_rows(TABLES[each["table"]]).where(_at(each)))
        elif each["after"] is None:
            session.execute(TABLES[each["table"]].insert().values(**each["before"]))
        else:
            _update(session, each, each["before"])
    _update(session, stays, {"number": now["number"], **back})


def _update(session: Session, each: Values, values: Values) -> None:
    session.execute(TABLES[each["table"]].update().where(_at(each)).values(**values))


def _at(each: Values) -> Any:
    """The condition that a row is the one of a change."""
    table = TABLES[each["table"]]
    return and_(*(table.c[name] == value for name, value in each["key"].items()))


def _row(session: Session, each: Values) -> Values | None:
    found = session.execute(select_rows(TABLES[each["table"]]).where(_at(each))).mappings().first()
    return dict(found) if found is not None else None


def _rows_naming(session: Session, event_id: str, ids: Sequence[str]) -> Rows:
    found: Rows = {}
    session.flush()
    for name, table in TABLES.items():
        if name in NAMING:
            named = or_(*(table.c[column].contains(each) for column in NAMING[name] for each in ids))
            where = and_(table.c.event_id == event_id, named)
        else:
            where = table.c["id" if name == Player.__tablename__ else "player_id"].in_(ids)
        for row in session.execute(select_rows(table).where(where)).mappings():
            key = {column.name: row[column.name] for column in table.primary_key}
            found[name, json.dumps(key)] = dict(row)
    return found
