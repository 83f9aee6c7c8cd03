"""Group commit for SQLite: what is written by several threads at once becomes durable together.

A durable transaction takes as long as the disk, and SQLite lets in one at a time.  Whoever comes meanwhile waits, and
the next transaction takes all of them along; PostgreSQL does the same by itself.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Execute = Callable[[str, Mapping[str, Any]], Any]
"""``execute(statement, values)``: the driver's cursor with what the statement did."""
Work = Callable[[Execute], T]
"""Writes by ``execute``: all of it is kept, or, where it raises, nothing.  It does nothing else, for it may be done
anew.
"""


class _Waiting(Generic[T]):
    """Work that waits to be done.  ``turn`` opens when it was, or when its thread is to do all that waits."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.turn = threading.Lock()
        self.turn.acquire()
        self.done = False
        self.result: T
        self.error: BaseException | None = None


class GroupCommit:
    """Writes work of several threads in one transaction.  ``lock``: the turn to write; ``connection``: gives the
    connection for whoever has it.
    """

    def __init__(self, lock: AbstractContextManager[object], connection: Callable[[], sqlite3.Connection]) -> None:
        self._lock = lock
        self._connection = connection
        self._mutex = threading.Lock()
        self._queue: list[_Waiting[Any]] = []
        self._led = False

    def run(self, work: Work[T]) -> T:
        """Do the work and make it durable; its result.  Raises what the work raises, and the driver's errors where
        nothing was kept of the whole transaction.
        """
        mine = _Waiting(work)
        with self._mutex:
            self._queue.append(mine)
            leads, self._led = not self._led, True
        if not leads:
            mine.turn.acquire()
        if not mine.done:
            self._lead()
        if mine.error is not None:
            raise mine.error
        return mine.result

    def _lead(self) -> None:
        """Do all that waits, and let the first of those that have come meanwhile lead."""
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
            self._led = following is not None
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
        """Write all in one transaction.  Where a work raises, they are done anew, each so that it can fail alone: a
        savepoint for each from the start would cost as much as what most of them write.
        """
        connection = self._connection()
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
        except BaseException:
            connection.rollback()
            raise


def _write_alone(connection: sqlite3.Connection, each: _Waiting[Any]) -> None:
    """Do work within a transaction of several.  Raises what leaves nothing of the transaction."""
    connection.execute("SAVEPOINT one")
    try:
        each.result = each.work(connection.execute)
    except Exception as error:
        if not connection.in_transaction:  # SQLite has taken everything back: a full disk
            raise
        connection.execute("ROLLBACK TO one")
        each.error = error
    connection.execute("RELEASE one")
