"""The server side of the judge's tablet: the page and its requests."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from referee.core.pages.templates import folder
from referee.tables.pages import tablet_words
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

OTHER_PAGES = ("leaving.js", "left_behind.js")
"""Modules of other pages, with words of their own."""
MODULES = sorted(each for each in (folder() / "static" / "tablet").rglob("*.js") if each.name not in OTHER_PAGES)


def page_data(world: World, by: str, query: str = "") -> dict[str, Any]:
    """The data embedded in the table's page for a role."""
    response = world.app.test_client().get(
        f"/tables/{world.table}{query}", headers={"Authorization": f"Bearer {world.tokens[by]}"}
    )
    assert response.status_code == 200
    found = re.search(r'<script type="application/json" id="given">(.*?)</script>', response.get_data(as_text=True))
    assert found is not None
    return dict(json.loads(unescape(found[1])))


def test_the_page_offers_what_the_role_may_do(world: World) -> None:
    assert page_data(world, "device")["may"] == {
        "report": True,
        "rule": False,
        "clock": False,
        "ask": True,
        "result": False,
        "appeal": True,
    }
    assert page_data(world, "device")["open_case"] is None
    assert page_data(world, "arbiter")["open_case"].endswith(f"/cases/new?table={world.table}")
    assert page_data(world, "arbiter")["may"]["rule"]
    assert not page_data(world, "viewer")["may"]["report"]


def test_the_page_is_for_nobody_else(world: World) -> None:
    client = world.app.test_client()
    unknown = client.get(f"/tables/{world.table}")
    assert (unknown.status_code, unknown.headers["Location"]) == (303, f"/login?next=/tables/{world.table}")
    for by in ("stranger", "device"):
        other = world.table if by == "stranger" else world.new_table(2)
        answer = client.get(f"/tables/{other}", headers={"Authorization": f"Bearer {world.tokens[by]}"})
        assert answer.status_code == 403
    nowhere = client.get("/tables/x", headers={"Authorization": f"Bearer {world.tokens['organizer']}"})
    assert nowhere.status_code == 404


@SQLITE_ONLY
def test_the_page_speaks_the_readers_language(world: World) -> None:
    assert page_data(world, "device", "?lang=ja")["words"]["tab_play"] == "進行"
    assert page_data(world, "device", "?lang=zh")["title"] != page_data(world, "device", "?lang=en")["title"]


def test_every_word_of_the_page_is_said_in_every_language_and_needed() -> None:
    words = {language: set(tablet_words(language)) for language in ("en", "ja", "zh")}
    assert words["en"] == words["ja"] == words["zh"]
    scripts = "\n".join(each.read_text("utf-8") for each in MODULES)
    quoted = set(re.findall(r'"([a-z][a-z0-9_]*)"', scripts))
    beginnings = tuple(set(re.findall(r"`([a-z]+_)\$\{", scripts)))
    used = set(re.findall(r'word\("([a-z0-9_]+)"', scripts))
    assert used <= words["en"]
    idle = [name for name in sorted(words["en"]) if name not in quoted and not name.startswith(beginnings)]
    assert idle == ["no_script"]


def test_sentences_ask_for_the_same_facts_in_every_language() -> None:
    for name, text in tablet_words("en").items():
        facts = set(re.findall(r"{(\w+)[:}]", text))
        for language in ("ja", "zh"):
            assert set(re.findall(r"{(\w+)[:}]", tablet_words(language)[name])) == facts, (name, language)


@pytest.mark.parametrize("ruleset", ["jma-2006", "city"])
def test_the_board_names_everything_that_the_position_has(world: World, ruleset: str) -> None:
    table = world.new_table(2, ruleset=ruleset, names={"A": "山田 太郎"})
    board = world.ask("GET", f"/tables/{table}/board?lang=ja").get_json()
    assert board["seats"][0] == {"key": "A", "name": "山田 太郎"}
    state = world.ask("GET", f"/tables/{table}/tablet?lang=ja").get_json()
    spaces = {space["key"] for space in board["printed"]["spaces"]}
    assert {player["space"] for player in state["position"]["players"].values()} <= spaces
    assert {deed for group in board["printed"]["groups"] for deed in group["deeds"]} == {
        deed["key"] for deed in board["printed"]["deeds"]
    }


def test_what_is_due_and_what_happened_is_told_in_the_readers_language(world: World) -> None:
    due = world.ask("GET", f"/tables/{world.table}/tablet?lang=ja", "device").get_json()["due"]
    assert due[0]["entry"]["kind"] == "roll"
    assert "振り" in due[0]["told"]
    world.report(0, {"type": "roll", "player": "A", "dice": [2, 4]})
    world.report(1, {"type": "bid", "player": "B", "amount": 10})
    lines = world.ask("GET", f"/tables/{world.table}/lines?lang=en", "device").get_json()["lines"]
    assert [line["accepted"] for line in lines] == [True, False]
    assert lines[0]["told"] and not lines[0]["refusals"]
    assert lines[1]["refusals"][0]["message"] and not lines[1]["told"]


def test_lines_come_from_the_end_or_behind_an_entry_and_once_only(world: World) -> None:
    for base in range(6):
        world.report(base, {"type": "bid", "player": "B", "amount": 10})

    def numbers(query: str) -> list[int]:
        answer = world.ask("GET", f"/tables/{world.table}/lines?{query}", "device").get_json()
        assert answer["seq"] == 6
        return [line["seq"] for line in answer["lines"]]

    assert numbers("limit=2") == [5, 6]
    assert numbers("since=4") == [5, 6]
    assert numbers("since=2&limit=3") == [3, 4, 5]
    assert numbers("before=3&limit=5") == [1, 2]
    assert numbers("before=1") == []
    assert numbers("since=6") == []
    first = world.ask("GET", f"/tables/{world.table}/lines?since=4", "device")
    again = world.ask(
        "GET", f"/tables/{world.table}/lines?since=4", "device", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_position_that_is_known_is_not_made_again_but_a_closed_table_is_told(world: World) -> None:
    path = f"/tables/{world.table}/tablet"
    tag = world.ask("GET", path, "device").headers["ETag"]
    assert world.ask("GET", path, "device", headers={"If-None-Match": tag}).status_code == 304
    world.ask("POST", f"/tables/{world.table}/close")
    response = world.ask("GET", path, "device", headers={"If-None-Match": tag})
    assert (response.status_code, response.get_json()["state"]) == (200, "closed")
