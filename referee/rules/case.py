"""A case: which clauses the table is at, so that they are looked up first."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import col, select

from referee.core.service import service
from referee.log.table_game import TableGames
from referee.log.text import refused
from referee.models import Entry, GameTable
from referee.tables.queries import game_for
from rulesets.kernel.ruleset import Game, Ruleset

LATE = 20
"""How many entries later a refusal is still what the table is about."""


class Case(NamedTuple):
    """What a table may be about: the codes of its last refusal, and the clauses that keep it from throwing now.

    ``event``: the id of the table's; ``number``: the table's own.
    """

    event: str
    number: int
    ruleset: Ruleset
    codes: tuple[str, ...]


def case_of(table_id: str, language: str) -> Case:
    """The case of a table, for whoever may read its log.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    game_for("table.read", table_id)
    here = service()
    game = here.part(TableGames).current(table_id)
    query = select(col(Entry.seq)).where(Entry.table_id == table_id, col(Entry.accepted).is_(False))
    with here.database.read() as session:
        table = session.get_one(GameTable, table_id)
        last = session.exec(query.order_by(col(Entry.seq).desc()).limit(1)).first()
    codes = []
    if last is not None and game.seq - last < LATE:
        for line in here.part(TableGames).lines(table_id, last - 1, last):
            codes += [each["code"] for each in refused(game, line, language)]
    return Case(table.event_id, table.number, game.game.ruleset, tuple(dict.fromkeys((*codes, *in_the_way(game.game)))))


def in_the_way(game: Game) -> list[str]:
    """The codes by which the next throw would be refused: what is due at the table, by its clauses.  Whose throw it
    would be is the seat with the fewest of them.
    """
    throws = (
        game.ruleset.judge(game, {"type": "roll", "player": seat, "dice": [1, 2]}) for seat in game.state.table.seats
    )
    return [each.code for each in min((answer.refusals for answer in throws), key=len)]
