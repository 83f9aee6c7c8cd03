"""The round plan: rounds made from the regulation, and the stage of each of them."""

from __future__ import annotations

import pytest

from referee.models import Event, Round, TableResult
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World


@pytest.fixture
def hall(world: World) -> Hall:
    """An event of eight players."""
    return Hall(world, players=8)


def stage(hall: Hall, number: int) -> str:
    return str(next(each["stage"] for each in hall.rounds() if each["number"] == number))


def confirm(hall: Hall, number: int) -> None:
    """Give every table of a round a confirmed result."""
    with hall.world.service.database.write() as session:
        for table in hall.tables(number):
            session.add(
                TableResult(
                    event_id=hall.event,
                    table_id=table["id"],
                    version=1,
                    source="points",
                    entered="{}",
                    players="[]",
                    entered_by="x",
                    entered_at=1,
                    confirmed_by="y",
                    confirmed_at=2,
                )
            )


def test_the_plan_makes_the_rounds_of_the_regulation_once_in_the_language_of_the_event(hall: Hall) -> None:
    rounds = hall.done("POST", f"/events/{hall.event}/plan")["rows"]
    assert [(each["number"], each["name"], each["minutes"]) for each in rounds] == [
        (1, "", 75),
        (2, "", 75),
        (3, "", 75),
        (4, "決勝", 120),
    ]
    again = hall.done("POST", f"/events/{hall.event}/plan")["rows"]
    assert [each["id"] for each in again] == [each["id"] for each in rounds]


def test_an_event_without_a_regulation_has_no_plan(world: World) -> None:
    response = world.ask("POST", f"/events/{world.event}/plan")
    assert (response.status_code, response.get_json()["code"]) == (409, "no_regulation")


@pytest.mark.slow
def test_rounds_without_tables_follow_a_regulation_that_was_changed_and_tables_when_published_again(hall: Hall) -> None:
    drawn = hall.published()
    shorter = PLAN.replace("minutes = 75", "minutes = 60").replace("minutes = 120", "minutes = 100")
    hall.done("PUT", f"/events/{hall.event}/regulation", text=shorter)
    hall.done("POST", f"/events/{hall.event}/plan")
    assert [each["minutes"] for each in hall.rounds()] == [75, 75, 75, 100]
    hall.done("POST", f"/seatings/{drawn['id']}/publish")
    assert [each["minutes"] for each in hall.rounds()] == [60, 60, 60, 100]
    assert {table["header"]["options"]["time_limit_minutes"] for table in hall.tables(1)} == {60}


def test_a_round_goes_from_drafted_to_results_published(hall: Hall) -> None:
    hall.done("POST", f"/events/{hall.event}/plan")
    assert stage(hall, 1) == "drafted"
    hall.published()
    assert stage(hall, 1) == "published"
    round_ = hall.rounds()[0]["id"]
    hall.done("POST", f"/rounds/{round_}/clock", kind="start")
    assert stage(hall, 1) == "running"
    confirm(hall, 1)
    assert stage(hall, 1) == "entered"
    hall.done("POST", f"/rounds/{round_}/close")
    assert stage(hall, 1) == "closed"
    with hall.world.service.database.write() as session:
        session.get_one(Round, round_).results_published_at = 5
    assert (stage(hall, 1), stage(hall, 2)) == ("results_published", "published")


def test_a_round_whose_tables_have_results_without_a_log_is_closed_like_that(hall: Hall) -> None:
    hall.published()
    round_ = hall.rounds()[0]["id"]
    assert hall.refused("POST", f"/rounds/{round_}/close")["code"] == "games_open"
    confirm(hall, 1)
    assert hall.done("POST", f"/rounds/{round_}/close")["state"] == "closed"


def test_the_start_of_the_first_clock_locks_the_regulation(hall: Hall) -> None:
    hall.published()
    first, second, *_ = [each["id"] for each in hall.rounds()]
    database = hall.world.service.database
    with database.read() as session:
        assert session.get_one(Event, hall.event).locked_at is None
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    with database.read() as session:
        locked_at = session.get_one(Event, hall.event).locked_at
    assert locked_at is not None
    hall.done("POST", f"/rounds/{second}/clock", kind="start")
    with database.read() as session:
        assert session.get_one(Event, hall.event).locked_at == locked_at


def test_a_round_that_is_opened_again_leaves_tables_closed_that_were_needed_no_more(hall: Hall) -> None:
    hall.published()
    for player in hall.players[4:]:
        hall.done("PUT", f"/players/{player}/drop-out", after=0, reason="x")
    hall.published()
    round_ = hall.rounds()[0]["id"]
    hall.done("POST", f"/rounds/{round_}/close", anyway=True, reason="x")
    hall.done("POST", f"/rounds/{round_}/open")
    assert [table["state"] for table in hall.tables(1)] == ["open", "closed"]


def test_rounds_that_the_plan_has_no_more_are_gone_unless_something_was_done_for_them(hall: Hall) -> None:
    hall.done("POST", f"/events/{hall.event}/plan")
    hall.done("POST", f"/events/{hall.event}/rounds", number=9)
    text = PLAN.replace("repeat = 3", "repeat = 2").replace("after = 3", "after = 2")
    no_final = text[: text.index("[[round]]\nname")] + text[text.index("[seating]") : text.index("[qualification]")]
    hall.done("PUT", f"/events/{hall.event}/regulation", text=no_final)
    assert [each["number"] for each in hall.done("GET", f"/events/{hall.event}/rounds")["rows"]] == [1, 2, 9]
    hall.draw(1)
    one = no_final.replace("repeat = 2", "repeat = 1")
    hall.done("PUT", f"/events/{hall.event}/regulation", text=one)
    assert [each["number"] for each in hall.done("GET", f"/events/{hall.event}/rounds")["rows"]] == [1, 2, 9]
