"""The matrix of roles over the wire: every endpoint, called by everybody, of this event and of another one."""

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
"""The columns of those who have a role in an event."""
SHOWN = 5
"""Faults that are named."""


class People:
    """A token for every column of the matrix, and one for each role in the other event."""

    def __init__(self, hall: Hall, table: str) -> None:
        self.hall = hall
        self.tables = {"D": table, "F": hall.table()}
        self.elsewhere = {letter: self._with_a_log_in(role, hall.other) for letter, role in ROLES.items()}
        self.tokens = {letter: self._with_a_log_in(role, hall.event) for letter, role in ROLES.items()}
        self.tokens |= {"A": self._with_a_log_in(None, None, administrator=True), "N": self._with_a_log_in(None, None)}
        self.tokens |= {letter: hall.device(table) for letter, table in self.tables.items()}

    def _with_a_log_in(self, role: str | None, event: str | None, **more: Any) -> str:
        """Somebody who is logged in by a password, in a role of an event or in none."""
        login = f"person-{self.hall.new_number()}"
        account = self.hall.made("/accounts", login=login, name=login, password=PASSWORD, **more)
        if role is not None:
            self.hall.made(f"/events/{event}/members", login=login, role=role)
        return self.again(account["login"])

    def again(self, login: str) -> str:
        """Another session of somebody's."""
        answer = self.hall.ask("POST", "/sessions", {"login": login, "password": PASSWORD})
        return token_in(answer)

    def bound_anew(self, letter: str) -> str:
        """The token of a device at the same table; a row of the matrix has ended the one before."""
        self.tokens[letter] = self.hall.device(self.tables[letter])
        return self.tokens[letter]


class Matrix:
    """Asks for rows of the matrix, and keeps what was answered otherwise than it says.  ``count``: requests made."""

    def __init__(self, hall: Hall, targets: Targets | None = None, people: People | None = None) -> None:
        self.hall = hall
        self.targets = targets or Targets(hall)
        self.people = people or People(hall, self.targets.kept["table"])
        self.wrong: list[str] = []
        self.count = 0
        self._connection = hall.site.connection()

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()

    def ask(self, row: Row, token: str | None) -> str:
        """Whether somebody is let through, which is ``allowed`` even if the request fails; ``refused``, or
        ``unknown_person`` who shows no token that is in force."""
        path = f"/api/v1{self.targets.filled(row.path)}"
        body = None if row.body is None else self.targets.filled(row.body)
        self.count += 1
        if path.endswith("/stream"):  # it has no end: only how it begins is looked at
            return verdict(self._begun(path, token))
        for attempt in (1, 2):
            try:
                return verdict(request(self._connection, row.method, path, body, token))
            except (http.client.HTTPException, ConnectionError):
                self._connection.close()  # the service ends connections as it likes between two requests
                if attempt == 2:
                    raise
        raise AssertionError

    def _begun(self, path: str, token: str | None) -> Answer:
        connection = self.hall.site.connection()
        try:
            connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
            response = connection.getresponse()
            kept = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, kept, response.read() if response.status >= 400 else b"")
        finally:
            connection.close()

    def hold(self, row: Row) -> None:
        """Ask for a row as everybody, of this event and of the other, and as nobody."""
        for place, letter in enumerate(COLUMNS):
            self._expect(row, COLUMNS[letter], self._token(row, letter), row.who[place] != ".", letter)
        for letter, token in self.people.elsewhere.items():
            if row.action is not None:
                self._expect(row, f"{ROLES[letter]} of another event", token, False)
        if (outcome := self.ask(row, None)) != "unknown_person":
            self.wrong.append(f"{row.method} {row.path}: nobody is {outcome}")

    def _token(self, row: Row, letter: str) -> str:
        """A token of somebody; one of its own where the request ends it."""
        if (row.method, row.path) != ("DELETE", "/sessions/current"):
            return self.people.tokens[letter]
        if letter in "DF":
            return self.hall.device(self.hall.table())
        return self.hall.newcomer("viewer")[0]

    def _expect(self, row: Row, who: str, token: str, allowed: bool, device: str = "") -> None:
        outcome = self.ask(row, token)
        if outcome == "unknown_person" and device in ("D", "F"):
            outcome = self.ask(row, self.people.bound_anew(device))
        if outcome != ("allowed" if allowed else "refused"):
            self.wrong.append(f"{row.method} {row.path}: {who} is {outcome}")


def verdict(answer: Answer) -> str:
    """What an answer means for whoever made the request."""
    if answer.status == 401:
        return "unknown_person"
    if answer.status >= 500 and answer.status != 503:
        return f"answered {answer.status}"
    return "refused" if answer.status == 403 else "allowed"


def held(hall: Hall, rows: Iterable[Row] = MATRIX, matrix: Matrix | None = None) -> str:
    """Hold rows of the matrix against a service.  Raises `Broken` with those that are otherwise."""
    matrix = matrix or Matrix(hall)
    try:
        for row in rows:
            matrix.hold(row)
    finally:
        matrix.close()
    if matrix.wrong:
        more = f" and {len(matrix.wrong) - SHOWN} more" if len(matrix.wrong) > SHOWN else ""
        raise Broken("; ".join(matrix.wrong[:SHOWN]) + more)
    return f"{matrix.count} requests as the matrix says"


def the_matrix_of_roles(hall: Hall) -> str:
    """Everybody asks for everything: every role, in this event and in another, devices, and nobody at all.

    Each is let through or refused as `tests.referee.support.role_matrix` says, and nobody by a role of another event.
    """
    return held(hall)


ATTACKS = (
    Attack(the_matrix_of_roles, alone=(), memory=600),  # documents are printed
)
