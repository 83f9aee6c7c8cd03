"""Mistyped players are deleted, duplicates are merged, and nothing with a history is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World


@pytest.fixture
def hall(world: World) -> Hall:
    """An event of eight players."""
    return Hall(world, players=8)


def rows(hall: Hall) -> dict[int, Any]:
    """The players by number."""
    return {each["number"]: each for each in hall.done("GET", f"/events/{hall.event}/players")["rows"]}


def test_somebody_mistyped_is_deleted_and_somebody_seated_is_not(hall: Hall) -> None:
    wrong = hall.player(9)
    hall.done("POST", f"/players/{wrong}/link")
    assert hall.ask("DELETE", f"/players/{wrong}").status_code == 204
    assert sorted(rows(hall)) == list(range(1, 9))
    drawn = hall.draw()
    assert hall.refused("DELETE", f"/players/{hall.players[0]}")["code"] == "player_has_history"
    hall.ask("DELETE", f"/seatings/{drawn['id']}")
    assert hall.ask("DELETE", f"/players/{hall.players[0]}").status_code == 204


@pytest.mark.parametrize("keep_new", [False, True])
def test_two_registrations_of_one_person_become_one_and_results_stay(cup: Cup, keep_new: bool) -> None:
    world, at = cup.world, f"/events/{cup.world.event}"
    double = world.made(f"{at}/players", name="Anne", club="North")
    number = next(each["number"] for each in cup.get("players")["rows"] if each["id"] == double)
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 400, 300, 200, 100)
    standings = cup.get("standings")["rows"]
    before = sorted((each["player"], each["values"]) for each in standings if each["player"] != double)
    one, other = (double, cup.players["A"]) if keep_new else (cup.players["A"], double)
    merged = world.ask("POST", f"/players/{one}/merge", json={"other": other})
    assert merged.status_code == 200, merged.get_data(as_text=True)
    kept = merged.get_json()
    assert (kept["id"], kept["club"]) == (cup.players["A"], "North")
    assert (kept["name"], kept["number"]) == (("Anne", number) if keep_new else ("Ann", 1))
    assert len(cup.get("players")["rows"]) == 8
    assert sorted((each["player"], each["values"]) for each in cup.get("standings")["rows"]) == before
    both = world.ask("POST", f"/players/{cup.players['A']}/merge", json={"other": cup.players["B"]})
    assert (both.status_code, both.get_json()["code"]) == (409, "players_both_played")


def seats_at(hall: Hall, table: Any) -> list[Any]:
    return list(hall.done("GET", f"/tables/{table['id']}/results")["seats"])


def test_who_played_under_two_numbers_in_turn_becomes_one_with_both_results(hall: Hall) -> None:
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
    merged = hall.done("POST", f"/players/{first}/merge", other=double)
    assert (merged["first_round"], merged["dropped_after"]) == (None, None)
    assert 9 not in rows(hall)
    seated = [
        [seat["player"] for table in hall.tables(number) for seat in seats_at(hall, table)] for number in (1, 2, 3)
    ]
    assert [each.count(first) for each in seated] == [1, 1, 1]
    assert double not in str([hall.done("GET", f"/tables/{table['id']}/results") for table in hall.tables(1)])


def test_who_was_drawn_under_two_numbers_is_one_once_the_other_has_left(hall: Hall) -> None:
    """As the refusal advises: drop one of them out, reseat, then merge.  Seats can be read and changed afterwards."""
    first, double = hall.players[0], hall.player(9)
    draft = hall.draw()
    both = hall.refused("POST", f"/players/{first}/merge", other=double)
    assert both["code"] == "players_both_played"
    hall.done("POST", f"/seatings/{draft['id']}/publish")
    assert hall.refused("POST", f"/players/{first}/merge", other=double)["code"] == "players_both_played"
    hall.done("PUT", f"/players/{double}/drop-out", after=0, reason="registered twice")
    again = hall.done("POST", f"/events/{hall.event}/seatings/reseat", from_round=1, reason="registered twice")
    hall.done("POST", f"/seatings/{again['seating']['id']}/publish")
    hall.done("POST", f"/players/{first}/merge", other=double)
    (shown,) = [
        each for each in hall.done("GET", f"/events/{hall.event}/seatings")["rows"] if each["state"] == "published"
    ]
    tables = hall.done("GET", f"/seatings/{shown['id']}")["rounds"][0]["tables"]
    assert [player["id"] for table in tables for player in table["players"]].count(first) == 1
    assert hall.ask("GET", f"/events/{hall.event}/stale").status_code == 200


def test_only_an_event_that_nothing_happened_in_is_deleted_and_any_is_put_away(world: World) -> None:
    empty = world.made("/events", name="Mistyped")
    world.ask("PUT", f"/events/{empty}/regulation", json={"shipped": "rank-sum"})
    world.ask("POST", f"/events/{empty}/plan")
    assert world.ask("DELETE", f"/events/{empty}").status_code == 204
    assert world.ask("GET", f"/events/{empty}").status_code == 404
    response = world.ask("DELETE", f"/events/{world.event}")
    assert (response.status_code, response.get_json()["code"]) == (409, "event_in_use")
    world.ask("PATCH", f"/events/{world.event}", json={"archived": True})

    def listed(query: str = "") -> list[str]:
        return [each["id"] for each in world.ask("GET", f"/events{query}").get_json()["rows"]]

    assert world.event not in listed()
    assert world.event in listed("?archived=true")


@SQLITE_ONLY
def test_the_pages_delete_merge_and_put_away(world: World) -> None:
    hall = Hall(world, players=3)
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["administrator"])
    at, headers = f"/events/{hall.event}", {"Accept": "text/html", "Accept-Language": "en"}
    one, other, wrong = hall.players

    def location(path: str, **form: str) -> str:
        page = browser.get(f"{at}/players/{one}", headers=headers).get_data(as_text=True)
        data = {"csrf_token": fields_of(page)["csrf_token"], **form}
        answer = browser.post(f"{at}{path}", data=data, headers=headers)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return str(answer.headers["Location"])

    assert location(f"/players/{wrong}/delete") == f"{at}/players"
    assert location(f"/players/{one}/merge", other=other) == f"{at}/players/{one}"
    assert list(rows(hall)) == [1]
    assert "Archive or delete the event" in browser.get(f"{at}/regulation", headers=headers).get_data(as_text=True)
    asked = fields_of(browser.get(f"{at}/archive", headers=headers).get_data(as_text=True))
    assert location("/archive", do="archive", seen=asked["seen"]) == f"/past?put_away={hall.event}"
    assert f"/events/{hall.event}" not in browser.get("/", headers=headers).get_data(as_text=True)
    assert location("/archive", do="restore") == at
    assert location(f"/players/{one}/delete") == f"{at}/players"


def test_an_archived_player_leaves_every_list_and_keeps_the_history(cup: Cup) -> None:
    world, at = cup.world, f"/events/{cup.world.event}"
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 450, 350, 250, 150)
    gone = cup.players["B"]
    before = {each["player"]: each for each in cup.get("standings")["rows"]}
    done = world.ask("PUT", f"/players/{gone}/archive")
    assert done.status_code == 200 and done.get_json()["archived_at"] and done.get_json()["dropped_after"] == 1
    assert gone not in [each["id"] for each in cup.get("players")["rows"]]
    (kept,) = world.ask("GET", f"{at}/players?archived=true").get_json()["rows"]
    assert kept["id"] == gone
    after = {each["player"]: each for each in cup.get("standings")["rows"]}
    assert gone not in after and sorted(each["rank"] for each in after.values()) == list(range(1, 8))
    assert all(after[each]["values"] == before[each]["values"] for each in after), "nobody's figures change"
    name = before[gone]["name"]
    table = cup.tables[1, 1]
    assert name in world.ask("GET", f"/tables/{table}/results").get_data(as_text=True), "the result still names them"
    for path in ("players", "check-in", "standings", "penalties", "decisions"):
        assert f">{name}<" not in page_of(cup, path), path
    exported = world.ask("GET", f"{at}/players/export?as=csv").get_data(as_text=True)
    assert name not in exported
    code = {"code": kept["code"]}
    assert world.ask("POST", f"{at}/check-ins", json=code).get_json()["code"] == "unknown_code"
    assert world.ask("DELETE", f"/players/{gone}/archive").get_json()["archived_at"] is None
    assert {each["player"]: each["rank"] for each in cup.get("standings")["rows"]} == {
        player: each["rank"] for player, each in before.items()
    }


@SQLITE_ONLY
def test_somebody_at_a_table_that_plays_is_not_archived_and_the_page_leads_to_the_archive(cup: Cup) -> None:
    world = cup.world
    gone = cup.players["C"]
    world.ask("POST", f"/rounds/{cup.rounds[1]}/clock", json={"kind": "start"})
    refused = world.ask("PUT", f"/players/{gone}/archive")
    assert refused.status_code == 409 and refused.get_json()["code"] == "player_at_table"
    world.ask("POST", f"/rounds/{cup.rounds[1]}/close", json={"anyway": True, "reason": "x"})
    path = f"/events/{world.event}/players/{gone}"
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["organizer"])
    token = fields_of(client.get(path).get_data(as_text=True))["csrf_token"]
    assert client.post(f"{path}/archive", data={"csrf_token": token}).status_code == 303
    assert "?archived=1" in page_of(cup, "players") and path not in page_of(cup, "players")
    assert path in page_of(cup, "players?archived=1")
    assert client.post(f"{path}/archive", data={"csrf_token": token, "restore": "1"}).status_code == 303
    assert path in page_of(cup, "players")


def page_of(cup: Cup, path: str) -> str:
    """A page of the event as the organizer reads it."""
    client = cup.world.app.test_client()
    client.set_cookie("referee", cup.world.tokens["organizer"])
    return str(client.get(f"/events/{cup.world.event}/{path}").get_data(as_text=True))
