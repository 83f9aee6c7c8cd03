"""Limits on the size and rate of reports, on refused reports in a row, and on the size of a page of the log."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from referee.log import table_game
from referee.log.append import MOST_SINCE
from referee.log.flow import REFUSED
from referee.log.table_game import TableGames
from referee.tables.commands import DEEPEST, MOST_BYTES, MOST_BYTES_BATCH, MOST_BYTES_RULING, refuse_large
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [3, 4]}
NONSENSE: dict[str, Any] = {"type": "sneeze"}
RECORDS = Path(__file__).parents[2] / "records"
names = itertools.count()


def nested(levels: int) -> Any:
    """Lists nested this deep."""
    lists: list[Any] = []
    for _ in range(levels - 1):
        lists = [lists]
    return lists


def ask(world: World, endpoint: str, report: Any, by: str = "device") -> Any:
    """Send a report to an endpoint and return the answer."""
    name = f"report-{next(names):06}"
    base = len(world.service.part(TableGames).lines(world.table, 0))
    body = {
        "entries": {"client_id": name, "base": base, "report": report},
        "batches": {"base": base, "whole": True, "items": [{"client_id": name, "report": report}]},
        "trials": {"reports": [report]},
        "corrections": {"client_id": name, "base": base, "seq": 1, "report": report, "reason": "x", "trial": True},
    }[endpoint]
    return world.ask("POST", f"/tables/{world.table}/{endpoint}", by, json=body)


@SQLITE_ONLY
@pytest.mark.parametrize("endpoint", ["entries", "batches", "trials", "corrections"])
def test_a_report_is_small_and_flat_by_whichever_endpoint_it_comes(world: World, endpoint: str) -> None:
    world.report(0, ROLL)
    for report, fault in (
        ({**NONSENSE, "x": "x" * MOST_BYTES}, "report_large"),
        ({**NONSENSE, "x": "札" * (MOST_BYTES // 6)}, "report_large"),
        ({f"field {number}": 1 for number in range(400)}, "report_large"),
        ({**NONSENSE, "x": nested(DEEPEST)}, "report_deep"),
    ):
        answer = ask(world, endpoint, report)
        (error,) = answer.get_json()["errors"]
        assert (answer.status_code, answer.get_json()["code"], error["fault"]) == (422, "invalid", fault)
        assert error["field"] in ("report", "items.0.report", "reports.0")
    assert len(world.service.part(TableGames).lines(world.table, 0)) == 1
    almost = {**NONSENSE, "x": nested(DEEPEST - 1), "y": "x" * (MOST_BYTES - 100)}
    assert ask(world, endpoint, almost).get_json().get("code") in (None, "refused")


def test_every_report_of_the_known_games_and_a_rulings_longest_reason_are_small_enough() -> None:
    for path in RECORDS.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        refuse_large([line for line in lines if "type" in line], "items.{}")
    players = {seat: {"cash": 1500, "space": "go", "cards": ["x" * 30] * 4} for seat in "ABCDEF"}
    deeds = {f"{number:024}": {"owner": "A", "level": 3, "mortgaged": False} for number in range(40)}
    whole = {"players": players, "deeds": deeds}
    refuse_large([{"type": "ruling", "by": "審" * 200, "reason": "裁" * 2000, "set": whole}], "report")
    assert MOST_BYTES < MOST_BYTES_RULING < MOST_BYTES_BATCH


@SQLITE_ONLY
def test_a_batch_is_no_larger_than_a_game(world: World) -> None:
    reports = [{**NONSENSE, "x": "x" * 3900} for _ in range(70)]
    items = [{"client_id": f"batch-{number:05}", "report": report} for number, report in enumerate(reports)]
    answer = world.ask(
        "POST", f"/tables/{world.table}/batches", "device", json={"base": 0, "whole": False, "items": items}
    )
    assert [each["fault"] for each in answer.get_json()["errors"]] == ["batch_large"]


@SQLITE_ONLY
def test_a_tablet_sends_a_game_of_seven_hundred_reports_that_it_has_kept(world: World) -> None:
    base = 0
    while base < 700:
        items = [
            {
                "client_id": f"kept-{number:05}",
                "report": {"type": "retract", "seq": number} if number % 2 else ROLL,
                "reason": "again",
            }
            for number in range(base, base + 100)
        ]
        done = world.ask(
            "POST", f"/tables/{world.table}/batches", "device", json={"base": base, "whole": False, "items": items}
        ).get_json()
        assert (done["done"], done["stopped"]) == (100, False)
        base = done["seq"]


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_reports_in_a_row_are_logged_so_often_and_then_answered_with_how_long_to_wait(
    world: World, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.log.flow.REFUSED", REFUSED._replace(many=5))
    for base in range(5):
        assert world.report(base, NONSENSE).get_json()["code"] == "refused"
    body = {"client_id": "report-5", "base": 5, "report": ROLL}
    stopped = world.ask("POST", f"/tables/{world.table}/entries?lang={language}", "device", json=body)
    assert (stopped.status_code, stopped.get_json()["code"]) == (429, "too_many_refused")
    assert stopped.headers["Retry-After"] in stopped.get_json()["detail"]
    assert len(world.service.part(TableGames).lines(world.table, 0)) == 5
    assert world.report(5, ROLL, "judge").status_code == 201
    assert world.report(6, NONSENSE, "arbiter").status_code == 422


def filled(world: World, count: int) -> None:
    """Make a log of this many large entries."""
    for base in range(count):
        body = {"client_id": f"large-{base:05}", "base": base, "report": {**NONSENSE, "x": "x" * 3900}}
        assert world.ask("POST", f"/tables/{world.table}/entries", json=body).status_code == 422


@SQLITE_ONLY
def test_a_page_of_the_log_has_a_weight_and_the_cursor_goes_on_to_its_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_game, "PAGE", 40_000)
    monkeypatch.setattr(table_game, "CHUNK", 4)
    filled(world, 30)
    for limit in (1000, 3):
        seen: list[int] = []
        pages = 0
        since: int | None = 0
        while since is not None:
            answer = world.ask("GET", f"/tables/{world.table}/entries?since={since}&limit={limit}", "device")
            page = answer.get_json()
            assert len(answer.data) < 100_000
            assert page["seq"] == 30
            seen += [row["seq"] for row in page["rows"]]
            since, pages = page["next"], pages + 1
        assert seen == list(range(1, 31))
        assert pages >= 4
    latest = world.ask("GET", f"/tables/{world.table}/lines?limit=1000", "device").get_json()
    assert latest["lines"][-1]["seq"] == 30
    assert 1 < len(latest["lines"]) < 30
    first = latest["lines"][0]["seq"]
    earlier = world.ask("GET", f"/tables/{world.table}/lines?limit=1000&before={first}", "device").get_json()["lines"]
    assert earlier[-1]["seq"] == first - 1
    later = world.ask("GET", f"/tables/{world.table}/lines?limit=1000&since=3", "device").get_json()["lines"]
    assert [each["seq"] for each in later] == list(range(4, 4 + len(later)))
    assert len(later) < 27


@SQLITE_ONLY
def test_whoever_has_missed_a_whole_game_is_told_its_beginning(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.log.append.MOST_SINCE", 5)
    assert MOST_SINCE == 200
    filled(world, 8)
    late = world.report(0, ROLL).get_json()
    assert (late["code"], late["seq"], [each["seq"] for each in late["since"]]) == ("outdated", 8, [1, 2, 3, 4, 5])


@SQLITE_ONLY
def test_trials_of_many_reports_and_corrections_count_for_what_they_cost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.report(0, ROLL)
    spent: list[int] = []
    monkeypatch.setattr(world.service.limits, "trial", lambda _whom, worth=1: spent.append(worth))
    world.ask("POST", f"/tables/{world.table}/trials", "device", json={"reports": [ROLL]})
    world.ask("POST", f"/tables/{world.table}/trials", "device", json={"reports": [ROLL] * 500})
    ask(world, "corrections", ROLL)
    assert spent == [1, 51, 40]
