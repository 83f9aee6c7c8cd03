"""The pages of players, check-in and regulation in a browser without scripts: what they do, show and keep."""

from __future__ import annotations

import base64
import html
import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.core.language import words
from referee.models import Event
from rulesets.languages import LANGUAGES
from tests.referee.support.world import World
from tournaments.regulation import shipped

LIST = "番号,氏名,よみ,所属\n1,山田 太郎,やまだ たろう,渋谷\n2,佐藤 花子,さとう はなこ,\n"


class Pages:
    """A role's browser, using the pages of the world's event."""

    def __init__(self, world: World, role: str = "organizer") -> None:
        self.world = world
        self.path = f"/events/{world.event}"
        self.client = world.app.test_client()
        self.client.set_cookie("referee", world.tokens[role])
        me = self.client.get("/api/v1/me").get_json()
        self.token = me["form_token"]

    def get(self, path: str, **query: str) -> str:
        response = self.client.get(f"{self.path}{path}", query_string={"lang": "ja", **query})
        assert response.status_code == 200, response.get_data(as_text=True)
        return html.unescape(response.get_data(as_text=True))

    def post(self, path: str, **fields: Any) -> TestResponse:
        data = {"csrf_token": self.token, **fields}
        return self.client.post(f"{self.path}{path}", data=data, headers={"Accept-Language": "ja"})

    def done(self, path: str, **fields: Any) -> str:
        response = self.post(path, **fields)
        assert response.status_code == 303, response.get_data(as_text=True)
        return response.headers["Location"]

    def refused(self, path: str, **fields: Any) -> str:
        response = self.post(path, **fields)
        assert response.status_code == 422, response.status_code
        return html.unescape(response.get_data(as_text=True))

    def players(self) -> dict[str, Any]:
        rows = self.world.ask("GET", f"{self.path}/players").get_json()["rows"]
        return {each["name"]: each for each in rows}


@pytest.fixture
def pages(world: World) -> Pages:
    return Pages(world)


def test_a_player_is_registered_found_changed_leaves_and_comes_back(pages: Pages) -> None:
    place = pages.done("/players", name="山田 太郎", reading="やまだ たろう", flags=["beginner", "seed"], note="電話")
    assert place.endswith("/players#p1")
    pages.done("/players", name="佐藤 花子", reading="さとう はなこ", number="7", walk_in="1")
    page = pages.get("/players")
    assert page.index("佐藤 花子") < page.index("山田 太郎")
    for search in ("ヤマダ", "yamadata", "YAMADA TA", "太郎", "1"):
        shown = pages.get("/players", q=search)
        assert ("山田 太郎" in shown, "佐藤 花子" in shown) == (True, False), search
    player = pages.players()["山田 太郎"]
    assert (player["flags"], player["note"]) == (["beginner", "seed"], "電話")
    path = f"/players/{player['id']}"
    pages.done(path, name="山田 太郎", reading="やまだ たろう", number="1", club="渋谷")
    assert (pages.players()["山田 太郎"]["flags"], pages.players()["山田 太郎"]["club"]) == ([], "渋谷")
    pages.done(f"{path}/drop-out", after="0", reason="急病")
    assert words("ja")["player_left"] in pages.get(path)
    pages.done(f"{path}/return")
    assert pages.players()["山田 太郎"]["dropped_after"] is None


def test_what_was_typed_stays_where_it_is_refused(pages: Pages) -> None:
    pages.done("/players", name="山田", reading="やまだ", reserve="1")
    page = pages.refused("/players", name="佐藤", reserve="1", first_round="x", note="電話 1234", flags="beginner")
    assert "リザーブ: リザーブ1番は 山田" in page
    assert "参加開始: 「x」は" in page
    assert 'value="佐藤"' in page
    assert "電話 1234" in page
    assert 'value="beginner" checked' in page
    path = f"/players/{pages.players()['山田']['id']}"
    assert 'value="x"' in pages.refused(path, name="山田", number="x")
    left = pages.refused(f"{path}/drop-out", after="soon", reason="電車の都合")
    assert ('value="soon"' in left, 'value="電車の都合"' in left) == (True, True)
    assert list(pages.players()) == ["山田"]


def test_reserves_come_in_from_the_list(pages: Pages) -> None:
    pages.done("/regulation", shipped="jma-national-2012")
    pages.done("/players", name="控え", reserve="1")
    page = pages.refused("/players/reserves", round="2", places="1")
    assert 'name="places" value="1"' in page
    assert 'name="places" value="many"' in pages.refused("/players/reserves", round="3", places="many")
    pages.done("/players/reserves", round="3", places="1")
    assert pages.players()["控え"]["first_round"] is None, "not checked in"
    pages.done("/check-in", player=pages.players()["控え"]["id"])
    pages.done("/players/reserves", round="3", places="1")
    assert pages.players()["控え"]["first_round"] == 3
    assert words("ja")["player_from_round"].format(round=3) in pages.get("/players")


def test_a_list_is_looked_at_and_then_imported_as_it_was_looked_at(pages: Pages) -> None:
    page = html.unescape(pages.post("/players/import", text=LIST, day_list="1").get_data(as_text=True))
    assert pages.players() == {}
    (data,) = re.findall(r'name="data" value="([^"]+)"', page)
    assert pages.done("/players/import", data=data, day_list="1", apply="1") == f"{pages.path}/players"
    assert [each["checked_in_at"] is not None for each in pages.players().values()] == [True, True]
    wrong = LIST + "3,,,\n2,鈴木,,\n"
    page = html.unescape(pages.post("/players/import", text=wrong).get_data(as_text=True))
    assert "B4: 名前がありません" in page
    assert "A5: 番号 2 は" in page
    assert 'name="apply"' not in page
    assert "3,,,\n2,鈴木" in page
    pages.refused("/players/import", data=base64.b64encode("\0".encode("utf-16")).decode(), apply="1")
    assert len(pages.players()) == 2


def test_rows_with_faults_are_mended_or_left_out_where_they_are_shown(pages: Pages) -> None:
    data = base64.b64encode("番号,名前,クラブ\n1,山田,東\n1,鈴木,西\nx,佐藤,北\n".encode()).decode()
    page = html.unescape(pages.post("/players/import", data=data).get_data(as_text=True))
    assert "クラブ</th>" in page
    assert "<td>東</td>" in page, "every column is shown, whether it has a fault or not"
    assert 'name="cell_4_0" value="x"' in page
    mended = {"cell_3_0": "2", "skip": "4"}
    page = html.unescape(pages.post("/players/import", data=data, **mended).get_data(as_text=True))
    assert 'name="cell_3_0" value="2"' in page
    assert 'name="skip" value="4" checked' in page
    assert 'name="apply"' in page
    pages.done("/players/import", data=data, apply="1", **mended)
    assert {name: each["number"] for name, each in pages.players().items()} == {"山田": 1, "鈴木": 2}
    page = pages.post("/players/import", data=data, skip_faulty="1", cell_3_0="2").get_data(as_text=True)
    assert 'name="skip" value="4" checked' in page


def test_check_in_takes_one_tap_and_asks_before_it_is_taken_back(pages: Pages) -> None:
    pages.done("/players", name="山田", reading="やまだ")
    pages.done("/players", name="佐藤", reading="さとう")
    player = pages.players()["山田"]
    scorer = Pages(pages.world, "scorer")
    assert scorer.done("/check-in", player=player["id"], missing="1").endswith("/check-in?missing=1#p1")
    assert pages.players()["山田"]["checked_in_at"] is not None
    page = scorer.get("/check-in")
    assert "1 / 2" in page
    assert 'name="undo"' not in page
    assert "山田" not in scorer.get("/check-in", missing="1")
    assert 'name="undo"' in scorer.get("/check-in", undo=player["id"])
    scorer.done("/check-in", player=player["id"], undo="1")
    assert pages.players()["山田"]["checked_in_at"] is None
    assert scorer.post("/check-in", player="nobody").status_code == 404


def test_a_scanned_code_shows_whose_it_is_and_lets_only_staff_check_in(pages: Pages) -> None:
    pages.done("/players", name="山田", reading="やまだ")
    code = f"/check-in/{pages.players()['山田']['code']}"
    somebody = pages.world.app.test_client().get(f"{pages.path}{code}")
    assert (somebody.status_code, somebody.headers["Location"]) == (303, f"/login?next={_quoted(pages.path + code)}")
    viewer = Pages(pages.world, "viewer")
    assert viewer.client.get(f"{pages.path}{code}").status_code == 403
    assert viewer.post(code).status_code == 403
    judge = Pages(pages.world, "judge")
    assert "山田" in judge.get(code)
    assert judge.done(code) == f"{pages.path}{code}"
    assert pages.players()["山田"]["checked_in_at"] is not None
    assert judge.client.get(f"{pages.path}/check-in/{'0' * 20}").status_code == 404


def _quoted(path: str) -> str:
    return path.replace("/", "%2F")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shipped_regulation_is_told_in_words(pages: Pages, language: str) -> None:
    for name in shipped.names():
        page = pages.get("/regulation", look=name, lang=language)
        assert shipped.load(name).titles[language] in page
        assert "{" not in re.sub(r"<textarea.*?</textarea>", "", page, flags=re.S), name


def test_a_regulation_is_chosen_written_anew_and_deviated_from(pages: Pages) -> None:
    name = "jma-national-2005"
    pages.done("/regulation", shipped=name)
    page = pages.get("/regulation")
    assert "モノポリー勝ちした選手：120点" in page
    assert "6人卓：卓の総資産に占める割合（%）×1.2、100点まで" in page
    wrong = shipped.text(name).replace("places = 5", "places = 'five'")
    again = pages.refused("/regulation", text=wrong)
    assert "qualification.places: 「five」は" in again
    assert "places = 'five'" in again
    with pages.world.service.database.write() as session:
        event = session.get_one(Event, pages.world.event)
        event.locked_at = pages.world.service.database.now()
        session.add(event)
    other = shipped.text(name).replace("final_minutes = 120", "final_minutes = 90").replace("\n", "\r\n")
    locked = pages.post("/regulation", text=other)
    assert locked.status_code == 409
    assert "final_minutes = 90" in locked.get_data(as_text=True)
    pages.done("/regulation", text=other, reason="会場の都合")
    page = pages.get("/regulation")
    assert words("ja")["regulation_deviation"] in page
    assert "<td>parameters.final_minutes</td><td>120</td><td>90</td>" in page
    assert "会場の都合" in page
    viewer = Pages(pages.world, "viewer")
    assert "会場の都合" in viewer.get("/regulation")
    assert viewer.post("/regulation", shipped=name).status_code == 403


def test_an_administrator_makes_an_event_on_the_start_page(world: World) -> None:
    pages = Pages(world, "administrator")
    pages.path = ""
    page = pages.get("/")
    assert f'href="/events/{world.event}"' in page
    place = pages.done("/events", name="第2回大会", language="ja", regulation="jma-national-2012")
    assert "モノポリー日本選手権 全国大会 2012" in pages.get(place)
    again = pages.refused("/events", name="第3回\x07大会", language="zh", regulation="")
    assert '<option value="zh" selected>' in again
    organizer = Pages(world, "organizer")
    organizer.path = ""
    assert 'action="/events"' not in organizer.get("/")
    assert organizer.post("/events", name="x", language="ja").status_code == 403


def test_pages_are_for_whom_they_are_and_of_their_own_event(pages: Pages) -> None:
    pages.done("/players", name="山田")
    player = pages.players()["山田"]["id"]
    viewer = Pages(pages.world, "viewer")
    for path in ("/players", f"/players/{player}", "/players/import", "/check-in"):
        assert viewer.client.get(f"{pages.path}{path}").status_code == 403, path
    judge = Pages(pages.world, "judge")
    assert 'name="note"' not in judge.get(f"/players/{player}")
    assert judge.post("/players", name="x").status_code == 403
    pages.world.tokens["boss"] = pages.world.token("boss", administrator=True)
    boss = Pages(pages.world, "boss")
    boss.path = f"/events/{pages.world.made('/events', name='x')}"
    assert boss.client.get(f"{boss.path}/players/{player}").status_code == 404
    assert boss.post(f"/players/{player}", name="y").status_code == 404
    assert boss.post("/check-in", player=player).status_code == 404
