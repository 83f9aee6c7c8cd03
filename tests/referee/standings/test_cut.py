"""The line of the final stands exactly where the places end, and says whether that is settled."""

from __future__ import annotations

import re

import pytest

from referee.core.language import words
from referee.public import cache
from tests.referee.desk.test_day import read
from tests.referee.seating.test_playoff import tied
from tests.referee.stale.halls import AT_ONCE, played
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

pytestmark = [pytest.mark.slow, SQLITE_ONLY]

JA = words("ja")
STAGES = """
[[round]]
stage = "semi"
seating = "qualifiers"
minutes = 60
sizes = [4]

[[round]]
stage = "final"
seating = "qualifiers"
minutes = 60
sizes = [4]

[[qualification.stage]]
name = "semi"
tables = 1
advance = 2

[[qualification.stage]]
name = "final"
tables = 1
"""
"""A semi-final instead of the final of a hall's plan, and a final after it."""


def said(key: str, stage: str = "final") -> str:
    return JA[key].format(places=4, stage=JA[f"standings_into_{stage}"])


def above_the_line(world: World, address: str) -> int:
    """How many players stand above the line on a page."""
    body = read(world, address).split("<tbody>")[1].split("</tbody>")[0]
    rows = re.findall(r"<tr[^>]*>", body)
    return rows.index('<tr class="cut">')


def test_the_line_is_under_the_fourth_even_between_players_who_are_tied_for_that_place(world: World) -> None:
    hall, _ = tied(world)
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=["standings"])
    for address in (f"/events/{hall.event}/standings", f"/p/{hall.event}/standings"):
        assert above_the_line(world, address) == 4
        assert said("standings_cut") in read(world, address)


def test_before_the_last_round_it_says_as_it_stands_and_who_left_takes_no_place(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    played(hall, 1)
    address = f"/events/{hall.event}/standings"
    assert said("standings_cut_now") in read(world, address)
    assert above_the_line(world, address) == 4
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=1, reason="ill")
    assert above_the_line(world, address) == 5


def test_the_screen_in_the_hall_has_the_same_line_and_before_the_last_round_says_as_it_stands(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=["standings"])
    address = f"/p/{hall.event}/screen?slide=standings"
    hall.published()
    for number, key in ((1, "standings_cut_now"), (2, "standings_cut_now"), (3, "standings_cut")):
        played(hall, number)
        rows = re.findall(r"<li[^>]*>.*?</li>", read(world, address).partition('<ol class="rows ranks"')[2], re.DOTALL)
        cut = next(place for place, row in enumerate(rows) if row.startswith('<li class="cut">'))
        assert cut == 4, number
        assert said(key) in rows[cut], number


@pytest.mark.parametrize("stage", ["final", "semi", ""])
def test_it_names_the_stage_that_the_plan_goes_on_with(
    world: World, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class of players without a later round has only qualified, for something beyond this event."""
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    before, _, rest = AT_ONCE.partition("[[round]]\nname")
    without = before + rest[rest.index("[seating]") :]
    hall = Hall(world, players=8, text={"final": AT_ONCE, "semi": without + STAGES, "": without}[stage])
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=["standings"])
    hall.published()
    for number in (1, 2):
        played(hall, number)
    sentence = said("standings_cut_now", stage) if stage else JA["standings_cut_now_beyond"].format(places=4)
    for address in (f"/events/{hall.event}", f"/p/{hall.event}"):
        assert sentence in read(world, f"{address}/standings"), address
    assert sentence in read(world, f"/p/{hall.event}/screen?slide=standings")
    line = said("standings_cut", stage) if stage else JA["standings_cut_beyond"].format(places=4)
    assert f'data-line-name="{line}"' in read(world, f"/p/{hall.event}/story")
