"""A table with its players, round and regulation, as results need it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.events.queries import seats_by_table
from referee.events.regulation import regulation_of
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import GameTable, Player, Round, Seat
from referee.penalties.queries import sanctions_of
from referee.players.queries import entrant
from referee.results.contest import Scored, score_game
from referee.results.facts import flags_of
from tournaments.penalties.effect import Sanction, with_penalties
from tournaments.players.entrant import Entrant
from tournaments.regulation.regulation import Regulation
from tournaments.result import GameResult


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table with its players.  ``seats``: by start order; ``entrants``: the players by id; ``sanctions``: the
    event's penalties that have an effect.
    """

    table: GameTable
    round: Round
    seats: Sequence[Seat]
    entrants: Mapping[str, Entrant]
    regulation: Regulation
    sanctions: tuple[Sanction, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the players in start order."""
        return tuple(each.player_id for each in self.seats)

    def name(self, player: str) -> str:
        return self.entrants[player].shown

    def counted(self, result: GameResult) -> GameResult:
        """The result with penalties applied: a player who lost the game by one is last."""
        return with_penalties(result, self.sanctions)

    def scored(self, result: GameResult, dice: Mapping[str, int]) -> Scored:
        """The result as it counts, with its points.  Raises `Faulty` if the regulation cannot score it."""
        names = {each.id: each.shown for each in self.entrants.values()}
        flags = flags_of(tuple(self.entrants.values()))
        return score_game(self.regulation, self.counted(result), flags, dict(dice), names)


def at_table(session: Session, table_id: str, *, lock: bool = False) -> AtTable:
    """A table with its players.  ``lock``: lock it until the transaction ends, against other results.

    Raises the problems ``not_found``, ``table_unseated`` and ``no_regulation``.
    """
    table = get_row(session, GameTable, table_id, lock=lock)
    round_ = session.get(Round, table.round_id)
    assert round_ is not None
    seats = seats_by_table(session, [table_id])[table_id]
    if not seats:
        raise Problem("table_unseated", number=table.number)
    people = session.exec(select(Player).where(col(Player.id).in_([each.player_id for each in seats])))
    return AtTable(
        table,
        round_,
        seats,
        {each.id: entrant(each) for each in people},
        regulation_of(session, table.event_id),
        sanctions_of(session, table.event_id),
    )


def game_at(table_id: str) -> TableGame | None:
    """The game at a table, for the names of its deeds; None if its rules were changed."""
    try:
        return service().part(TableGames).remembered(table_id)
    except LogDiffers:
        return None


def game_over(table_id: str) -> bool:
    """Whether the game in the table's log is over."""
    try:
        game = service().part(TableGames).current(table_id).game
    except LogDiffers:
        return False
    return game.ruleset.over(game)
