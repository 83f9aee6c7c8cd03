"""Public pages: they show nothing unpublished and no closed event, and cost next to no work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.core.language import words
from referee.public import cache
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World

EN = words("en")
PAGES = ("", "/seats", "/seats.json", "/standings", "/bracket", "/tables/1/1", "/screen", "/qr.svg")
ALL = ["seating", "standings", "bracket", "clock", "tables", "live"]


class Stranger:
    """A browser without a log-in, at an event of eight players."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.hall = Hall(
            world, players=0, text=PLAN.replace("repeat = 3", "repeat = 2").replace("after = 3", "after = 2")
        )
        for number in range(1, 9):
            self.hall.players.append(self.hall.player(number, reading=f"さとう{number}"))
        self.browser = world.app.test_client()
        self.at = f"/p/{self.hall.event}"

    def open(self, *parts: str, **more: Any) -> None:
        """Make the pages public."""
        body = {"open": True, "parts": list(parts or ALL), **more}
        self.hall.done("PUT", f"/events/{self.hall.event}/public", **body)

    def get(self, path: str, **headers: str) -> TestResponse:
        """A page of the event, or another."""
        headers = {
            "Accept": "text/html",
            "Accept-Language": "en",
            **{name.replace("_", "-"): each for name, each in headers.items()},
        }
        return self.browser.get(path if path[:3] in ("/p/", "/m/") else self.at + path, headers=headers)

    def reads(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.get_data(as_text=True)

    def everything(self) -> str:
        """The text of all pages that exist."""
        responses = [self.get(path) for path in (*PAGES, "/seats?name=8", "/tables/1/2", self.link(0), self.link(7))]
        return "\n".join(each.get_data(as_text=True) for each in responses if each.status_code == 200)

    def link(self, place: int) -> str:
        """The path of a player's private page."""
        url: str = self.hall.done("GET", f"/players/{self.hall.players[place]}/link")["url"]
        return url.removeprefix("http://localhost")

    def play(self, number: int) -> str:
        """Enter and confirm the results of a round, close it, and return its id."""
        second = self.world.token("second", administrator=True)
        for table in self.hall.tables(number):
            path = f"/tables/{table['id']}/results"
            seats = self.hall.done("GET", path)["seats"]
            rows = [{"player": seat["player"], "assets": 7100 + order} for order, seat in enumerate(seats)]
            result = self.hall.done("POST", path, version=0, points=rows)["result"]["id"]
            assert self.world.ask("POST", f"/results/{result}/confirm", second).status_code == 200
        round_id = next(str(each["id"]) for each in self.hall.rounds() if each["number"] == number)
        self.hall.done("POST", f"/rounds/{round_id}/close", anyway=True, reason="over")
        return round_id


@pytest.fixture
def stranger(world: World, monkeypatch: pytest.MonkeyPatch) -> Stranger:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    return Stranger(world)


def test_a_closed_event_looks_like_an_unknown_one(stranger: Stranger) -> None:
    stranger.hall.published()
    for path in PAGES:
        assert stranger.get(path).status_code == 404, path
        assert stranger.get("/p/nothing" + path).status_code == 404, path
    stranger.open(address="cup")
    assert [stranger.get("/p/cup" + path).status_code for path in PAGES] == [200] * len(PAGES)
    stranger.hall.done("PUT", f"/events/{stranger.hall.event}/public", open=False, parts=ALL)
    assert {stranger.get(f"{at}{path}").status_code for at in ("/p/cup", stranger.at) for path in PAGES} == {404}
    stranger.browser.set_cookie("referee", stranger.world.tokens["administrator"])
    assert [stranger.get(path).status_code for path in ("", "/screen")] == [404, 200]
    assert stranger.get("/screen").headers["Cache-Control"] == "private, no-cache"


def test_nothing_shows_before_it_is_published_and_nothing_after_it_is_taken_back(stranger: Stranger) -> None:
    stranger.open("seating", "standings", "bracket", "clock", "tables")
    drawn = stranger.hall.draw()
    shown = stranger.everything()
    assert "選手3" not in shown
    assert stranger.get("/tables/1/1").status_code == 404
    stranger.hall.done("POST", f"/seatings/{drawn['id']}/publish")
    for path in ("/seats", "/seats.json", "/screen", stranger.link(2)):
        assert "選手3" in stranger.reads(path), path
    round_id = stranger.play(1)
    hidden = stranger.everything()
    assert "7,10" not in hidden
    assert EN["public_no_results"] in hidden
    assert "選手3" not in stranger.reads("/standings") + stranger.reads("/bracket")
    stranger.hall.done("POST", f"/rounds/{round_id}/results/publish")
    for path in ("/standings", "/screen?lang=en", stranger.link(2)):
        assert EN["standings_after"].format(round="Round 1") in stranger.reads(path), path
    assert "7,103" in stranger.reads("/tables/1/1")
    stranger.hall.done("POST", f"/rounds/{round_id}/results/withdraw", reason="wrong")
    assert stranger.everything() == hidden


def test_a_part_that_is_not_shown_is_nowhere(stranger: Stranger) -> None:
    stranger.hall.published()
    stranger.open("clock")
    assert [path for path in PAGES if stranger.get(path).status_code == 200] == ["", "/screen", "/qr.svg"]
    assert "選手3" not in stranger.reads("") + stranger.reads("/screen")
    stranger.open("seating", "tables")
    stranger.hall.roll(stranger.hall.tables(1)[0]["id"])
    assert EN["public_game"] not in stranger.reads("/tables/1/1")
    stranger.open("seating", "tables", "live")
    assert "$1,500" in stranger.reads("/tables/1/1")


def test_money_in_the_middle_of_the_board_is_shown_where_the_regulation_puts_it_there(stranger: Stranger) -> None:
    text = PLAN.replace('ruleset = "jma-2006"', 'ruleset = "jma-2006"\noptions = { parking_stake = 500 }')
    stranger.hall.done("PUT", f"/events/{stranger.hall.event}/regulation", text=text)
    stranger.hall.published()
    stranger.open()
    stranger.hall.roll(stranger.hall.tables(1)[0]["id"])
    for language, told in {"en": "of the board: $500", "ja": "中央のお金：$500", "zh": "中央的钱：$500"}.items():
        assert told in stranger.reads(f"/tables/1/1?lang={language}")
    assert "&#34;pot&#34;: 500" in stranger.reads("/tables/1/1")  # what the board is drawn from


def test_pages_are_kept_and_neither_cookie_nor_session_is_looked_at(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger.hall.published()
    stranger.open()
    stranger.browser.set_cookie("referee", stranger.world.tokens["administrator"])
    queries: list[str] = []
    rows = stranger.world.service.database.rows

    def counted(sql: str, values: Mapping[str, Any]) -> Any:
        queries.append(sql)
        return rows(sql, values)

    monkeypatch.setattr(stranger.world.service.database, "rows", counted)
    monkeypatch.setattr(cache, "LOOK_SECONDS", 1000)
    for path in PAGES[:-1]:
        first = stranger.get(path + "?lang=ja", Accept_Encoding="gzip")
        again = stranger.get(path + "?lang=ja", Accept_Encoding="gzip", If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.data, again.headers["Cache-Control"]) == (304, b"", "public, max-age=2")
        assert again.headers["X-Now"]
        assert "Set-Cookie" not in first.headers
        assert "default-src 'self'" in again.headers["Content-Security-Policy"]
        assert stranger.get(path).headers["ETag"] != first.headers["ETag"]
    looks = [sql for sql in queries if "audit_entry" in sql]
    assert (len(looks), [sql for sql in queries if "FROM credential" in sql]) == (1, [])


def test_a_new_tag_comes_with_whatever_changes(stranger: Stranger) -> None:
    stranger.open()
    tags = [stranger.get("").headers["ETag"]]
    stranger.hall.published()
    tags.append(stranger.get("").headers["ETag"])
    notice = stranger.hall.done("POST", f"/events/{stranger.hall.event}/notices", text="Lunch at noon")["id"]
    assert "Lunch at noon" in stranger.reads("")
    tags.append(stranger.get("").headers["ETag"])
    first = next(each["id"] for each in stranger.hall.rounds() if each["number"] == 1)
    stranger.hall.done("POST", f"/rounds/{first}/clock", kind="start")
    tags.append(stranger.get("").headers["ETag"])
    assert len(set(tags)) == 4
    stranger.hall.done("DELETE", f"/notices/{notice}")
    assert "Lunch at noon" not in stranger.reads("")


@pytest.mark.slow
@SQLITE_ONLY
@pytest.mark.parametrize("typed", ["選手3", "さとう3", "サトウ３", "satou3", "SATO3"])
def test_a_name_is_found_without_a_script_too(stranger: Stranger, typed: str) -> None:
    stranger.hall.published()
    stranger.open()
    shown = (
        stranger.get("/seats?name=" + typed)
        .get_data(as_text=True)
        .partition('id="found"')[2]
        .partition("</section>")[0]
    )
    assert "<b>選手3</b>" in shown
    assert "選手4" not in shown


def test_a_private_page_is_that_players_until_the_link_is_renewed(stranger: Stranger) -> None:
    stranger.hall.published()
    mine = stranger.link(2)
    stranger.hall.done(
        "POST", f"/events/{stranger.hall.event}/notices", text="Your badge", player=stranger.hall.players[2]
    )
    assert "Your badge" in stranger.reads(mine)  # although the event is not public
    assert "Your badge" not in stranger.reads(stranger.link(1))
    stranger.open()
    assert "Your badge" not in stranger.reads("") + stranger.reads("/screen")
    assert stranger.get(mine).headers["Cache-Control"] == "private, no-cache"
    assert stranger.get(mine[:-1] + ("x" if mine[-1] != "x" else "y")).status_code == 404
    assert stranger.get("/m/" + "0" * 34).status_code == 404
    fresh = stranger.hall.done("POST", f"/players/{stranger.hall.players[2]}/link")["url"]
    assert stranger.get(mine).status_code == 404
    assert "選手3" in stranger.reads(fresh.removeprefix("http://localhost"))


@SQLITE_ONLY
def test_an_address_is_one_events_and_no_id(stranger: Stranger) -> None:
    stranger.open(address="spring-cup")
    other = stranger.world.made("/events", name="Other")
    path = f"/events/{other}/public"
    assert stranger.hall.refused("PUT", path, open=True, parts=[], address="spring-cup")["code"] == "address_taken"
    assert stranger.hall.refused("PUT", path, open=True, parts=[], address=stranger.hall.event)["code"] == "invalid"


@SQLITE_ONLY
def test_the_organizer_opens_the_pages_and_posts_notices_by_forms(stranger: Stranger) -> None:
    desk = stranger.world.app.test_client()
    desk.set_cookie("referee", stranger.world.tokens["administrator"])
    path = f"/events/{stranger.hall.event}/public"

    def send(at: str, **form: Any) -> TestResponse:
        token = desk.get(path).get_data(as_text=True).partition('csrf_token" value="')[2].partition('"')[0]
        return desk.post(at, data={"csrf_token": token, **form}, headers={"Accept-Language": "en"})

    assert send(path, open="on", parts=["clock"], address="No Address").status_code == 422
    assert send(path, open="on", parts=["clock"], address="forms").status_code == 303
    assert send(f"{path}/notices", text="Tea is ready").status_code == 303
    assert "Tea is ready" in stranger.reads("/p/forms")
    listed = stranger.hall.done("GET", f"/events/{stranger.hall.event}/notices")["rows"]
    assert send(f"{path}/notices/{listed[0]['id']}").status_code == 303
    assert "Tea is ready" not in stranger.reads("/p/forms")


def test_the_first_page_says_when_and_where_who_leads_and_which_tables_play(stranger: Stranger) -> None:
    hall = stranger.hall
    hall.done("PATCH", f"/events/{hall.event}", held_on="2026-11-23", venue="Town hall")
    hall.published()
    stranger.open()
    assert EN["public_playing"] not in stranger.reads("")
    stranger.play(1)
    round_1, round_2 = (str(each["id"]) for each in hall.rounds()[:2])
    assert EN["public_all_standings"] not in stranger.reads("")
    hall.done("POST", f"/rounds/{round_1}/results/publish")
    hall.done("POST", f"/rounds/{round_2}/clock", kind="start")
    page = stranger.reads("?lang=en")
    first = [
        page.index(each)
        for each in ("<time", "<span>Town hall", "medal rank1", EN["public_playing"], 'class="row feed"')
    ]
    assert first == sorted(first)
    leader = page.split("medal rank1", 1)[1].split("</tr>", 1)[0]
    assert "7103" in leader
    assert f"/p/{hall.event}/tables/2/" in leader
    playing = page.split(EN["public_playing"], 1)[1].split("</ul>", 1)[0]
    assert playing.count("<li>") == len(hall.tables(2))
    stranger.open("standings", "clock")
    assert f"/p/{hall.event}/tables/" not in stranger.reads("?lang=en")
