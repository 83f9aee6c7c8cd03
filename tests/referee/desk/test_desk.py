"""The organizer's desk: what waits, at every hour of the day."""

from __future__ import annotations

from typing import Any

import pytest

from referee.desk.queries import desk
from referee.models import Event
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World

pytestmark = pytest.mark.slow


def tasks(world: World, event_id: str, later: int = 0) -> list[tuple[str, bool]]:
    """The tasks on the desk and whether they are urgent; ``later``: minutes from now."""
    database = world.service.database
    with world.app.app_context(), database.read() as session:
        event = session.get(Event, event_id)
        assert event is not None
        view = desk(session, event, database.now() + later * 60_000)
    return [(task.code, task.urgent) for task in view.tasks]


def round_id(hall: Hall, number: int) -> str:
    return next(str(each["id"]) for each in hall.rounds() if each["number"] == number)


def enter(hall: Hall, table: Any, step: int = 1) -> str:
    """Enter a result whose assets differ by ``step``, and return its id."""
    path = f"/tables/{table['id']}/results"
    seats = hall.done("GET", path)["seats"]
    rows = [{"player": seat["player"], "assets": 1000 + step * number} for number, seat in enumerate(seats)]
    return str(hall.done("POST", path, version=0, points=rows)["result"]["id"])


def confirm(world: World, result: str) -> None:
    """Let a second person confirm a result."""
    assert world.ask("POST", f"/results/{result}/confirm", world.token("second", administrator=True)).status_code == 200


def test_an_event_without_anything_asks_for_regulation_and_players(world: World) -> None:
    event = world.made("/events", name="空の大会")
    assert tasks(world, event) == [("choose_regulation", False), ("register_players", False)]


def test_the_desk_leads_from_the_draw_to_the_published_results(world: World) -> None:
    hall = Hall(world, players=8, text=f'{PLAN}\n[results]\nconfirmation = "second_person"\n')
    assert tasks(world, hall.event) == [("draw_seating", False)]
    drawn = hall.draw()
    assert tasks(world, hall.event) == [("publish_seating", False)]
    hall.done("POST", f"/seatings/{drawn['id']}/publish")
    assert tasks(world, hall.event) == [("start_round", False)]
    first = round_id(hall, 1)
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    assert tasks(world, hall.event) == []
    assert tasks(world, hall.event, later=80) == [("late_results", True)]
    one, other = hall.tables(1)
    result = enter(hall, one)
    assert tasks(world, hall.event) == [("confirm_results", False)]
    confirm(world, result)
    confirm(world, enter(hall, other))
    assert tasks(world, hall.event) == [("close_round", True)]
    hall.done("POST", f"/rounds/{first}/close", anyway=True, reason="over")
    assert tasks(world, hall.event) == [("publish_results", False), ("start_round", False)]
    hall.done("POST", f"/rounds/{first}/results/publish")
    assert tasks(world, hall.event) == [("start_round", False)]


def test_whoever_came_or_left_since_the_draw_has_to_be_seated(world: World) -> None:
    hall = Hall(world, players=9)
    hall.published()
    hall.done("PUT", f"/players/{hall.players[3]}/drop-out", after=0, reason="ill")
    assert tasks(world, hall.event)[0] == ("stale_seats", True)


def test_a_result_of_a_later_round_hides_no_seat_of_an_earlier_one(world: World) -> None:
    hall = Hall(world, players=9)
    hall.published()
    table = hall.tables(3)[0]
    enter(hall, table)
    assert "stale_seats" not in [code for code, _ in tasks(world, hall.event)]
    playing = {seat["player"] for seat in hall.done("GET", f"/tables/{table['id']}/results")["seats"]}
    hall.done("PUT", f"/players/{next(each for each in hall.players if each not in playing)}/archive")
    (row,) = [each for each in hall.done("GET", f"/events/{hall.event}/stale")["rows"] if each["kind"] == "seats"]
    assert (row["about"], row["again"]) == ("1", False)


def test_a_tie_for_the_final_is_decided_before_the_final_is_drawn(world: World) -> None:
    hall = Hall(world, players=8, text=PLAN.replace('[[standings.criterion]]\nby = "lots"\n', ""))
    hall.published()
    for number in (1, 2, 3):
        for table in hall.tables(number):
            confirm(world, enter(hall, table, step=0))
        hall.done("POST", f"/rounds/{round_id(hall, number)}/close", anyway=True, reason="over")
        hall.done("POST", f"/rounds/{round_id(hall, number)}/results/publish")
    assert tasks(world, hall.event) == [("seat_playoff", True)]
    order = hall.players[:4]
    hall.done("POST", f"/events/{hall.event}/decisions", about="step/1", by="playoff", order=order)
    assert ("draw_seating", True) in tasks(world, hall.event)
