"""The machine that plays events, in small; and proof that it finds what each of its laws is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.server.preload import preload_texts
from tests.fuzz.event.command import fuzz
from tests.fuzz.event.day import Day, Step, Tally, read, replay, written
from tests.fuzz.event.hall import At, Broken, Hall, Opening
from tests.fuzz.event.machine import Choice, play
from tests.fuzz.event.place import service_of_its_own
from tests.fuzz.event.without import GUARDS, without
from tests.referee.support.world import World

OPENING = Opening("hasbro", 8, alone=True, names=100)
"""Three rounds and a final of four; ties are played off."""


@pytest.fixture(scope="module")
def place() -> Iterator[World]:
    """A service for all days."""
    preload_texts()
    with service_of_its_own() as world:
        yield world


def test_a_day_on_which_anything_is_done_breaks_no_law(place: World) -> None:
    tally = Tally()
    found = play(place, Choice("hasbro", 8, steps=12), tally, days=1, number=None)
    assert found is None, (found.broken, written(found.opening, found.steps))
    assert tally.days == 1


def seated(hall: Hall, number: int) -> list[At]:
    """The tables of a round."""
    return [each for each in hall.now().tables if each.round.number == number]


def until_seated(day: Day, number: int) -> None:
    """Go on until somebody sits in a round."""
    for turn in range(60):
        if seated(day.hall, number):
            return
        day.take(Step("go_on", (0, 2 * turn, 0)))
    raise AssertionError(f"round {number} was never seated")


def until_published(day: Day, number: int) -> None:
    """Go on until the results of a round are published."""
    for turn in range(60):
        if any(each.number == number and each.results_published_at for each in day.hall.now().rounds):
            return
        day.take(Step("go_on", (0, 2 * turn, 0)))
    raise AssertionError(f"round {number} was never published")


def until_tied(day: Day) -> None:
    """Go on to the end of the preliminaries, where three are ahead and the other five are level for one place."""
    for number in (1, 2, 3):
        until_seated(day, number)
        hall = day.hall
        ahead = [each.id for each in hall.now().players[:3]]
        for at in seated(hall, number):
            ids = [each.player_id for each in at.seats]
            rows = [{"player": each, "points": "9" if each in ahead else "1"} for each in ids]
            hall.done("POST", f"/tables/{at.table.id}/results", version=0, points=rows)
        until_published(day, number)
    for turn in range(9):
        if seated(day.hall, 101):
            return
        day.take(Step("go_on", (0, turn, 0)))


def correct_until_found(day: Day) -> None:
    """The seats of the final are made, and then results of the preliminaries corrected."""
    until_seated(day, 4)
    for seed in range(12):
        day.take(Step("correct_final", (seed, 0, seed)))


def throw_out(day: Day) -> None:
    """Who leads is disqualified after the results of the preliminaries were published."""
    until_published(day, 3)
    for one in range(8):
        day.take(Step("penalty", (one, 3, 1)))


def stray_throw(day: Day) -> None:
    """A throw is logged before the start, and taken back."""
    until_seated(day, 1)
    day.take(Step("log", (0, 1, 0)))


def give_back(day: Day) -> None:
    """The first of the qualified gives the place back."""
    until_seated(day, 4)
    day.take(Step("give_back", (0, 0, 0)))


def tie_in_a_playoff(day: Day) -> None:
    """Of five in a playoff two share the first place."""
    until_tied(day)
    (at,) = [each for each in day.hall.now().tables if each.round.number > 100]
    rows = [
        {"player": each.player_id, "assets": (900, 900, 800, 700, 600)[place]} for place, each in enumerate(at.seats)
    ]
    day.hall.done("POST", f"/tables/{at.table.id}/results", version=0, points=rows)
    day.take(Step("go_on", (0, 0, 0)))


def cut(day: Day) -> None:
    """One of those who advance drops out, and the next moves up."""
    until_seated(day, 4)
    day.take(Step("give_back", (0, 0, 0)))


def nobody_drawn(day: Day) -> None:
    """Everybody is checked in, and nobody is drawn."""
    for turn in range(4):
        day.take(Step("go_on", (0, turn, 0)))


DAYS: dict[str, Callable[[Day], None]] = {
    "1": correct_until_found,
    "2": throw_out,
    "3": stray_throw,
    "4": give_back,
    "5": tie_in_a_playoff,
    "8": cut,
    "9": nobody_drawn,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GUARDS)
def test_a_guard_that_is_taken_out_is_missed(place: World, name: str) -> None:
    with without(name) as guard, pytest.raises(Broken) as broken:
        DAYS[name[0]](Day(place, OPENING, Tally(), guard.law))
    assert guard.law in broken.value.law


def test_a_day_is_written_and_played_again(place: World, tmp_path: Path) -> None:
    steps = [Step("go_on", (1, 0, 0)), Step("close", (0, 1, 0)), Step("draw", (0, 0, 0))]
    file = tmp_path / "day.jsonl"
    file.write_text(written(OPENING, steps), "utf-8")
    assert read(file.read_text("utf-8")) == (OPENING, steps)
    assert replay(place, OPENING, steps, only="one place") is None


def test_the_command_says_what_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz(["--seed", "1", "--seeds", "0"]) == 0
    assert "no fault" in capsys.readouterr().out
