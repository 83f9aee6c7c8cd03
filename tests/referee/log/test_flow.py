"""How much a table may report: a whole game at once is fine, filling the log is not."""

from __future__ import annotations

import time

import pytest

from referee.core.problems import Problem
from referee.log import flow
from referee.log.flow import REFUSED, REPORTS, ReportFlow


class Clock:
    """A clock that stands still until the test moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which the rate is measured."""
    return Clock(monkeypatch)


def stopped(counts: ReportFlow, count: int = 1, whom: str = "tablet") -> Problem:
    """Return the problem raised for somebody who has used up their allowance."""
    with pytest.raises(Problem) as raised:
        counts.spend(whom, count)
    return raised.value


def test_games_that_were_kept_for_hours_go_through_and_then_it_is_two_a_second(clock: Clock) -> None:
    counts = ReportFlow()
    for _ in range(4):
        counts.spend("tablet", 700)
    counts.spend("tablet", REPORTS.many - 2800)
    assert (stopped(counts).code, stopped(counts).headers) == ("too_many", {"Retry-After": "1"})
    counts.spend("another", 1)
    clock.now += 0.5
    counts.spend("tablet", 1)
    assert stopped(counts, 20).facts == {"seconds": 10}
    clock.now += REPORTS.many * REPORTS.seconds
    counts.spend("tablet", REPORTS.many)


def test_refused_reports_in_a_row_end_and_an_accepted_one_begins_anew(clock: Clock) -> None:
    counts = ReportFlow()
    for _ in range(REFUSED.many):
        counts.spend("tablet", 1)
        counts.note_answer("tablet", accepted=False)
    assert (stopped(counts).code, stopped(counts).facts) == ("too_many_refused", {"seconds": 10})
    clock.now += 10
    counts.spend("tablet", 1)
    counts.note_answer("tablet", accepted=False)
    stopped(counts)
    clock.now += 10
    counts.spend("tablet", 1)
    counts.note_answer("tablet", accepted=True)
    for _ in range(REFUSED.many):
        counts.spend("tablet", 1)
        counts.note_answer("tablet", accepted=False)
    stopped(counts)


def test_what_is_remembered_of_everybody_is_bounded(clock: Clock) -> None:
    counts = ReportFlow()
    for number in range(flow.MOST_CREDENTIALS + 10):
        counts.spend(f"tablet-{number}", 1)
        counts.note_answer(f"tablet-{number}", accepted=False)
    assert len(counts._reports) <= flow.MOST_CREDENTIALS
    assert len(counts._refused) <= flow.MOST_CREDENTIALS


def test_however_many_others_report_whoever_has_used_up_the_allowance_is_not_forgotten(clock: Clock) -> None:
    counts = ReportFlow()
    counts.spend("flood", REPORTS.many)
    for _ in range(REFUSED.many):
        counts.note_answer("slips", accepted=False)
    for number in range(2 * flow.MOST_CREDENTIALS):
        counts.spend(f"tablet-{number}", 1)
        counts.note_answer(f"tablet-{number}", accepted=False)
    assert stopped(counts, whom="flood").code == "too_many"
    assert stopped(counts, whom="slips").code == "too_many_refused"
