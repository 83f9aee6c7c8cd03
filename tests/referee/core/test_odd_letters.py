"""Lone surrogates are refused; other odd characters are logged as they came, and can be shown wherever the log is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from referee.exports.api import FORMATS
from referee.server.app import StrictJSON
from rulesets.kernel.record import read_line
from tests.referee.support.databases import SQLITE_ONLY, STRICTER_ONLY
from tests.referee.support.every_address import EveryAddress
from tests.referee.support.world import World

ODD = "\0\u202e\uffff"
HALVES = "\ud800\0\udfff"
THROW = {"type": "roll", "player": "A", "dice": [1, 2]}
REPORTS: tuple[dict[str, Any], ...] = (
    {**THROW, "note": ODD},
    {"type": "roll", "player": ODD, "dice": [1, 2]},
    {"type": ODD},
    {"type": "trade", "player": "A", "with": ODD, "give": {"deeds": [ODD]}, "take": {"cards": [ODD]}},
    {"type": "ruling", "reason": ODD, "clauses": [ODD], "set": {ODD: ODD}},
    {"type": "ruling", "reason": f"So {ODD} be it", "clauses": [], "set": {"players": {"A": {"cash": 1400}}}},
    {**THROW, ODD: ODD},
)


@pytest.mark.parametrize("half", ["\ud800", "\udfff\ud800", "Ann\udc00"])
@SQLITE_ONLY
def test_lone_surrogates_are_refused_everywhere_and_nothing_is_logged(world: World, half: str) -> None:
    for report in ({**THROW, "player": half}, {**THROW, "note": half}, {**THROW, half: 1}, {"type": half}):
        answer = world.report(0, report)
        assert (answer.status_code, answer.get_json()["code"]) == (400, "malformed")
    assert world.ask("POST", f"/events/{world.event}/players", json={"name": half}).status_code == 400
    assert world.ask("GET", f"/tables/{world.table}").get_json()["seq"] == 0
    whole = world.report(0, {**THROW, "note": "\U0001f3b2"})  # sent as a surrogate pair
    assert (whole.status_code, whole.get_json()["report"]["note"]) == (201, "\U0001f3b2")


@pytest.mark.slow
@STRICTER_ONLY
def test_a_log_with_odd_letters_can_be_looked_at_everywhere(world: World) -> None:
    looked_at(world, REPORTS)


@pytest.mark.slow
@SQLITE_ONLY
def test_so_can_an_old_log_with_lone_surrogates(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StrictJSON, "loads", lambda _json, body, **_options: read_line(body.decode()))
    written = json.dumps(REPORTS).replace(json.dumps(ODD)[1:-1], json.dumps(HALVES)[1:-1])
    looked_at(world, json.loads(written))


def looked_at(world: World, reports: Iterable[dict[str, Any]]) -> None:
    """Log reports and request everything that shows them."""
    every = EveryAddress(world)
    for report in reports:
        base = world.ask("GET", f"/tables/{world.table}").get_json()["seq"]
        answer = world.report(base, report, "arbiter")
        assert answer.status_code in (201, 422), answer.get_json()
    seqs = range(1, 1 + world.ask("GET", f"/tables/{world.table}").get_json()["seq"])
    assert len(seqs) > 4
    wrong = []

    def look(path: str, query: str = "", accept: str = "text/html") -> None:
        answer = every.ask("GET", path.encode(), query.encode(), {"Accept": accept})
        if answer.status_code >= 500 and path != "/readyz":
            wrong.append(f"{path}?{query}: {answer.status_code}")
        answer.get_data()
        answer.close()

    table, event = f"/tables/{world.table}", f"/events/{world.event}"
    for seq in seqs:
        case = world.ask("POST", f"{table}/cases", "arbiter", json={"client_id": f"about-{seq:04}", "refused": seq})
        look(f"{table}/explain", f"entry={seq}")
        look(f"{table}/explain", f"at={seq}")
        look(f"{event}/cases/new", f"table={world.table}&refused={seq}")
        look(f"/api/v1{table}/entries/{seq}")
        if case.status_code == 201:
            look(f"{event}/cases/{case.get_json()['id']}")
            look(f"/api/v1/cases/{case.get_json()['id']}")
    for language in ("en", "ja", "zh"):
        for path in ("entries", "lines", "board", "tablet"):
            look(f"/api/v1{table}/{path}", f"lang={language}", "application/json")
        for number in range(1, 3):
            for paper in ("game-record", "game-report"):
                look(f"{event}/papers/{paper}", f"round={number}&table=1&language={language}")
        look(f"{event}/papers/event-report", f"language={language}")
        for form in FORMATS:
            for what in (table, f"/rounds/{world.round}", event):
                look(f"/api/v1{what}/export", f"format={form}&lang={language}")
    for rule in every.rules("GET"):
        look(every.path(rule).decode())
    look(f"/api/v1{event}/precedents/export")
    assert not wrong, "\n".join(wrong)
