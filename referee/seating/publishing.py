"""Publishing a seating, discarding its draft, and noting the start orders rolled at its tables."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Annotated, NamedTuple

from sqlmodel import Session, col, delete, insert, select

from referee.clocks.locking import lock_round, set_deadlines
from referee.core.chain import canonical, first_hash
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.fields import Length
from referee.core.http.schemas import PlayerId
from referee.core.language import words
from referee.core.problems import Problem
from referee.core.rows import NO_KEY_UPDATE, get_row
from referee.events.game_header import header_of
from referee.events.plan import apply_plan, create_planned_rounds, unit_at
from referee.events.queries import players_of, seats_by_table
from referee.events.regulation import in_force, parse_regulation
from referee.log.append import Log, Posting
from referee.log.table_game import TableGames
from referee.models import Event, GameTable, Player, Round, Seat, Seating, new_id
from referee.results.queries import begun_tables, seating_played
from referee.seating.queries import all_closed
from referee.seating.versions import DISCARDED, DRAFT, PUBLISHED, REPLACED, latest, read
from tournaments.seating.schedule import Round as Tables


def publish_seating(caller: Caller, seating_id: str) -> None:
    """Publish a seating: its rounds get their tables, each with its seats and the header of its game.

    When a changed seating is published again, only the tables that differ are replaced.  409 `seating_played` names
    tables that would change but at which something has been played, or the rounds if all of them are closed.

    Raises the problems ``not_found``, ``not_allowed``, ``seating_outdated``, ``seating_played`` with every table that
    would change but has been played at, or with the rounds if all are closed, and ``header_refused``.
    """
    with caller.service.database.read() as session:
        found = get_row(session, Seating, seating_id)
        caller.allow("seating.change", found.event_id)
        _preload_headers(session, found)
    with caller.change() as change:
        publish_within(change, seating_id)


def publish_within(change: Change, seating_id: str) -> None:
    """Publish a seating as part of a change whose right was checked.  Raises the problems of `publish_seating`."""
    session = change.session
    seating = session.get_one(Seating, seating_id, with_for_update=True)
    newest = latest(session, seating.event_id, seating.first_round)
    if newest is None or newest.id != seating.id:
        version = newest.version if newest else 0
        raise Problem("seating_outdated", base=seating.version, version=version)
    if all_closed(session, seating.event_id, seating.first_round, seating.last_round):
        raise seating_played((), range(seating.first_round, seating.last_round + 1))
    touched = _make_tables(change, seating)
    others = select(Seating).where(
        Seating.event_id == seating.event_id,
        Seating.first_round == seating.first_round,
        Seating.id != seating.id,
        Seating.state == PUBLISHED,
    )
    for other in session.exec(others):
        other.state = REPLACED
        session.add(other)
    seating.state = PUBLISHED
    seating.published_at = seating.published_at or change.now
    session.add(seating)
    target = f"seating:{seating.id}"
    change.audit("seating.publish", target, seating.event_id, version=seating.version, tables=touched)


def discard_draft(caller: Caller, seating_id: str) -> None:
    """Discard the latest draft of a seating.

    A published version stays.  If there is none, the rounds have to be drawn again.

    Raises the problems ``not_found``, ``not_allowed``, ``seating_outdated`` if another version is
    the latest, and ``seating_public`` if this one is not a draft.
    """
    with caller.service.database.read() as session:
        caller.allow("seating.change", get_row(session, Seating, seating_id).event_id)
    with caller.change() as change:
        seating = change.row(Seating, seating_id)
        newest = latest(change.session, seating.event_id, seating.first_round, lock=True)
        if newest is None or newest.id != seating.id:
            raise Problem("seating_outdated", base=seating.version, version=newest.version if newest else 0)
        if seating.state != DRAFT:
            raise Problem("seating_public", version=seating.version)
        of_unit = select(Seating).where(
            Seating.event_id == seating.event_id, Seating.first_round == seating.first_round
        )
        for each in change.session.exec(of_unit.order_by(col(Seating.version).desc())):
            if each.published_at is not None:
                break
            each.state = DISCARDED
            change.session.add(each)
        change.audit(
            "seating.change",
            f"seating:{seating.id}",
            seating.event_id,
            discarded=seating.first_round,
            version=seating.version,
        )


def _make_tables(change: Change, seating: Seating) -> list[str]:
    """Make the tables of a seating in rounds that are not closed; return the ids of those that are new or changed.

    A table that already has its players stays as it is, with the start order that was rolled.  Any other table at
    which nothing was reported gets a new header and seats; one that is no longer needed is emptied and closed.
    """
    session, database = change.session, change.caller.service.database
    event = session.get_one(Event, seating.event_id)
    text = in_force(session, event.id).text
    regulation = parse_regulation(text)
    unit_at(regulation, seating.last_round)
    create_planned_rounds(session, event, regulation, change.now)
    before = _published_tables(session, seating)
    names = _names(session, event.id)
    touched: list[str] = []
    played: list[tuple[Round, GameTable]] = []
    for number, tables in enumerate(read(seating.document).schedule.rounds, seating.first_round):
        query = select(Round.id).where(Round.event_id == event.id, Round.number == number)
        locked = lock_round(session, database, session.exec(query).one())
        round_ = locked.round
        if round_.state == "closed":
            continue
        tables_by_number = _lock_tables(session, round_.id)
        at = begun_tables(session, tables_by_number.values())
        planned = regulation.rounds[number - 1]
        if round_.state == "drafted" and not at:
            apply_plan(round_, planned, event.language)
        public = dict(enumerate(before.get(number, ()), 1))
        kept = {place for place, players in enumerate(tables, 1) if public.get(place) == players}
        headers = {table.id: table.header for table in tables_by_number.values() if table.seq}
        made = _update_tables(session, text, RoundTables(round_, tables_by_number, at, kept), tables, names, change.now)
        # A log with lines stays with its table, so that the same game, of as many players, must go on there.
        fixed = at | {each.id for each in made if each.id in headers and _another_game(headers[each.id], each.header)}
        played += [(round_, table) for table in made if table.id in fixed]
        round_.published_at = round_.published_at or change.now
        session.add(round_)
        session.flush()
        set_deadlines(session, lock_round(session, database, round_.id, [table.id for table in made]))
        touched += [table.id for table in made]
    if played:
        raise seating_played(played)
    logged = select(GameTable).where(col(GameTable.id).in_(touched), col(GameTable.seq) > 0)
    for table in session.exec(logged).all():
        log_new_seats(change, table)
    return touched


def log_new_seats(change: Change, table: GameTable) -> None:
    """Put on record, in a log that has lines, who sits there from now on; whoever knows the game learns it by that."""
    session = change.session
    session.flush()
    execute = driver_execute(session)
    game = change.caller.service.part(TableGames).current(table.id, execute)
    language = session.get_one(Event, table.event_id).language
    names = words(language)["comma"].join(json.loads(table.header)["names"].values())
    reason = words(language)["seats_on_record"].format(names=names)
    report = {"by": change.author.name, "type": "ruling", "reason": reason, "clauses": [], "set": {}}
    # Never clashes with the client id of a reporter, which cannot contain a slash.
    change.caller.service.part(Log).append_within(execute, game, Posting(f"seats/{new_id()}", report), change.author)


def _another_game(before: str, after: str) -> bool:
    """Whether two headers differ in more than the names of the players."""
    one, other = json.loads(before), json.loads(after)
    return {**one, "names": None} != {**other, "names": None}


def _lock_tables(session: Session, round_id: str) -> dict[int, GameTable]:
    """Lock the tables of a round against logging until the transaction ends; return them by number."""
    query = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    locking = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    return {table.number: table for table in session.exec(locking)}


class RoundTables(NamedTuple):
    """The current tables of a round, by number.

    ``begun``: the ids of those that have been played at; ``kept``: the numbers of those that have the same players in
    the version that was published before.
    """

    round: Round
    tables: Mapping[int, GameTable]
    begun: Collection[str]
    kept: Collection[int]


def _published_tables(session: Session, seating: Seating) -> dict[int, Tables]:
    """The tables of the version that is published so far, by the number of the round."""
    query = select(Seating).where(
        Seating.event_id == seating.event_id, Seating.first_round == seating.first_round, Seating.state == PUBLISHED
    )
    public = session.exec(query).first()
    return dict(enumerate(read(public.document).schedule.rounds, public.first_round)) if public else {}


class PlacedTable(NamedTuple):
    """A table that is new or changes, its header, and the ids of its players: none if it is no longer needed."""

    table: GameTable
    header: str
    players: Sequence[str]


def _update_tables(
    session: Session, text: str, current: RoundTables, tables: Tables, names: Mapping[str, str], now: int
) -> list[GameTable]:
    """Give the tables of a round headers and seats; return those that are new or changed, even if already played at."""
    seats = seats_by_table(session, [table.id for table in current.tables.values()])
    sitting = {number: tuple(each.player_id for each in seats[table.id]) for number, table in current.tables.items()}
    placed: list[PlacedTable] = []
    for number, players in enumerate(tables, 1):
        before = sitting.get(number, ())
        # The start order may have been rolled at the table since.
        order = before if number in current.kept and set(before) == set(players) else players
        table = current.tables.get(number)
        if table is not None and before == order and table.id in current.begun:
            continue
        header = game_header(text, current.round.number, tuple(names[player] for player in order))
        if table is None:
            table = GameTable(
                event_id=current.round.event_id,
                round_id=current.round.id,
                number=number,
                header=header,
                head=first_hash(header),
                created_at=now,
            )
        elif before == order and table.header == header:
            continue
        table.state = "open"
        placed.append(PlacedTable(table, header, order))
    placed += _close_unneeded(current, sitting, len(tables))
    seat_players(session, placed)
    return [each.table for each in placed]


def _close_unneeded(current: RoundTables, sitting: Mapping[int, Sequence[str]], count: int) -> list[PlacedTable]:
    """Close the tables in use above the ``count`` that are needed; return them without players."""
    unneeded = [
        table
        for number, table in current.tables.items()
        if number > count and (sitting[number] or table.state == "open")
    ]
    for table in unneeded:
        table.state = "closed"
    return [PlacedTable(table, table.header, ()) for table in unneeded]


@lru_cache(2000)
def game_header(text: str, number: int, names: tuple[str, ...], minutes: int | None = None) -> str:
    """The header of a game in a round, as canonical JSON.

    ``text``: of the regulation; ``names``: of the players in start order, whose seats are letters; ``minutes``: of
    a round outside the plan.  Raises the problem ``header_refused``.
    """
    regulation = parse_regulation(text)
    letters = list(ascii_uppercase[: len(names)])
    header = {**regulation.header(number, letters, minutes), "names": dict(zip(letters, names, strict=True))}
    return canonical(header_of(header, regulation.planned(number, minutes).minutes))


def _preload_headers(session: Session, seating: Seating) -> None:
    """Fill the cache of headers in advance, so that nobody waits for them while the tables are locked."""
    text, names = in_force(session, seating.event_id).text, _names(session, seating.event_id)
    planned = len(parse_regulation(text).rounds)
    for number, tables in enumerate(read(seating.document).schedule.rounds, seating.first_round):
        for players in tables if number <= planned else ():
            with suppress(Problem):  # the round may be closed; if not, publishing will raise it
                game_header(text, number, tuple(names[player] for player in players))


def _names(session: Session, event_id: str) -> dict[str, str]:
    return {player.id: player.shown for player in players_of(session, event_id)}


def change_header(table: GameTable, header: str) -> None:
    """Give a table another header.  A log with lines keeps the one that it began with: its hashes follow from that."""
    if table.seq:
        table.root, table.header = table.root or table.header, header
    else:
        table.header, table.head = header, first_hash(header)


def seat_players(session: Session, placed: Sequence[PlacedTable]) -> None:
    """Give new headers and seats to tables at which nothing counts."""
    for table, header, _ in placed:
        change_header(table, header)
        session.add(table)
    session.flush()
    session.exec(delete(Seat).where(col(Seat.table_id).in_([table.id for table, _, _ in placed])))
    rows = [
        {"table_id": table.id, "start_order": order, "seat": ascii_uppercase[order - 1], "player_id": player}
        for table, _, players in placed
        for order, player in enumerate(players, 1)
    ]
    if rows:  # one bulk insert: ORM objects for a thousand rows would take several times as long
        session.execute(insert(Seat), rows)


@dataclass(frozen=True, slots=True)
class StartOrder:
    """A start order."""

    players: Annotated[Sequence[PlayerId], Length(1, 12), "The players' ids, in start order."]


def note_start_order(caller: Caller, table_id: str, given: StartOrder) -> None:
    """Note the start order of the players at a table, before anything is reported there.

    Raises the problems ``not_found``, ``not_allowed``, ``table_begun``,
    ``other_players`` and ``header_refused``.
    """
    with caller.change() as change:
        session = change.session
        table = get_row(session, GameTable, table_id, lock=NO_KEY_UPDATE)
        caller.allow("table.report", table.event_id, table_id)
        if begun_tables(session, [table]):
            raise Problem("table_begun", table=table.number)
        sitting = [each.player_id for each in seats_by_table(session, [table_id])[table_id]]
        if sorted(given.players) != sorted(sitting) or not sitting:
            raise Problem("other_players", table=table.number, players=sitting)
        round_ = session.get_one(Round, table.round_id)
        names = tuple(session.get_one(Player, each).shown for each in given.players)
        header = game_header(in_force(session, table.event_id).text, round_.number, names, round_.minutes)
        seat_players(session, [PlacedTable(table, header, given.players)])
        if table.seq:
            log_new_seats(change, table)
        change.audit("seating.start_order", f"table:{table_id}", table.event_id, players=list(given.players))
