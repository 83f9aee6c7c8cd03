"""A seating as it is shown, and the public seats as a table to take away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session, col, select

from referee.core.language import language
from referee.events.queries import players_of
from referee.models import GameTable, Player, Round, Seat, Seating
from referee.players.queries import entrant
from referee.results.played import begun, tables_of
from referee.seating.reseating import changes
from referee.seating.versions import REPLACED, fingerprint_of, read
from tournaments.export.seating import seating
from tournaments.export.table import Table
from tournaments.fault import Fault, Faulty
from tournaments.seating.bound import bound
from tournaments.seating.schedule import Reseat, Schedule, Swap
from tournaments.seating.score import score
from tournaments.seating.violations import Change, violations
from tournaments.seating.why import why

PEOPLE = ("player", "one", "other", "after", "players")
"""Facts of faults that are ids of players."""
PLACE = "rounds["


def row(seating: Seating) -> dict[str, Any]:
    """A version of a seating as it is listed."""
    return {
        "id": seating.id,
        "event_id": seating.event_id,
        "first_round": seating.first_round,
        "last_round": seating.last_round,
        "version": seating.version,
        "state": seating.state,
        "kind": read(seating.document).kind,
        "author": seating.author,
        "made_at": seating.made_at,
        "published_at": seating.published_at,
        "reason": seating.reason,
        "fingerprint": fingerprint_of(seating.document),
    }


def view(session: Session, seating: Seating) -> dict[str, Any]:
    """A version of a seating with its tables, figures, violations and moves."""
    people = {player.id: player for player in players_of(session, seating.event_id)}
    document = read(seating.document)
    schedule, asked = document.schedule, document.schedule.now
    return {
        **row(seating),
        "seed": asked.seed,
        "sizes": list(asked.sizes),
        "start": asked.start,
        "apart": [list(pair) for pair in asked.apart],
        "fixed": [
            {
                "player": each.id,
                "table": each.table,
                "rounds": [number + seating.first_round - 1 for number in each.table_rounds],
            }
            for each in asked.entrants
            if each.table is not None
        ],
        "figures": figures(schedule),
        "violations": told(violations(schedule), people, seating.first_round),
        "moves": [moved(each, seating.first_round) for each in schedule.moves],
        "rounds": [
            {
                "number": number,
                "tables": [
                    {"number": place, "players": [seat(people, each, order) for order, each in enumerate(table, 1)]}
                    for place, table in enumerate(tables, 1)
                ],
            }
            for number, tables in enumerate(schedule.rounds, seating.first_round)
        ],
        **stale(session, seating),
    }


def for_everybody(shown: dict[str, Any]) -> dict[str, Any]:
    """What anybody may see of a public seating: without who must not meet, who asked for a table, and the reasons of
    changes, which are somebody's own affair.
    """
    moves = [{**each, "reason": "", "author": None} for each in shown["moves"]]
    return {**shown, "reason": None, "apart": [], "fixed": [], "violations": [], "moves": moves}


def seat(people: Mapping[str, Player], player: str, order: int) -> dict[str, Any]:
    """A player at a table."""
    found = people[player]
    return {
        "id": player, "number": found.number, "name": found.name, "reading": found.reading, "club": found.club,
        "start_order": order,
    }  # fmt: skip


def figures(schedule: Schedule) -> list[dict[str, Any]]:
    """The figure of each aim, the gravest first, and what no schedule can be better than."""
    least = bound(schedule)
    return [
        {"aim": aim, "figure": figure, "bound": least[aim], "wanted": aim in schedule.asked.aims}
        for aim, figure in score(schedule).items()
    ]


def told(faults: Iterable[Fault], people: Mapping[str, Player], first_round: int) -> list[dict[str, Any]]:
    """Violations with their place and a sentence; ``round`` and ``table`` are None where it is about several."""
    found = []
    for fault in faults:
        number, table = place(fault.path)
        sentence = named(fault, people, first_round)
        found.append(
            {
                "round": None if number is None else number + first_round - 1,
                "table": table,
                "code": fault.code,
                "message": replace(sentence, path="").sentence(language()),
            }
        )
    return found


def place(path: str) -> tuple[int | None, int | None]:
    """The round and the table in a fault's path, as the schedule counts them."""
    if not path.startswith(PLACE):
        return None, None
    number, _, rest = path.removeprefix(PLACE).partition("]")
    table = rest.removeprefix(".tables[").removesuffix("]")
    return int(number), int(table) if table else None


def named(fault: Fault, people: Mapping[str, Player], first_round: int) -> Fault:
    """A fault of a schedule with the names of the players, and the rounds as the plan counts them."""
    facts = {
        key: _names(value, people) if key in PEOPLE else _rounds(key, value, first_round)
        for key, value in fault.facts.items()
    }
    number, _ = place(fault.path)
    path = fault.path.replace(f"[{number}]", f"[{number + first_round - 1}]", 1) if number is not None else fault.path
    return Fault(path, fault.code, facts)


def named_faults(session: Session, event_id: str, faulty: Faulty, first_round: int) -> Faulty:
    """What makes a seating impossible, with names instead of ids."""
    people = {player.id: player for player in players_of(session, event_id)}
    return Faulty([named(fault, people, first_round) for fault in faulty.faults])


def _names(value: object, people: Mapping[str, Player]) -> str:
    ids = str(value).split(", ")
    return ", ".join(people[each].name if each in people else each for each in ids)


def _rounds(key: str, value: object, first_round: int) -> object:
    if key == "round" and isinstance(value, int):
        return value + first_round - 1
    if key == "rounds" and isinstance(value, str):
        return ", ".join(str(int(each) + first_round - 1) for each in value.split(", "))
    return value


def moved(move: Swap | Reseat, first_round: int) -> dict[str, Any]:
    """A change since the draw.  ``players``: the two who changed places, or whose taking part changed."""
    return {
        "kind": "swap" if isinstance(move, Swap) else "reseat",
        "round": (move.round if isinstance(move, Swap) else move.from_round) + first_round - 1,
        "players": [move.one, move.other] if isinstance(move, Swap) else [each.id for each in move.changed],
        "reason": move.reason,
        "author": move.author,
    }


def changed(change: Change, people: Mapping[str, Player], first_round: int) -> dict[str, Any]:
    """What a change made better and worse."""
    return {
        "figures": [{"aim": aim, "before": old, "after": new} for aim, (old, new) in change.score.items()],
        "new": told(change.new, people, first_round),
        "gone": told(change.gone, people, first_round),
    }


def stale(session: Session, seating: Seating) -> dict[str, list[str]]:
    """Who takes part by now and has no place (``unseated``), and who has one and takes no part (``gone``), in the
    rounds that have not begun.
    """
    ahead = open_from(session, seating)
    if ahead is None or seating.state == REPLACED:
        return {"unseated": [], "gone": []}
    before = {each.id: each for each in read(seating.document).schedule.now.entrants}
    numbers = range(ahead - seating.first_round + 1, seating.last_round - seating.first_round + 2)
    unseated: list[str] = []
    gone: list[str] = []
    for each in changes(session, seating, ahead):
        old = before.get(each.id)
        plays = sum(each.plays(number) for number in numbers)
        played = sum(old.plays(number) for number in numbers) if old else 0
        (unseated if plays > played else gone).append(each.id)
    return {"unseated": unseated, "gone": gone}


def open_from(session: Session, seating: Seating) -> int | None:
    """The first round of a seating that has not begun, after all that have; None where all have."""
    numbers = range(seating.first_round, seating.last_round + 1)
    wanted = select(Round).where(Round.event_id == seating.event_id, col(Round.number).in_(numbers))
    played = {each.number for each in session.exec(wanted) if each.state != "drafted"}
    found = tables_of(session, seating.event_id, numbers)
    at = begun(session, (table for _, table in found))
    played |= {round_.number for round_, table in found if table.id in at}
    ahead = max(played, default=seating.first_round - 1) + 1
    return ahead if ahead <= seating.last_round else None


def reasons(session: Session, seating: Seating, player: str, number: int) -> dict[str, Any]:
    """Why somebody sits where they sit in a round of the plan.  Raises `Faulty` where they do not."""
    people = {each.id: each for each in players_of(session, seating.event_id)}
    offset = seating.first_round - 1
    try:
        found = why(read(seating.document).schedule, player, number - offset)
    except Faulty as error:
        raise Faulty([named(each, people, seating.first_round) for each in error.faults]) from error
    best = found.best
    return {
        "player": found.player,
        "name": people[found.player].name,
        "round": found.round + offset,
        "table": found.table,
        "start_order": found.start_order,
        "fixed": found.fixed,
        "tablemates": [
            {
                "player": each.player,
                "name": people[each.player].name,
                "clubmate": each.clubmate,
                "rounds": [number + offset for number in each.rounds],
            }
            for each in found.tablemates
        ],
        "start_orders": [
            {"round": number + offset, "start_order": order} for number, order in found.start_orders.items()
        ],
        "odd_rounds": [number + offset for number in found.odd_rounds],
        "best": best
        and {
            "player": best.player,
            "name": people[best.player].name,
            "table": best.table,
            "change": [{"aim": aim, "by": by} for aim, by in best.change.items()],
            "better": best.better,
        },
    }


def seats_table(session: Session, event_id: str, number: int | None, language: str) -> Table:
    """The seats at the tables of an event as they are by now, those of one round or of all; a row each."""
    wanted = (
        select(Round.number, GameTable.number, Seat.player_id)
        .where(Seat.table_id == GameTable.id, GameTable.round_id == Round.id, Round.event_id == event_id)
        .where(col(Round.published_at).is_not(None))
        .order_by(col(Round.number), col(GameTable.number), col(Seat.start_order))
    )
    if number is not None:
        wanted = wanted.where(Round.number == number)
    rounds: list[list[list[str]]] = []
    for round_number, table_number, player in session.exec(wanted):
        while len(rounds) < round_number:
            rounds.append([])
        tables = rounds[round_number - 1]
        while len(tables) < table_number:
            tables.append([])
        tables[table_number - 1].append(player)
    return seating(rounds, [entrant(each) for each in players_of(session, event_id)], language)
