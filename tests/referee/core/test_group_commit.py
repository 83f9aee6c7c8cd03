"""Group commit on SQLite: what is written in one transaction, and what fails alone or with the others."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.core.database.group_commit import GroupCommit

INSERT = "INSERT INTO kept VALUES (:name)"


class Connection(sqlite3.Connection):
    """A connection that fails to commit while ``full``."""

    full = False

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT" and self.full:
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(statement, *values)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    """A database with a table of unique names."""
    opened = sqlite3.connect(tmp_path / "kept.db", isolation_level=None, check_same_thread=False, factory=Connection)
    opened.execute("CREATE TABLE kept (name TEXT PRIMARY KEY)")
    yield opened
    opened.close()


def together(connection: Connection, *names: str) -> tuple[dict[str, list[object]], list[str]]:
    """Write each of the names in a thread of its own (several names if separated by slashes) while somebody else has
    the turn to write; return the outcomes of each and the statements.
    """
    turn = threading.Lock()
    commits = GroupCommit(turn, lambda: connection, lambda: None)
    outcomes: dict[str, list[object]] = {name: [] for name in names}
    statements: list[str] = []

    def write(name: str) -> None:
        try:
            outcomes[name].append(
                commits.run(lambda execute: sum(execute(INSERT, {"name": each}).rowcount for each in name.split("/")))
            )
        except sqlite3.Error as error:
            outcomes[name].append(type(error))

    threads = [threading.Thread(target=write, args=(name,)) for name in names]
    connection.set_trace_callback(statements.append)
    with turn:
        for thread in threads:
            thread.start()
        while len(commits._queue) < len(names):
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    connection.set_trace_callback(None)
    return outcomes, statements


def kept(connection: Connection) -> set[str]:
    """The names in the table."""
    return {name for (name,) in connection.execute("SELECT name FROM kept")}


def test_what_waits_is_written_in_one_transaction_and_what_is_wrong_fails_alone(connection: Connection) -> None:
    connection.execute(INSERT, {"name": "b"})
    outcomes, statements = together(connection, "a", "b", "c", "d")
    assert outcomes == {"a": [1], "b": [sqlite3.IntegrityError], "c": [1], "d": [1]}
    assert kept(connection) == {"a", "b", "c", "d"}
    assert statements.count("COMMIT") == 1


def test_what_all_succeeds_costs_one_statement_each_besides_the_transaction(connection: Connection) -> None:
    _, statements = together(connection, "a", "b", "c")
    assert [each.split()[0] for each in statements] == ["BEGIN", "INSERT", "INSERT", "INSERT", "COMMIT"]


def test_of_work_that_fails_half_way_nothing_is_kept(connection: Connection) -> None:
    connection.execute(INSERT, {"name": "b"})
    outcomes, statements = together(connection, "a", "c/d/b", "e/f")
    assert outcomes == {"a": [1], "c/d/b": [sqlite3.IntegrityError], "e/f": [2]}
    assert kept(connection) == {"a", "b", "e", "f"}
    assert statements.count("COMMIT") == 1


def test_where_a_transaction_fails_all_are_told_nothing_is_kept_and_the_next_goes_on(connection: Connection) -> None:
    connection.full = True
    outcomes, _ = together(connection, "a", "b", "c")
    assert outcomes == {name: [sqlite3.OperationalError] for name in "abc"}
    assert kept(connection) == set()
    connection.full = False
    assert together(connection, "a", "b")[0] == {"a": [1], "b": [1]}
    assert kept(connection) == {"a", "b"}
