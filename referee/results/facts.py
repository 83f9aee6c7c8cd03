"""The facts that standings are computed from, read all together: equal facts give equal standings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import String, bindparam
from sqlmodel import Session, col, select

from referee.core.rows import get_row
from referee.events.queries import players_of
from referee.events.regulation import in_force, parse_regulation
from referee.models import Adjustment, DecisionMade, Event, GameTable, Playoff, Round, Seat, TableResult
from referee.penalties.queries import dated_sanctions
from referee.players.queries import entrant
from tournaments.penalties.effect import Sanction
from tournaments.players.entrant import Entrant, takes_part
from tournaments.players.stand_in import competing, counted_for
from tournaments.regulation.regulation import Regulation
from tournaments.result import GameResult, PlayerResult
from tournaments.seating.shapes import shape
from tournaments.standings.contest import GivenPoints


class RoundFact(NamedTuple):
    """A round.  ``names``: by language, as in its row; ``published``: whether its results are."""

    id: str
    number: int
    name: str
    names: str
    state: str
    published: bool


class TableFact(NamedTuple):
    """A table that somebody is seated at.  ``round``: the round's number."""

    id: str
    round: int
    number: int


class ResultFact(NamedTuple):
    """A version of a table's result; ``players``: JSON, as it is recorded."""

    table_id: str
    version: int
    confirmed: bool
    players: str


class DecisionFact(NamedTuple):
    """A decision that was not withdrawn; ``players``: JSON list of ids; ``among``: the players in question."""

    about: str
    by: str
    players: str
    among: tuple[str, ...]


class PlayoffFact(NamedTuple):
    """A table with a playoff.  ``round``: its number; ``about``: the question; ``among``: the players in question."""

    table_id: str
    round: int
    about: str
    among: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """All facts that determine the order of an event.

    ``text``: of the regulation in force.  Tables by round and number; results by table and version.  ``sanctions``: the
    penalties in force that have an effect; ``announced``: those of them that the public knows of, because results were
    published since they came into force.
    """

    text: str
    seed: str
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundFact, ...]
    tables: tuple[TableFact, ...]
    results: tuple[ResultFact, ...]
    decisions: tuple[DecisionFact, ...]
    adjustments: tuple[GivenPoints, ...]
    sanctions: tuple[Sanction, ...]
    announced: tuple[Sanction, ...]
    playoffs: tuple[PlayoffFact, ...]
    archived: frozenset[str]

    def sanctions_in(self, shown: str) -> tuple[Sanction, ...]:
        """The penalties that count in what is shown: published, confirmed or entered.  Where results are public as soon
        as they are entered, nothing is ever published, and penalties are public at once as well.
        """
        at_once = shown != "published" or self.regulation.results.shown == "entered"
        return self.sanctions if at_once else self.announced

    @cached_property
    def regulation(self) -> Regulation:
        """The regulation in force."""
        return parse_regulation(self.text)

    @cached_property
    def counted_for(self) -> Mapping[str, str]:
        """For whom the results of stand-ins count, by the stand-in's id."""
        return counted_for(self.entrants, self.regulation.results.stand_in)

    @cached_property
    def competing(self) -> tuple[Entrant, ...]:
        """Those who compete, as the regulation sees stand-ins and those who are away."""
        return competing(self.entrants, self.regulation.results.stand_in)

    @property
    def weight(self) -> int:
        """Roughly how many bytes these facts take, with what is computed from them."""
        return 2_000 * len(self.entrants) + 1_000 * len(self.tables) + 8_000 * len(self.results)

    @cached_property
    def tag(self) -> str:
        """A tag that changes with any of the facts."""
        return repr(
            (
                self.text,
                self.seed,
                self.entrants,
                self.rounds,
                self.tables,
                self.results,
                self.decisions,
                self.adjustments,
                self.sanctions,
                self.announced,
                self.playoffs,
                sorted(self.archived),
            )
        )

    def last_planned(self, numbers: Iterable[int]) -> int:
        """The highest of some round numbers that is in the plan, 0 if none is; playoff rounds are not in the plan."""
        return max((each for each in numbers if each <= len(self.regulation.rounds)), default=0)

    def counting(self, *, unconfirmed: bool = False) -> dict[str, ResultFact]:
        """The version that counts, by table: the highest confirmed one, with ``unconfirmed`` the highest of all."""
        return {each.table_id: each for each in self.results if each.confirmed or unconfirmed}

    @cached_property
    def skipped(self) -> frozenset[int]:
        """The rounds that people closed although nobody sits there: nothing waits for their results."""
        seated = {table.round for table in self.tables}
        return frozenset(each.number for each in self.rounds if each.state == "closed" and each.number not in seated)

    def complete(self) -> int:
        """The last round up to which the results of all tables stand, finals left out.

        The result of a table does not stand while a correction waits to be confirmed.
        """
        latest = {each.table_id: each.confirmed for each in self.results}
        done = 0
        for planned in self.regulation.rounds:
            if planned.seating == "qualifiers":
                continue
            tables = [table for table in self.tables if table.round == planned.number]
            waiting = not tables and planned.number not in self.skipped
            if waiting or not all(latest.get(table.id) for table in tables):
                break
            done = planned.number
        return done


# Built once: building them, and finding them among those that are compiled, takes longer than reading their rows.

OF_EVENT = bindparam("event", type_=String)
ROUNDS = select(Round).where(Round.event_id == OF_EVENT).order_by(col(Round.number))
TABLES = select(GameTable.id, GameTable.round_id, GameTable.number).where(
    GameTable.event_id == OF_EVENT, select(Seat.table_id).where(Seat.table_id == GameTable.id).exists()
)
RESULTS = (
    select(TableResult.table_id, TableResult.version, TableResult.confirmed_at, TableResult.players)
    .where(TableResult.event_id == OF_EVENT)
    .order_by(col(TableResult.table_id), col(TableResult.version))
)
DECISIONS = (
    select(DecisionMade.about, DecisionMade.by, DecisionMade.players, DecisionMade.details)
    .where(DecisionMade.event_id == OF_EVENT, col(DecisionMade.withdrawn_at).is_(None))
    .order_by(col(DecisionMade.made_at), col(DecisionMade.id))
)
ADJUSTMENTS = (
    select(Adjustment.player_id, Adjustment.points, Adjustment.reason, Adjustment.round)
    .where(Adjustment.event_id == OF_EVENT, col(Adjustment.withdrawn_at).is_(None))
    .order_by(col(Adjustment.made_at), col(Adjustment.id))
)
PLAYOFFS = (
    select(GameTable.id, GameTable.round_id, Playoff.about, Playoff.players)
    .join(Playoff, col(Playoff.round_id) == GameTable.round_id)
    .where(Playoff.event_id == OF_EVENT)
    .order_by(col(Playoff.made_at), col(Playoff.round_id))
)


def facts_of(session: Session, event_id: str) -> Facts:
    """The facts of an event.  Raises the problems ``not_found`` and ``no_regulation``."""
    event = get_row(session, Event, event_id)
    of = {"event": event_id}
    rounds = session.exec(ROUNDS, params=of).all()
    numbers = {each.id: each.number for each in rounds}
    tables = session.exec(TABLES, params=of).all()
    results = session.exec(RESULTS, params=of).all()
    decisions = session.exec(DECISIONS, params=of).all()
    adjustments = session.exec(ADJUSTMENTS, params=of).all()
    players = players_of(session, event_id)
    played_off = session.exec(PLAYOFFS, params=of).all()
    sanctions = dated_sanctions(session, event_id)
    announced_until = max((each.results_published_at or 0 for each in rounds), default=0)
    return Facts(
        text=in_force(session, event_id).text,
        seed=event.seed,
        entrants=tuple(entrant(each) for each in players),
        rounds=tuple(
            RoundFact(each.id, each.number, each.name, each.names, each.state, each.results_published_at is not None)
            for each in rounds
        ),
        tables=tuple(
            sorted(
                (TableFact(id_, numbers[round_id], number) for id_, round_id, number in tables),
                key=lambda table: (table.round, table.number),
            )
        ),
        results=tuple(
            ResultFact(table_id, version, confirmed_at is not None, players)
            for table_id, version, confirmed_at, players in results
        ),
        decisions=tuple(
            DecisionFact(about, by, players, tuple(json.loads(details).get("among", ())))
            for about, by, players, details in decisions
        ),
        adjustments=tuple(
            GivenPoints(player, Fraction(points), reason, after or 0) for player, points, reason, after in adjustments
        ),
        sanctions=tuple(sanction for _, sanction in sanctions),
        announced=tuple(sanction for at, sanction in sanctions if at <= announced_until),
        playoffs=tuple(
            PlayoffFact(table_id, numbers[round_id], about, tuple(json.loads(among)))
            for table_id, round_id, about, among in played_off
        ),
        archived=frozenset(each.id for each in players if each.archived_at is not None),
    )


# How the players of a result are recorded (`referee.models.TableResult`).


def players_json(result: GameResult, dice: Mapping[str, int]) -> str:
    """The players of a result as they are recorded: points exact, as text; dollars that nobody counted are null.

    ``dice``: sums thrown for a bonus.
    """
    rows = [
        {
            "player": each.player,
            "start_order": each.start_order,
            "assets": each.assets if each.counted else None,
            "fell": each.fell,
            **({"left": True} if each.left else {}),
            "points": None if each.points is None else str(each.points),
            "place": each.place,
            "monopoly": each.monopoly,
            "dice": dice.get(each.player),
        }
        for each in result.players
    ]
    return json.dumps(rows)


def recorded_result(players: str, round: int, table: int) -> tuple[GameResult, dict[str, int]]:
    """A recorded result, and the sums thrown for a bonus, by player."""
    rows: list[dict[str, Any]] = json.loads(players)
    found = tuple(
        PlayerResult(
            player=row["player"],
            start_order=row["start_order"],
            assets=row["assets"] or 0,
            counted=row["assets"] is not None,
            fell=row["fell"],
            left=row.get("left", False),
            points=None if row["points"] is None else Fraction(row["points"]),
            place=row["place"],
            monopoly=row["monopoly"],
        )
        for row in rows
    )
    return GameResult(round, table, found), {row["player"]: row["dice"] for row in rows if row["dice"] is not None}


def games_of(facts: Facts, *, unconfirmed: bool = False) -> Iterator[tuple[GameResult, dict[str, int]]]:
    """The results that count by round and table, with the sums thrown for a bonus."""
    counts = facts.counting(unconfirmed=unconfirmed)
    for table in facts.tables:
        if table.id in counts:
            yield recorded_result(counts[table.id].players, table.round, table.number)


def flags_of(entrants: Sequence[Entrant]) -> dict[str, frozenset[str]]:
    """The flags of every player, and the class they play in."""
    return {each.id: frozenset((*each.flags, each.class_)) - {""} for each in entrants}


def table_sizes(facts: Facts) -> tuple[int, ...]:
    """The sizes of the tables that the players need; all of the preferred size if no combination fits."""
    count = sum(takes_part(each, 1) for each in facts.entrants)
    tables = facts.regulation.tables
    return shape(count, tables.sizes, tables.fit) or (tables.sizes[0],) * -(-count // tables.sizes[0])
