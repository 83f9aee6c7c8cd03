"""Group commit for SQLite: what is written by several threads at once becomes durable together.

A durable transaction takes as long as the disk, and SQLite lets in one at a time.  Whoever comes meanwhile waits, and
the next transaction takes all of them along; PostgreSQL does the same by itself.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any


class _Waiting:
    """A statement that waits to be written.  ``turn`` opens when it was, or when its thread is to write them all."""

    def __init__(self, statement: str, values: Mapping[str, Any]) -> None:
        self.statement = statement
        self.values = values
        self.turn = threading.Lock()
        self.turn.acquire()
        self.done = False
        self.rows = 0
        self.error: BaseException | None = None


class GroupCommit:
    """Statements that each stand for themselves, written together.  ``lock``: the turn to write; ``connection``: gives
    the connection for whoever has it.
    """

    def __init__(self, lock: AbstractContextManager[object], connection: Callable[[], sqlite3.Connection]) -> None:
        self._lock = lock
        self._connection = connection
        self._mutex = threading.Lock()
        self._queue: list[_Waiting] = []
        self._led = False

    def run(self, statement: str, values: Mapping[str, Any]) -> int:
        """Run a statement and make it durable; how many rows it wrote.  Raises the driver's errors: its own, or that of
        a transaction of which nothing was kept.
        """
        mine = _Waiting(statement, values)
        with self._mutex:
            self._queue.append(mine)
            leads, self._led = not self._led, True
        if not leads:
            mine.turn.acquire()
        if not mine.done:
            self._lead()
        if mine.error is not None:
            raise mine.error
        return mine.rows

    def _lead(self) -> None:
        """Write all that wait, and let the first of those that have come meanwhile lead."""
        group: list[_Waiting] = []
        try:
            with self._lock:
                group = self._taken()
                self._write(group)
        except BaseException as error:
            group = group or self._taken()
            for each in group:
                each.error = error
        with self._mutex:
            following = self._queue[0] if self._queue else None
            self._led = following is not None
        for each in group:
            each.done = True
            each.turn.release()
        if following is not None:
            following.turn.release()

    def _taken(self) -> list[_Waiting]:
        with self._mutex:
            taken, self._queue = self._queue, []
        return taken

    def _write(self, group: list[_Waiting]) -> None:
        connection = self._connection()
        if len(group) == 1:  # a statement is a transaction of its own
            group[0].rows = connection.execute(group[0].statement, group[0].values).rowcount
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            for each in group:
                try:
                    each.rows = connection.execute(each.statement, each.values).rowcount
                except Exception as error:
                    if not connection.in_transaction:  # SQLite has taken everything back: a full disk
                        raise
                    each.error = error
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise
