"""Clocks over HTTP and the deadlines that follow from them; the tests set the service's time."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from werkzeug.test import TestResponse

from referee.backup.due import Backups
from referee.clocks.steps import Ticker
from referee.core.service import Service
from referee.server.assembly import assemble
from tests.referee.support.world import World

MINUTE = 60_000
ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}


class Hall:
    """The world with a wall clock that the test moves, and a ticker that ticks when told to."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self.monkeypatch = monkeypatch
        self.now = 1_800_000_000_000
        self.set(world.service)
        self.ticker = Ticker(world.service)

    def set(self, service: Service) -> None:
        """Make a service use the wall clock of the test."""
        self.monkeypatch.setattr(service.database, "now", lambda: self.now)

    def wait(self, minutes: float) -> None:
        """Let time pass, then let the ticker tick."""
        self.now += round(minutes * MINUTE)
        self.ticker.tick()

    def round(self, kind: str, by: str = "head_judge", **more: Any) -> TestResponse:
        headers = more.pop("headers", {})
        if kind != "start":
            more.setdefault("reason", "because")
        body = {"kind": kind, **more}
        return self.world.ask("POST", f"/rounds/{self.world.round}/clock", by, json=body, headers=headers)

    def table(self, kind: str, by: str = "judge", **more: Any) -> TestResponse:
        if kind != "start":
            more.setdefault("reason", "because")
        return self.world.ask("POST", f"/tables/{self.world.table}/clock", by, json={"kind": kind, **more})

    def clock(self, table: str | None = None) -> dict[str, Any]:
        """The clock of the table, or of another one."""
        return dict(self.world.ask("GET", f"/tables/{table or self.world.table}/clock", "judge").get_json())

    def log(self, table: str | None = None) -> list[dict[str, Any]]:
        """The log of the table, or of another one."""
        rows = self.world.ask("GET", f"/tables/{table or self.world.table}/entries").get_json()["rows"]
        return list(rows)

    def time_ups(self, table: str | None = None) -> list[int]:
        """The numbers of the time-up entries of a log."""
        return [row["seq"] for row in self.log(table) if row["report"] == {"type": "time_up"}]


@pytest.fixture
def hall(world: World, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(world, monkeypatch)


def code(response: TestResponse) -> str:
    """The code of a problem, whose status must be 409."""
    assert response.status_code == 409, response.get_data(as_text=True)
    return str(response.get_json()["code"])


def test_a_started_round_runs_at_all_its_tables(hall: Hall) -> None:
    assert hall.clock()["deadline_at"] is None
    started = hall.round("start")
    assert started.status_code == 200
    begun = hall.now
    hall.wait(20)
    clock = hall.clock()
    assert clock["running"]
    assert clock["now"] == hall.now
    assert (clock["elapsed"], clock["allowed"], clock["remaining"]) == (20 * MINUTE, 90 * MINUTE, 70 * MINUTE)
    assert clock["deadline_at"] == begun + 90 * MINUTE
    assert clock["warnings"][0] == {"seconds": 600, "at": begun + 80 * MINUTE, "fired": False}
    assert [each["kind"] for each in clock["activations"]] == ["start"]
    assert hall.world.ask("GET", f"/rounds/{hall.world.round}").get_json()["state"] == "running"


def test_time_up_is_logged_by_the_clock_once_at_its_moment(hall: Hall) -> None:
    hall.round("start")
    hall.wait(90 - 0.001)
    assert hall.log() == []
    hall.wait(0.001)
    hall.wait(5)
    [entry] = hall.log()
    assert entry["report"] == {"type": "time_up"}
    assert entry["accepted"]
    assert entry["author"] == "clock"
    assert hall.clock()["time_up_at"] == entry["at"]
    assert hall.world.ask("GET", f"/tables/{hall.world.table}").get_json()["position"]["time_up"]


def test_warnings_are_given_on_the_way_and_once_more_after_an_extension(hall: Hall) -> None:
    hall.round("start")
    hall.wait(81)
    assert [each["fired"] for each in hall.clock()["warnings"]] == [True, False, False]
    hall.round("extend", seconds=300)
    assert [each["fired"] for each in hall.clock()["warnings"]] == [False, False, False]
    hall.wait(4)
    assert [each["fired"] for each in hall.clock()["warnings"]] == [True, False, False]


def test_a_pause_of_the_round_or_of_the_table_puts_the_time_up_off(hall: Hall) -> None:
    hall.round("start")
    hall.wait(30)
    hall.round("pause")
    hall.wait(10)
    hall.round("start")
    hall.wait(30)
    hall.table("pause")
    standing = hall.clock()
    assert not standing["running"]
    assert (standing["remaining"], standing["deadline_at"]) == (30 * MINUTE, None)
    hall.wait(60)
    assert hall.time_ups() == []
    hall.table("start")
    hall.wait(29.999)
    assert hall.time_ups() == []
    hall.wait(0.001)
    assert hall.time_ups() == [1]


def test_one_table_of_the_round_can_be_given_more_time(hall: Hall) -> None:
    other = hall.world.new_table(2)
    hall.round("start")
    extended = hall.round("extend", seconds=300, tables=[other])
    assert extended.status_code == 200
    hall.wait(90)
    assert hall.time_ups() == [1]
    assert hall.time_ups(other) == []
    assert hall.clock(other)["remaining"] == 5 * MINUTE
    hall.wait(5)
    assert hall.time_ups(other) == [1]


def test_a_table_made_after_the_start_rings_with_the_others(hall: Hall) -> None:
    hall.round("start")
    hall.wait(10)
    late = hall.world.new_table(2)
    hall.wait(80)
    assert hall.time_ups(late) == [1]


def test_moving_a_clock_where_it_is_already_is_refused(hall: Hall) -> None:
    assert code(hall.round("pause")) == "clock_stands"
    assert code(hall.table("start")) == "clock_not_paused"
    hall.round("start")
    assert code(hall.round("start")) == "clock_runs"
    hall.table("pause")
    assert code(hall.table("pause")) == "clock_paused"
    assert len(hall.clock()["activations"]) == 2


def test_time_that_has_elapsed_cannot_be_taken_away(hall: Hall) -> None:
    hall.round("start")
    hall.wait(80)
    problem = hall.round("extend", seconds=-600)
    assert code(problem) == "clock_too_short"
    assert "599" in problem.get_json()["detail"]
    assert hall.round("extend", seconds=-599).status_code == 200
    hall.wait(1 / 60)
    assert hall.time_ups() == [1]


def test_only_an_extension_has_seconds_and_needs_a_reason(hall: Hall) -> None:
    path = f"/rounds/{hall.world.round}/clock"
    for body, field in (
        ({"kind": "extend", "seconds": 5}, "reason"),
        ({"kind": "extend", "reason": "x"}, "seconds"),
        ({"kind": "start", "seconds": 5}, "seconds"),
        ({"kind": "stop"}, "kind"),
    ):
        answer = hall.world.ask("POST", path, json=body)
        assert answer.status_code == 422
        assert [each["field"] for each in answer.get_json()["errors"]] == [field]
    assert hall.round("start", tables=["nowhere"]).status_code == 404


def test_after_time_up_nothing_is_extended_until_it_is_taken_back(hall: Hall) -> None:
    hall.round("start")
    assert hall.world.report(0, ROLL).status_code == 201
    hall.wait(90)
    problem = hall.round("extend", seconds=300)
    assert code(problem) == "time_is_up"
    assert problem.get_json()["entries"] == hall.time_ups() == [2]
    back = {"type": "retract", "seq": 2}
    assert hall.world.report(2, back, "head_judge", reason="The bell was wrong.").status_code == 201
    assert hall.clock()["time_up_at"] is None
    hall.wait(3)
    assert hall.time_ups() == [2]  # the clock is at zero and does not ring again by itself
    assert hall.round("extend", seconds=300).status_code == 200
    assert hall.clock()["remaining"] == 5 * MINUTE
    hall.wait(5)
    assert hall.time_ups() == [2, 4]


def test_a_time_up_reported_by_hand_is_the_clocks_too_and_can_be_taken_back(hall: Hall) -> None:
    hall.round("start")
    hall.wait(50)
    assert hall.world.report(0, {"type": "time_up"}).status_code == 201
    assert hall.clock()["time_up_at"] == hall.now
    assert code(hall.table("extend", seconds=60)) == "time_is_up"
    hall.world.report(1, {"type": "retract", "seq": 1}, reason="Too soon.")
    assert hall.clock()["time_up_at"] is None
    hall.wait(40)
    assert hall.time_ups() == [1, 3]


def test_a_game_that_is_over_and_a_closed_table_get_no_time_up(hall: Hall) -> None:
    over = {"type": "ruling", "by": "R", "reason": "They gave up.", "clauses": []}
    closed = hall.world.new_table(2)
    hall.world.ask("POST", f"/tables/{closed}/close")
    hall.round("start")
    body = {"client_id": "over-0001", "base": 0, "report": {**over, "set": {"phase": "over"}}}
    ended = hall.world.ask("POST", f"/tables/{hall.world.table}/entries", json=body)
    assert ended.status_code == 201, ended.get_data(as_text=True)
    hall.wait(90)
    assert hall.time_ups() == []
    assert hall.time_ups(closed) == []
    assert hall.clock()["time_up_at"] == hall.now


def test_a_deadline_that_passed_while_nothing_ran_happens_at_the_next_start(hall: Hall) -> None:
    hall.round("start")
    hall.now += 200 * MINUTE
    again = assemble(hall.world.service.settings)
    try:
        hall.set(again)
        Ticker(again).tick()
    finally:
        again.close()
    assert hall.time_ups() == [1]
    assert all(each["fired"] for each in hall.clock()["warnings"])


def test_a_table_whose_rules_were_changed_does_not_stop_the_others(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = hall.world.new_table(2)
    hall.round("start")
    hall.world.report(0, ROLL)
    with hall.world.service.database.write() as session:
        session.connection().execute(text("UPDATE entry SET accepted = NOT accepted"))
    afresh = assemble(hall.world.service.settings)
    try:
        hall.set(afresh)
        hall.now += 90 * MINUTE
        ticker = Ticker(afresh)
        ticker.tick()
        ticker.tick()
    finally:
        afresh.close()
    assert hall.time_ups(other) == [1]
    assert len([each for each in caplog.records if "cannot be fired" in each.message]) == 1
    assert hall.clock()["time_up_at"] is None


def test_without_a_limit_time_only_elapses(hall: Hall) -> None:
    untimed = hall.world.made(f"/events/{hall.world.event}/rounds", number=2, minutes=None)
    hall.world.round = untimed
    table = hall.world.new_table(1)
    hall.round("start")
    hall.wait(300)
    clock = hall.clock(table)
    assert (clock["elapsed"], clock["remaining"], clock["deadline_at"]) == (300 * MINUTE, None, None)
    assert clock["warnings"] == []
    assert code(hall.round("extend", seconds=60)) == "clock_untimed"
    assert hall.log(table) == []


def test_a_clock_that_nobody_moves_keeps_its_tag_and_a_request_sent_twice_is_carried_out_once(hall: Hall) -> None:
    path = f"/rounds/{hall.world.round}/clock"
    started = hall.round("start")
    tag = started.headers["ETag"]
    hall.wait(1)
    assert hall.world.ask("GET", path, headers={"If-None-Match": tag}).status_code == 304
    first = hall.round("extend", seconds=60, headers={"If-Match": tag})
    second = hall.round("extend", seconds=60, headers={"If-Match": tag})
    assert (first.status_code, second.status_code) == (200, 412)
    clock = hall.world.ask("GET", path, headers={"If-None-Match": tag})
    assert clock.status_code == 200
    assert clock.get_json()["allowed"] == 91 * MINUTE


def test_who_may_move_clocks(hall: Hall) -> None:
    assert hall.round("start", by="judge").status_code == 403
    assert hall.round("start", by="organizer").status_code == 200
    assert hall.table("pause", by="device").status_code == 403
    assert hall.table("pause", by="scorer").status_code == 403
    assert hall.table("pause", by="arbiter").status_code == 200
    assert hall.world.ask("GET", f"/tables/{hall.world.table}/clock", "device").status_code == 200


def test_closing_a_round_names_the_tables_still_playing(hall: Hall) -> None:
    path = f"/rounds/{hall.world.round}"
    hall.round("start")
    hall.wait(10)
    problem = hall.world.ask("POST", f"{path}/close", "head_judge", json={})
    assert code(problem) == "games_open"
    assert problem.get_json()["tables"] == [hall.world.table]
    assert hall.world.ask("POST", f"{path}/close", "head_judge", json={"anyway": True}).status_code == 422
    body = {"anyway": True, "reason": "The hall closes."}
    assert hall.world.ask("POST", f"{path}/close", "head_judge", json=body).get_json()["state"] == "closed"
    assert hall.world.report(0, ROLL).status_code == 409
    assert code(hall.round("start")) == "round_closed"
    hall.wait(200)
    assert hall.log() == []
    assert hall.world.ask("POST", f"{path}/open", "head_judge").get_json()["state"] == "running"
    assert hall.world.report(0, ROLL).status_code == 201
    hall.round("start")
    assert hall.clock()["elapsed"] == 10 * MINUTE


def test_a_round_whose_games_are_over_closes_and_is_backed_up(hall: Hall) -> None:
    over = {"type": "ruling", "by": "R", "reason": "They gave up.", "clauses": [], "set": {"phase": "over"}}
    assert hall.world.report(0, over, "arbiter").status_code == 201
    closed = hall.world.ask("POST", f"/rounds/{hall.world.round}/close", "head_judge", json={})
    assert closed.get_json()["state"] == "closed"
    assert hall.world.ask("GET", f"/tables/{hall.world.table}").get_json()["state"] == "closed"
    hall.world.service.part(Backups).close()
    assert len(list(hall.world.service.settings.backups.glob("*-round.jsonl.gz"))) == 1
    again = hall.world.ask("POST", f"/rounds/{hall.world.round}/close", "head_judge", json={})
    assert again.get_json()["state"] == "closed"
