"""Faults of a schedule, translated from ids to players' names and from its own round numbers to those of the plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlmodel import Session

from referee.core.database.database import Database
from referee.events.queries import players_of
from referee.models import Player
from tournaments.fault import Fault, Faulty

PLAYER_FACTS = ("player", "one", "other", "after", "players")
"""The facts of faults that hold ids of players."""
ROUNDS_PREFIX = "rounds["


def parse_place(path: str) -> tuple[int | None, int | None]:
    """The numbers of the round and the table in a fault's path, as the schedule counts them."""
    if not path.startswith(ROUNDS_PREFIX):
        return None, None
    number, _, rest = path.removeprefix(ROUNDS_PREFIX).partition("]")
    table = rest.removeprefix(".tables[").removesuffix("]")
    return int(number), int(table) if table else None


def named_fault(fault: Fault, people: Mapping[str, Player], first_round: int) -> Fault:
    """A fault of a schedule with players' names and the plan's round numbers.  ``first_round``: of the seating."""
    facts = {
        key: _names(value, people) if key in PLAYER_FACTS else _rounds(key, value, first_round)
        for key, value in fault.facts.items()
    }
    number, _ = parse_place(fault.path)
    path = fault.path.replace(f"[{number}]", f"[{number + first_round - 1}]", 1) if number is not None else fault.path
    return Fault(path, fault.code, facts)


@contextmanager
def naming_faults(database: Database, event_id: str, first_round: int) -> Iterator[None]:
    """Re-raise faults of a schedule from inside the block with names instead of ids."""
    try:
        yield
    except Faulty as error:
        with database.read() as session:
            raise named_faults(session, event_id, error, first_round) from error


def named_faults(session: Session, event_id: str, faulty: Faulty, first_round: int) -> Faulty:
    """The faults of a schedule with names instead of ids."""
    people = {player.id: player for player in players_of(session, event_id)}
    return Faulty([named_fault(fault, people, first_round) for fault in faulty.faults])


def _names(value: object, people: Mapping[str, Player]) -> str:
    ids = str(value).split(", ")
    return ", ".join(people[each].shown if each in people else each for each in ids)


def _rounds(key: str, value: object, first_round: int) -> object:
    if key == "round" and isinstance(value, int):
        return value + first_round - 1
    if key == "rounds" and isinstance(value, str):
        return ", ".join(str(int(each) + first_round - 1) for each in value.split(", "))
    return value
