"""Last month's players and helpers come over to the next event, nobody twice, and who was left out is said."""

from __future__ import annotations

import html
from typing import Any

import pytest

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.players.test_players_pages import Pages
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

PEOPLE = (
    {"name": "佐藤 健一", "reading": "さとう けんいち", "club": "小倉会", "region": "福岡"},
    {"name": "佐藤 健一", "reading": "さとう けんいち", "club": "熊本会"},
    {"name": "髙橋 誠", "reading": "たかはし まこと", "club": "小倉会"},
    {"name": "欠席 太郎", "reading": "けっせき たろう"},
)


class Months:
    """An event with players and helpers, and the next one, still empty."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.last, self.next = (world.made("/events", name=name) for name in ("10月", "11月"))
        for each in PEOPLE:
            world.made(f"/events/{self.last}/players", **each)
        self.helper = world.ask("POST", f"/events/{self.last}/members", json={"name": "手伝 花子", "role": "judge"})
        account = world.ask(
            "POST", "/accounts", json={"login": "hanako", "name": "受付 花子", "password": "correct-horse-9"}
        )
        self.account = account.get_json()["id"]
        self.given = world.ask(
            "POST", f"/events/{self.last}/members", json={"account_id": self.account, "role": "scorer"}
        )

    def listed(self, event: str) -> list[dict[str, Any]]:
        return list(self.world.ask("GET", f"/events/{event}/players").get_json()["rows"])

    def taken(self, **given: Any) -> dict[str, Any]:
        answer = self.world.ask("POST", f"/events/{self.next}/players/take-over", json=given)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return dict(answer.get_json())


def about(rows: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    return sorted(tuple(each[key] for key in ("name", "reading", "club", "region")) for each in rows)


def test_players_come_with_reading_club_and_region_and_nobody_twice(world: World) -> None:
    months = Months(world)
    there = months.listed(months.last)
    world.ask("PUT", f"/players/{there[3]['id']}/archive")
    wanted = [each["id"] for each in there[:3]]
    done = months.taken(source=months.last, players=wanted)
    assert (done["players"], done["left_out"]) == (3, [])
    assert about(months.listed(months.next)) == about(there[:3]), "the two of one name are both there"
    again = months.taken(source=months.last, players=wanted)
    assert again["players"] == 0
    assert [(each["name"], each["why"]) for each in again["left_out"]] == [
        (name, "listed") for name in ("佐藤 健一", "佐藤 健一", "髙橋 誠")
    ]
    assert len({each["number"] for each in again["left_out"]}) == 3


def test_the_register_is_a_source_and_knows_them_again(world: World) -> None:
    months = Months(world)
    person = world.made("/people", name="登録 一", reading="とうろく はじめ", club="博多会")
    done = months.taken(source="register", players=[person])
    assert done["players"] == 1
    (player,) = months.listed(months.next)
    assert (player["reading"], player["club"]) == ("とうろく はじめ", "博多会")
    world.ask("PATCH", f"/players/{player['id']}", json={"name": "登録 壱"})
    assert months.taken(source="register", players=[person])["left_out"][0]["number"] == player["number"]


def test_helpers_come_with_their_account_or_a_link_of_their_own(world: World) -> None:
    months = Months(world)
    members = world.ask("GET", f"/events/{months.last}/members").get_json()["rows"]
    ids = [each["account_id"] for each in members]
    done = months.taken(source=months.last, staff=ids)
    assert (done["players"], done["staff"]) == (0, 2)
    here = {each["name"]: each for each in world.ask("GET", f"/events/{months.next}/members").get_json()["rows"]}
    assert here["受付 花子"]["account_id"] == months.account
    linked = next(each for each in members if each["name"] == "手伝 花子")
    assert here["手伝 花子"]["account_id"] != linked["account_id"], "one event's link opens no other"
    assert months.taken(source=months.last, staff=ids)["staff"] == 0, "nobody helps twice"


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_register_names_whom_it_left_out_and_whom_they_may_be(world: World, language: str) -> None:
    months = Months(world)
    world.made("/people", name="高橋 誠", reading="たかはし まこと")
    pages = Pages(world, "administrator")
    answer = pages.client.post(
        "/register/take-in",
        data={"csrf_token": pages.token, "event": months.last},
        headers={"Accept-Language": language},
    )
    page = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 200 and "髙橋 誠 ↔ 高橋 誠 (たかはし まこと)" in page
    assert page.count("佐藤 健一</a>") == 2, "two clubs are two people"


def test_others_events_are_no_source(world: World) -> None:
    months = Months(world)
    body = {"source": months.last}
    assert world.ask("POST", f"/events/{world.event}/players/take-over", "organizer", json=body).status_code == 403
    body = {"source": "register"}
    assert world.ask("POST", f"/events/{world.event}/players/take-over", "organizer", json=body).status_code == 403
    page = Pages(world).get("/players/take-over")
    assert months.last not in page and 'value="register"' not in page


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_ticks_everybody_and_says_who_was_left_out_and_why(world: World, language: str) -> None:
    months, known = Months(world), words(language)
    pages = Pages(world, "administrator")
    pages.path = f"/events/{months.next}"
    there = months.listed(months.last)
    world.ask("PUT", f"/players/{there[3]['id']}/archive")
    months.taken(source=months.last, players=[there[0]["id"]])
    page = pages.get("/players/take-over", source=months.last, lang=language)
    boxes = {each["id"]: page.partition(f'value="{each["id"]}"')[2].partition(">")[0] for each in there}
    assert ["disabled" in boxes[each["id"]] for each in there] == [True, False, False, False]
    assert ["checked" in boxes[each["id"]] for each in there] == [False, True, True, False]
    for key in ("take_over_listed", "take_over_put_away"):
        assert known[key].partition("{")[0] in page
    fields = {"source": months.last, "players": [each["id"] for each in there[:3]]}
    answer = pages.client.post(
        f"{pages.path}/players/take-over",
        data={"csrf_token": pages.token, **fields},
        headers={"Accept-Language": language},
    )
    said = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 200 and known["take_over_left_out"] in said
    assert len(months.listed(months.next)) == 3


def test_whoever_comes_over_during_the_event_starts_in_the_next_round(world: World) -> None:
    months, hall = Months(world), Hall(world, players=8)
    hall.published()
    hall.done("POST", f"/rounds/{hall.rounds()[0]['id']}/clock", kind="start")
    months.next = hall.event
    ids = [each["id"] for each in months.listed(months.last)[:1]]
    months.taken(source=months.last, players=ids)
    assert next(each for each in months.listed(hall.event) if each["name"] == "佐藤 健一")["first_round"] == 2
