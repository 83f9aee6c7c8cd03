"""A win by monopoly is entered as it was: three bankrupt, one winner, and no dollars unless somebody counted them."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest

from referee.models import TableResult
from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.support.cup import REGULATION, Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

BY_DOLLARS = REGULATION.replace("winner = true\npoints = 100", "winner = true\nassets = 1")
TIES_BY_DOLLARS = REGULATION + '\n[[standings.criterion]]\nby = "assets"\n'


def ended(cup: Cup, **winner: Any) -> list[dict[str, Any]]:
    """The rows of table 1: Dee, Cy and Bob went bankrupt, in this order, and Ann was left."""
    fallen = [{"player": cup.players[each], "fell": order} for order, each in enumerate("DCB", 1)]
    return [{"player": cup.players["A"], **winner}, *fallen]


def summary(result: Any) -> list[tuple[str, object, int, bool]]:
    """Name, assets, place and monopoly win of everybody in a result."""
    return [(each["name"], each["assets"], each["place"], each["monopoly_win"]) for each in result["players"]]


def faults(answer: Any) -> list[str]:
    """The faults for which a result was refused."""
    assert answer.status_code == 422, answer.get_data(as_text=True)
    return [each["fault"] for each in answer.get_json()["errors"]]


@pytest.mark.parametrize("winner", [{}, {"monopoly": True}])
def test_the_winner_needs_no_dollars_and_has_none(cup: Cup, winner: dict[str, Any]) -> None:
    response = cup.enter(1, 1, points=ended(cup, **winner))
    assert response.status_code == 200, response.get_data(as_text=True)
    result = response.get_json()["result"]
    assert summary(result) == [("Ann", None, 1, True), ("Bob", 0, 2, False), ("Cy", 0, 3, False), ("Dee", 0, 4, False)]
    assert [each["points"] for each in result["players"]] == ["100", "0", "0", "0"]
    with cup.world.service.database.read() as session:
        kept = json.loads(session.get_one(TableResult, result["id"]).players)
    assert [each["assets"] for each in kept] == [None, 0, 0, 0]
    assert cup.world.ask("POST", f"/results/{result['id']}/confirm", "judge").status_code == 200


def test_dollars_that_were_counted_are_kept(cup: Cup) -> None:
    result = cup.enter(1, 1, points=ended(cup, assets=9000)).get_json()["result"]
    assert summary(result)[0] == ("Ann", 9000, 1, True)


@pytest.mark.parametrize("regulation", [BY_DOLLARS, TIES_BY_DOLLARS], ids=["points", "ties"])
def test_where_the_regulation_reckons_with_the_winners_dollars_they_are_asked_for(
    world: World, regulation: str
) -> None:
    cup = Cup(world, regulation)
    assert faults(cup.enter(1, 1, points=ended(cup))) == ["winner_uncounted"]
    assert cup.enter(1, 1, points=ended(cup, assets=9000)).status_code == 200


def test_two_who_are_left_are_counted_as_ever(cup: Cup) -> None:
    rows = ended(cup)
    rows[3] = {"player": cup.players["B"]}
    assert "result_empty" in faults(cup.enter(1, 1, points=rows))


def test_a_list_says_the_same_as_the_form(cup: Cup) -> None:
    people = {each["name"]: each["number"] for each in cup.get("players")["rows"]}
    lines = ["round,table,number,fell,monopoly", f"1,11,{people['Ann']},,yes"]
    lines += [f"1,11,{people[name]},{fell}," for fell, name in enumerate(("Dee", "Cy", "Bob"), 1)]
    body = {"data": base64.b64encode("\n".join(lines).encode()).decode(), "apply": True, "note": "on paper"}
    done = cup.world.ask("POST", f"/events/{cup.world.event}/results/import", "organizer", json=body)
    assert done.status_code == 200, done.get_data(as_text=True)
    by_list = cup.get(f"/tables/{cup.tables[1, 1]}/results")["versions"][0]
    by_form = cup.enter(1, 1, version=1, points=ended(cup, monopoly=True), note="by the form").get_json()["result"]
    assert summary(by_list) == summary(by_form)
    assert [each["points"] for each in by_list["players"]] == [each["points"] for each in by_form["players"]]


@SQLITE_ONLY
def test_the_page_takes_it_and_shows_no_dollars(cup: Cup) -> None:
    browser = cup.world.app.test_client()
    browser.set_cookie("referee", cup.world.tokens["scorer"])
    path = f"/events/{cup.world.event}/tables/{cup.tables[1, 1]}/result?way=points"
    headers = {"Accept": "text/html", "Accept-Language": "en"}
    page = browser.get(path, headers=headers).get_data(as_text=True)
    typed = {**fields_of(page), "monopoly": "1", "fell_2": "3", "fell_3": "2", "fell_4": "1", "action": "enter"}
    assert browser.post(path, data=typed, headers=headers).status_code == 303
    shown = browser.get(path, headers=headers).get_data(as_text=True)
    assert "Monopoly win" in shown or "monopoly win" in shown
    assert re.search(r'<td class="number">–</td>\s*<td class="number">100</td>', shown)
