"""A statement of PostgreSQL's that is prepared once a connection and run by one call of libpq.

The driver's cursors do the same at several times the processor's time, which a reported move cannot afford.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from psycopg import OperationalError, errors, pq


class Prepared:
    """A statement with ``:name`` parameters that gives no rows; every place of a parameter has a type of its own."""

    def __init__(self, name: str, statement: str) -> None:
        self.name = name.encode()
        self._names: list[str] = []
        self._text = re.sub(r"(?<!:):([a-z_]+)", self._numbered, statement).encode()

    def _numbered(self, found: re.Match[str]) -> str:
        self._names.append(found[1])
        return f"${len(self._names)}"

    def run(self, connection: Any, known: dict[Any, Any], values: Mapping[str, Any]) -> int:
        """Run it as a transaction of its own on a connection of the driver; how many rows it wrote.

        ``known``: what is kept with the connection.  Raises the driver's errors.
        """
        texts = [_text(values[name]) for name in self._names]
        if self.name in known:
            # The driver's cursors give up all that is prepared on a connection now and then, ours too.
            with suppress(errors.InvalidSqlStatementName):
                return _checked(connection.pgconn.exec_prepared(self.name, texts)).command_tuples or 0
        _checked(connection.pgconn.prepare(self.name, self._text))
        known[self.name] = True
        return _checked(connection.pgconn.exec_prepared(self.name, texts)).command_tuples or 0


def _text(value: str | int | bool | None) -> bytes | None:
    """A parameter as PostgreSQL reads it."""
    if value is None:
        return None
    if value.__class__ is bool:
        return b"t" if value else b"f"
    return str(value).encode()


def _checked(result: Any) -> Any:
    """The result, unless it is an error: raises the driver's exception for that."""
    if result.status == pq.ExecStatus.COMMAND_OK:
        return result
    if result.error_field(pq.DiagnosticField.SQLSTATE) is None:  # it comes from here: the connection is gone
        raise OperationalError(result.error_message.decode("utf-8", "replace"))
    raise errors.error_from_result(result)
