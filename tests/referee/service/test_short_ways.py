"""The short ways of a reported move lead where the long ones lead: body, form, address, host."""

from __future__ import annotations

import json
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from referee.core.http import routing as way_in
from referee.tables.schemas import EntryIn
from tests.referee.service.world import World

ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}
GOOD: dict[str, Any] = {"client_id": "report-0001", "base": 0, "report": ROLL}
LONG = "a" * 64 + ".local"
HOSTS = {"hall.local:8000": "hall.local:8000", "no host": "", LONG: LONG}
"""Hosts that a request may name, and what is made of each."""


def good_but(field: str, *values: Any) -> list[dict[str, Any]]:
    """The good report with other values in a field."""
    return [{**GOOD, field: value} for value in values]


def form(load: Any, body: Any) -> Any:
    """What a way of reading a body makes of it: the value, or the faults."""
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
)  # fmt: skip
def test_a_report_is_read_as_its_fields_read_it(body: Any) -> None:
    schema = EntryIn()
    assert form(schema.load, body) == form(lambda value: Schema.load(schema, value), body)


def test_a_body_read_in_one_piece_is_logged_and_one_cut_short_or_too_large_is_not(world: World) -> None:
    def sent(body: bytes, length: int) -> int:
        environ = {"wsgi.input_terminated": True, "CONTENT_LENGTH": str(length), "CONTENT_TYPE": "application/json"}
        path = f"/tables/{world.table}/entries"
        return world.ask("POST", path, "device", data=body, environ_overrides=environ).status_code

    body = json.dumps(GOOD).encode()
    assert sent(body[:-5], len(body)) == 400
    assert sent(body, 1_000_001) == 413
    assert sent(body, len(body)) == 201


def test_an_address_asked_for_again_leads_to_the_same_place_for_its_own_method_only(world: World) -> None:
    other = world.new_table(2)
    for _ in range(2):
        assert [world.ask("GET", f"/tables/{each}").get_json()["id"] for each in (world.table, other)] == [
            world.table,
            other,
        ]
        assert world.ask("DELETE", f"/tables/{world.table}").status_code == 405
        assert world.ask("GET", "/nothing").status_code == 404


def test_a_host_is_the_same_each_time(world: World) -> None:
    for host, understood in [*HOSTS.items()] * 2:
        assert world.ask("GET", f"/tables/{world.table}", headers={"Host": host}).status_code == 200
        with world.app.test_request_context("/", headers={"Host": host}) as asked:
            assert asked.request.host == understood


def test_no_more_addresses_and_hosts_are_remembered_than_there_is_room_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(way_in, "MOST", 3)
    known = world.app.addresses  # type: ignore[attr-defined]
    known.clear()
    for number in range(10):
        world.ask("GET", f"/tables/{number}")
        world.ask("GET", f"/tables/{'9' * 200}{number}")
    assert 0 < len(known) <= 3
    assert all(len(path) <= way_in.LONGEST for _, path in known)
