"""Calls for a judge or the arbiter: made, joined, claimed, handed over, settled; and the time that they cost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.world import World

MINUTE = 60_000


class Hall:
    """The world with calls in it, and a wall clock that the test moves."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self.now = 1_800_000_000_000
        monkeypatch.setattr(world.service.database, "now", lambda: self.now)
        self.count = 0

    def call(self, by: str = "device", table: str | None = None, **more: Any) -> TestResponse:
        """Call a judge to the table, about a rule, unless ``more`` says otherwise."""
        self.count += 1
        body = {"client_id": f"call-{self.count:04}", "kind": "judge", "about": "rule", **more}
        return self.world.ask("POST", f"/tables/{table or self.world.table}/calls", by, json=body)

    def called(self, **more: Any) -> str:
        """Make a call and return its id."""
        answer = self.call(**more)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        return str(answer.get_json()["id"])

    def do(self, what: str, call: str, by: str, **body: Any) -> TestResponse:
        options = {} if what in ("claim", "withdraw", "extension") else {"json": body}
        return self.world.ask("POST", f"/calls/{call}/{what}", by, **options)

    def done(self, what: str, call: str, by: str, **body: Any) -> dict[str, Any]:
        """Carry out an action on a call and return the call."""
        answer = self.do(what, call, by, **body)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return dict(answer.get_json())

    def refused(self, code: str, what: str, call: str, by: str, **body: Any) -> str:
        """Return the message to somebody whose action on a call is refused."""
        answer = self.do(what, call, by, **body)
        assert answer.get_json()["code"] == code, answer.get_data(as_text=True)
        return str(answer.get_json()["detail"])

    def at_table(self) -> Any:
        """The open call as the table's tablet sees it."""
        return self.world.ask("GET", f"/tables/{self.world.table}/calls", "device").get_json()["open"]

    def queue(self, state: str = "open") -> list[dict[str, Any]]:
        answer = self.world.ask("GET", f"/events/{self.world.event}/calls?state={state}", "judge")
        return list(answer.get_json()["rows"])

    def account(self, by: str) -> str:
        return str(self.world.ask("GET", "/me", by).get_json()["account_id"])

    def clock(self, kind: str, **more: Any) -> None:
        """Move the clock of the round, or of the table if ``table`` is given."""
        path = f"/tables/{self.world.table}/clock" if more.pop("table", False) else f"/rounds/{self.world.round}/clock"
        reason = {} if kind == "start" else {"reason": "because"}
        answer = self.world.ask("POST", path, "head_judge", json={"kind": kind, **reason, **more})
        assert answer.status_code == 200, answer.get_data(as_text=True)


@pytest.fixture
def hall(world: World, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(world, monkeypatch)


def test_a_call_goes_from_the_table_to_a_judge_and_is_settled(hall: Hall) -> None:
    assert hall.at_table() is None
    call = hall.called(text="May I still build?")
    hall.now += 2 * MINUTE
    (row,) = hall.queue()
    assert (row["id"], row["number"], row["state"], row["level"], row["waited"]) == (
        call,
        1,
        "open",
        "judge",
        2 * MINUTE,
    )
    assert row["lines"][0]["text"] == "May I still build?"
    hall.done("claim", call, "judge")
    assert len(hall.done("claim", call, "judge")["steps"]) == 1
    hall.now += MINUTE
    assert (hall.at_table()["holder"], hall.at_table()["waited"]) == ("judge", 2 * MINUTE)
    settled = hall.done("resolve", call, "judge", note="Not after the throw.")
    assert settled["state"] == "resolved"
    assert [(each["kind"], each["author"], each["note"]) for each in settled["steps"]] == [
        ("claimed", "judge", ""),
        ("resolved", "judge", "Not after the throw."),
    ]
    assert hall.at_table() is None
    assert hall.queue() == []
    assert [each["id"] for each in hall.queue("all")] == [call]
    assert "judge" in hall.refused("call_over", "claim", call, "arbiter")


def test_a_second_call_of_a_table_joins_the_open_one_and_the_same_one_sent_twice_is_one(hall: Hall) -> None:
    call = hall.called(client_id="the-same-one")
    again = hall.call(client_id="the-same-one", text="sent again")
    assert (again.get_json()["id"], again.headers["Idempotent-Replayed"]) == (call, "true")
    assert hall.called(by="scorer", about="time") == call
    assert [(each["about"], each["author"]) for each in hall.at_table()["lines"]] == [
        ("rule", "device"),
        ("time", "scorer"),
    ]
    hall.done("withdraw", call, "device")
    assert hall.called() != call
    assert hall.call(client_id="the-same-one").get_json()["state"] == "withdrawn"


@EACH_DATABASE
def test_two_calls_at_once_are_one_and_two_claims_at_once_have_one_winner(hall: Hall) -> None:
    other = hall.world.token("second judge", role="judge")
    with ThreadPoolExecutor(2) as pool:
        responses = pool.map(lambda by: hall.call(by, client_id=f"call-by-{by}"), ["device", "scorer"])
        calls = {each.get_json()["id"] for each in responses}
        (call,) = calls
        answers = list(pool.map(lambda by: hall.do("claim", call, by), ["judge", other]))
    winner, loser = sorted(answers, key=lambda each: each.status_code)
    assert (winner.status_code, loser.status_code, loser.get_json()["code"]) == (200, 409, "call_claimed")
    assert f"already with {winner.get_json()['holder']}" in loser.get_json()["detail"]
    (row,) = hall.queue()
    assert (len(row["lines"]), [each["kind"] for each in row["steps"]]) == (2, ["claimed"])


def test_a_call_is_escalated_up_to_the_head_judge_and_each_time_free_for_them(hall: Hall) -> None:
    call = hall.called()
    hall.done("claim", call, "judge")
    assert hall.done("escalate", call, "judge", note="a new case")["holder"] is None
    assert "Arbiter" in hall.refused("call_above", "claim", call, "judge")
    hall.done("claim", call, "arbiter")
    hall.refused("call_claimed", "resolve", call, "judge", note="x")
    assert hall.done("escalate", call, "arbiter")["level"] == "head_judge"
    hall.refused("call_above", "claim", call, "arbiter")
    hall.done("claim", call, "head_judge")
    hall.refused("call_highest", "escalate", call, "head_judge")


def test_a_table_that_calls_for_the_arbiter_takes_the_call_from_its_judge(hall: Hall) -> None:
    call = hall.called()
    hall.done("claim", call, "judge")
    assert hall.called(kind="arbiter", about="dispute") == call
    assert (hall.at_table()["holder"], hall.at_table()["level"]) == (None, "arbiter")
    hall.done("claim", call, "arbiter")


def test_a_call_after_somebody_came_is_a_new_one_that_waits_in_the_queue(hall: Hall) -> None:
    first = hall.called()
    hall.now += MINUTE
    hall.done("claim", first, "judge")
    hall.now += 2 * MINUTE
    second = hall.called(about="time")
    assert second != first
    assert (hall.at_table()["id"], hall.at_table()["state"]) == (second, "open")
    assert [(each["id"], each["state"]) for each in hall.queue()] == [(first, "claimed"), (second, "open")]
    hall.now += 3 * MINUTE
    hall.done("claim", second, "arbiter")
    hall.now += 4 * MINUTE
    assert [(each["waited"], each["handled"]) for each in hall.queue()] == [
        (MINUTE, 9 * MINUTE),
        (3 * MINUTE, 4 * MINUTE),
    ]
    shown = hall.world.ask("GET", f"/tables/{hall.world.table}/calls", "device").get_json()
    assert [each["id"] for each in shown["rows"]] == [second, first]
    hall.done("resolve", second, "arbiter")
    assert hall.at_table()["id"] == first


def test_time_that_two_calls_share_is_given_once(hall: Hall) -> None:
    hall.clock("start")
    first = hall.called()
    hall.done("claim", first, "judge")
    hall.now += 5 * MINUTE
    second, third = hall.called(), None
    hall.now += 5 * MINUTE
    hall.done("claim", second, "arbiter")
    third = hall.called()
    assert hall.done("resolve", third, "head_judge")["extension"]["minutes"] == 0
    assert hall.done("resolve", first, "judge")["extension"]["minutes"] == 10
    hall.now += 2 * MINUTE
    assert hall.done("resolve", second, "arbiter")["extension"]["minutes"] == 2


def test_a_call_is_handed_over_by_whoever_has_it_or_by_the_head_judge(hall: Hall) -> None:
    call = hall.called(kind="arbiter")
    hall.done("claim", call, "arbiter")
    to = hall.account("judge")
    hall.refused("call_claimed", "hand-over", call, "judge", to=to)
    names = hall.refused("not_answering", "hand-over", call, "arbiter", to=hall.account("scorer"))
    assert "arbiter, head_judge, judge, organizer" in names
    handed = hall.done("hand-over", call, "arbiter", to=to, note="tell them the ruling")
    assert (handed["holder"], handed["steps"][-1]["note"]) == ("judge", "tell them the ruling")
    assert hall.done("hand-over", call, "head_judge", to=hall.account("organizer"))["holder"] == "organizer"
    hall.done("resolve", call, "organizer")


@SQLITE_ONLY
def test_the_notes_of_the_judges_are_not_shown_at_the_table(hall: Hall) -> None:
    call = hall.called()
    hall.done("escalate", call, "judge", note="B is lying")
    assert "B is lying" not in hall.world.ask("GET", f"/tables/{hall.world.table}/calls", "device").get_data(True)
    assert hall.queue()[0]["steps"][0]["note"] == "B is lying"


@SQLITE_ONLY
def test_a_call_may_name_a_refused_entry_and_no_other(hall: Hall) -> None:
    report = {"type": "roll", "player": "A", "dice": [3, 4]}
    assert hall.world.report(0, report).status_code == 201
    assert hall.world.report(1, report, client_id="refused-one").status_code == 422
    assert hall.call(refused=1).get_json()["errors"][0]["fault"] == "entry_not_refused"
    assert hall.call(refused=3).get_json()["errors"][0]["fault"] == "entry_not_refused"
    line = hall.call(refused=2).get_json()["lines"][0]
    assert (line["seq"], line["refused"]) == (2, 2)


def test_the_extension_is_the_time_that_the_clock_ran_rounded_up_and_given_once(hall: Hall) -> None:
    hall.clock("start")
    hall.now += 10 * MINUTE
    call = hall.called()
    hall.now += 90_000
    hall.clock("pause", table=True)
    hall.now += 5 * MINUTE
    hall.clock("start", table=True)
    hall.now += 31_000
    hall.refused("no_extension", "extension", call, "judge")
    settled = hall.done("resolve", call, "judge")
    lost = {"passed": 7 * MINUTE + 1000, "lost": 2 * MINUTE + 1000, "minutes": 3}
    assert settled["extension"] == {**lost, "given": None}
    before = hall.world.ask("GET", f"/tables/{hall.world.table}/clock", "judge").get_json()
    assert [each["kind"] for each in before["activations"]] == ["start", "pause", "start"]
    hall.now += 20 * MINUTE
    assert hall.done("extension", call, "arbiter")["extension"] == {**lost, "given": 3}
    clock = hall.world.ask("GET", f"/tables/{hall.world.table}/clock", "judge").get_json()
    assert clock["allowed"] == before["allowed"] + 3 * MINUTE
    assert clock["activations"][-1]["reason"] == "審判の呼び出し（7:01）"
    assert "given so far: 3 min" in hall.refused("no_extension", "extension", call, "judge")


@SQLITE_ONLY
def test_started_minutes_are_rounded_up(hall: Hall) -> None:
    hall.clock("start")
    for lost, minutes in ((1, 1), (MINUTE, 1), (MINUTE + 1, 2)):
        call = hall.called()
        hall.now += lost
        assert hall.done("resolve", call, "judge")["extension"]["minutes"] == minutes


@SQLITE_ONLY
def test_nothing_is_proposed_while_the_clock_stands_and_nothing_given_after_time_up(hall: Hall) -> None:
    still = hall.called()
    hall.now += 10 * MINUTE
    assert hall.done("resolve", still, "judge")["extension"]["minutes"] == 0
    hall.refused("no_extension", "extension", still, "judge")
    hall.clock("start")
    hall.now += 89 * MINUTE
    call = hall.called()
    hall.now += 5 * MINUTE
    assert hall.done("resolve", call, "judge")["extension"]["lost"] == MINUTE
    assert hall.world.report(0, {"type": "time_up"}).status_code == 201
    hall.refused("time_is_up", "extension", call, "judge")
    assert hall.queue("all")[0]["extension"]["given"] is None


def test_judges_are_assigned_to_tables_and_leave_notes_there(hall: Hall) -> None:
    path = f"/rounds/{hall.world.round}/assignments"
    judge = hall.account("judge")
    rows = [{"account_id": judge, "first": 1, "last": 4}, {"account_id": judge, "first": 7, "last": 7}]
    assert hall.world.ask("PUT", path, "head_judge", json={"rows": rows}).status_code == 200
    backward = [{"account_id": judge, "first": 4, "last": 1}]
    refused = hall.world.ask("PUT", path, "head_judge", json={"rows": backward}).get_json()
    assert refused["errors"][0]["field"] == "rows.0.last"
    stranger = [{"account_id": hall.account("scorer"), "first": 1, "last": 1}]
    assert hall.world.ask("PUT", path, "head_judge", json={"rows": stranger}).get_json()["code"] == "not_answering"
    note = f"/tables/{hall.world.table}/note"
    for text in ("A counts slowly", "B was cautioned"):
        assert hall.world.ask("PUT", note, "judge", json={"text": text}).status_code == 200
    listed = hall.world.ask("GET", path, "arbiter").get_json()
    assert listed["rows"] == [{**row, "name": "judge"} for row in rows]
    assert [each["text"] for each in listed["notes"]] == ["B was cautioned"]
    hall.world.ask("PUT", note, "judge", json={"text": ""})
    hall.world.ask("PUT", path, "head_judge", json={"rows": rows[1:]})
    listed = hall.world.ask("GET", path, "arbiter").get_json()
    assert (len(listed["rows"]), listed["notes"]) == (1, [])


@SQLITE_ONLY
def test_calls_are_rate_limited(hall: Hall) -> None:
    answers = [hall.call().status_code for _ in range(31)]
    assert (answers[29], answers[30]) == (201, 429)
    assert len(hall.at_table()["lines"]) == 30
