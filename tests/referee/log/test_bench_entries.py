"""Entries logged by the bench or the clock belong to the bench, at any depth of retractions and on every endpoint."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as trying
from hypothesis import strategies as st

from referee.core.chain import Author, ChainLine
from referee.core.database.database import driver_execute
from referee.log.append import Log, Posting
from referee.log.table_game import TableGames
from tests.referee.log.test_standing import standing
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [3, 4]}
DRAW: dict[str, Any] = {"type": "draw", "player": "A", "card": "bank_dividend_50"}
RULING: dict[str, Any] = {"type": "ruling", "reason": "a note on the floor", "set": {"players": {"A": {"cash": 900}}}}
names = itertools.count()


def back(seq: int) -> dict[str, Any]:
    """A report that takes an entry back."""
    return {"type": "retract", "seq": seq}


class Table:
    """A table, and the ways to report there."""

    def __init__(self, world: World, table: str) -> None:
        self.world = world
        self.table = table

    def log(self) -> list[ChainLine]:
        return self.world.service.part(TableGames).lines(self.table, 0)

    def ask(self, endpoint: str, by: str, **body: Any) -> Any:
        return self.world.ask("POST", f"/tables/{self.table}/{endpoint}", by, json=body)

    def entries(self, report: Any, by: str = "device") -> Any:
        name = f"report-{next(names):06}"
        return self.ask("entries", by, client_id=name, base=len(self.log()), report=report, reason="why")

    def batch(self, reports: list[Any], by: str = "device", *, whole: bool = False) -> Any:
        items = [{"client_id": f"batch-{next(names):06}", "report": each, "reason": "why"} for each in reports]
        return self.ask("batches", by, base=len(self.log()), items=items, whole=whole)

    def trial(self, reports: list[Any], by: str = "device") -> Any:
        return self.ask("trials", by, reports=reports)

    def correction(self, seq: int, report: Any, by: str = "device", *, trial: bool = False) -> Any:
        name = f"correct-{next(names):06}"
        body = {"base": len(self.log()), "seq": seq, "report": report, "reason": "why", "trial": trial}
        return self.ask("corrections", by, client_id=name, **body)

    def clock(self) -> None:
        """Let the clock report that the time is up."""
        with self.world.service.database.write() as session:
            execute = driver_execute(session)
            posting = Posting(f"clock/{next(names)}", {"type": "time_up"})
            game = self.world.service.part(TableGames).current(self.table, execute)
            self.world.service.part(Log).append_within(execute, game, posting, Author("clock"))


@pytest.fixture
def table(world: World) -> Table:
    """A table where the device has reported two things."""
    reported = Table(world, world.table)
    reported.entries(ROLL)
    reported.entries(DRAW)
    return reported


def test_a_ruling_stays_whatever_endpoint_its_taking_back_comes_by(table: Table) -> None:
    table.entries(RULING, "arbiter")
    for seq in (1, 2, 3):
        answers = [
            table.entries(back(seq)),
            table.batch([back(seq)]),
            table.batch([{"type": "roll"}, back(seq)]),
            table.batch([ROLL, back(4), back(seq)], whole=True),
            table.trial([back(seq)]),
            table.correction(seq, None),
            table.correction(seq, DRAW, trial=True),
        ]
        assert {(each.status_code, each.get_json()["code"]) for each in answers} == {(403, "bench_entries")}
        assert answers[0].get_json()["entries"] == [3]
    assert len(table.log()) == 3


def test_a_correction_does_not_carry_the_taking_back_of_a_ruling_inside(table: Table) -> None:
    table.entries(RULING, "arbiter")
    table.entries({"type": "roll"})  # refused, so that the device has an entry of its own to correct
    for trial in (True, False):
        answer = table.correction(4, back(3), trial=trial)
        assert (answer.status_code, answer.get_json()["entries"]) == (403, [3])
    assert len(table.log()) == 4
    assert table.correction(4, back(3), "arbiter").status_code == 200
    assert 3 not in standing(table.log())


def test_the_benchs_own_taking_back_is_the_benchs_at_any_depth(table: Table) -> None:
    table.entries(back(2), "head_judge")  # an entry of the device, taken back by the bench
    for seq in (1, 2, 3):
        assert table.entries(back(seq)).status_code in (403, 422)
    assert table.entries(back(3)).get_json()["entries"] == [3]
    assert standing(table.log()) == {1, 3}
    table.entries(RULING, "arbiter")
    table.entries(back(len(table.log())), "arbiter")  # its own ruling, taken back
    for seq in range(1, len(table.log()) + 1):
        for answer in (table.entries(back(seq)), table.trial([back(seq)]), table.correction(seq, None, trial=True)):
            assert answer.status_code in (403, 422) or not answer.get_json()["answers"][0]["accepted"]
    assert standing(table.log()) & {3, 4} == {3}


def test_the_clocks_time_up_is_the_benchs_and_what_the_table_has_logged_behind_it_its_own(table: Table) -> None:
    table.clock()
    table.entries({"type": "roll", "player": "B", "dice": [1, 2]})
    assert table.correction(2, None, "judge", trial=True).status_code == 403
    assert table.entries(back(3), "judge").status_code == 403
    assert table.entries(back(len(table.log())), "judge").status_code == 201
    assert table.entries(back(3), "organizer").status_code == 201


def test_a_ruling_is_tried_by_whom_it_can_be_made_by(table: Table) -> None:
    smuggled = {"type": "ruling", "reason": "agreed", "apply": {"type": "roll", "player": "B", "dice": [1, 2]}}
    nested = {"type": "ruling", "reason": "agreed", "apply": back(1)}
    for report in (RULING, smuggled, nested):
        answers = [
            table.entries(report),
            table.batch([ROLL, report]),
            table.trial([report]),
            table.trial([ROLL, report]),
            table.correction(2, report),
            table.correction(2, report, trial=True),
        ]
        assert {(each.status_code, each.get_json()["code"]) for each in answers} == {(403, "not_allowed")}
    assert table.trial([smuggled], "arbiter").get_json()["answers"][0]["accepted"]
    assert not table.trial([nested], "arbiter").get_json()["answers"][0]["accepted"]
    assert len(table.log()) == 2


def test_a_judge_and_the_tables_device_take_each_others_entries_back(table: Table) -> None:
    table.entries({"type": "roll", "player": "B", "dice": [1, 2]}, "judge")
    assert table.entries(back(3)).status_code == 201
    assert table.entries(back(4), "judge").status_code == 201


def test_a_device_that_an_organizer_has_bound_is_nobody_of_the_bench(world: World) -> None:
    code = world.ask("POST", f"/tables/{world.table}/code", "organizer", json={})
    bound = world.ask("POST", "/devices", "organizer", json={"code": code.get_json()["code"]})
    world.tokens["bound"] = bound.get_json()["token"]
    table = Table(world, world.table)
    table.entries(ROLL, "bound")
    table.entries(RULING, "organizer")
    assert table.entries(back(2), "bound").status_code == 403
    shown = world.ask("GET", f"/tables/{world.table}/lines", "bound").get_json()["lines"]
    assert [each["bench"] for each in shown] == [False, True]


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(("arbiter", "head_judge", "device", "device", "judge", "clock")),
        st.sampled_from(("entries", "batch", "correction", "trial")),
        st.lists(
            st.tuples(st.sampled_from(("move", "ruling", "back", "back", "back")), st.integers(0, 6)),
            min_size=1,
            max_size=3,
        ),
    ),
    min_size=4,
    max_size=14,
)


def report_at(kind: str, reach: int, at: int) -> dict[str, Any]:
    if kind == "ruling":
        return {**RULING, "set": {"players": {"A": {"cash": 100 + reach}}}}
    return back(max(1, at - reach)) if kind == "back" else {"type": "roll", "player": "ABCD"[reach % 4], "dice": [1, 2]}


@pytest.mark.slow
@SQLITE_ONLY
@trying(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(ACTIONS)
def test_nothing_that_a_device_may_send_moves_what_the_bench_has_logged(world: World, plan: list[Any]) -> None:
    world.service.limits.spend = lambda *_whom, **_more: 2**60  # type: ignore[method-assign]  # hundreds of trials
    table = Table(world, world.new_table(next(names) + 10))
    theirs: set[int] = set()
    for by, endpoint, rows in plan:
        before = table.log()
        stood = standing(before) & theirs
        if by == "clock":
            table.clock()
        else:
            at = len(before)
            reports = [report_at(kind, reach, at + place) for place, (kind, reach) in enumerate(rows)]
            tried = table.trial(reports, by).status_code
            if endpoint == "correction":
                seq = max(1, at - rows[0][1])
                tried = table.correction(seq, reports[-1], by, trial=True).status_code
                done = table.correction(seq, reports[-1], by).status_code
            elif endpoint == "batch":
                done = table.batch(reports, by).status_code
            elif endpoint == "entries":
                tried = table.trial(reports[:1], by).status_code
                done = table.entries(reports[0], by).status_code
            else:
                done = tried
            assert (done == 403) == (tried == 403)
        log = table.log()
        if by in ("device", "judge"):
            assert standing(log) & theirs == stood
            assert not any(json.loads(each.report)["type"] == "ruling" for each in log[len(before) :])
        else:
            theirs |= {each.seq for each in log[len(before) :] if each.accepted}
