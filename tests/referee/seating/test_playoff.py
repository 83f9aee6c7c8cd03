"""A tie for the final is played off at a table of its own, whose result settles it everywhere."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from referee.core.language import words
from referee.models import Event
from referee.results.facts import Facts, facts_of
from referee.stale.queries import stale_things
from referee.standings.final_order import ranking_of
from referee.standings.queries import published
from tests.referee.desk.test_day import read, stands
from tests.referee.desk.test_desk import confirm, enter, round_id, tasks
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World
from tournaments.lots import lot

pytestmark = pytest.mark.slow

JA = words("ja")
TIED = (
    PLAN.replace("repeat = 3", "repeat = 1")
    .replace("after = 3", "after = 1")
    .replace('[[standings.criterion]]\nby = "lots"\n', "")
)


def tied(world: World) -> tuple[Hall, list[str]]:
    """Eight at two tables, three of them ahead, and three tied for the fourth place in the final, whose ids are
    returned.
    """
    hall = Hall(world, players=8, text=TIED)
    hall.published()
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    assets = iter([(4000, 3000, 1500, 1000), (5000, 1500, 1500, 900)])
    level = []
    for table in hall.tables(1):
        path = f"/tables/{table['id']}/results"
        seats = [each["player"] for each in hall.done("GET", path)["seats"]]
        worth = dict(zip(seats, next(assets), strict=True))
        level += [player for player, dollars in worth.items() if dollars == 1500]
        rows = [{"player": player, "assets": dollars} for player, dollars in worth.items()]
        confirm(world, str(hall.done("POST", path, version=0, points=rows)["result"]["id"]))
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/results/publish")
    return hall, level


def play_off(hall: Hall, world: World, seated: Any, *assets: int) -> list[str]:
    """Play a seated playoff that ends with these assets in seat order, and return its players in that order."""
    hall.done("POST", f"/rounds/{seated['round_id']}/clock", kind="start", check=True)
    path = f"/tables/{seated['table_id']}/results"
    seats = [each["player"] for each in hall.done("GET", path)["seats"]]
    rows = [{"player": player, "assets": dollars} for player, dollars in zip(seats, assets, strict=True)]
    confirm(world, str(hall.done("POST", path, version=0, points=rows)["result"]["id"]))
    return seats


def ranks(hall: Hall, *players: str) -> list[int]:
    rows = hall.done("GET", f"/events/{hall.event}/standings")["rows"]
    found = {each["player"]: each["rank"] for each in rows}
    return [found[each] for each in players]


def qualified(hall: Hall) -> list[str]:
    """The ids of those who are in the final."""
    return [each["player"] for each in hall.done("GET", f"/events/{hall.event}/qualification")["qualified"]]


def publish(hall: Hall, round_id: str) -> None:
    hall.done("POST", f"/rounds/{round_id}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{round_id}/results/publish")


def test_the_result_of_a_seated_playoff_settles_the_tie_in_the_one_final_order(world: World) -> None:
    hall, level = tied(world)
    assert len(level) == 3 and ranks(hall, *level) == [4, 4, 4]
    assert tasks(world, hall.event) == [("seat_playoff", True)]
    seated = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1", minutes=30)
    assert {each["player"] for each in seated["players"]} == set(level) and seated["minutes"] == 30
    assert tasks(world, hall.event) == [("start_round", False)], "nobody is asked to decide what is played off"
    assert hall.refused("POST", f"/events/{hall.event}/playoffs", about="step/1")["code"] == "playoff_seated"
    order = play_off(hall, world, seated, 3000, 2000, 1000)
    assert ranks(hall, *order) == [4, 5, 6]
    assert qualified(hall)[3] == order[0]
    why = hall.done("GET", f"/events/{hall.event}/standings?lang=en")["rows"][4]["why"]
    assert "playoff" in why
    publish(hall, seated["round_id"])
    assert tasks(world, hall.event)[0] == ("draw_seating", True)
    draft = hall.done("POST", f"/events/{hall.event}/seatings", first_round=2)
    hall.done("POST", f"/seatings/{draft['id']}/publish")
    final = round_id(hall, 2)
    hall.done("POST", f"/rounds/{final}/clock", kind="start", check=True)
    (table,) = hall.tables(2)
    confirm(world, enter(hall, table))
    publish(hall, final)
    assert ranks(hall, *order)[1:] == [5, 6] and ranks(hall, order[0])[0] <= 4
    assert stands(world, hall.event) == ("close", "finish")


@SQLITE_ONLY
def test_who_keeps_the_seat_of_one_who_is_away_plays_it_off_for_them(world: World) -> None:
    hall, level = tied(world)
    body = {"name": "代理の人", "from_round": 2, "reason": "has a cold"}
    came = hall.done("POST", f"/players/{level[0]}/stand-in", **body)["id"]
    seated = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1", minutes=30)
    assert {each["player"] for each in seated["players"]} == set(level), "those are in question"
    path = f"/tables/{seated['table_id']}/results"
    at_table = [each["player"] for each in hall.done("GET", path)["seats"]]
    assert {*at_table} == {came, *level[1:]}, "and those sit there"
    with world.service.database.read() as session:
        assert stale_things(session, session.get_one(Event, hall.event)) == []
    play_off(hall, world, seated, *(3000 if each == came else 1000 - at for at, each in enumerate(at_table)))
    assert qualified(hall)[3] == level[0], "the place is that of the seat"


@SQLITE_ONLY
def test_the_pages_offer_the_table_lead_to_it_and_show_everybody_where_it_is(world: World) -> None:
    hall, _ = tied(world)
    path = f"/events/{hall.event}/decisions"
    page = read(world, path)
    assert JA["playoff_seat"] in page and 'value="75"' in page
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    token = page.split('name="csrf_token" value="')[1].partition('"')[0]
    fields = {"csrf_token": token, "about": "step/1", "minutes": "20"}
    wrong = client.post(f"{path}/playoff", data={**fields, "minutes": "soon"}, headers={"Accept-Language": "ja"})
    assert wrong.status_code == 422 and JA["playoff_seat"] in html.unescape(wrong.get_data(as_text=True))
    done = client.post(f"{path}/playoff", data=fields)
    assert done.status_code == 303
    assert JA["playoff_round"] in read(world, done.location)
    assert JA["playoff_waits"] in read(world, path) and JA["playoff_seat"] not in read(world, path)
    hall.done(
        "PUT", f"/events/{hall.event}/public", open=True, address="cup", parts=["seating", "standings", "bracket"]
    )
    shown = read(world, "/p/cup")
    assert JA["playoff_round"] in shown
    round_page = done.location.rpartition("/")[2]
    assert client.post(f"{path}/playoff", data={"csrf_token": token, "discard": round_page}).status_code == 303
    assert JA["playoff_seat"] in read(world, path)
    assert len(hall.rounds()) == 2


@SQLITE_ONLY
def test_a_playoff_that_ends_level_leaves_the_question_open_and_another_one_settles_it(world: World) -> None:
    hall, level = tied(world)
    first = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1")
    play_off(hall, world, first, 2000, 2000, 1000)
    assert ("seat_playoff", True) in tasks(world, hall.event)
    assert JA["playoff_tied"] in read(world, f"/events/{hall.event}/decisions")
    second = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1")
    order = play_off(hall, world, second, 3000, 1000)
    assert qualified(hall)[3] == order[0]
    (beaten,) = {*level} - {*order}
    assert ranks(hall, *order, beaten) == [4, 5, 6], "who was beaten in the first keeps the place"
    assert [each["confirmed"] for each in hall.done("GET", f"/events/{hall.event}/playoffs")["rows"]] == [True, True]


@SQLITE_ONLY
@pytest.mark.parametrize("way", ["lots", "page", "order"])
def test_those_still_level_after_a_playoff_are_parted_by_lots_or_an_order_of_these_alone(
    world: World, way: str
) -> None:
    hall, level = tied(world)
    first = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1")
    seats = play_off(hall, world, first, 2000, 2000, 1000)
    (question,) = hall.done("GET", f"/events/{hall.event}/decisions")["wanted"]
    assert {each["player"] for each in question["players"]} == set(seats[:2])
    path = f"/events/{hall.event}/decisions"
    if way == "order":
        hall.done("POST", path, about="step/1", by="playoff", order=seats[1::-1])
        assert qualified(hall)[3] == seats[1]
    elif way == "lots":
        hall.done("POST", path, about="step/1", by="playoff", lots=True)
    else:
        assert JA["decisions_lots"] in read(world, path)
        client = world.app.test_client()
        client.set_cookie("referee", world.tokens["administrator"])
        token = re.search(r'name="csrf_token" value="([^"]*)"', client.get(path).get_data(as_text=True))
        form = {"about": "step/1", "by": "playoff", "lots": "1", "csrf_token": token[1] if token else ""}
        assert client.post(path, data=form).status_code == 303
    if way != "order":
        (made,) = hall.done("GET", path)["rows"]
        seed = facts_in(world, hall.event).seed
        lots = {each: lot(seed, "step/1/lots", each) for each in seats[:2]}
        assert {each: int(number) for each, number in made["lots"].items()} == lots
        assert qualified(hall)[3] == min(lots, key=lots.__getitem__)
    (beaten,) = {*level} - {*seats[:2]}
    assert ranks(hall, beaten) == [6]


def facts_in(world: World, event_id: str) -> Facts:
    with world.service.database.read() as session:
        return facts_of(session, event_id)


@SQLITE_ONLY
def test_a_decision_by_hand_counts_rather_than_the_table(world: World) -> None:
    hall, _ = tied(world)
    seated = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1")
    order = play_off(hall, world, seated, 3000, 2000, 1000)
    again = [order[1], order[0], order[2]]
    hall.done("POST", f"/events/{hall.event}/decisions", about="step/1", by="playoff", order=again)
    assert qualified(hall)[3] == order[1] and ranks(hall, *again) == [4, 5, 6]


@SQLITE_ONLY
def test_what_was_played_off_is_no_round_that_somebody_has_to_stay_for(world: World) -> None:
    hall, _ = tied(world)
    seated = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1")
    order = play_off(hall, world, seated, 3000, 2000, 1000)
    assert hall.refused("DELETE", f"/events/{hall.event}/playoffs/{seated['round_id']}")["code"] == "playoff_begun"
    hall.done("PUT", f"/players/{order[0]}/drop-out", after=1, reason="ill")
    assert qualified(hall)[3] == order[1], "the next of the playoff moves up"
    late = hall.done("POST", f"/events/{hall.event}/players", name="遅刻 者", first_round=2)
    assert late["first_round"] == 2
    assert hall.refused("POST", f"/events/{hall.event}/playoffs", about="step/1")["code"] == "nothing_to_decide"


@SQLITE_ONLY
def test_strangers_read_of_a_playoff_once_its_results_are_published(world: World) -> None:
    hall, _ = tied(world)
    seated = hall.done("POST", f"/events/{hall.event}/playoffs", about="step/1")
    order = play_off(hall, world, seated, 3000, 2000, 1000)

    def public() -> list[int]:
        with world.service.database.read() as session:
            rows = ranking_of(published(session, hall.event)).rows
        return [row.rank for player in order for row in rows if row.player == player]

    assert public() == [4, 4, 4]
    publish(hall, seated["round_id"])
    assert public() == [4, 5, 6]
