"""Everything that an event shows to everybody, read at once: who sits where, rounds and clock, standings, notices.

Drafts are not read here at all, so that no page can show one; results are those of
`referee.standings.queries.published`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sqlmodel import Session, col, select

from referee.cases.queries import cases_of
from referee.cases.state import CaseState
from referee.clocks.locking import Moves, moves_of
from referee.clocks.timeline import Clock
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.events.pictures import LOGO, PictureView, pictures_of
from referee.events.plan import rounds_of
from referee.events.queries import last_begun_round, players_of, seats_by_table
from referee.floor.queries import floor_of
from referee.models import Event, GameTable, Notice, Player, Prize, RegistrationForm, Round
from referee.penalties.queries import penalties_of
from referee.penalties.state import PenaltyState
from referee.players.link import turns
from referee.players.queries import entrant
from referee.public.cache import Rests
from referee.public.settings import PublicSettings, notices, shown_settings
from referee.results.queries import begun_tables
from referee.seating.queries import moved_players, rolled_orders
from referee.standings.queries import IncludedResults, published
from tournaments.floor import FloorThing
from tournaments.players.names import search_text, sort_key


@dataclass(frozen=True)
class PublicTable:
    """A table of a public seating.  ``players``: their ids in start order; ``rolled``: whether the start order is still
    to be rolled; ``seats``: of the players, as the game's reports name them.
    """

    id: str
    round: int
    number: int
    players: tuple[str, ...]
    rolled: bool
    seats: tuple[str, ...]


@dataclass(frozen=True)
class SeatedPlayer:
    """A player who is seated somewhere, and the folded text that a search matches."""

    player: Player
    find: str


@dataclass(frozen=True)
class PublicEvent:
    """What everybody may know of an event.

    ``tables``: by round and number; ``seen``: the published results, None without a regulation; ``notices``: latest
    first, including those to single players; ``turns``: of the players' links, as `referee.players.link.turns` gives
    them.  ``rulings`` and ``penalties`` (those that are or were in force), latest first, are only for the private pages
    of the players concerned.  ``signs_up``: whether registration is open and no round has begun.  ``pictures``: logo
    and sponsors; ``prizes``: whether there are any; ``floor``: the floor plan of the hall.  ``moved``: by round and
    player, the table from which the latest change of public seats moved somebody.
    """

    event: Event
    shown: PublicSettings
    rounds: tuple[Round, ...]
    players: dict[str, Player]
    tables: tuple[PublicTable, ...]
    moves: dict[int, Moves]
    seen: IncludedResults | None
    notices: tuple[Notice, ...]
    turns: dict[str, int]
    rulings: tuple[CaseState, ...]
    penalties: tuple[PenaltyState, ...]
    signs_up: bool
    pictures: tuple[PictureView, ...]
    prizes: bool
    floor: tuple[FloorThing, ...]
    moved: Mapping[int, Mapping[str, int]]

    @property
    def logo(self) -> PictureView | None:
        """The logo; None if the event has none."""
        return next((each for each in self.pictures if each.kind == LOGO), None)

    @property
    def sponsors(self) -> list[PictureView]:
        return [each for each in self.pictures if each.kind != LOGO]

    def shows(self, part: str) -> bool:
        return part in self.shown.parts

    @cached_property
    def round(self) -> Round | None:
        """The current round: the running one, else the first that is seated and not over, else the last to be seated.

        The last goes by time, not by number: a playoff has a high number and still comes before the final.
        """
        seated_at = {table.round for table in self.tables}
        there = [each for each in self.rounds if each.number in seated_at or each.state == "running"]
        running = (each for each in there if each.state == "running")
        ahead = (each for each in there if each.state != "closed")
        latest = max(there, key=lambda each: (each.published_at or 0, each.number), default=None)
        return next(running, next(ahead, latest))

    def clock(self, now: int) -> Clock | None:
        """The clock of the current round; None if there is no such round, it is over, or it has no clock."""
        if self.round is None or self.round.state == "closed" or self.round.number not in self.moves:
            return None
        moves = self.moves[self.round.number]
        return moves.clock(self.round, max(now, moves.latest()))

    def clock_at(self, table: PublicTable, now: int) -> Clock | None:
        """The clock of a table, with what it was given or made to wait by itself; None if the round is over."""
        moves, round_ = self.moves.get(table.round), next(each for each in self.rounds if each.number == table.round)
        return moves.clock(round_, max(now, moves.latest()), table.id) if moves is not None else None

    def rests(self, now: int, table: PublicTable | None = None) -> Rests:
        """What a cached page with the clock, that of the round or of a table, also rests on: the clock runs out without
        any change to the event.
        """
        clock = self.clock(now) if table is None else self.clock_at(table, now)
        return Rests(until=clock.deadline if clock is not None and clock.running else None)

    @cached_property
    def places(self) -> dict[str, dict[int, tuple[PublicTable, int]]]:
        """By player and round, the table and the start order from 1 (0 where it is still to be rolled)."""
        found: dict[str, dict[int, tuple[PublicTable, int]]] = {}
        for table in self.tables:
            for order, player in enumerate(table.players, 1):
                found.setdefault(player, {})[table.round] = (table, 0 if table.rolled else order)
        return found

    @cached_property
    def seated(self) -> tuple[SeatedPlayer, ...]:
        """Everybody who is seated somewhere, in the order of player lists."""
        listed = {each.id for each in self.players.values() if each.archived_at is None}
        people = sorted(
            ((entrant(self.players[each]), each) for each in self.places if each in listed),
            key=lambda row: sort_key(row[0]),
        )
        return tuple(SeatedPlayer(self.players[player], search_text(known)) for known, player in people)

    def at(self, number: int) -> tuple[PublicTable, ...]:
        return tuple(table for table in self.tables if table.round == number)


def read_public_event(session: Session, event_id: str) -> PublicEvent:
    """Read what an event shows to everybody.  Raises the problem ``not_found``."""
    event = get_row(session, Event, event_id)
    rounds = tuple(rounds_of(session, event_id))
    of_round: dict[str, list[str]] = {}
    for table_id, round_id in session.exec(
        select(GameTable.id, GameTable.round_id).where(GameTable.event_id == event_id)
    ):
        of_round.setdefault(round_id, []).append(table_id)
    try:
        seen = published(session, event_id)
    except Problem:  # no regulation, so there are no results that count
        seen = None
    return PublicEvent(
        event=event,
        shown=shown_settings(session, event_id),
        rounds=rounds,
        players={each.id: each for each in players_of(session, event_id)},
        tables=public_tables(session, rounds, seen),
        moves={
            each.number: moves_of(session, each.id, of_round.get(each.id, ()))
            for each in rounds
            if each.state != "closed"
        },
        seen=seen,
        notices=tuple(notices(session, event_id)),
        turns=dict(turns(session, event_id)),
        rulings=tuple(each for each in cases_of(session, event_id) if each.last is not None),
        penalties=tuple(each for each in penalties_of(session, event_id) if each.came_into_force is not None),
        signs_up=signs_up(session, event_id),
        pictures=tuple(pictures_of(session, event_id)),
        prizes=session.exec(select(Prize.id).where(Prize.event_id == event_id).limit(1)).first() is not None,
        floor=floor_of(session, event_id),
        moved=moved_players(session, event_id),
    )


def signs_up(session: Session, event_id: str) -> bool:
    form = session.get(RegistrationForm, event_id)
    return form is not None and form.open and not last_begun_round(session, event_id)


def public_tables(session: Session, rounds: tuple[Round, ...], seen: IncludedResults | None) -> tuple[PublicTable, ...]:
    public = {each.id: each.number for each in rounds if each.published_at is not None}
    query = select(GameTable).where(col(GameTable.round_id).in_(public)).order_by(col(GameTable.number))
    tables = session.exec(query).all()
    seats = seats_by_table(session, [table.id for table in tables])
    found = []
    rolling = seen is not None and seen.facts.regulation.seating.start_order == "rolled"
    played = begun_tables(session, tables) if rolling else set()
    orders = rolled_orders(session, tables[0].event_id) if rolling and tables else {}
    for table in tables:
        players = tuple(each.player_id for each in seats[table.id])
        if players:
            rolled = rolling and table.id not in played and orders.get(table.id) != list(players)
            named = tuple(each.seat for each in seats[table.id])
            found.append(PublicTable(table.id, public[table.round_id], table.number, players, rolled, named))
    return tuple(sorted(found, key=lambda table: (table.round, table.number)))
