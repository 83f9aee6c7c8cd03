"""The pages of seating and rounds, used through forms alone: everything works without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall, seated_players
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World

JA = words("ja")


class Desk:
    """A browser in which the organizer is logged in, at an event of sixteen players."""

    def __init__(self, world: World) -> None:
        self.hall = Hall(world)
        self.client: Client = world.app.test_client()
        self.client.set_cookie("referee", world.tokens["administrator"])
        self.path = f"/events/{self.hall.event}"

    def page(self, path: str) -> str:
        response = self.client.get(f"{self.path}{path}", headers={"Accept-Language": "ja"})
        assert response.status_code == 200
        return response.get_data(as_text=True)

    def send(self, path: str, **data: Any) -> TestResponse:
        """Submit a form and return the response."""
        hidden = fields_of(self.page("/seating"))
        return self.client.post(
            f"{self.path}{path}", data={"csrf_token": hidden["csrf_token"], **data}, headers={"Accept-Language": "ja"}
        )


@pytest.fixture
def desk(world: World) -> Desk:
    return Desk(world)


@pytest.mark.slow
@SQLITE_ONLY
def test_a_round_is_drawn_published_and_run_by_forms(desk: Desk) -> None:
    hall = desk.hall
    assert JA["not_drawn"] in desk.page("/seating")
    pair = {"one_apart": [hall.players[0], ""], "other_apart": [hall.players[1], ""]}
    drawn = desk.send("/seating/draw", round=1, seating="auto", **pair)
    assert (drawn.status_code, drawn.headers["Location"]) == (303, f"{desk.path}/seating?round=1")
    shown = desk.page("/seating?round=2")
    assert shown.count('class="seated"') == 4
    assert JA["figure_best"] in shown
    (row,) = hall.done("GET", f"/events/{hall.event}/seatings")["rows"]
    assert desk.send("/seating/publish", round=1, version=row["id"]).status_code == 303
    rounds = hall.rounds()
    here = f"/rounds/{rounds[0]['id']}"
    assert desk.page("/rounds").count("0 / 4") == 3
    assert JA["clock_start"] in desk.page(here)
    assert desk.send(here, do="start").status_code == 303
    table = hall.tables(1)[1]["id"]
    fields = {"of_tables": "1", "tables": [table, "nothing"], "minutes": "3", "reason": "審判"}
    left = desk.send(here, do="extend", **fields)
    assert (left.status_code, JA["chosen_unknown"] in left.get_data(as_text=True)) == (409, True)
    assert desk.send(here, do="extend", **{**fields, "tables": ["nothing"]}).status_code == 409
    assert hall.done("GET", f"/tables/{table}/clock")["allowed"] == 78 * 60_000
    assert hall.done("GET", f"/rounds/{rounds[0]['id']}/clock")["allowed"] == 75 * 60_000
    assert desk.send(f"{here}/codes").status_code == 303
    assert desk.page(f"{here}/codes").count("/qr.svg") == 4
    refused = desk.send(here, do="close", reason="もう遅い")
    assert refused.status_code == 409
    assert 'value="もう遅い"' in refused.get_data(as_text=True)
    assert desk.send(here, do="close", anyway="1", reason="もう遅い").status_code == 303
    assert hall.rounds()[0]["stage"] == "closed"


@SQLITE_ONLY
def test_a_swap_is_tried_and_made_by_forms_and_nothing_typed_is_lost(desk: Desk) -> None:
    hall = desk.hall
    seating = hall.draw()
    tables = seated_players(seating, 1)
    two = {"version": seating["id"], "round": 1, "one": tables[0][0], "other": tables[1][0]}
    tried = desk.send("/seating/swap", **two, **{"try": "1"})
    text = as_shown(tried.get_data(as_text=True))
    assert tried.status_code == 200
    assert re.search(r'id="consequences".*<li>', text)
    assert f'<option value="{tables[0][0]}" selected>' in text
    missing = desk.send("/seating/swap", **two)
    assert missing.status_code == 422
    assert f'<option value="{tables[1][0]}" selected>' in missing.get_data(as_text=True)
    assert desk.send("/seating/swap", **two, reason="見学の席").status_code == 303
    assert "見学の席" in desk.page("/seating")
    assert JA["older_version"] in desk.page(f"/seating?version={seating['id']}")
    assert desk.send("/seating/swap", **two, reason="x").status_code == 409


@SQLITE_ONLY
def test_a_draw_that_cannot_be_keeps_what_was_typed(desk: Desk) -> None:
    hall = desk.hall
    fields = {"fixed_player": [hall.players[3]], "fixed_table": ["99"], "fixed_round": [""], "seed": "わたしの種"}
    refused = desk.send("/seating/draw", round=1, seating="all", **fields)
    text = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert "選手4" in text and "99" in text
    assert 'value="わたしの種"' in text
    assert re.search(r'name="seating" value="all" checked', text)


@SQLITE_ONLY
@pytest.mark.parametrize("round_", ["", "one", "1.5"])
def test_a_form_that_does_not_say_which_round_draws_none(desk: Desk, round_: str) -> None:
    refused = desk.send("/seating/draw", round=round_, seating="all")
    assert refused.status_code == 422
    assert ("整数" if round_ else "空") in refused.get_data(as_text=True)
    assert JA["not_drawn"] in desk.page("/seating")


@pytest.mark.slow
@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_there_in_every_language_with_everything_drawn(desk: Desk, language: str) -> None:
    hall = desk.hall
    seating = hall.published()
    player = seated_players(seating, 1)[0][0]
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=0, reason="x")
    texts = words(language)
    shown = desk.page(f"/seating?lang={language}&player={player}")
    assert texts["why_no_rematch"] in shown or texts["why_meets"][:4] in shown
    assert texts["seating_gone"].partition("{")[0] in shown
    assert texts["stage_published"] in desk.page(f"/rounds?lang={language}")
    assert texts["table_result_none"] in desk.page(f"/rounds/{hall.rounds()[0]['id']}?lang={language}")
