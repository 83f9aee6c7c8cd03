"""Positions of games that have no form of their own: every field of it is declared beside the game's law."""

from __future__ import annotations

import json
import re
from html import unescape
from importlib.metadata import EntryPoint
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import Client

import rulesets
from referee.rules.positions.declared import MOMENT, declared_form, place_of, read_declared
from referee.rules.positions.fields import has_fields
from referee.rules.positions.header import head_from_header
from referee.rules.positions.packed import header_from, pack, unpack
from rulesets.kernel import registry
from rulesets.kernel.ruleset import Game
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tests.referee.rules.test_position_page import HTML, Form, browser, form, post
from tests.referee.support.world import World


@pytest.fixture(autouse=True)
def _harbour(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("harbour", "tests.harbour:RULESET", registry.GROUP)
    monkeypatch.setattr(registry, "installed", lambda: (point,))


def played(name: str, seed: int, reports: int = 150) -> list[Game]:
    """Positions of a random game, from a random start."""
    random, ruleset = Random(seed), rulesets.load(name)
    fresh = ruleset.start(["A", "B", "C"])
    game = ruleset.start(["A", "B", "C"], None, None, ruleset.mechanics.scatter(fresh.state, random))
    found = [fresh, game]
    for _ in range(reports):
        game = ruleset.judge(game, as_report(ruleset.mechanics.propose(game, random, hurry=False))).game
        found.append(game)
    return found


def names() -> list[str]:
    """The games whose positions have the declared form."""
    return [name for name in rulesets.names() if not has_fields(rulesets.load(name).start(["A", "B"]))]


def opened(client: Client, game: Game) -> dict[str, str]:
    """The form of a game's position, as a browser would send it untouched."""
    header = {"ruleset": game.ruleset.name, "seats": list(game.state.table.seats)}
    return form(client, f"/positions/new?p={pack(header_from(game, header))}")


def test_a_position_opened_in_the_form_and_sent_unchanged_is_the_same_position(world: World) -> None:
    client = browser(world)
    assert {"city", "harbour"} <= set(names())
    for name in names():
        for game in played(name, 3)[::15]:
            answer = post(client, opened(client, game))
            assert answer.status_code == 303, answer.get_data(as_text=True)
            header = unpack(parse_qs(urlsplit(answer.headers["Location"]).query)["p"][0])
            again = head_from_header(header).start(header["start"])[0]
            assert again.ruleset.position(again) == game.ruleset.position(game)
            assert client.get(answer.headers["Location"], headers=HTML).status_code == 200


@pytest.mark.parametrize("seed", range(3))
def test_what_is_typed_into_the_form_of_a_new_game_makes_up_the_position(seed: int) -> None:
    """Of every position of a random game: what is typed into a blank form gives players, deeds and moment of it."""
    for name in names():
        blank = rulesets.load(name).start(["A", "B", "C"])
        for game in played(name, seed)[::4]:
            made, faults = read_declared(declared_form(game, "en").values(), blank, "en")
            wanted = game.ruleset.position(game)
            parts = ("players", "deeds", *MOMENT)
            assert faults == {}
            assert {part: told(made[part]) for part in parts} == {part: told(wanted[part]) for part in parts}


def told(part: object) -> object:
    """A part of a position without what it says of nothing."""
    if isinstance(part, dict):
        return {key: told(value) for key, value in part.items() if value not in (None, 0, False, [], {})}
    return part


def test_everything_refused_stands_beside_a_field_or_a_section_that_exists(world: World) -> None:
    client = browser(world)
    for name in names():
        game = rulesets.load(name).start(["A", "B", "C"])
        fields = [each for section in declared_form(game, "en").sections() for each in section.fields]
        typed = {name: "viel" for field in fields for name in field.inputs}
        for language in LANGUAGES:
            where = f"/positions/new?lang={language}"
            answer = client.post(where, data={**opened(client, game), **typed, "do": "look"}, headers=HTML)
            page = answer.get_data(as_text=True)
            assert answer.status_code == 422
            assert {each.name for each in fields} == set(re.findall(r'<li><a href="#([^"]*)">', page))
            assert all(f'id="{each.name}"' in page for each in fields)
            kept, written = Form(page).fields, [each for each in fields if each.counts or not each.choices]
            assert all(kept[name] == "viel" for field in written for name in field.inputs)


def test_every_reason_why_a_position_of_city_is_impossible_is_shown_where_it_is_typed(world: World) -> None:
    client = browser(world)
    untouched = opened(client, rulesets.load("city").start(["A", "B", "C"]))
    for typed, place in (
        ({"players.1.cash": "15K"}, "players.1"),
        ({"players.2.jail": "1"}, "players.2"),
        ({"players.2.out": "1"}, "players.2"),
        ({"players.1.cards.0": "1", "players.2.cards.0": "1"}, "players.1"),
        ({"deeds.central_quay.mortgaged": "1", "deeds.central_quay.loan": "500K"}, "deeds.central_quay"),
        ({"deeds.central_quay.residential.2": "3"}, "deeds.central_quay"),
        ({"deeds.old_town.hazards.0": "1", "deeds.old_town.bonus.0": "1"}, "deeds.old_town"),
        ({"deeds.old_town.stadium": "1", "deeds.central_quay.stadium": "1"}, "deeds.central_quay"),
    ):
        for language in LANGUAGES:
            answer = client.post(
                f"/positions/new?lang={language}", data={**untouched, **typed, "do": "look"}, headers=HTML
            )
            page = answer.get_data(as_text=True)
            assert answer.status_code == 422, typed
            assert re.findall(r'<li><a href="#([^"]*)">', page) == [place], (typed, page)
            assert f'id="{place}"' in page


def test_a_district_with_everything_on_it_is_composed_and_a_report_is_tried_in_it(world: World) -> None:
    client = browser(world)
    untouched = form(client)
    answer = post(client, untouched | {"ruleset": "city", "seats": "3"}, "again")
    fields = Form(answer.get_data(as_text=True)).fields | {
        "game.turn": "1",
        "game.begun": "1",
        "players.2.cash": "12.5M",
        "deeds.central_quay.owner": "2",
        "deeds.central_quay.residential.0": "2",
        "deeds.central_quay.industrial.1": "1",
        "deeds.central_quay.hazards.3": "1",
        "deeds.old_town.owner": "2",
        "deeds.old_town.railroads": "1",
    }
    answer = post(client, fields)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    start = unpack(parse_qs(urlsplit(answer.headers["Location"]).query)["p"][0])["start"]
    quay = start["deeds"]["central_quay"]
    stands = [quay[part] for part in ("owner", "residential", "industrial", "hazards")]
    assert stands == ["B", [1, 1], [2], ["rubbish_dump"]]
    assert (start["turn"], start["players"]["B"]["cash"]) == ("B", 12500)
    shown = client.get(answer.headers["Location"] + "&report=C+roll+34", headers=HTML)
    page = shown.get_data(as_text=True)
    assert shown.status_code == 200 and "12.5M" in page
    played_on = parse_qs(urlsplit(unescape(re.search(r'href="(/try#[^"]*)"', page)[1])).fragment)  # type: ignore[index]
    assert json.loads(played_on["header"][0])["start"] == start


def test_a_refusal_without_a_place_is_shown_for_the_whole() -> None:
    game = rulesets.load("city").start(["A", "B"])
    shown = declared_form(game, "en")
    assert place_of({"count": 3}, game, shown) == ""
    assert place_of({"field": "deeds.nowhere"}, game, shown) == ""
