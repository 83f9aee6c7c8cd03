"""The pages of results, standings, bracket and decisions, used through their forms, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.core.access.guard import COOKIE
from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.support.cup import Cup
from tests.referee.support.markup import as_shown
from tournaments.fault import Fault
from tournaments.result import PointsRow
from tournaments.sheet.sheet import PlayerSheet
from tournaments.typed import kinds


class Reader:
    """Somebody with a browser."""

    def __init__(self, cup: Cup, role: str) -> None:
        self.browser: FlaskClient = cup.world.app.test_client()
        self.browser.set_cookie(COOKIE, cup.world.tokens.get(role, role))
        self.event = f"/events/{cup.world.event}"

    def read(self, path: str, status: int = 200) -> str:
        answer = self.browser.get(f"{self.event}/{path}", headers={"Accept": "text/html"})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return as_shown(answer.get_data(as_text=True))

    def send(self, path: str, page: str, status: int = 303, **form: object) -> str:
        """Submit a form of a page and return the response."""
        token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
        answer = self.browser.post(
            f"{self.event}/{path}", data={"csrf_token": token, **form}, headers={"Accept": "text/html"}
        )
        assert answer.status_code == status, answer.get_data(as_text=True)
        return as_shown(answer.get_data(as_text=True))


def test_a_sheet_is_typed_counted_corrected_entered_and_confirmed(cup: Cup) -> None:
    scorer, judge = Reader(cup, "scorer"), Reader(cup, "judge")
    path = f"tables/{cup.tables[1, 1]}/result"
    page = scorer.read(path)
    typed: dict[str, Any] = {
        "way": "sheet",
        "version": "0",
        "cash_1": "$1,300",
        "cash_2": "700",
        "cash_3": "250",
        "fell_4": "1",
        "deed_boardwalk": "1",
        "mortgaged_boardwalk": "1",
        "card_chance": "2",
        "written_1": "1400",
    }
    wrong = scorer.send(path, page, 422, **{**typed, "cash_3": "viel"}, action="count")
    assert "viel" in wrong
    assert 'value="$1,300"' in wrong
    counted = scorer.send(path, page, 200, **typed, action="count")
    assert "<b>$1,500</b>" in counted
    refused = scorer.send(path, page, 422, **typed, action="enter")
    (name,) = re.findall(r'name="(comment_[^"]+)"', refused)
    number = name.removeprefix("comment_")
    settled: dict[str, Any] = {
        name: "a misread 4",
        f"where_{number}": cup.players["A"],
        f"code_{number}": "written_differs",
    }
    scorer.send(path, page, **typed, **settled, action="enter")
    result = cup.get(f"/tables/{cup.tables[1, 1]}/results")
    assert [each["assets"] for each in result["versions"][0]["players"]] == [1500, 700, 250, 0]
    # What was left out is not recorded.
    assert result["versions"][0]["entered"]["sheet"]["players"][1] == {
        "player": cup.players["B"], "cash": 700, "deeds": [], "cards": ["chance"], "groups": {}, "left": False
    }  # fmt: skip
    form: dict[str, Any] = {"result_id": result["versions"][0]["id"]}
    assert "confirm it" in scorer.read(path)
    assert scorer.send(f"{path}/confirm", scorer.read(path), 409, **form)
    judge.send(f"{path}/confirm", judge.read(path), **form)
    assert cup.get(f"/tables/{cup.tables[1, 1]}/results")["state"] == "confirmed"
    # The form for a correction is filled in with what was entered.
    again = scorer.read(f"{path}?way=sheet")
    assert 'name="cash_2" inputmode="numeric" autocomplete="off" value="700"' in again


@pytest.mark.parametrize(("way", "declared"), [("sheet", PlayerSheet), ("points", PointsRow)])
def test_the_form_has_a_labelled_field_for_whatever_is_declared(cup: Cup, way: str, declared: type) -> None:
    page = Reader(cup, "scorer").read(f"tables/{cup.tables[1, 1]}/result?way={way}")
    assert len(kinds(declared)) >= 3
    for name in (f"{key}_{order}" for key in kinds(declared) for order in (1, 4)):
        assert re.search(f'<label for="{name}">[^<]+</label>\\s*<(?:input|select) id="{name}" name="{name}"', page), (
            name
        )


def test_points_are_typed_and_the_log_is_taken_with_a_note(cup: Cup) -> None:
    scorer = Reader(cup, "scorer")
    path = f"tables/{cup.tables[1, 1]}/result"
    page = scorer.read(f"{path}?way=points")
    typed: dict[str, Any] = {"way": "points", "version": "0", **{f"place_{order}": order for order in (1, 2, 3, 4)}}
    scorer.send(path, page, **typed, monopoly="1", assets_1="6000", fell_2=3, fell_3=2, fell_4=1, action="enter")
    (result,) = cup.get(f"/tables/{cup.tables[1, 1]}/results")["versions"]
    assert [(each["monopoly_win"], each["points"]) for each in result["players"][:2]] == [(True, "100"), (False, "0")]
    late = scorer.send(path, page, 409, **typed, action="enter")
    assert 'name="version" value="1"' in late
    assert "is still going on" in scorer.send(path, page, 409, way="log", version="1", action="enter")
    scorer.send(path, page, way="log", version="1", anyway="1", note="time", action="enter")
    assert cup.get(f"/tables/{cup.tables[1, 1]}/results")["version"] == 2


def test_a_tablet_sees_the_page_of_its_table_only(cup: Cup) -> None:
    tablet = Reader(cup, cup.world.token("tablet", table=cup.tables[1, 1]))
    page = tablet.read(f"tables/{cup.tables[1, 1]}/result")
    assert "/confirm" not in page
    tablet.read(f"tables/{cup.tables[1, 2]}/result", 403)


def test_standings_are_published_and_read(cup: Cup) -> None:
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    organizer, viewer = Reader(cup, "organizer"), Reader(cup, "viewer")
    page = organizer.read("standings")
    assert page.index("Ann") < page.index("Hal") < page.index("Bob")
    form: dict[str, Any] = {"round_id": cup.rounds[1], "show": "1"}
    tokens = organizer.read("decisions")
    assert "is not closed" in organizer.send("standings/published", tokens, 409, **form)
    cup.close(1)
    assert "Ann is ahead" not in viewer.read("standings")
    organizer.send("standings/published", organizer.read("standings"), **form)
    shown = viewer.read("standings")
    assert "points: 40 against 30" in shown
    assert "csrf_token" not in shown
    assert "CSV" not in shown


def test_a_tie_is_decided_points_given_and_a_place_given_back(cup: Cup) -> None:
    for (round, table), _ in list(cup.tables.items()):
        cup.enter_confirmed(round, table, 250, 250, 250, 250)
    organizer = Reader(cup, "organizer")
    page = organizer.read("decisions")
    (question,) = cup.get("decisions")["wanted"]
    places: dict[str, Any] = {f"place_{place}": cup.players[letter] for place, letter in enumerate("GHA", 1)}
    form: dict[str, Any] = {"about": question["about"], "by": question["by"]}
    short = organizer.send("decisions", page, 422, **form, **places, note="two dice each")
    assert "two dice each" in short
    assert f'value="{cup.players["G"]}" selected' in short
    organizer.send("decisions", page, **form, **places, place_4=cup.players["B"])
    bracket = organizer.read("bracket")
    assert bracket.index("Gus") < bracket.index("Hal") < bracket.index("Ann") < bracket.index("Bob")
    fields: dict[str, Any] = {"player": cup.players["C"], "reason": "a bonus"}
    assert "many" in organizer.send("adjustments", page, 422, **fields, points="many")
    organizer.send("adjustments", page, **fields, points="-1/2", round="2")
    (adjusted,) = cup.get("adjustments")["rows"]
    organizer.send(f"adjustments/{adjusted['id']}/withdraw", page, reason="forgiven")
    assert "Gus" in organizer.read("bracket")
    organizer.send("bracket/withdrawals", page, player=cup.players["G"], reason="the last train")
    assert cup.players["G"] not in [each["player"] for each in cup.get("qualification")["qualified"]]
    decisions = cup.get("decisions")["rows"]
    organizer.send(f"decisions/{decisions[0]['id']}/withdraw", page, reason="stays")
    assert cup.players["G"] in [each["player"] for each in cup.get("qualification")["qualified"]]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(cup: Cup, language: str) -> None:
    organizer = Reader(cup, "organizer")
    cup.enter(1, 1, points=cup.rows(1, 1, 4, 3, 2, 1))
    pages = [f"tables/{cup.tables[1, 1]}/result?way={way}&" for way in ("sheet", "points", "log")]
    for path in (*pages, "standings?", "standings?live=1&", "standings?after=99&", "bracket?", "decisions?"):
        assert f'<html lang="{language}">' in organizer.read(f"{path}lang={language}")


def test_all_results_of_a_round_are_typed_and_confirmed_on_one_page(cup: Cup) -> None:
    scorer, judge = Reader(cup, "scorer"), Reader(cup, "judge")
    path = f"rounds/{cup.rounds[1]}/results"
    one, other = cup.tables[1, 1], cup.tables[1, 2]
    page = scorer.read(path)

    def typed(table: str, version: int, *cells: str, monopoly: str = "") -> dict[str, Any]:
        fields: dict[str, Any] = {f"r_{table}_{order}": cell for order, cell in enumerate(cells, 1)}
        return {**fields, f"v_{table}": version, f"m_{table}": monopoly}

    first = typed(one, 0, "1,300", "700", "$250", "x1")
    wrong = scorer.send(path, page, 422, **first, **typed(other, 0, "", "x3", "x2", "viel", monopoly="1"))
    assert "viel" in wrong
    assert [each["assets"] for each in cup.get(f"/tables/{one}/results")["versions"][0]["players"]] == [
        1300,
        700,
        250,
        0,
    ]
    assert cup.get(f"/tables/{other}/results")["state"] == "none"
    for gap, code in (("", "result_empty"), ("#4", "assets_for_some")):
        lacking = scorer.send(path, page, 422, **typed(other, 0, "100", "200", "300", gap))
        assert f"<li>{Fault('Hal', code, {'count': 3, 'size': 4}).sentence('en')}</li>" in lacking
    scorer.send(path, page, **first, **typed(other, 0, "", "x3", "x2", "x1", monopoly="1"))
    assert cup.get(f"/tables/{one}/results")["version"] == 1, "results that are there already are not entered again"
    assert cup.get(f"/tables/{other}/results")["versions"][0]["players"][0]["monopoly_win"]
    assert "/results/confirm" not in scorer.read(path)
    scorer.send(path, page, **{**first, f"v_{one}": 1, f"r_{one}_1": "1,200"})  # corrected after the judge's page
    page = judge.read(path)
    shown = {f"v_{one}": 2, f"v_{other}": 1}
    told = judge.send(f"{path}/confirm", page, 409, tables=["nobody", one, other], **{**shown, f"v_{one}": 1})
    assert [cup.get(f"/tables/{each}/results")["state"] for each in (one, other)] == ["entered", "confirmed"]
    assert words("en")["chosen_unknown"] in told
    judge.send(f"{path}/confirm", page, tables=[one, other], **shown)
    assert {cup.get(f"/tables/{each}/results")["state"] for each in (one, other)} == {"confirmed"}
    assert words("en")["results_enter_all"] not in scorer.read(path)


def test_figures_that_cannot_be_ask_back_and_a_correction_opens_as_it_was_entered(cup: Cup) -> None:
    scorer = Reader(cup, "scorer")
    path = f"tables/{cup.tables[1, 1]}/result"
    page = scorer.read(path)
    for way, field in (("points", "assets"), ("sheet", "cash")):
        typed: dict[str, Any] = {"way": way, "version": "0", f"{field}_1": "$90,000"}
        typed |= {f"{field}_{order}": "100" for order in (2, 3, 4)}
        refused = scorer.send(path, page, 422, **typed, action="enter")
        assert re.search(r'name="comment_-(assets_above_all|cash_above_any_box)"', refused), way
    scorer.send(
        path, page, action="enter", **{**typed, "way": "points", **{f"assets_{n}": 100 * n for n in (1, 2, 3, 4)}}
    )
    corrected = scorer.read(path)
    assert '<input type="hidden" name="way" value="points">' in corrected
    assert 'name="assets_4" inputmode="numeric" autocomplete="off" value="400"' in corrected
