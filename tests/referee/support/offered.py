"""Everything that the desk's pages offer in an event: each button pressed on trial, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.core.command import Caller, Change
from referee.core.http.errors import as_problem
from referee.core.pages import forms as page_forms
from tests.referee.support.forms import Form, every_form, wrongs_in
from tests.referee.support.hall import Hall

PAGES = (
    "",
    *("/players", "/check-in", "/rounds", "/decisions", "/bracket", "/stale", "/standings", "/penalties", "/prizes"),
    "/close",
)
ASKS = frozenset({"invalid", "faulty", "games_open", "round_not_ready", "password_needed", "sheet_objected"})
"""Problems that ask for something: a reason that was not typed, or whether a round is closed although games go on."""


class Rehearsed(BaseException):
    """A command got to its end; nothing of it is kept.  No error that a page might tell people about."""


class Pressed(NamedTuple):
    """A button that was pressed.  ``code``: of the problem, empty if it was accepted; ``said``: the page's words."""

    page: str
    form: Form
    button: tuple[str, str] | None
    status: int
    code: str
    said: str

    @property
    def refused(self) -> bool:
        """Whether what was offered was neither accepted nor asked about."""
        return self.status >= 400 and self.code not in ASKS

    def __str__(self) -> str:
        return f"{self.page}: {self.form.address} {self.button} -> {self.status} {self.code} {self.said[:160]}"


@contextmanager
def on_trial(patch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let commands do all that they do, and keep nothing; yields the codes of problems as they are met."""
    real, codes = Caller.change, list[str]()

    @contextmanager
    def change(self: Caller) -> Iterator[Change]:
        with real(self) as begun:
            yield begun
            raise Rehearsed

    def noted(error: Any) -> Any:
        found = as_problem(error)
        codes.append(found.code)
        return found

    with patch.context() as patched:
        patched.setattr(Caller, "change", change)
        patched.setattr(page_forms, "as_problem", noted)
        yield codes


def addresses(hall: Hall) -> Iterator[str]:
    """The pages of an event's desk, with those of its rounds, seats and tables."""
    yield from (f"/events/{hall.event}{page}" for page in PAGES)
    for each in hall.rounds():
        yield f"/events/{hall.event}/rounds/{each['id']}"
        yield f"/events/{hall.event}/rounds/{each['id']}/results"
        yield f"/events/{hall.event}/seating?round={each['number']}"
        for table in hall.done("GET", f"/rounds/{each['id']}/tables")["rows"][:1]:
            yield f"/events/{hall.event}/tables/{table['id']}/result"


def press_all(app: Flask, hall: Hall, patch: pytest.MonkeyPatch) -> Iterator[Pressed]:
    """Press every button of every form on these pages, each on trial: nothing of it is kept."""
    client = app.test_client()
    client.set_cookie("referee", hall.world.tokens["administrator"])
    seen = set()
    for page in addresses(hall):
        answer = client.get(page, query_string={"lang": "en"} if "?" not in page else None)
        assert answer.status_code == 200, page
        for form in every_form(answer.text, page):
            buttons: list[tuple[str, str] | None] = [*form.buttons] or [None]
            for button in buttons:
                kind = (form.address.replace(hall.event, ""), button, tuple(name for name, _ in form.fields))
                if form.method == "POST" and form.address.startswith(f"/events/{hall.event}") and kind not in seen:
                    seen.add(kind)
                    yield pressed(client, page, form, button, patch)


def pressed(
    client: FlaskClient, page: str, form: Form, button: tuple[str, str] | None, patch: pytest.MonkeyPatch
) -> Pressed:
    """Press one button on trial."""
    with on_trial(patch) as codes:
        try:
            answer = client.post(form.address, data=multi(form.pressing(button)))
        except Rehearsed:
            return Pressed(page, form, button, 303, "", "")
    code = codes[-1] if codes and answer.status_code >= 400 else ""
    return Pressed(page, form, button, answer.status_code, code, wrongs_in(answer.text) or answer.text[:200])


def multi(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Fields as the client sends them, those of one name together."""
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    return found
