"""A counted sheet of another game than the classic one: its form, its money and its pieces are those of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

import rulesets
from referee.core.access.guard import COOKIE
from rulesets.kernel.telling.assets import Assets, ChosenPiece
from rulesets.languages import LANGUAGES
from tests import harbour
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World
from tournaments.regulation import shipped
from tournaments.sheet.standing import as_typed, kind_of

CITY = shipped.text("city-cup").replace("repeat = 2", "repeat = 1").replace("after = 2", "after = 1")
ASSETS = rulesets.load("city").assets()
ONE, OTHER = (each.key for each in list(ASSETS.deeds())[:2])


class CitySheet:
    """The result page of a table of Monopoly City."""

    def __init__(self, world: World) -> None:
        event = HeldEvent(world, 8, CITY + '\n[results]\nconfirmation = "none"\n')
        event.published()
        self.event, self.table = event, event.tables(1)[0]["id"]
        self.path = f"/events/{event.event}/tables/{self.table}/result?way=sheet"
        self.browser: FlaskClient = world.app.test_client()
        self.browser.set_cookie(COOKIE, world.tokens["administrator"])

    def read(self, language: str = "en") -> str:
        return as_shown(self.browser.get(f"{self.path}&lang={language}").get_data(as_text=True))

    def send(self, status: int, **form: Any) -> str:
        token = re.findall(r'name="csrf_token" value="([^"]*)"', self.read())[0]
        typed = {"csrf_token": token, "way": "sheet", "version": "0", **form}
        answer = self.browser.post(self.path, data=typed, headers={"Accept": "text/html"})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return as_shown(answer.get_data(as_text=True))

    def players(self) -> list[dict[str, Any]]:
        found = self.event.done("GET", f"/tables/{self.table}/results")["versions"][-1]
        return [*found["players"], found["entered"]["sheet"]]


@pytest.fixture
def city(world: World) -> CitySheet:
    return CitySheet(world)


TYPED: dict[str, Any] = {
    "cash_1": "37.7M",
    "cash_2": "２．４",
    "cash_3": "500K",
    "cash_4": "0",
    f"deed_{ONE}": "1",
    f"residential_{ONE}": "5",
    f"industrial_{ONE}": "1+2",
    f"skyscraper_{ONE}": "true",
    f"deed_{OTHER}": "2",
    f"hazards_{OTHER}": '["prison"]',
    f"mortgaged_{OTHER}": "1",
}


def fields() -> Iterator[str]:
    """The field of every piece on every deed."""
    for deed in ASSETS.deeds():
        yield f"deed_{deed.key}"
        yield from (f"{piece.key}_{deed.key}" for piece in deed.pieces)


@SQLITE_ONLY
def test_the_form_has_a_field_for_whatever_the_game_counts(city: CitySheet) -> None:
    by_hand = [each.title for each in ASSETS.sheet.columns if each.by_hand]
    assert by_hand == [*(each.key for each in next(ASSETS.deeds()).pieces), "mortgaged"]
    for language in LANGUAGES:
        page = city.read(language)
        for name in fields():
            assert f'name="{name}"' in page, name
        assert not re.search(r"[$＄]|\bhouses?\b|\bhotels?\b|ホテル|旅馆|房屋", page.partition("<main")[2])


@SQLITE_ONLY
def test_a_sheet_is_typed_counted_and_corrected_in_the_money_of_the_game(city: CitySheet) -> None:
    # Eight blocks at their rent, doubled by the skyscraper; the mortgaged district counts nothing.
    worth = 37_700 + 2 * rulesets.load("city").mechanics.edition("city-sample").deeds[0].rents[7]
    counted = city.send(200, **TYPED, action="count")
    assert f"<b>{rulesets.load('city').money().shown(worth)}</b>" in counted
    assert "5 viel" in city.send(422, **TYPED | {f"residential_{ONE}": "5 viel"}, action="count")
    assert "whole number from 0 to 8" in city.send(422, **TYPED | {f"residential_{ONE}": "9"}, action="count")
    city.send(303, **TYPED, action="enter")
    first, second, *_, sheet = city.players()
    assert [first["assets"], second["assets"]] == [worth, 2_400]
    assert sheet["players"][0]["deeds"] == [
        {"deed": ONE, "mortgaged": False, "stands": {"residential": [2, 3], "industrial": [1, 2], "skyscraper": True}}
    ]
    again = city.read()
    for value in (
        'value="37.7M"',
        'value="2.4M"',
        'value="2+3"',
        'value="1+2"',
        f'name="skyscraper_{ONE}" value="true" aria-label="Mill Lane, a skyscraper" checked',
    ):
        assert value in again


@SQLITE_ONLY
def test_what_cannot_be_counted_is_named_by_player_and_field_in_the_words_of_the_form(city: CitySheet) -> None:
    (name,) = re.findall(r'seat1" aria-hidden="true">A</i> ([^<]*)</legend>', city.read())
    cash = {"en": "Cash", "ja": "現金", "zh": "现金"}
    for typed, told in (
        ({"cash_1": "-1M"}, ("-1M", "0K")),
        ({"cash_1": "40"}, ("40K", "40M")),
        ({"cash_1": "三百"}, ("3.5M", "500K")),
        ({f"deed_{ONE}": ""}, ()),
        ({f"deed_{OTHER}": ""}, ()),
    ):
        for language in LANGUAGES:
            city.path = re.sub("&lang=.*|$", f"&lang={language}", city.path, count=1)
            page = city.send(422, **TYPED | typed, action="count")
            (said,) = re.findall(r'role="alert">(.*?)</div>', page, re.DOTALL)
            deeds = {f"deed_{each.key}": each.names[language] for each in ASSETS.deeds()}
            where = deeds.get(next(iter(typed)), f"{name} – {cash[language]}")
            assert all(each in said for each in (where, *told)), (where, said)
            assert not re.search(r"players\.|100/3|9999", said), said


@SQLITE_ONLY
def test_cash_that_no_notes_make_is_objected_to_in_the_money_of_the_game(city: CitySheet) -> None:
    assert "1.235M" in city.send(200, **TYPED | {"cash_1": "1235", "written_1": "2M"}, action="count")


@SQLITE_ONLY
def test_a_player_counts_on_a_phone_in_the_money_and_words_of_the_game(city: CitySheet) -> None:
    event, table = city.event, city.table
    stands = {"owner": "A", "residential": [1, 2], "skyscraper": True, "hazards": ["prison", "sewage_plant"]}
    ruling = {"type": "ruling", "set": {"deeds": {ONE: stands}}, "reason": "x"}
    for seq, report in enumerate((ruling, {"type": "time_up"})):
        event.done("POST", f"/tables/{table}/entries", client_id=f"entry-{seq:04}", base=seq, report=report, reason="x")
    address = event.done("GET", f"/tables/{table}/count/A/code")["address"]
    phone, path = event.world.app.test_client(), re.sub(r"https?://[^/]+", "", address)
    page = as_shown(phone.get(f"{path}?lang=en").get_data(as_text=True))
    assert "3 residential blocks" in page
    sent = phone.post(path, data={"do": "count", "client_id": "step-000001", "seq": 2, "cash": "37.5M"})
    assert sent.status_code == 303
    page = as_shown(phone.get(f"{path}?lang=en").get_data(as_text=True))
    assert "200K" in page
    assert 'value="37.5M"' in page


@pytest.mark.parametrize("game", [harbour.ASSETS, ASSETS, rulesets.load("classic-us").assets()])
def test_what_is_typed_of_any_piece_is_read_and_shown_as_it_was_typed(game: Assets) -> None:
    for piece in {each.key: each for deed in game.deeds() for each in deed.pieces}.values():
        chosen = [json.dumps(value) for value, _ in piece.choices] if isinstance(piece, ChosenPiece) else ["2", ""]
        for text in chosen:
            assert as_typed(piece, kind_of(piece).read(text or "0")) == text
