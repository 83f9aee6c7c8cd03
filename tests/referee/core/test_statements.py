"""What is asked for all day long asks the database for no more than it needs: polls, reports, a phone's look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from referee.core.cache import Shelf, empty_shelf
from referee.core.database.database import consistent_read
from referee.core.service import Service
from referee.log import heads
from referee.log.heads import HeadNotes
from referee.log.table_game import TableGames
from referee.public import cache
from tests.referee.public.test_public import Stranger
from tests.referee.public.test_ready import PARTS, get, renewed
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

Statements = list[str]
ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}


@pytest.fixture
def statements(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Statements]:
    """Every statement from now on, whether by SQLAlchemy, by the driver, or to write a report."""
    found: Statements = []
    database = world.service.database
    rows, run = database.rows, database.run_durably

    def noted(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        found.append(statement)

    def run_noted(work: Callable[[Any], Any], *, single: bool) -> Any:
        found.append("a report is written")
        return run(work, single=single)

    def rows_noted(statement: str, values: Any) -> Any:
        found.append(statement)
        return rows(statement, values)

    monkeypatch.setattr(database, "rows", rows_noted)
    monkeypatch.setattr(database, "run_durably", run_noted)
    event.listen(database.engine, "before_cursor_execute", noted)
    yield found
    event.remove(database.engine, "before_cursor_execute", noted)


def roll(world: World, base: int, **more: Any) -> Any:
    """Report a throw from the table's device, as a tablet does."""
    report = {"client_id": f"report-{base:04}", "base": base, "report": ROLL, **more}
    return world.ask("POST", f"/tables/{world.table}/entries?view=tablet", "device", json=report)


def asked(statements: Statements, ask: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What an answer took, once it is known who asks."""
    statements.clear()
    return ask(), [each for each in statements if "FROM credential c LEFT JOIN account" not in each]


def test_a_tablets_poll_reads_the_log_once_and_nothing_else_until_there_is_news(
    world: World, statements: Statements
) -> None:
    entry = roll(world, 0).get_json()
    path = f"/tables/{world.table}/lines?since=1&head={entry['hash']}"
    first, took = asked(statements, lambda: world.ask("GET", path, "device"))
    assert (first.get_json()["lines"], len(took)) == ([], 1), took
    tag = first.headers["ETag"]
    again, took = asked(statements, lambda: world.ask("GET", path, "device", headers={"If-None-Match": tag}))
    assert (again.status_code, len(took)) == (304, 1), took
    _, took = asked(statements, lambda: world.ask("GET", f"/tables/{world.table}/entries?since=1", "device"))
    assert len(took) == 1, took


def test_a_report_is_written_and_answered_with_what_the_tablet_shows_without_reading_it_back(
    world: World, statements: Statements
) -> None:
    answered, took = asked(statements, lambda: roll(world, 0))
    body = answered.get_json()
    assert (answered.status_code, body["tablet"]["seq"], body["tablet"]["state"]) == (201, 1, "open")
    assert [each["seq"] for each in body["lines"]] == [1]
    pay = {"type": "decline", "player": "A"}
    answered, took = asked(statements, lambda: roll(world, 1, report=pay))
    entry = answered.get_json().get("entry") or answered.get_json()
    assert entry["seq"] == 2
    assert [each for each in took if "FROM credential c JOIN" not in each] == ["a report is written"], took
    roll(world, 2, report={"type": "roll", "player": "B", "dice": [1, 2]})
    world.ask("POST", f"/tables/{world.table}/close")
    later = roll(world, 1, report=pay).get_json()  # sent again, since its answer was lost
    tablet = (later.get("entry") or later).get("tablet") or later["tablet"]
    assert (tablet["seq"], tablet["state"]) == (3, "closed")


def test_a_game_that_has_not_begun_is_not_opened_anew_for_each_look_unless_its_seating_changes(
    world: World, statements: Statements, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = world.service.part(TableGames)
    before = games.current(world.table)
    monkeypatch.setattr(games, "at_start", lambda *_: pytest.fail("it was opened anew"))
    assert games.current(world.table) is before
    monkeypatch.undo()
    with world.service.database.write() as session:
        session.connection().exec_driver_sql("UPDATE game_table SET header = replace(header, 'names', 'nicks')")
        session.connection().exec_driver_sql("UPDATE game_table SET root = 'another seating'")
    assert games.current(world.table).head != before.head


@SQLITE_ONLY
def test_one_process_follows_a_game_for_the_phones_of_all(
    world: World, other: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0.0)
    stranger = Stranger(world)
    stranger.open(*PARTS, address="cup", delay_turns=1)
    stranger.hall.published()
    table = stranger.hall.tables(1)[0]["id"]
    empty_shelf(tmp_path / "shelf")
    for app in (world.app, other):
        renewed(app, Shelf(tmp_path / "shelf"))
        assert get(app, "/p/cup/tables/1/1").status_code == 200
    stranger.hall.roll(table)
    shown = [get(world.app, "/p/cup/tables/1/1") for _ in range(2)][-1]
    others: Service = other.extensions["referee"]
    monkeypatch.setattr(others.part(TableGames), "current", lambda *_: pytest.fail("the other one follows it too"))
    assert get(other, "/p/cup/tables/1/1").headers["ETag"] == shown.headers["ETag"]


def test_the_ends_of_all_logs_that_have_moved_are_looked_for_at_once(
    world: World, statements: Statements, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "AT_ONCE", 2)
    tables = [world.table, *(world.new_table(number) for number in range(2, 6))]

    def report(base: int) -> None:
        for table in tables:
            body = {"client_id": f"{table}-{base}", "base": base, "report": ROLL}
            assert world.ask("POST", f"/tables/{table}/entries", json=body).status_code in (201, 422)

    report(0)
    notes = world.service.part(HeadNotes)
    notes.note()
    report(1)
    statements.clear()
    notes.note()
    assert sum("FROM entry" in each for each in statements) == 3  # of five tables, two at a time
    found = heads.read(notes.data)
    assert found is not None
    assert {found.tables[each][0] for each in tables} == {2}
    gone = {tables[0]: (2, "0" * 64), tables[1]: found.tables[tables[1]], tables[2]: (9, "0" * 64)}
    with consistent_read(world.service.database) as connection:
        assert set(heads.absent(connection, heads.ENTRIES, gone)) == {tables[0], tables[2]}
