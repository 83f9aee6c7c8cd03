"""Moves made before the end signal that arrive after it: who may put them before it, and what the log says."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from referee.core.chain import Author
from referee.core.database.database import driver_execute
from referee.log.append import Log, Posting
from referee.log.device_clock import CLOCK_JUMP, DeviceClocks, ReportTimes
from referee.log.table_game import TableGames
from referee.log.verify import table_findings
from tests.referee.support.hall import PLAN
from tests.referee.support.world import World

ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 2]}
BUY: dict[str, Any] = {"type": "buy", "player": "A"}
BEHIND = 3_600_000
"""The device's clock is an hour slow."""
names = itertools.count()


def signal(world: World) -> int:
    """Let the clock report that the time is up, and return when it did."""
    with world.service.database.write() as session:
        execute = driver_execute(session)
        game = world.service.part(TableGames).current(world.table, execute)
        done = world.service.part(Log).append_within(
            execute, game, Posting(f"clock/{next(names)}/1", {"type": "time_up"}), Author("clock")
        )
    assert done is not None
    return done.logged[0].line.at


def entries(world: World) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = world.ask("GET", f"/tables/{world.table}/entries").get_json()["rows"]
    return rows


def device_now(world: World) -> int:
    """What the device's clock shows."""
    return world.service.database.now() - BEHIND


def put(world: World, base: int, by: str = "device", *, trial: bool = False, **body: Any) -> Any:
    """Ask for moves to be put before the signal."""
    name = f"signal-{next(names):06}"
    payload = {"client_id": name, "base": base, "sent_at": device_now(world), "trial": trial, **body}
    return world.ask("POST", f"/tables/{world.table}/before-signal", by, json=payload)


def tolerating(world: World, seconds: int) -> None:
    """Give the event a regulation with this tolerance."""
    text = PLAN + f"\n[rulings]\nsignal_seconds = {seconds}\n"
    answer = world.ask("PUT", f"/events/{world.event}/regulation", json={"text": text})
    assert answer.status_code == 200, answer.get_data(as_text=True)


def stands(world: World) -> list[str]:
    """The types of the reports that stand, without those that were taken back."""
    lines = world.service.part(TableGames).lines(world.table, 0)
    kept: list[tuple[int, str]] = []
    for line in lines:
        report = json.loads(line.report)
        if not line.accepted:
            continue
        if report["type"] == "retract":
            kept = [each for each in kept if each[0] < report["seq"]]
        else:
            kept.append((line.seq, report["type"]))
    return [kind for _, kind in kept]


def test_the_log_says_when_a_report_was_made_by_the_services_clock_whatever_the_devices_shows(world: World) -> None:
    now = device_now(world)
    answer = world.report(0, ROLL, made_at=now - 90_000, sent_at=now)
    assert answer.status_code == 201
    entry = answer.get_json()
    assert 89_000 <= entry["at"] - entry["made_at"] <= 95_000
    (line,) = world.ask("GET", f"/tables/{world.table}/lines", "device").get_json()["lines"]
    assert line["made_at"] == entry["made_at"]
    assert world.report(1, BUY).get_json()["made_at"] is None
    assert table_findings(world.service.settings.database_url, world.table) == []


def test_the_best_guess_of_a_clock_is_the_quickest_way_and_a_clock_that_is_set_begins_anew() -> None:
    clocks = DeviceClocks()
    assert clocks.offset("one", 1000, 6000) == 5000
    assert clocks.offset("one", 2000, 6100) == 4100
    assert clocks.offset("one", 3000, 9000) == 4100
    assert clocks.offset("two", 3000, 9000) == 6000
    assert clocks.moments("one", ReportTimes(4000, (1000, None, 99_000)), 8200) == [5100, None, 8200]
    assert clocks.offset("one", 3000 + 2 * CLOCK_JUMP, 9000) == 6000 - 2 * CLOCK_JUMP


def test_a_report_that_the_signal_has_overtaken_is_told_so_and_put_before_it_by_the_tables_judge(world: World) -> None:
    made_at = device_now(world) - 5000
    rung = signal(world)
    late = world.report(0, ROLL, made_at=made_at, sent_at=device_now(world))
    assert late.status_code == 409
    facts = late.get_json()["signal"]
    assert (facts["seq"], facts["at"], facts["judge"], facts["seconds"]) == (1, rung, True, 60)
    assert facts["made_at"] < rung
    moves = [{"report": ROLL, "made_at": made_at}, {"report": BUY, "made_at": made_at + 10}]
    shown = put(world, 1, reports=moves, trial=True).get_json()
    assert len(entries(world)) == 1
    assert {"of": "player", "key": "A", "what": "cash", "before": 1500, "after": 1440} in shown["changes"]
    assert {"of": "deed", "key": "baltic_avenue", "what": "owner", "before": None, "after": "A"} in shown["changes"]
    done = put(world, 1, reports=moves)
    assert done.status_code == 200, done.get_data(as_text=True)
    assert stands(world) == ["roll", "buy", "time_up"]
    last = entries(world)[-1]
    assert last["made_at"] == rung  # the signal keeps its place and time
    assert table_findings(world.service.settings.database_url, world.table) == []
    back = world.report(5, {"type": "retract", "seq": last["seq"]}, reason="no")
    assert back.get_json()["code"] == "bench_entries"  # and its author is still the clock


def test_what_was_made_after_the_signal_or_nobody_knows_when_is_the_arbiters_to_put_before_it(world: World) -> None:
    signal(world)
    for move in ({"report": ROLL}, {"report": ROLL, "made_at": device_now(world) + 1000}):
        assert put(world, 1, reports=[move]).get_json()["code"] == "after_signal"
    assert put(world, 1, "arbiter", reports=[{"report": ROLL}]).status_code == 200
    assert stands(world) == ["roll", "time_up"]


def test_past_the_regulations_tolerance_the_arbiter_decides(world: World) -> None:
    tolerating(world, 0)
    made_at = device_now(world) - 5000
    signal(world)
    late = world.report(0, ROLL, made_at=made_at, sent_at=device_now(world)).get_json()
    assert (late["signal"]["judge"], late["signal"]["seconds"]) == (False, 0)
    move = {"report": ROLL, "made_at": made_at}
    assert put(world, 1, reports=[move]).get_json()["code"] == "signal_passed"
    assert len(entries(world)) == 1
    # The judge logs it after the signal; the arbiter finds it there, with both times, and puts it before the signal.
    assert world.report(1, ROLL, made_at=made_at, sent_at=device_now(world)).status_code == 201
    assert put(world, 2, entries=[2]).get_json()["code"] == "signal_passed"
    assert put(world, 2, "arbiter", entries=[2]).status_code == 200
    assert stands(world) == ["roll", "time_up"]
    moved = entries(world)[3]
    assert moved["report"] == ROLL
    assert moved["made_at"] == entries(world)[1]["made_at"]


@pytest.mark.parametrize("chosen", [[1], [3]])
def test_only_entries_behind_a_signal_that_stands_go_before_it(world: World, chosen: list[int]) -> None:
    assert put(world, 0, reports=[]).get_json()["code"] == "no_signal"
    signal(world)
    world.report(1, ROLL)
    assert put(world, 2, "arbiter", entries=chosen).status_code == 404
    world.ask(
        "POST",
        f"/tables/{world.table}/entries",
        "arbiter",
        json={"client_id": "arbiter-back", "base": 2, "report": {"type": "retract", "seq": 1}, "reason": "too early"},
    )
    assert put(world, 3, "arbiter", entries=[2]).get_json()["code"] == "no_signal"


def test_a_report_goes_in_before_an_entry_and_what_becomes_different_is_told_first(world: World) -> None:
    world.report(0, ROLL)
    world.report(1, {"type": "roll", "player": "B", "dice": [1, 2]})  # the purchase was forgotten: refused
    world.report(2, {"type": "decline", "player": "A"})
    body = {"client_id": "insert-0001", "base": 3, "seq": 3, "report": BUY, "reason": "forgotten", "insert": True}
    shown = world.ask("POST", f"/tables/{world.table}/corrections", "device", json={**body, "trial": True}).get_json()
    assert shown["dropped"] == [3]
    assert {"of": "deed", "key": "baltic_avenue", "what": "owner", "before": None, "after": "A"} in shown["changes"]
    done = world.ask("POST", f"/tables/{world.table}/corrections", "device", json={**body, "trial": False}).get_json()
    assert done["changes"] == shown["changes"]
    assert stands(world) == ["roll", "buy"]
    # What stayed keeps the time at which it was made.
    at = entries(world)
    body = {**body, "client_id": "insert-0002", "base": 5, "seq": 1, "report": None, "trial": False, "reason": "x"}
    assert "insert" in body
    again = world.ask("POST", f"/tables/{world.table}/corrections", "device", json=body).get_json()
    assert again["again"] == [1, 5]
    assert [each["made_at"] for each in entries(world)[-2:]] == [at[0]["at"], at[4]["made_at"]]


def test_a_trial_tells_what_becomes_different(world: World) -> None:
    answer = world.ask("POST", f"/tables/{world.table}/trials", "device", json={"reports": [ROLL, BUY]}).get_json()
    assert [each for each in answer["changes"] if each["what"] == "cash"] == [
        {"of": "player", "key": "A", "what": "cash", "before": 1500, "after": 1440}
    ]


def test_what_one_tap_made_stays_together_before_the_signal_and_after_a_correction(world: World) -> None:
    signal(world)
    now = device_now(world)
    moves = [
        {"report": ROLL, "made_at": now - 60_000},
        {"report": BUY, "made_at": now - 60_000, "follows": True},
        {"report": {"type": "roll", "player": "B", "dice": [1, 2]}, "made_at": now - 50_000},
    ]
    assert put(world, 1, reports=moves).status_code == 200
    ids = [each["client_id"] for each in entries(world)][2:5]
    assert ids[1] == f"{ids[0]}.then"
    assert ids[2] != f"{ids[1]}.then"
    # An arbiter corrects what came before: what one tap made is logged again as one.
    body = {
        "client_id": "correction-1",
        "base": 6,
        "seq": 3,
        "report": {"type": "roll", "player": "A", "dice": [1, 2], "off_board": True},
        "insert": True,
        "reason": "a die fell",
        "trial": False,
    }
    answer = world.ask("POST", f"/tables/{world.table}/corrections", "arbiter", json=body)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    again = [each["client_id"] for each in entries(world)[6:]]
    assert again[3] == f"{again[2]}.then", again
    assert len(set(again)) == len(again)


def test_a_client_id_that_would_be_too_long_stands_for_itself(world: World) -> None:
    signal(world)
    now = device_now(world)
    at = {"made_at": now - 60_000}
    buyer = {"report": {"type": "buy", "player": "B"}, **at, "follows": True}
    moves = [
        {"report": ROLL, **at},
        {"report": BUY, **at, "follows": True},
        {"report": {"type": "roll", "player": "B", "dice": [2, 4]}, **at, "follows": True},
        buyer,
    ]
    name = "signal-".ljust(56, "x")
    payload = {"client_id": name, "base": 1, "sent_at": now, "trial": False, "reports": moves}
    answer = world.ask("POST", f"/tables/{world.table}/before-signal", "device", json=payload)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    ids = [each["client_id"] for each in entries(world)[2:6]]
    assert [len(each) <= 64 for each in ids] == [True] * 4
    assert ids[1] == f"{ids[0]}.then"
    assert not ids[2].endswith(".then")
