"""Whatever is sent to any address, in any place: no answer is a fault of the service, each says what is wrong, and none
repeats long input.  Each place gets some of the values on one database and the rest on the other.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.core.settings import from_environment
from referee.server.app import attach_service
from referee.server.assembly import assemble
from tests.referee.support import hostile
from tests.referee.support.databases import DATABASES
from tests.referee.support.every_address import EveryAddress
from tests.referee.support.role_matrix import MATRIX
from tests.referee.support.world import World

pytestmark = pytest.mark.slow
PAGE = {"Accept": "text/html"}
FORM = {**PAGE, "Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


class Every(EveryAddress):
    """Every address of a service, and the share of the values that are tried on its database."""

    def __init__(self, world: World, share: hostile.Share) -> None:
        super().__init__(world)
        self.share = share

    def some(self, values: Sequence[Any], few: int) -> hostile.Rotation:
        """A few of this database's values for every place."""
        return hostile.Rotation(values, few, self.share)


@pytest.fixture(scope="module", params=DATABASES)
def every(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, addresses: Flask
) -> Iterator[Every]:
    """Every address of one service for all tests of this file, on each database."""
    data = tmp_path_factory.mktemp("hostile")
    environment = {"REFEREE_DATA": str(data)}
    if request.param == "postgresql":
        server = request.getfixturevalue("postgresql_server")
        template = request.getfixturevalue("migrated_postgresql")
        environment["REFEREE_DATABASE_URL"] = server.fresh("hostile", template)
    else:
        source: Path = request.getfixturevalue("migrated_sqlite")
        shutil.copy(source, data / "referee.db")
    parts = assemble(from_environment(environment))
    attach_service(addresses, parts)
    yield Every(World(addresses), hostile.Share(DATABASES.index(request.param), len(DATABASES)))
    parts.close()


class Wrong:
    """Collects answers that are not as they should be."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.count = 0

    def look(self, what: str, answer: TestResponse) -> None:
        """Check an answer against what must hold for all."""
        self.count += 1
        text = answer.get_data().decode("utf-8", "replace")
        answer.close()
        if answer.status_code >= 500 and answer.status_code != 503:
            self.found.append(f"{what}: {answer.status_code}")
        elif answer.mimetype == "application/problem+json":
            problem = json.loads(text)
            known = len(json.dumps(problem.get("entry", ""))) + len(json.dumps(problem.get("refusals", "")))
            if not problem["detail"] or len(text) - known > hostile.LARGEST_ERROR:
                self.found.append(f"{what}: {answer.status_code} with {len(text)} letters")
        elif f'<p class="faint">{answer.status_code}</p>' in text and len(text) > hostile.LARGEST_ERROR:
            self.found.append(f"{what}: {answer.status_code} with {len(text)} letters")

    def end(self, least: int) -> None:
        """Check that nothing was wrong and that this database's share of at least ``least`` answers was looked at."""
        assert not self.found, f"{len(self.found)} of {self.count}:\n" + "\n".join(self.found[:40])
        assert self.count > least // len(DATABASES)


def test_in_a_path(every: Every) -> None:
    wrong = Wrong()
    values = every.some(hostile.IN_PATHS, 2)
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        for rule in every.rules(method):
            headers = JSON if rule.rule.startswith("/api/") else FORM
            for hole in sorted(rule.arguments):
                for value in values:
                    answer = every.ask(method, every.path(rule, hole, value), headers=headers, body=b"{}")
                    wrong.look(f"{method} {rule.rule} {hole}={value[:30]!r}", answer)
    wrong.end(500)


def test_in_a_query(every: Every) -> None:
    wrong = Wrong()
    values, queries = every.some(hostile.IN_QUERIES, 2), every.some(hostile.QUERIES, 1)
    for rule in every.rules("GET"):
        path = every.path(rule)
        for name in every.query_names(rule):
            for value in values:
                answer = every.ask("GET", path, f"{name}=".encode() + value, PAGE)
                wrong.look(f"GET {rule.rule} ?{name}={value[:30]!r}", answer)
        for query in queries:
            wrong.look(f"GET {rule.rule} ?{query[:30]!r}", every.ask("GET", path, query, PAGE))
    wrong.end(350)


def test_in_a_header(every: Every) -> None:
    wrong = Wrong()
    in_turn = {name: every.some(values, 1) for name, values in hostile.HEADERS.items()}
    of = {f"{rule.endpoint}": (method, rule) for method in ("GET", "POST", "PUT") for rule in every.rules(method)}
    for endpoint in hostile.HEADER_READERS:
        method, rule = of[endpoint]
        for name, values in in_turn.items():
            for value in values:
                answer = every.ask(method, every.path(rule), headers={**PAGE, name: value})
                wrong.look(f"{method} {rule.rule} {name}: {value[:30]!r}", answer)
    wrong.end(300)


def test_in_a_json_body(every: Every) -> None:
    wrong = Wrong()
    values = every.some(hostile.IN_JSON, 2)
    for row in MATRIX:
        if row.body is None or row.path == "/me/password":
            continue
        path = f"/api/v1{every.targets.filled(row.path)}".encode()
        good = every.targets.filled(row.body)
        more = [name for name in every.body_fields(row.method, row.path) if name not in row.body]
        for body in hostile.bodies(good, more, values):
            answer = every.ask(row.method, path, headers=JSON, body=body.encoded)
            wrong.look(f"{row.method} {row.path} {body.wrong}", answer)
    wrong.end(500)


def test_as_a_whole_body(every: Every) -> None:
    wrong = Wrong()
    whole, kinds = every.some(hostile.RAW_JSON, 3), every.some(hostile.CONTENT_TYPES, 2)
    for row in MATRIX:
        if row.body is not None and row.path != "/me/password":
            path = f"/api/v1{every.targets.filled(row.path)}".encode()
            for raw in whole:
                wrong.look(f"{row.method} {row.path} {raw[:30]!r}", every.ask(row.method, path, headers=JSON, body=raw))
    for rule in every.rules("POST"):
        for kind in kinds:
            answer = every.ask("POST", every.path(rule), headers={**PAGE, "Content-Type": kind}, body=hostile.MULTIPART)
            wrong.look(f"POST {rule.rule} {kind[:40]!r}", answer)
    wrong.end(350)


def test_in_a_form(every: Every) -> None:
    wrong = Wrong()
    values, all_at_once = every.some(hostile.IN_FORMS, 1), every.some(hostile.IN_QUERIES, 2)
    for rule in every.rules("POST"):
        if rule.rule.startswith("/api/"):
            continue
        path = every.path(rule)
        names = every.form_fields(rule)
        for name in names:
            for value in values:
                answer = every.ask("POST", path, headers=FORM, body=f"{name}=".encode() + value)
                wrong.look(f"POST {rule.rule} {name}={value[:30]!r}", answer)
        for value in all_at_once:
            body = b"&".join(f"{name}=".encode() + value for name in names)
            wrong.look(f"POST {rule.rule} {value[:30]!r} in all", every.ask("POST", path, headers=FORM, body=body))
    wrong.end(500)


def test_in_a_file(every: Every) -> None:
    wrong, contents = Wrong(), every.some(hostile.FILES, len(hostile.FILES))
    headers = {**PAGE, "Content-Type": "multipart/form-data; boundary=x"}
    for rule in every.rules("POST"):
        for name in every.names_in(rule, r'files(?:\.get|\.getlist)?[\[(]"(\w+)"'):
            for content in contents:
                body = hostile.multipart(name, content)
                answer = every.ask("POST", every.path(rule), headers=headers, body=body)
                wrong.look(f"POST {rule.rule} {name}: {content[:30]!r}", answer)
    wrong.end(20)


def test_five_thousand_options_are_counted_and_not_repeated_and_more_are_not_read(every: Every) -> None:
    options = {f"option-{number}": number for number in range(5_000)}
    table = {"number": 77, "ruleset": "jma-2006", "seats": ["A", "B", "C"]}
    path = f"/api/v1/rounds/{every.world.round}/tables".encode()
    for body in ({**table, "options": options}, {**table, **options}):
        answer = every.ask("POST", path, headers=JSON, body=json.dumps(body).encode())
        problem = answer.get_json()
        assert (answer.status_code, problem["omitted"]) == (422, 5_000 - 20)
        assert len(problem.get("refusals") or problem["errors"]) == 20
        assert problem["detail"].endswith("… (+4980)")
        assert len(answer.get_data()) < 3 * hostile.LARGEST_ERROR
    more = {f"option-{number}": number for number in range(20_000)}
    assert every.ask("POST", path, headers=JSON, body=json.dumps({**table, **more}).encode()).status_code == 413


def test_every_page_still_works_afterwards(every: Every) -> None:
    wrong = Wrong()
    for rule in every.rules("GET"):
        headers = {"Accept": "application/json"} if rule.rule.startswith("/api/") else PAGE
        wrong.look(f"GET {rule.rule}", every.ask("GET", every.path(rule), headers=headers))
    wrong.end(200)
