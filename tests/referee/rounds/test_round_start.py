"""The start of a round: what is still missing is named, and a start can be taken back until something is played."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.language import words
from referee.models import Event, Round
from tests.referee.rounds.test_rounds_plan import confirm, stage
from tests.referee.seating.test_seating_pages import Desk
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

JA = words("ja")


@pytest.fixture
def hall(world: World) -> Hall:
    """An event of eight players with public seats."""
    hall = Hall(world, players=8)
    hall.published()
    return hall


def ids(hall: Hall) -> list[str]:
    """The rounds' ids by number."""
    return [each["id"] for each in hall.rounds()]


def lacks(hall: Hall, number: int) -> Any:
    return hall.done("GET", f"/rounds/{ids(hall)[number - 1]}/start")


def test_a_checked_start_names_open_results_and_withdrawn_players_at_tables(hall: Hall) -> None:
    first, second, *_ = ids(hall)
    assert lacks(hall, 1) == {"results": [], "withdrawn": [], "stale": [], "seats_hidden": False, "empty": False}
    hall.done("POST", f"/rounds/{first}/clock", kind="start", check=True)
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=1, reason="x")
    missing = lacks(hall, 2)
    assert [(each["round"], each["table"]) for each in missing["results"]] == [(1, 1), (1, 2)]
    assert [(each["player"], each["name"]) for each in missing["withdrawn"]] == [(hall.players[0], "選手1")]
    refused = hall.refused("POST", f"/rounds/{second}/clock", kind="start", check=True)
    assert (refused["code"], refused["missing"]) == ("round_not_ready", ["results", "withdrawn"])
    assert stage(hall, 2) == "published"
    confirm(hall, 1)
    assert lacks(hall, 2)["results"] == []
    hall.done("POST", f"/rounds/{second}/clock", kind="start")
    assert stage(hall, 2) == "running"


def test_a_round_without_tables_and_seats_that_are_not_public_are_named(hall: Hall) -> None:
    final = ids(hall)[3] if len(ids(hall)) > 3 else hall.done("POST", f"/events/{hall.event}/plan")["rows"][3]["id"]
    for number in (1, 2, 3):
        confirm(hall, number)
    assert hall.refused("POST", f"/rounds/{final}/clock", kind="start", check=True)["missing"] == ["empty"]
    with hall.world.service.database.write() as session:
        session.get_one(Round, ids(hall)[0]).published_at = None
    assert hall.refused("POST", f"/rounds/{ids(hall)[0]}/clock", kind="start", check=True)["missing"] == [
        "seats_hidden"
    ]


def test_a_start_is_taken_back_while_nothing_was_reported_and_then_not(hall: Hall) -> None:
    first = ids(hall)[0]
    assert hall.refused("DELETE", f"/rounds/{first}/start")["code"] == "round_not_begun"
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    hall.done("DELETE", f"/rounds/{first}/start")
    assert stage(hall, 1) == "published"
    clock = hall.done("GET", f"/rounds/{first}/clock")
    assert (clock["running"], clock["elapsed"], clock["remaining"]) == (False, 0, 75 * 60_000)
    assert [each["kind"] for each in clock["activations"]] == ["start", "taken_back"]
    with hall.world.service.database.read() as session:
        assert session.get_one(Event, hall.event).locked_at is None
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    table = hall.tables(1)[0]
    hall.roll(table["id"])
    problem = hall.refused("DELETE", f"/rounds/{first}/start")
    assert (problem["code"], problem["tables"]) == ("round_played", [table["id"]])
    assert stage(hall, 1) == "running"


@SQLITE_ONLY
def test_the_page_names_what_is_missing_and_goes_on_only_by_a_second_step(world: World) -> None:
    desk = Desk(world)
    desk.hall.published()
    here = f"/rounds/{ids(desk.hall)[1]}"
    shown = desk.page(here)
    assert JA["start_missing"] in shown
    round_, tables = JA["round"].format(number=1), JA["comma"].join("1234")
    assert JA["start_results"].format(round=round_, tables=tables) in shown
    refused = desk.send(here, do="start")
    assert (refused.status_code, stage(desk.hall, 2)) == (409, "published")
    assert JA["start_missing"] in refused.get_data(as_text=True)
    assert desk.send(here, do="start", anyway="on").status_code == 303
    assert stage(desk.hall, 2) == "running"
    assert JA["start_take_back"] in desk.page(here)
    assert desk.send(here, do="take_back").status_code == 303
    assert stage(desk.hall, 2) == "published"
    assert JA["start_take_back"] not in desk.page(here)
