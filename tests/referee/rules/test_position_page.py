"""Positions written by hand: entered, checked as a whole, explained, kept in the address, and set at a table."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import Client, TestResponse

from referee.core.access.guard import COOKIE
from referee.rules.positions.packed import pack, unpack
from tests.referee.support.world import World

HTML = {"Accept": "text/html"}


class Form(HTMLParser):
    """The first POST form of a page, as a browser would submit it untouched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.select = ""
        self.done = False
        self.feed(text[text.index('<form method="post"') :])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        name = of.get("name") or ""
        if self.done:
            return
        if tag == "select":
            self.select = name
        elif tag == "option" and ("selected" in of or self.select not in self.fields):
            self.fields[self.select] = of.get("value") or ""
        elif tag == "input" and name and (of.get("type") != "checkbox" or "checked" in of):
            self.fields[name] = of.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        self.done = self.done or tag == "form"
        self.select = "" if tag == "select" else self.select


def browser(world: World, by: str = "arbiter") -> Client:
    """A browser logged in as a role."""
    client = world.app.test_client()
    client.set_cookie(COOKIE, world.tokens[by])
    return client


def form(client: Client, address: str = "/positions/new") -> dict[str, str]:
    answer = client.get(address, headers=HTML, follow_redirects=True)
    assert answer.status_code == 200
    return Form(answer.get_data(as_text=True)).fields


def post(client: Client, fields: dict[str, str], do: str = "look") -> TestResponse:
    """Submit the form and return the answer."""
    return client.post("/positions/new", data={**fields, "do": do}, headers=HTML)


def header(answer: TestResponse) -> dict[str, object]:
    assert answer.status_code == 303, answer.get_data(as_text=True)
    opening: dict[str, object] = unpack(parse_qs(urlsplit(answer.headers["Location"]).query)["p"][0])
    return opening


def rent(fields: dict[str, str]) -> dict[str, str]:
    """Fill in the form as an arbiter would: Ann owes Bob the rent of four houses."""
    return fields | {
        "name_1": "Ann",
        "name_2": "Bob　B",
        "cash_1": "＄1,020",
        "space_1": "boardwalk",
        "phase": "turn",
        "deed_boardwalk": "2",
        "level_boardwalk": "4",
        "deed_park_place": "2",
        "level_park_place": "4",
        "due_1_kind": "rent",
        "due_1_player": "1",
        "due_1_to": "2",
        "due_1_amount": "1700",
        "due_1_deed": "boardwalk",
    }


def test_a_position_written_by_hand_is_explained_and_survives_reloading(world: World) -> None:
    client = browser(world)
    answer = post(client, rent(form(client)))
    start = header(answer)["start"]
    assert header(answer)["names"] == {"A": "Ann", "B": "Bob　B"}
    shown = client.get(answer.headers["Location"], headers=HTML).get_data(as_text=True)
    assert "provisionally bankrupt" in shown and "$680" in shown
    record = json.loads(unescape(re.search(r"<textarea[^>]*readonly[^>]*>(.*?)</textarea>", shown, re.S)[1]))  # type: ignore[index]
    assert record["start"] == start
    change = unescape(re.search(r'href="(/positions/new\?p=[^"]*)"', shown)[1])  # type: ignore[index]
    again = post(client, form(client, change))
    assert world.service.database.rows("SELECT count(*) FROM entry", {}) == [(0,)]
    ruleset_start = header(again)["start"]
    assert isinstance(ruleset_start, dict) and isinstance(start, dict)
    assert ruleset_start["players"] == start["players"] and ruleset_start["deeds"] == start["deeds"]


@pytest.mark.parametrize("digits", [400, 5_000])
def test_a_number_of_hundreds_of_digits_in_any_field_is_answered(world: World, digits: int) -> None:
    client = browser(world)
    fields, number = rent(form(client)), "9" * digits
    for name in fields.keys() - {"csrf_token"}:
        for typed in (number, f"jail:{number}") if name.startswith("space_") else (number,):
            answer = post(client, fields | {name: typed})
            assert answer.status_code in (303, 404, 422) and answer.mimetype == "text/html", name


def test_every_fault_stands_beside_its_field_and_nothing_typed_is_lost(world: World) -> None:
    client = browser(world)
    wrong = rent(form(client)) | {
        "cash_1": "viel",
        "cash_3": "20",
        "out_3": "1",
        "level_park_place": "1",
        "turn": "3",
        "phase": "between_turns",
        "card_chance": "2",
        "due_1_amount": "0",
        "declared_2": "xyz3",
        "option_starting_cash": "plenty",
    }
    answer = post(client, wrong)
    assert answer.status_code == 422
    text = answer.get_data(as_text=True)
    places = set(re.findall(r'<li><a href="#([^"]*)">', text))
    assert places == {"cash_1", "out_3", "deed_park_place", "turn", "due_1", "declared_2", "options"}
    for kept in ('value="viel"', 'value="xyz3"', 'value="plenty"', 'value="Bob　B"'):
        assert kept in text
    again = Form(text).fields
    assert {name: again[name] for name in wrong if name != "csrf_token"} == {
        name: value for name, value in wrong.items() if name != "csrf_token"
    }


def test_other_rules_and_more_players_keep_what_was_typed(world: World) -> None:
    client = browser(world)
    answer = post(client, rent(form(client)) | {"ruleset": "classic-us", "edition": "london", "seats": "6"}, "again")
    assert answer.status_code == 200
    fields = Form(answer.get_data(as_text=True)).fields
    assert (fields["cash_1"], fields["cash_6"], fields["deed_boardwalk"]) == ("＄1,020", "1500", "2")
    opening = header(post(client, fields))
    assert (opening["ruleset"], opening["edition"], len(opening["seats"])) == ("classic-us", "london", 6)  # type: ignore[arg-type]


def test_a_header_that_is_pasted_is_explained_whatever_the_game(world: World) -> None:
    client = browser(world)
    token = form(client)["csrf_token"]

    def paste(text: str) -> TestResponse:
        return post(client, {"csrf_token": token, "header": text}, "paste")

    city = {"record": "monopoly/1", "ruleset": "city", "seats": ["A", "B"]}
    there = client.get(paste(json.dumps(city)).headers["Location"], headers=HTML)
    assert there.status_code == 200
    refused = paste(json.dumps({**city, "start": {"players": {"C": {}}}}))
    assert refused.status_code == 422 and "&#34;start&#34;" in refused.get_data(as_text=True)
    assert paste("{").status_code == 422


def test_an_address_that_was_cut_off_or_made_up_leads_nowhere(world: World) -> None:
    client = browser(world)
    whole = pack({"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B"]})
    assert client.get(f"/positions?p={whole}", headers=HTML).status_code == 200
    for text in (whole[:-6], "%%%", pack({"record": "monopoly/1", "start": "0" * 200_000})):
        assert client.get("/positions", query_string={"p": text}, headers=HTML).status_code == 404
    assert client.get(f"/positions?p={pack({'record': 'other/9'})}", headers=HTML).status_code == 422
    assert world.app.test_client().get("/positions/new").status_code == 401


@pytest.mark.usefixtures("cup")
def test_a_tables_position_is_changed_by_hand_and_proposed_for_a_ruling(world: World) -> None:
    world.report(0, {"type": "roll", "player": "A", "dice": [1, 2]})
    client = browser(world)
    fields = form(client, f"/positions/new?table={world.table}")
    assert fields["due_1_kind"] == "buy_or_decline" and fields["space_1"] == "baltic_avenue"
    answer = post(client, fields | {"cash_2": "1380"})
    shown = client.get(answer.headers["Location"], headers=HTML).get_data(as_text=True)
    to_case = unescape(re.search(rf'href="(/events/{world.event}/cases/new[^"]*)"', shown)[1])  # type: ignore[index]
    opening = Form(client.get(to_case, headers=HTML).get_data(as_text=True)).fields
    response = client.post(f"/events/{world.event}/cases", data=opening, headers=HTML, follow_redirects=True)
    text = response.get_data(as_text=True)
    assert re.search(r'name="cash_2"[^>]* value="1380"', text)
    assert re.search(r'name="effect" value="set" checked', text)
