"""Seats made from results and people go stale when those change, and the desk says so."""

from __future__ import annotations

from typing import Any

from tests.referee.desk.test_desk import round_id, tasks
from tests.referee.stale.halls import AT_ONCE, corrected, final_hall, played, seated
from tests.referee.support.hall import Hall
from tests.referee.support.world import World


def stale(hall: Hall, kind: str = "seats") -> list[Any]:
    return [each for each in hall.done("GET", f"/events/{hall.event}/stale")["rows"] if each["kind"] == kind]


def test_a_corrected_result_names_who_sits_in_the_final_and_who_should(world: World) -> None:
    hall = final_hall(world)
    assert stale(hall) == []
    corrected(hall, 3, hall.players[4], 5000)
    (found,) = stale(hall)
    assert found["again"]
    assert [(each["name"], each["before"], each["now"]) for each in found["changes"]] == [
        ("選手4", "table 1", "not named"),
        ("選手5", "not named", "table 1"),
    ]
    assert ("stale_seats", True) in tasks(world, hall.event)
    ready = hall.done("GET", f"/rounds/{round_id(hall, 4)}/start")
    assert [each["name"] for each in ready["stale"]] == ["選手4", "選手5"]
    assert hall.refused("POST", f"/rounds/{round_id(hall, 4)}/clock", kind="start", check=True)["missing"] == ["stale"]
    assert hall.refused("POST", f"/events/{hall.event}/seatings/reseat", from_round=4, reason="x")["code"] == (
        "seating_by_results"
    )
    hall.done("POST", f"/events/{hall.event}/stale/anew", kind="seats", about=found["about"])
    assert seated(hall, 4) == {"選手1", "選手2", "選手3", "選手5"}
    assert stale(hall) == []


DRAWN_EACH_TIME = AT_ONCE.replace('repeat = 3\nseating = "schedule"', 'repeat = 3\nseating = "drawn"')


def test_rounds_that_are_drawn_one_by_one_can_all_be_played(world: World) -> None:
    """What is stale is asked for by every page of the desk, also in the third of such rounds."""
    hall = Hall(world, players=8, text=DRAWN_EACH_TIME)
    for number in (1, 2, 3):
        hall.published(number)
        played(hall, number)
        assert stale(hall) == []


def test_a_round_that_was_closed_before_anybody_sat_there_needs_no_seats(world: World) -> None:
    hall = Hall(world, players=8, text=DRAWN_EACH_TIME)
    hall.published(1)
    played(hall, 1)
    for number in (2, 3):
        hall.done("POST", f"/rounds/{round_id(hall, number)}/close", anyway=True, reason="the hall must be left")
    refused = hall.refused("POST", f"/events/{hall.event}/seatings", first_round=3)
    assert refused["code"] == "seating_played"
    assert "3" in refused["detail"]
    assert [code for code, _ in tasks(world, hall.event)] == ["draw_seating"], "of the final, which waits no longer"
    hall.published(4)
    codes = {code for code, _ in tasks(world, hall.event)}
    assert not codes & {"draw_seating", "publish_seating", "stale_seats"}
