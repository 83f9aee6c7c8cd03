"""Every operation can be asked by `python3 dev.py attack`: its ids are there, and an example of its body."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask import Flask

from tests.attack import requests, roles
from tests.attack.hall import Hall
from tests.attack.local import local_hall
from tests.attack.targets import Targets
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.role_matrix import MATRIX, OPEN_TO_ALL, path_pattern


@SQLITE_ONLY
def test_every_id_that_a_row_names_is_made_by_the_attackers_targets(app: Flask) -> None:
    with local_hall(app) as hall:
        targets = Targets(hall)
        wanted = [(row, re.findall(r"\{(\w+)\}", row.path + json.dumps(row.body))) for row in MATRIX]
        missing = {
            f"{row.method} {row.path}: {name}" for row, names in wanted for name in names if not targets.knows(name)
        }
        assert not missing, f"tests/attack/targets.py makes no id for {sorted(missing)}"
        for name in sorted({name for _, names in wanted for name in names}):
            assert targets.filled(f"{{{name}}}"), name


@SQLITE_ONLY
def test_every_operation_that_takes_a_body_has_an_example_of_it(app: Flask) -> None:
    description: Any = app.test_client().get("/api/v1/openapi.json").get_json()
    taking = {
        (method.upper(), re.sub(r"\{role\}", "", re.sub(r"\{\w+\}", "*", path.removeprefix("/api/v1"))))
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict) and "requestBody" in operation
    }
    given = {(row.method, path_pattern(row.path)) for row in MATRIX if row.body is not None}
    assert not (missing := taking - given - OPEN_TO_ALL), f"no example body of {missing}"


SHORT: Mapping[str, Callable[[Hall], str]] = {
    "values": requests.values_that_nobody_sends,
    "addresses": requests.addresses_that_nobody_asks_for,
    "roles": lambda hall: roles.check_rows(hall, MATRIX[::8]),
}
"""The attacks that go through all operations, which take a minute with all odd values and all rows."""


@pytest.mark.slow
@SQLITE_ONLY
@pytest.mark.parametrize("attack", SHORT)
def test_an_attack_on_every_operation_holds_in_short(app: Flask, monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    for odd in ("VALUES", "IN_PATHS", "QUERIES"):
        monkeypatch.setattr(requests, odd, getattr(requests, odd)[:1])
    with local_hall(app) as hall:
        assert SHORT[attack](hall)
