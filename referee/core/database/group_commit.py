"""Group commit for SQLite: what several threads write at the same time becomes durable in one transaction.

A durable transaction takes as long as the disk does, and SQLite lets in one at a time.  Whoever arrives meanwhile waits
in a queue, and the next transaction takes all of them along; PostgreSQL does the same by itself.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Execute = Callable[[str, Mapping[str, Any]], Any]
"""``execute(statement, values)``: returns the driver's cursor with the statement's result."""
Work = Callable[[Execute], T]
"""Writes with ``execute``: all of it is kept, or nothing if it raises.  It must do nothing else, because it may be run
again."""


class _Waiting(Generic[T]):
    """Queued work.  ``turn`` is released when it is done, or when its thread is to do everything that is queued."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.turn = threading.Lock()
        self.turn.acquire()
        self.done = False
        self.result: T
        self.error: BaseException | None = None


class GroupCommit:
    """Runs the work of several threads in one transaction.  ``lock``: the turn to write; ``connection``: returns the
    connection, for the thread that holds the lock; ``check``: raises if what is written would not be found again.
    """

    def __init__(
        self,
        lock: AbstractContextManager[object],
        connection: Callable[[], sqlite3.Connection],
        check: Callable[[], None],
    ) -> None:
        self._lock = lock
        self._connection = connection
        self._check = check
        self._mutex = threading.Lock()
        self._queue: list[_Waiting[Any]] = []
        self._has_leader = False

    def run(self, work: Work[T]) -> T:
        """Do the work and make it durable; return its result.  Raises what the work raises, and the driver's errors if
        the whole transaction was rolled back.
        """
        mine = _Waiting(work)
        with self._mutex:
            self._queue.append(mine)
            leads, self._has_leader = not self._has_leader, True
        if not leads:
            mine.turn.acquire()
        if not mine.done:
            self._lead()
        if mine.error is not None:
            raise mine.error
        return mine.result

    def _lead(self) -> None:
        """Do all queued work, then let the first thread that has queued meanwhile take the lead."""
        group: list[_Waiting[Any]] = []
        try:
            with self._lock:
                group = self._take_queue()
                self._write(group)
        except BaseException as error:
            group = group or self._take_queue()
            for each in group:
                each.error = error
        with self._mutex:
            following = self._queue[0] if self._queue else None
            self._has_leader = following is not None
        for each in group:
            each.done = True
            each.turn.release()
        if following is not None:
            following.turn.release()

    def _take_queue(self) -> list[_Waiting[Any]]:
        with self._mutex:
            taken, self._queue = self._queue, []
        return taken

    def _write(self, group: list[_Waiting[Any]]) -> None:
        """Write everything in one transaction.  If a work raises, start again with a savepoint for each, so that it can
        fail alone: savepoints from the start would cost as much as what most of the work writes.
        """
        connection = self._connection()
        self._check()
        connection.execute("BEGIN IMMEDIATE")
        try:
            try:
                for each in group:
                    each.result = each.work(connection.execute)
            except Exception:
                connection.rollback()
                connection.execute("BEGIN IMMEDIATE")
                for each in group:
                    _write_alone(connection, each)
            connection.execute("COMMIT")
            self._check()
        except BaseException:
            connection.rollback()
            raise


def _write_alone(connection: sqlite3.Connection, each: _Waiting[Any]) -> None:
    """Do work in a savepoint of the shared transaction.  Raises if the whole transaction is lost."""
    connection.execute("SAVEPOINT one")
    try:
        each.result = each.work(connection.execute)
    except Exception as error:
        if not connection.in_transaction:  # SQLite has rolled everything back, as on a full disk
            raise
        connection.execute("ROLLBACK TO one")
        each.error = error
    connection.execute("RELEASE one")
