"""The matrix of roles over HTTP: every endpoint, requested in every role of this event and of another one."""

from __future__ import annotations

import http.client
from collections.abc import Iterable
from typing import Any

from tests.attack.attack import Attack, Broken
from tests.attack.client import request
from tests.attack.hall import Hall, token_in
from tests.attack.targets import Targets
from tests.referee.support.role_matrix import COLUMNS, MATRIX, PASSWORD, Row
from tests.referee.support.running import Answer

ROLES = {letter: role for letter, role in COLUMNS.items() if letter not in "ANDF"}
"""The columns that are roles in an event."""
SHOWN = 5
"""How many faults are named."""


class People:
    """A token for every column of the matrix, and one for each role in the other event."""

    def __init__(self, hall: Hall, table: str) -> None:
        self.hall = hall
        self.tables = {"D": table, "F": hall.table()}
        self.elsewhere = {letter: self._new_account(role, hall.other) for letter, role in ROLES.items()}
        self.tokens = {letter: self._new_account(role, hall.event) for letter, role in ROLES.items()}
        self.tokens |= {"A": self._new_account(None, None, administrator=True), "N": self._new_account(None, None)}
        self.tokens |= {letter: hall.device(table) for letter, table in self.tables.items()}

    def _new_account(self, role: str | None, event: str | None, **more: Any) -> str:
        """Create an account with a password, and a role in an event or none, and log in; returns the token."""
        login = f"person-{self.hall.new_number()}"
        account = self.hall.made("/accounts", login=login, name=login, password=PASSWORD, **more)
        if role is not None:
            self.hall.made(f"/events/{event}/members", login=login, role=role)
        return self.again(account["login"])

    def again(self, login: str) -> str:
        """Log in once more and return the token."""
        answer = self.hall.ask("POST", "/sessions", {"login": login, "password": PASSWORD})
        return token_in(answer)

    def rebind(self, letter: str) -> str:
        """Bind another device to the same table, because a row of the matrix has ended the previous one."""
        self.tokens[letter] = self.hall.device(self.tables[letter])
        return self.tokens[letter]


class Matrix:
    """Checks rows of the matrix, and collects answers that contradict it.  ``count``: requests made."""

    def __init__(self, hall: Hall, targets: Targets | None = None, people: People | None = None) -> None:
        self.hall = hall
        self.targets = targets or Targets(hall)
        self.people = people or People(hall, self.targets.kept["table"])
        self.wrong: list[str] = []
        self.count = 0
        self._connection = hall.site.connection()

    def close(self) -> None:
        self._connection.close()

    def ask(self, row: Row, token: str | None) -> str:
        """Send a row's request: ``allowed`` if access was granted, even if the request failed; ``refused``; or
        ``unknown_person`` if the token is not valid."""
        path = f"/api/v1{self.targets.filled(row.path)}"
        body = None if row.body is None else self.targets.filled(row.body)
        self.count += 1
        for attempt in (1, 2):
            try:
                return verdict(request(self._connection, row.method, path, body, token))
            except (http.client.HTTPException, ConnectionError):
                self._connection.close()  # the service may close idle connections at any time
                if attempt == 2:
                    raise
        raise AssertionError

    def check_row(self, row: Row) -> None:
        """Check a row in every role, of this event and of the other, and anonymously."""
        for place, letter in enumerate(COLUMNS):
            self._expect(row, COLUMNS[letter], self._token(row, letter), row.who[place] != ".", letter)
        for letter, token in self.people.elsewhere.items():
            if row.action is not None:
                self._expect(row, f"{ROLES[letter]} of another event", token, False)
        if (outcome := self.ask(row, None)) != "unknown_person":
            self.wrong.append(f"{row.method} {row.path}: nobody is {outcome}")

    def _token(self, row: Row, letter: str) -> str:
        """The token for a column; a new one if the request ends it."""
        if (row.method, row.path) != ("DELETE", "/sessions/current"):
            return self.people.tokens[letter]
        if letter in "DF":
            return self.hall.device(self.hall.table())
        return self.hall.newcomer("viewer")[0]

    def _expect(self, row: Row, who: str, token: str, allowed: bool, device: str = "") -> None:
        outcome = self.ask(row, token)
        if outcome == "unknown_person" and device in ("D", "F"):
            outcome = self.ask(row, self.people.rebind(device))
        if outcome != ("allowed" if allowed else "refused"):
            self.wrong.append(f"{row.method} {row.path}: {who} is {outcome}")


def verdict(answer: Answer) -> str:
    """What an answer says about the access of the client."""
    if answer.status == 401:
        return "unknown_person"
    if answer.status >= 500 and answer.status != 503:
        return f"answered {answer.status}"
    return "refused" if answer.status == 403 else "allowed"


def check_rows(hall: Hall, rows: Iterable[Row] = MATRIX, matrix: Matrix | None = None) -> str:
    """Check rows of the matrix against a service.  Raises `Broken` with those that differ."""
    matrix = matrix or Matrix(hall)
    try:
        for row in rows:
            matrix.check_row(row)
    finally:
        matrix.close()
    if matrix.wrong:
        more = f" and {len(matrix.wrong) - SHOWN} more" if len(matrix.wrong) > SHOWN else ""
        raise Broken("; ".join(matrix.wrong[:SHOWN]) + more)
    return f"{matrix.count} requests as the matrix says"


def the_matrix_of_roles(hall: Hall) -> str:
    """Everybody requests everything: every role, in this event and in another, devices, and anonymous visitors.

    Each must be allowed or refused as `tests.referee.support.role_matrix` says, and never by a role in another event.
    """
    return check_rows(hall)


ATTACKS = (
    Attack(the_matrix_of_roles, alone=(), memory=600),  # it prints documents
)
