"""Nobody is left out of a draw without being named first, and a draft can be discarded."""

from __future__ import annotations

import pytest

from referee.core.language import words
from tests.referee.seating.test_seating_pages import Desk
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall, seated_players
from tests.referee.support.world import World

JA = words("ja")


@pytest.fixture
def hall(world: World) -> Hall:
    """An event of nine players, eight of them checked in."""
    hall = Hall(world, players=9)
    for player in hall.players[:8]:
        hall.done("PUT", f"/players/{player}/check-in")
    return hall


def left_out(hall: Hall) -> list[str]:
    """The names of those whom a draw would leave out."""
    rows = hall.done("GET", f"/events/{hall.event}/seatings/left-out?first_round=1")["rows"]
    return [each["name"] for each in rows]


def test_who_is_not_checked_in_is_named_before_the_draw_and_left_out_by_it(hall: Hall) -> None:
    assert left_out(hall) == ["選手9"]
    drawn = hall.draw()
    assert drawn["left_out"] == [hall.players[8]]
    hall.done("PUT", f"/players/{hall.players[8]}/check-in")
    assert left_out(hall) == []


def test_a_draft_is_thrown_away_and_what_is_public_stays(hall: Hall) -> None:
    first = hall.draw()
    again = hall.draw(seed="again")
    assert hall.refused("DELETE", f"/seatings/{first['id']}")["code"] == "seating_outdated"
    assert hall.ask("DELETE", f"/seatings/{again['id']}").status_code == 204
    assert hall.done("GET", f"/events/{hall.event}/seatings")["rows"] == []
    assert hall.refused("GET", f"/seatings/{again['id']}")["code"] == "not_found"
    public = hall.published()
    assert public["version"] == 3
    assert hall.refused("DELETE", f"/seatings/{public['id']}")["code"] == "seating_public"
    draft = hall.draw(seed="other")
    assert hall.ask("DELETE", f"/seatings/{draft['id']}").status_code == 204
    (row,) = hall.done("GET", f"/events/{hall.event}/seatings")["rows"]
    assert (row["id"], row["state"]) == (public["id"], "published")
    assert seated_players(hall.done("GET", f"/seatings/{public['id']}"), 1) == seated_players(public, 1)
    assert hall.draw(seed="later")["version"] == 5


@SQLITE_ONLY
def test_the_page_names_them_and_throws_the_draft_away(world: World) -> None:
    desk = Desk(world)
    hall = desk.hall
    hall.player(17, walk_in=True)
    for player in hall.players:
        hall.done("PUT", f"/players/{player}/check-in")
    named = JA["seating_left_out"].format(names=JA["seating_walk_in"].format(name="選手17"))
    assert named in desk.page("/seating")
    assert desk.send("/seating/draw", round=1, seating="auto").status_code == 303
    shown = desk.page("/seating")
    assert named in shown and JA["seating_discard"] in shown
    (row,) = hall.done("GET", f"/events/{hall.event}/seatings")["rows"]
    assert desk.send("/seating/discard", round=1, version=row["id"]).status_code == 303
    assert JA["not_drawn"] in desk.page("/seating")
