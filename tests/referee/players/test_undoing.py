"""A merge of two players can be undone: then everything is as it was before, row by row."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from referee.core.language import words
from referee.models import METADATA
from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.players.test_removing import seats_at
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

WRITTEN = {"audit_entry", "event_chain", "row_change", "limits", "credential"}
"""Tables that say what was done, and by whom, or count it."""


def everything(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of the database, by table, except those that only tell of changes."""
    with world.service.database.read() as session:
        return {
            name: sorted((tuple(row) for row in session.execute(select(table))), key=repr)
            for name, table in METADATA.tables.items()
            if name not in WRITTEN
        }


def undone(world: World, one: str, other: str) -> str:
    """Merge two, undo it, and require that all is as before; return who was kept."""
    before = everything(world)
    merged = world.ask("POST", f"/players/{one}/merge", json={"other": other})
    assert merged.status_code == 200, merged.get_data(as_text=True)
    kept = str(merged.get_json()["id"])
    assert everything(world) != before
    answer = world.ask("DELETE", f"/players/{kept}/merge")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert everything(world) == before
    assert world.ask("DELETE", f"/players/{kept}/merge").status_code == 404, "once is enough"
    return kept


@pytest.mark.parametrize("keep_new", [False, True])
def test_two_registrations_of_one_person_become_two_again(cup: Cup, keep_new: bool) -> None:
    world, at = cup.world, f"/events/{cup.world.event}"
    double = world.made(f"{at}/players", name="Anne", club="North", reading="anne", flags=["beginner"])
    person = world.made("/people", name="Anne")
    world.ask("PUT", f"/players/{double}/person", json={"person": person})
    world.ask("POST", f"/players/{double}/link")
    world.ask("PUT", f"/players/{double}/check-in")
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    one, other = (double, cup.players["A"]) if keep_new else (cup.players["A"], double)
    assert undone(world, one, other) == cup.players["A"]


def both_played(hall: Hall) -> tuple[str, str]:
    """Somebody who played the first round under one number, and is seated in the others under another."""
    hall.published()
    first = hall.players[0]
    hall.done("POST", f"/rounds/{hall.rounds()[0]['id']}/clock", kind="start")
    for table in hall.tables(1):
        points = [{"player": each["player"], "assets": 1000} for each in seats_at(hall, table)]
        hall.done("POST", f"/tables/{table['id']}/results", version=0, points=points)
    hall.done("PUT", f"/players/{first}/drop-out", after=1, reason="registered twice")
    double = hall.player(9, first_round=2)
    again = hall.done("POST", f"/events/{hall.event}/seatings/reseat", from_round=2, reason="registered twice")
    hall.done("POST", f"/seatings/{again['seating']['id']}/publish")
    return first, double


def test_who_played_under_two_numbers_becomes_two_again_with_their_own_results(world: World) -> None:
    undone(world, *both_played(Hall(world, players=8)))


def test_what_was_changed_since_about_the_player_stays_and_what_cannot_be_separated_is_refused(world: World) -> None:
    hall = Hall(world, players=8)
    first, double = both_played(hall)
    hall.done("POST", f"/players/{first}/merge", other=double)
    hall.done("PATCH", f"/players/{first}", club="South")
    hall.ask("DELETE", f"/players/{first}/merge")
    rows = {each["id"]: each for each in hall.done("GET", f"/events/{hall.event}/players")["rows"]}
    assert rows[first]["club"] == "South" and rows[first]["dropped_after"] == 1 and double in rows
    hall.done("POST", f"/players/{first}/merge", other=double)
    round_ = hall.rounds()[1]["id"]
    tables = hall.tables(2)
    seats = [seats_at(hall, table) for table in tables]
    here = next(place for place, each in enumerate(seats) if first in [seat["player"] for seat in each])
    other = next(seat["player"] for seat in seats[1 - here])
    hall.done("POST", f"/rounds/{round_}/exchange", one=first, other=other, reason="wrong table")
    refused = hall.refused("DELETE", f"/players/{first}/merge")
    assert refused["code"] == "merge_changed"


@SQLITE_ONLY
def test_the_page_separates_two_who_were_merged(world: World) -> None:
    hall = Hall(world, players=2)
    one, other = hall.players
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    path = f"/events/{hall.event}/players/{one}"
    token = fields_of(client.get(path).get_data(as_text=True))["csrf_token"]
    assert client.post(f"{path}/merge", data={"csrf_token": token, "other": other}).status_code == 303
    assert words("en")["player_unmerge"] in client.get(f"{path}?lang=en").get_data(as_text=True)
    assert client.post(f"{path}/merge", data={"csrf_token": token, "undo": "1"}).status_code == 303
    assert len(hall.done("GET", f"/events/{hall.event}/players")["rows"]) == 2
    assert words("en")["player_unmerge"] not in client.get(f"{path}?lang=en").get_data(as_text=True)
