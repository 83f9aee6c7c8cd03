"""The floor plan: placed once, shown on pages, screens and paper, and taken over by the next event."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from referee.public import cache
from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of
from tournaments.floor import LAST, MOST, MOST_ROWS, Extent, FloorThing, extent, in_rows, shared_places

TABLE: dict[str, Any] = {"kind": "table", "column": 1, "row": 2, "number": 1}
DOOR: dict[str, Any] = {"kind": "entrance", "column": 0, "row": 9}


@pytest.fixture
def hall(world: World, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A seated event with public pages; eight players at two tables."""
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    seated = Hall(world, players=8)
    seated.published()
    seated.done("PUT", f"/events/{seated.event}/public", open=True, parts=["seating"])
    return seated


def page(hall: Hall, end: str) -> str:
    """A public page as a stranger gets it."""
    answer = hall.world.app.test_client().get(f"/p/{hall.event}{end}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_rows_of_tables_have_every_number_once_and_fit_on_the_grid() -> None:
    for rows, across in ((1, 1), (5, 6), (MOST_ROWS, MOST_ROWS)):
        things = in_rows(rows, across)
        assert [each.number for each in things if each.kind == "table"] == list(range(1, rows * across + 1))
        assert shared_places(things) == [] and max(each.row for each in things) <= LAST and len(things) <= MOST
    assert extent([FloorThing("desk", 3, 4), FloorThing("table", 5, 4, 1)]) == Extent(3, 4, 3, 1)


@SQLITE_ONLY
def test_what_is_placed_is_shown_and_an_empty_plan_is_none(hall: Hall) -> None:
    at = f"/events/{hall.event}/floor"
    assert hall.done("GET", at) == {"things": []}
    assert "<svg" not in page(hall, "/seats") and 'data-part="floor"' not in page(hall, "/screen")
    placed = hall.done("PUT", at, things=[TABLE, DOOR])
    assert placed == hall.done("GET", at) == {"things": [TABLE, {**DOOR, "number": 0}]}
    for shown in (page(hall, "/seats"), page(hall, "/screen")):
        assert re.findall(r'data-table="(\d+)"', shown) == ["1"]
    audit = hall.done("GET", f"/events/{hall.event}/audit")["rows"]
    assert [each["details"] for each in audit if each["action"] == "floor.change"] == [{"tables": 1, "things": 2}]
    assert hall.done("PUT", at, things=[]) == {"things": []}
    assert "<svg" not in page(hall, "/seats")


@SQLITE_ONLY
@pytest.mark.parametrize(
    ("things", "field", "code"),
    [
        ([TABLE, {**TABLE, "number": 2}], "things.1", "floor_place_taken"),
        ([TABLE, {**TABLE, "row": 3}], "things.1.number", "floor_number_twice"),
        ([{**TABLE, "number": 0}], "things.0.number", "floor_number_missing"),
        ([{**TABLE, "column": LAST + 1}], "things.0.column", "from_to"),
        ([{**TABLE, "kind": "bar"}], "things.0.kind", "choice"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_what_is_wrong(hall: Hall, things: Any, field: str, code: str) -> None:
    answer = hall.world.ask("PUT", f"/events/{hall.event}/floor", json={"things": things})
    assert answer.status_code == 422
    assert [(each["field"], each["fault"]) for each in answer.get_json()["errors"]] == [(field, code)]
    assert hall.done("GET", f"/events/{hall.event}/floor") == {"things": []}


@SQLITE_ONLY
def test_the_seat_finder_marks_the_table_of_the_only_one_who_is_found(hall: Hall) -> None:
    hall.done("PUT", f"/events/{hall.event}/floor", things=[TABLE, {**TABLE, "column": 4, "number": 2}])
    people = json.loads(page(hall, "/seats.json"))["people"]
    (only,) = [each for each in people if each["name"].endswith("8")]
    shown = page(hall, f"/seats?name={only['name']}")
    assert re.findall(r'class="table marked"\s+data-table="(\d+)"', shown) == [str(only["places"][0]["table"])]
    assert "marked" not in re.sub(r'(id|data-marked)="[^"]*"', "", page(hall, "/seats?name=選手"))


@SQLITE_ONLY
def test_the_page_places_tables_in_rows_and_keeps_what_was_placed_when_it_is_wrong(hall: Hall) -> None:
    client = hall.world.app.test_client()
    client.set_cookie("referee", hall.world.tokens["administrator"])
    at = f"/events/{hall.event}/floor"

    def send(**data: str) -> Any:
        token = fields_of(client.get(at).get_data(as_text=True))["csrf_token"]
        return client.post(at, data={"csrf_token": token, **data}, headers={"Accept-Language": "en"})

    assert send(rows="２", across="3").status_code == 303
    kept = hall.done("GET", at)["things"]
    assert [each["number"] for each in kept if each["kind"] == "table"] == [1, 2, 3, 4, 5, 6]
    assert send(rows="99", across="3").status_code == 422
    wrong = json.dumps([TABLE, TABLE])
    shown = send(things=wrong)
    assert shown.status_code == 422
    told = shown.get_data(as_text=True)
    assert "column 2, row 3 already" in told and "&#34;column&#34;: 1" in told
    assert {send(things=each).status_code for each in ("[", "[" * 20_000)} == {422}
    assert hall.done("GET", at)["things"] == kept
    assert send(things=json.dumps([TABLE])).status_code == 303
    assert hall.done("GET", at)["things"] == [TABLE]


@SQLITE_ONLY
def test_the_plan_goes_on_paper_with_the_names_of_a_round_and_with_a_copy_of_the_event(hall: Hall) -> None:
    hall.done("PUT", f"/events/{hall.event}/floor", things=[TABLE, DOOR])
    answer = hall.world.ask("GET", f"/events/{hall.event}/papers/floor-plan-names?language=en&round=1")
    text = text_of(answer.data)
    assert "Round 1" in text and "Entrance" in text and text.count("選手") == 4
    copied = hall.done("POST", "/events", name="Next", language="en", copy_of=hall.event)
    assert hall.done("GET", f"/events/{copied['id']}/floor")["things"] == [TABLE, {**DOOR, "number": 0}]
    hall.done("DELETE", f"/events/{copied['id']}")
