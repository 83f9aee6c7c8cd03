"""A case: the clauses that a table is probably asking about, so that a search lists them first."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import col, select

from referee.core.service import service
from referee.log.table_game import TableGames
from referee.log.text import line_refusals
from referee.models import Entry, GameTable
from referee.tables.queries import game_for
from rulesets.kernel.ruleset import Game, Ruleset

RECENT_ENTRIES = 20
"""For how many entries a refusal counts as what the table is asking about."""


class AskedSituation(NamedTuple):
    """What a table may be asking about.  ``event``: the id of its event; ``number``: of the table; ``codes``: those of
    its last refusal, and of what keeps it from throwing now.
    """

    event: str
    number: int
    ruleset: Ruleset
    codes: tuple[str, ...]


def case_of(table_id: str, language: str) -> AskedSituation:
    """The case of a table, for callers who may read its log.

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
    if last is not None and game.seq - last < RECENT_ENTRIES:
        for line in here.part(TableGames).lines(table_id, last - 1, last):
            codes += [each["code"] for each in line_refusals(game, line, language)]
    return AskedSituation(
        table.event_id, table.number, game.game.ruleset, tuple(dict.fromkeys((*codes, *blocking_codes(game.game))))
    )


def blocking_codes(game: Game) -> list[str]:
    """The codes of the refusals that the next throw would get, which say what else is due at the table.

    The throw is tried for every seat; the seat with the fewest refusals is taken to be the one whose turn it is.
    """
    throws = (
        game.ruleset.judge(game, {"type": "roll", "player": seat, "dice": [1, 2]}) for seat in game.state.table.seats
    )
    return [each.code for each in min((answer.refusals for answer in throws), key=len)]
