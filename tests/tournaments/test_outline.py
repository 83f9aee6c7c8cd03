"""From three answers to a plan that fits them, and the timetable of any plan."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tournaments.fault import Faulty
from tournaments.regulation import shipped
from tournaments.regulation.outline import MEAL, PAUSE, PLANS, SIZES, proposed, span, timetable
from tournaments.seating.shapes import shape
from tournaments.typed import Hours, Misread, TimeOfDay


def test_every_plan_fits_its_hours_and_the_next_better_one_would_not() -> None:
    for sizes in SIZES.values():
        for people in (3, 5, 7, 9, 16, 23, 48, 116, 400):
            seats = shape(people, sizes)
            for half_hours in range(2, 25):
                try:
                    found = proposed(people, half_hours * 30, sizes, "jma-2006", final=True)
                except Faulty as refused:
                    (fault,) = refused.faults
                    assert fault.path == ("sizes" if seats is None else "hours")
                    continue
                assert seats is not None
                assert found.finalists == (sizes[0] if len(seats) > 1 else 0)
                games = found.rounds + bool(found.finalists)
                assert span([found.minutes] * games) <= half_hours * 30
                better = PLANS[: PLANS.index((found.rounds, found.minutes))]
                assert all(span([each] * (rounds + bool(found.finalists))) > half_hours * 30 for rounds, each in better)


def test_the_hours_that_are_asked_for_are_enough() -> None:
    with pytest.raises(Faulty) as refused:
        proposed(16, 30, (4,), "jma-2006", final=True)
    (fault,) = refused.value.faults
    hours = Hours().read(str(fault.facts["least"]))
    assert proposed(16, hours, (4,), "jma-2006", final=True).minutes == fault.facts["minutes"]


@pytest.mark.parametrize("name", shipped.names())
def test_a_timetable_has_every_round_once_and_nothing_starts_before_what_it_waits_for_has_ended(name: str) -> None:
    rounds = shipped.load(name).rounds
    slots = timetable(rounds, 600)
    assert sorted(each.number for slot in slots for each in slot.rounds) == [each.number for each in rounds]
    assert slots[0].starts == 600
    for before, after in pairwise(slots):
        pause = MEAL if before.meal else PAUSE
        assert after.starts == (None if before.ends is None else before.ends + pause)
    if slots[-1].ends is not None:
        assert slots[-1].ends - 600 == span([max(each.minutes or 0 for each in slot.rounds) for slot in slots])
    assert sum(slot.meal for slot in slots) <= 1


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("5", 300), ("２．５", 150), ("2時間半", 150), ("5:30", 330), ("6h", 360), ("3 hours", 180), ("5小时30分钟", 330)],
)
def test_hours_are_read_as_people_write_them(text: str, minutes: int) -> None:
    assert Hours().read(text) == minutes


@pytest.mark.parametrize(
    ("text", "minutes"), [("9:30", 570), ("９時半", 570), ("10時", 600), ("13：05", 785), ("9h30", 570)]
)
def test_a_time_of_the_day_is_read_as_people_write_it(text: str, minutes: int) -> None:
    assert TimeOfDay().read(text) == minutes


@pytest.mark.parametrize("text", ["25", "0", "viel", "5:300", "-3"])
def test_other_hours_are_refused(text: str) -> None:
    with pytest.raises(Misread):
        Hours().read(text)


@pytest.mark.parametrize("text", ["25:00", "9:75", "10", "bald"])
def test_other_times_of_the_day_are_refused(text: str) -> None:
    with pytest.raises(Misread):
        TimeOfDay().read(text)
