"""Seats made from results and people go stale when those change, and the desk says so."""

from __future__ import annotations

from typing import Any

from tests.referee.desk.test_desk import round_id, tasks
from tests.referee.stale.halls import corrected, final_hall, seated
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
