"""Every page and every form of the service with every role, in process; the API's matrix is `test_role_matrix.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.referee.core.test_role_matrix import token_of
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import EveryAddress
from tests.referee.support.page_matrix import ASKED, FORMS, SENT, SHOWN
from tests.referee.support.role_matrix import COLUMNS
from tests.referee.support.world import World

METHODS: Mapping[str, Mapping[str, tuple[str, ...]]] = {"GET": SHOWN, "POST": SENT}
ALLOWED = {
    method: {rule: letters for letters, rules in [*placed.items(), *asked.items()] for rule in rules}
    for method, placed, asked in (("GET", SHOWN, ASKED), ("POST", SENT, {}))
}
"""The letters of those who are let in, by method and page."""
NOBODY = "*"
EVERYBODY = "".join(COLUMNS) + NOBODY


def is_refused(answer: TestResponse) -> bool:
    """Whether somebody was kept out, or sent to the log-in first."""
    answer.close()
    return answer.status_code in (401, 403) or answer.headers.get("Location", "").startswith("/login")


def pages(app: Flask, method: str) -> set[str]:
    """Every address outside the API that takes a method."""
    return {rule.rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())} - {
        rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")
    }


@pytest.mark.parametrize("method", METHODS)
def test_every_page_has_its_place_in_the_matrix(method: str, addresses: Flask) -> None:
    placed = [rule for rules in METHODS[method].values() for rule in rules]
    expected = {*placed, *({"/logout"} if method == "POST" else ())}  # it ends the session of whoever asks
    assert len(placed) == len(set(placed))
    assert not (new := pages(addresses, method) - expected), f"who may see {new}? tests/referee/support/page_matrix.py"
    assert not (gone := set(placed) - pages(addresses, method)), gone


def test_a_page_takes_no_other_methods(addresses: Flask) -> None:
    """What else changes something is in the API, whose matrix has it."""
    for method in ("PUT", "PATCH", "DELETE"):
        assert not pages(addresses, method)


class Visitors:
    """Somebody in every role, and nobody, at every page."""

    def __init__(self, world: World) -> None:
        self.every = EveryAddress(world)
        self.tokens: dict[str, str | None] = {letter: token_of(world, role) for letter, role in COLUMNS.items()}
        self.tokens[NOBODY] = None

    def pages(self, method: str) -> Iterator[tuple[str, str, str]]:
        """Yield each page of the matrix, its address with ids, and the endpoint that answers there."""
        for rule in self.every.rules(method):
            if rule.rule in ALLOWED[method]:
                yield rule.rule, self.every.path(rule).decode(), rule.endpoint
        routes = self.every.world.app.url_map.bind("")
        for page in (page for pages in ASKED.values() for page in pages if method == "GET"):
            address = self.every.targets.filled(page)
            yield page, address, routes.match(address.partition("?")[0])[0]

    def wrong(self, method: str, who: Mapping[str, str]) -> Iterator[str]:
        """Yield each contradiction to the matrix.  ``who``: the letters of those that are tried at a page."""
        for page, address, _ in self.pages(method):
            for letter in who.get(page, ""):
                refused = is_refused(self._ask(method, address, self.tokens[letter], FORMS.get(page, {})))
                if refused != (letter not in ALLOWED[method][page]):
                    role = COLUMNS.get(letter, "nobody")
                    yield f"{method} {page}: {role} is {'refused' if refused else 'let in'}"

    def _ask(self, method: str, address: str, token: str | None, form: Mapping[str, str]) -> TestResponse:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = self.every.world.app.test_client()
        return client.open(address, method=method, headers=headers, data=form if method == "POST" else None)


def kept_out(method: str) -> dict[str, str]:
    """The letters of those who must not get in, by page."""
    return {page: "".join(set(EVERYBODY) - set(letters)) for page, letters in ALLOWED[method].items()}


@pytest.mark.parametrize("method", METHODS)
@SQLITE_ONLY
def test_nobody_gets_into_a_page_of_others(world: World, method: str) -> None:
    wrong = list(Visitors(world).wrong(method, kept_out(method)))
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@SQLITE_ONLY
def test_everybody_sees_the_pages_that_are_theirs(world: World) -> None:
    wrong = list(Visitors(world).wrong("GET", ALLOWED["GET"]))
    assert not wrong, "\n".join(wrong)
