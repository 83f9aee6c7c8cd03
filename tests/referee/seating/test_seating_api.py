"""Seating over HTTP: drawn, changed, explained, made public, and never changed where somebody is playing."""

from __future__ import annotations

import csv
import io
import json
import threading
from typing import Any

import pytest

from referee.models import Membership
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.hall import PLAN, Hall, seated_players
from tests.referee.support.world import World
from tournaments.seating.file import check, parse


@pytest.fixture
def hall(world: World) -> Hall:
    """An event of sixteen players and three rounds that are seated together."""
    return Hall(world)


def names(hall: Hall) -> dict[str, str]:
    """The names of the players, by id."""
    rows = hall.done("GET", f"/events/{hall.event}/players")["rows"]
    return {row["id"]: row["name"] for row in rows}


def test_a_draw_seats_everybody_in_every_round_with_figures_beside_their_bounds(hall: Hall) -> None:
    seating = hall.draw()
    assert (seating["first_round"], seating["last_round"], seating["version"], seating["state"]) == (1, 3, 1, "draft")
    for number in (1, 2, 3):
        assert sorted(player for table in seated_players(seating, number) for player in table) == sorted(hall.players)
    figures = {each["aim"]: (each["figure"], each["bound"]) for each in seating["figures"]}
    assert figures["rematches"] == (0, 0)
    assert all(figure >= bound for figure, bound in figures.values())
    assert [each["number"] for each in hall.rounds()] == [1, 2, 3, 4]


def test_the_file_of_a_seating_is_recomputed_from_itself_alone_also_after_a_swap(hall: Hall) -> None:
    drawn = hall.draw(apart=[hall.players[:2]], fixed=[{"player": hall.players[5], "table": 2, "rounds": [1]}])
    tables = seated_players(drawn, 1)
    assert hall.players[5] in tables[1]
    assert not any(
        set(hall.players[:2]) <= set(table) for number in (1, 2, 3) for table in seated_players(drawn, number)
    )
    swap = {"round": 1, "one": tables[0][0], "other": tables[1][0], "reason": "車椅子", "base": 1}
    changed = hall.done("POST", f"/seatings/{drawn['id']}/swaps", **swap)
    filed = parse(hall.world.ask("GET", f"/seatings/{changed['seating']['id']}/file").get_data(as_text=True))
    assert check(filed) == ()
    assert filed.fingerprint == changed["seating"]["fingerprint"]


def test_the_same_seed_and_players_give_the_same_seating_and_another_seed_another(hall: Hall) -> None:
    first, again, other = hall.draw(), hall.draw(), hall.draw(seed="anew")
    assert first["rounds"] == again["rounds"] != other["rounds"]
    rows = hall.done("GET", f"/events/{hall.event}/seatings")["rows"]
    assert [(row["version"], row["state"]) for row in rows] == [(3, "draft"), (2, "replaced"), (1, "replaced")]


def test_once_somebody_is_checked_in_only_those_are_seated_and_the_others_are_named(hall: Hall) -> None:
    for player in hall.players[:12]:
        hall.done("PUT", f"/players/{player}/check-in")
    drawn = hall.draw()
    assert sorted(player for table in seated_players(drawn, 1) for player in table) == sorted(hall.players[:12])
    assert drawn["left_out"] == hall.players[12:]
    assert hall.draw(checked_in=False)["left_out"] == []


def test_numbers_that_fit_no_tables_are_told_with_those_that_would(world: World) -> None:
    hall = Hall(world, players=7)
    problem = hall.refused("POST", f"/events/{hall.event}/seatings", first_round=1)
    assert (problem["code"], problem["errors"][0]["fault"]) == ("faulty", "seating_no_fit")


def test_publishing_makes_tables_with_letters_for_seats_and_the_time_limit_of_the_round(hall: Hall) -> None:
    seating = hall.published()
    named = names(hall)
    tables = hall.tables(1)
    assert [table["number"] for table in tables] == [1, 2, 3, 4]
    for table, players in zip(tables, seated_players(seating, 1), strict=True):
        header = table["header"]
        assert header["seats"] == ["A", "B", "C", "D"]
        assert header["names"] == dict(zip("ABCD", (named[player] for player in players), strict=True))
        assert header["options"]["time_limit_minutes"] == 75
        assert header["version"] and header["fingerprint"]
    assert [each["stage"] for each in hall.rounds()] == ["published"] * 3 + ["drafted"]
    assert hall.done("GET", f"/seatings/{seating['id']}")["state"] == "published"


def test_a_draft_is_for_the_staff_until_it_is_public(hall: Hall) -> None:
    world = hall.world
    viewer = world.token("viewer")
    account = world.ask("GET", "/me", viewer).get_json()["account_id"]
    with world.service.database.write() as session:
        session.add(Membership(account_id=account, event_id=hall.event, role="viewer", created_at=1))
    world.service.principals.forget()
    drawn = hall.draw()
    assert world.ask("GET", f"/events/{hall.event}/seatings", viewer).get_json()["rows"] == []
    assert world.ask("GET", f"/seatings/{drawn['id']}", viewer).status_code == 403
    hall.done("POST", f"/seatings/{drawn['id']}/publish")
    assert world.ask("GET", f"/seatings/{drawn['id']}", viewer).status_code == 200


def test_a_swap_is_tried_first_says_what_gets_worse_and_is_kept_with_its_reason(hall: Hall) -> None:
    drawn = hall.draw()
    tables = seated_players(drawn, 2)
    mate = next(each for each in seated_players(drawn, 1) if tables[0][0] in each)
    other = next(player for table in tables[1:] for player in table if player in mate)
    partner = next(table for table in tables if other in table)
    swap = {"round": 2, "one": tables[0][1], "other": other, "base": 1}
    tried = hall.done("POST", f"/seatings/{drawn['id']}/swaps", **swap, trial=True)
    assert tried["seating"] is None
    rematches = next(each for each in tried["figures"] if each["aim"] == "rematches")
    assert rematches["before"] == 0 < rematches["after"]
    rows = names(hall)
    assert any(rows[other] in each["message"] for each in tried["new"] if each["code"] == "seating_rematch")
    assert hall.refused("POST", f"/seatings/{drawn['id']}/swaps", **swap)["errors"][0]["field"] == "reason"
    kept = hall.done("POST", f"/seatings/{drawn['id']}/swaps", **swap, reason="通路側がよい")["seating"]
    assert (kept["version"], kept["moves"][0]["reason"]) == (2, "通路側がよい")
    assert tables[0][1] in next(table for table in seated_players(kept, 2) if set(partner) - {other} <= set(table))
    assert hall.refused("POST", f"/seatings/{drawn['id']}/swaps", **swap, reason="x")["code"] == "seating_outdated"


def test_why_somebody_sits_somewhere_is_told_with_names(hall: Hall) -> None:
    drawn = hall.draw()
    player = seated_players(drawn, 1)[0][0]
    why = hall.done("GET", f"/seatings/{drawn['id']}/why?player={player}&round=1")
    assert (why["table"], why["start_order"], len(why["tablemates"])) == (1, 1, 3)
    assert why["name"] == names(hall)[player]
    assert why["best"] is not None and not why["best"]["better"]
    assert hall.refused("GET", f"/seatings/{drawn['id']}/why?round=1")["errors"][0]["field"] == "player"
    assert hall.refused("GET", f"/seatings/{drawn['id']}/why?player={player}&round=9")["code"] == "faulty"


@pytest.mark.slow
def test_drop_outs_and_late_entries_are_seated_from_the_next_round_and_what_was_played_stands(hall: Hall) -> None:
    before = hall.published()
    for table in hall.tables(1):
        hall.roll(table["id"])
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=1, reason="体調不良")
    late = hall.player(17, first_round=2)
    assert hall.done("GET", f"/seatings/{before['id']}")["unseated"] == [late]
    assert hall.done("GET", f"/seatings/{before['id']}")["gone"] == [hall.players[0]]
    path = f"/events/{hall.event}/seatings/reseat"
    assert hall.refused("POST", path, from_round=1, reason="x")["code"] == "seating_played"
    after = hall.done("POST", path, from_round=2, reason="棄権一名、遅刻一名")["seating"]
    assert seated_players(after, 1) == seated_players(before, 1)
    for number in (2, 3):
        there = {player for table in seated_players(after, number) for player in table}
        assert late in there and hall.players[0] not in there
    assert hall.refused("POST", path, from_round=2, reason="x")["code"] == "seating_unchanged"
    first = hall.tables(1)
    hall.done("POST", f"/seatings/{after['id']}/publish")
    assert hall.tables(1) == first
    seated = [list(table["header"]["names"].values()) for table in hall.tables(2)]
    assert sorted(name for table in seated for name in table) == sorted(
        name for player, name in names(hall).items() if player != hall.players[0]
    )


def test_a_table_that_was_played_at_is_not_seated_anew_and_the_others_keep_theirs(hall: Hall) -> None:
    drawn = hall.published()
    tables = seated_players(drawn, 1)
    swap = {"round": 1, "one": tables[0][0], "other": tables[1][0], "reason": "x", "base": 1}
    changed = hall.done("POST", f"/seatings/{drawn['id']}/swaps", **swap)["seating"]
    first, second, *_ = before = hall.tables(1)
    hall.roll(second["id"])
    problem = hall.refused("POST", f"/seatings/{changed['id']}/publish")
    assert (problem["code"], problem["tables"]) == ("seating_played", [second["id"]])
    assert [table["header"] for table in hall.tables(1)] == [table["header"] for table in before]
    played = {**swap, "base": 2}
    assert hall.refused("POST", f"/seatings/{changed['id']}/swaps", **played)["tables"] == [second["id"]]
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=1)["code"] == "seating_played"
    hall.done("POST", f"/tables/{first['id']}/close")


def test_a_game_begins_by_the_header_that_was_published_last(hall: Hall) -> None:
    drawn = hall.published()
    tables = seated_players(drawn, 1)
    table = hall.tables(1)[0]["id"]
    assert hall.done("GET", f"/tables/{table}")["header"]["names"]["A"] == names(hall)[tables[0][0]]
    swap = {"round": 1, "one": tables[0][0], "other": tables[1][0], "reason": "x", "base": 1}
    changed = hall.done("POST", f"/seatings/{drawn['id']}/swaps", **swap)["seating"]
    hall.done("POST", f"/seatings/{changed['id']}/publish")
    hall.roll(table)
    assert hall.done("GET", f"/tables/{table}")["header"]["names"]["A"] == names(hall)[tables[1][0]]


def test_tables_that_are_needed_no_more_are_emptied_and_closed_and_come_back(hall: Hall) -> None:
    hall.published()
    for player in hall.players[12:]:
        hall.done("PUT", f"/players/{player}/drop-out", after=0, reason="x")
    fewer = hall.published()
    assert len(seated_players(fewer, 1)) == 3
    assert [table["state"] for table in hall.tables(1)] == ["open"] * 3 + ["closed"]
    for player in hall.players[12:]:
        hall.done("DELETE", f"/players/{player}/drop-out")
    hall.published()
    assert [table["state"] for table in hall.tables(1)] == ["open"] * 4


@pytest.mark.slow
def test_the_start_order_rolled_at_a_table_is_its_header_and_stays_when_others_change(hall: Hall) -> None:
    drawn = hall.published()
    tables = seated_players(drawn, 1)
    table = hall.tables(1)[0]["id"]
    rolled = list(reversed(tables[0]))
    problem = hall.refused("PUT", f"/tables/{table}/start-order", players=[*rolled[:3], tables[1][0]])
    assert problem["code"] == "other_players"
    hall.done("PUT", f"/tables/{table}/start-order", players=rolled)
    header = hall.done("GET", f"/tables/{table}")["header"]
    assert list(header["names"].values()) == [names(hall)[player] for player in rolled]
    swap = {"round": 1, "one": tables[1][0], "other": tables[2][0], "reason": "x", "base": 1}
    changed = hall.done("POST", f"/seatings/{drawn['id']}/swaps", **swap)["seating"]
    hall.done("POST", f"/seatings/{changed['id']}/publish")
    assert hall.done("GET", f"/tables/{table}")["header"] == header
    hall.roll(table)
    assert hall.refused("PUT", f"/tables/{table}/start-order", players=rolled)["code"] == "table_begun"


@EACH_DATABASE
def test_of_two_draws_at_once_one_is_kept_and_the_other_told(hall: Hall) -> None:
    hall.draw()
    answers: list[int] = []
    both = [
        threading.Thread(
            target=lambda: answers.append(hall.ask("POST", f"/events/{hall.event}/seatings", first_round=1).status_code)
        )
        for _ in range(2)
    ]
    for each in both:
        each.start()
    for each in both:
        each.join()
    versions = [row["version"] for row in hall.done("GET", f"/events/{hall.event}/seatings")["rows"]]
    assert versions == list(range(len(versions), 0, -1))
    assert answers.count(201) == len(versions) - 1
    assert set(answers) <= {201, 409}


def test_the_seats_are_exported_as_they_are_at_the_tables(hall: Hall) -> None:
    seating = hall.published()
    path = f"/events/{hall.event}/seatings/export"
    answer = hall.world.ask("GET", f"{path}?round=2&as=csv&lang=ja")
    rows = list(csv.reader(io.StringIO(answer.get_data().decode("utf-8-sig"))))
    assert len(rows) == 17
    named = names(hall)
    assert {(row[1], row[4]) for row in rows[1:]} == {
        (str(number), named[player]) for number, table in enumerate(seated_players(seating, 2), 1) for player in table
    }
    assert len(json.loads(hall.world.ask("GET", f"{path}?as=json").get_data())["rows"]) == 48
    assert hall.world.ask("GET", f"{path}?as=xlsx").get_data()[:2] == b"PK"


SELF_CHOSEN = PLAN.replace(
    '[[round]]\nrepeat = 3\nseating = "schedule"\nminutes = 75',
    '[[round]]\nseating = "self_chosen"\n[[round]]\nrepeat = 2\nseating = "rotation"',
).replace('aims = ["rematches", "clubs", "start_order"]\n', "")


def test_where_players_choose_their_tables_the_next_ones_follow_from_table_and_start_order(world: World) -> None:
    hall = Hall(world, players=20, text=SELF_CHOSEN)
    first = [hall.players[number : number + 4] for number in range(0, 20, 4)]
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=1)["errors"][0]["field"] == "tables"
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=2)["code"] == "round_unseated"
    nine = [hall.players[:9], hall.players[9:14], hall.players[14:]]
    wrong = hall.refused("POST", f"/events/{hall.event}/seatings", first_round=1, tables=nine)
    assert [each["fault"] for each in wrong["errors"]] == ["seating_size", "seating_size"]
    chosen = hall.published(1, tables=first)
    assert [sorted(table) for table in seated_players(chosen, 1)] == first
    starts = seated_players(chosen, 1)
    second = hall.published(2)
    for place, table in enumerate(starts):
        for order, player in enumerate(table, 1):
            assert player in seated_players(second, 2)[(place + order) % 5]
    assert second["kind"] == "rotation"
    third = hall.draw(3)
    met: dict[str, list[Any]] = {}
    for number, seating in ((1, chosen), (2, second), (3, third)):
        for at in seated_players(seating, number):
            for player in at:
                met.setdefault(player, []).extend(set(at) - {player})
    assert all(len(others) == len(set(others)) for others in met.values())


def test_a_final_waits_for_results(hall: Hall) -> None:
    hall.published()
    problem = hall.refused("POST", f"/events/{hall.event}/seatings", first_round=4)
    assert (problem["code"], len(problem["tables"])) == ("results_open", 12)
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=2)["code"] == "seating_together"
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=9)["code"] == "round_unplanned"
