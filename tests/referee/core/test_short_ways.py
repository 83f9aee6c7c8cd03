"""The fast paths for a reported move (its schema, body, address and host) give the same results as the general ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from referee.tables.schemas import EntryIn
from tests.referee.support.world import World

ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}
GOOD: dict[str, Any] = {"client_id": "report-0001", "base": 0, "report": ROLL}


def good_but(field: str, *values: Any) -> list[dict[str, Any]]:
    """The good report with other values in a field."""
    return [{**GOOD, field: value} for value in values]


def form(load: Any, body: Any) -> Any:
    """Return what a loader makes of a body: the value or the faults."""
    try:
        return load(body)
    except ValidationError as error:
        return error.messages


@pytest.mark.parametrize(
    "body",
    [
        GOOD,
        {**GOOD, "reason": "misread"},
        *good_but("client_id", "short", "report-0001\n", "a" * 65, "a" * 64, 12345678, None),
        *good_but("base", True, -1, 10**6, 10**6 + 1, 2.0, "2", None),
        *good_but("report", {}, [], "roll", None),
        {**GOOD, "more": 1},
        {"client_id": "report-0001", "base": 0},
        [GOOD],
        None,
    ],
    ids=repr,
)
def test_a_report_is_read_as_its_fields_read_it(body: Any) -> None:
    schema = EntryIn()
    assert form(schema.load, body) == form(lambda value: Schema.load(schema, value), body)


def test_a_body_read_in_one_piece_is_logged_and_one_cut_short_or_too_large_is_not(world: World) -> None:
    def status_of(body: bytes, length: int) -> int:
        environ = {"wsgi.input_terminated": True, "CONTENT_LENGTH": str(length), "CONTENT_TYPE": "application/json"}
        path = f"/tables/{world.table}/entries"
        return world.ask("POST", path, "device", data=body, environ_overrides=environ).status_code

    body = json.dumps(GOOD).encode()
    assert status_of(body[:-5], len(body)) == 400
    assert status_of(body, 1_000_001) == 413
    assert status_of(body, len(body)) == 201


def test_an_address_asked_for_again_leads_to_the_same_place_for_its_own_method_only(world: World) -> None:
    other = world.new_table(2)
    for _ in range(2):
        assert [world.ask("GET", f"/tables/{each}").get_json()["id"] for each in (world.table, other)] == [
            world.table,
            other,
        ]
        assert world.ask("DELETE", f"/tables/{world.table}").status_code == 405
        assert world.ask("GET", "/nothing").status_code == 404


@pytest.mark.parametrize("host", ["hall.local:8000", "", "a" * 64 + ".local", "a b", "[::1", "evil.example"])
@pytest.mark.parametrize("headers", [{}, {"Connection": "Upgrade", "Upgrade": "websocket"}], ids=["plain", "upgrade"])
def test_whatever_host_a_request_names_the_answer_is_the_same(world: World, host: str, headers: dict[str, str]) -> None:
    path = f"/tables/{world.table}"
    response = world.ask("GET", path, headers={"Host": host, **headers}, environ_overrides={"HTTP_HOST": host})
    assert (response.status_code, response.get_json()["id"]) == (200, world.table)
    moved = world.app.test_client().get(f"/events/{world.event}/", environ_overrides={"HTTP_HOST": host})
    assert "evil.example" not in str(moved.headers) + moved.get_data(as_text=True)
