"""A venue's export imported into a final on another installation, over the API and by the page."""

from __future__ import annotations

import html
import io
import json
from typing import Any

import pytest
from sqlmodel import select

from referee.core.language import words
from referee.events.queries import players_of
from referee.models import VenueTaken
from tests.referee.desk.test_desk import confirm, enter, round_id
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World
from tournaments.venues.export import seal

pytestmark = pytest.mark.slow

JA = words("ja")
ONE_ROUND = PLAN.replace("repeat = 3", "repeat = 1").replace("after = 3", "after = 1")
WANTS_TWO = PLAN + "\n[venues]\nplaces = 2\n"


def over(world: World, players: int = 8) -> tuple[Hall, Any]:
    """A venue that is over, and its export."""
    hall = Hall(world, players=players, text=ONE_ROUND)
    hall.published()
    for number in (1, 2):
        hall.done("POST", f"/rounds/{round_id(hall, number)}/clock", kind="start")
        for table in hall.tables(number):
            confirm(world, enter(hall, table))
        hall.done("POST", f"/rounds/{round_id(hall, number)}/close", anyway=True, reason="over")
        if number == 1:
            draft = hall.done("POST", f"/events/{hall.event}/seatings", first_round=2)
            hall.done("POST", f"/seatings/{draft['id']}/publish")
    return hall, hall.done("GET", f"/events/{hall.event}/venue")


def elsewhere(content: Any, other: str = "v2") -> Any:
    """The same export as if from another installation."""
    moved = {**content, "id": other, "name": f"大会 {other}"}
    return {**moved, "sha256": seal(moved)}


def names(world: World, event: str) -> list[str]:
    with world.service.database.read() as session:
        return [each.name for each in players_of(session, event)]


def test_the_first_of_a_venue_come_into_the_final_and_the_same_file_again_changes_nothing(world: World) -> None:
    _, content = over(world)
    assert content["final"] and [each["rank"] for each in content["players"]][:4] == [1, 2, 3, 4]
    final = Hall(world, players=0, text=WANTS_TWO)
    path = f"/events/{final.event}/venues"
    looked = final.done("POST", path, venue=content)
    assert not looked["applied"] and not looked["faults"] and looked["coming"] == 2
    assert names(world, final.event) == []
    done = final.done("POST", path, venue=content, apply=True)
    best = [each["name"] for each in content["players"][:2]]
    assert done["applied"] and names(world, final.event) == best
    again = final.done("POST", path, venue=content, apply=True)
    assert again["applied"] and again["coming"] == 2 and not again["faults"]
    assert names(world, final.event) == best
    (taken,) = final.done("GET", path)["rows"]
    assert taken["check"] == looked["check"] and [each["rank"] for each in taken["players"]] == [1, 2]
    first = final.done("GET", f"/events/{final.event}/players")["rows"][0]
    assert first["qualified_by"] == "第31回大会 1位"


@SQLITE_ONLY
def test_a_doubled_player_is_named_and_nothing_is_taken_in_until_that_is_settled(world: World) -> None:
    _, content = over(world)
    final = Hall(world, players=0, text=WANTS_TWO)
    path = f"/events/{final.event}/venues"
    final.done("POST", path, venue=content, apply=True)
    second = elsewhere(content)
    refused = final.refused("POST", path, venue=second, apply=True)
    assert refused["code"] == "faulty" and len(refused["errors"]) == 2
    assert all(each["fault"] == "venue_place_held" for each in refused["errors"])
    assert len(names(world, final.event)) == 2
    gone = {each["id"]: "gives_up" for each in content["players"][:2]}
    done = final.done("POST", path, venue=second, answers=gone, apply=True)
    assert [each["rank"] for each in done["candidates"] if each["state"] == "comes"] == [3, 4]
    assert len(names(world, final.event)) == 4


@SQLITE_ONLY
def test_somebody_who_stands_on_the_list_already_takes_the_place_and_is_not_doubled(world: World) -> None:
    _, content = over(world)
    final = Hall(world, players=0, text=WANTS_TWO)
    best = content["players"][0]
    here = world.made(f"/events/{final.event}/players", name=best["name"])
    path = f"/events/{final.event}/venues"
    (open_,) = final.done("POST", path, venue=content)["faults"]
    assert open_["fault"] == "venue_doubled"
    final.done("POST", path, venue=content, answers={best["id"]: "listed"}, apply=True)
    rows = final.done("GET", f"/events/{final.event}/players")["rows"]
    assert len(rows) == 2 and {each["id"]: each["qualified_by"] for each in rows}[here].endswith("1位")
    (taken,) = final.done("GET", path)["rows"]
    assert final.ask("DELETE", f"{path}/{taken['id']}").status_code == 204
    (row,) = final.done("GET", f"/events/{final.event}/players")["rows"]
    assert row["id"] == here and row["qualified_by"] == ""


@SQLITE_ONLY
def test_what_cannot_be_taken_in_is_refused_with_its_reason(world: World) -> None:
    venue, content = over(world)
    for hall, code in ((Hall(world, players=0), "no_venues_rule"), (venue, "no_venues_rule")):
        assert hall.refused("POST", f"/events/{hall.event}/venues", venue=content)["code"] == code
    running = Hall(world, players=8, text=WANTS_TWO)
    own = running.done("GET", f"/events/{running.event}/venue")
    path = f"/events/{running.event}/venues"
    assert running.refused("POST", path, venue=own)["code"] == "venue_itself"
    final = Hall(world, players=0, text=WANTS_TWO)
    (fault,) = final.done("POST", f"/events/{final.event}/venues", venue=own)["faults"]
    assert fault["fault"] == "venue_not_over"
    refused = final.refused("POST", f"/events/{final.event}/venues", venue={**content, "name": "改"}, apply=True)
    assert [each["fault"] for each in refused["errors"]] == ["venue_damaged"]
    final.done("POST", f"/events/{final.event}/venues", venue=content, apply=True)
    other = elsewhere(content, content["id"])
    assert final.refused("POST", f"/events/{final.event}/venues", venue=other)["code"] == "venue_taken"
    running.published()
    running.done("POST", f"/rounds/{round_id(running, 1)}/clock", kind="start")
    assert running.refused("POST", path, venue=content, apply=True)["code"] == "venue_begun"


@SQLITE_ONLY
def test_a_venue_is_taken_out_again_unless_somebody_of_it_is_part_of_the_event(world: World) -> None:
    _, content = over(world)
    final = Hall(world, players=6, text=WANTS_TWO)
    path = f"/events/{final.event}/venues"
    answers = {each["id"]: "namesake" for each in content["players"][:2]}
    final.done("POST", path, venue=content, answers=answers, apply=True)
    (taken,) = final.done("GET", path)["rows"]
    drawn = final.draw()
    refused = final.refused("DELETE", f"{path}/{taken['id']}")
    assert refused["code"] == "venue_played" and content["players"][0]["name"] in refused["detail"]
    assert final.ask("DELETE", f"/seatings/{drawn['id']}").status_code < 300
    assert final.ask("DELETE", f"{path}/{taken['id']}").status_code == 204
    assert len(names(world, final.event)) == 6
    with world.service.database.read() as session:
        assert session.exec(select(VenueTaken)).first() is None


def page(world: World, path: str, **form: Any) -> tuple[int, str]:
    """Request a page as the administrator, in Japanese, or submit its form with the form token."""
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    headers = {"Accept-Language": "ja"}
    shown = client.get(path, headers=headers)
    if form:
        token = shown.get_data(as_text=True).split('name="csrf_token" value="')[1].partition('"')[0]
        shown = client.post(path, headers=headers, data={"csrf_token": token, **form})
    return shown.status_code, html.unescape(shown.get_data(as_text=True))


@SQLITE_ONLY
def test_the_page_looks_at_a_file_asks_about_doubles_and_takes_it_in(world: World) -> None:
    venue, content = over(world)
    assert f"/api/v1/events/{venue.event}/venue" in page(world, f"/events/{venue.event}/close")[1]
    final = Hall(world, players=0, text=WANTS_TWO)
    best = content["players"][0]
    world.made(f"/events/{final.event}/players", name=best["name"])
    path = f"/events/{final.event}/venues"
    assert JA["reg_venues_places"].format(places=2) in page(world, path)[1]
    data = json.dumps(content).encode()
    status, shown = page(world, path, file=(io.BytesIO(data), "venue.json"))
    assert status == 200 and JA["venues_answer_listed"].format(numbers="1") in shown
    assert 'name="apply"' not in shown
    carried = shown.split('name="data" value="')[1].partition('"')[0]
    form = {"data": carried, f"answer_{best['id']}": "listed"}
    assert 'name="apply"' in page(world, path, **form)[1]
    status, shown = page(world, path, apply="1", data=carried)
    assert status == 422 and best["name"] in shown and len(names(world, final.event)) == 1
    assert page(world, path, apply="1", **form)[0] == 303
    assert len(names(world, final.event)) == 2
    status, shown = page(world, path, file=(io.BytesIO(b"PK\x03\x04"), "event.zip"))
    assert status == 422 and JA["tab_close"] in shown


@SQLITE_ONLY
def test_a_regulation_without_the_section_leads_to_the_form_that_adds_it(world: World) -> None:
    final = Hall(world, players=0)
    path = f"/events/{final.event}"
    assert "#venue_places" in page(world, f"{path}/venues")[1]
    fields = {
        "size": "4",
        "also": "5",
        "count_0": "3",
        "minutes_0": "75",
        "count_1": "1",
        "minutes_1": "120",
        "finalists": "4",
    }
    status, shown = page(world, f"{path}/regulation/change", venue_places="3", **fields)
    assert status == 200 and JA["effect_venues"].format(places=3) in shown
    assert page(world, f"{path}/regulation/change", venue_places="3", do="adopt", **fields)[0] == 303
    assert JA["reg_venues_places"].format(places=3) in page(world, f"{path}/venues")[1]
    assert page(world, f"{path}/regulation/change", venue_places="", do="adopt", **fields)[0] == 303
    assert "#venue_places" in page(world, f"{path}/venues")[1]
