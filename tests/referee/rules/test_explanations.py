"""Explanations over HTTP: of a table, after any entry, and of a position by hand; nothing is logged."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.access import limits
from referee.rules.schemas import PositionExplanationOut
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY

THROW = {"type": "roll", "player": "A", "dice": [1, 2]}
WRONG = {"type": "roll", "player": "B", "dice": [1, 2]}
OWING: dict[str, Any] = {
    "ruleset": "jma-2006",
    "seats": ["A", "B", "C"],
    "names": {"A": "山田 太郎"},
    "start": {
        "players": {"A": {"cash": 40}},
        "deeds": {"boardwalk": {"owner": "B"}, "reading_railroad": {"owner": "A"}},
        "phase": "turn",
        "due": [{"kind": "debt", "player": "A", "to": "B", "amount": 500, "cause": "rent", "deed": "boardwalk"}],
    },
}


def explained(world: World, path: str, by: str = "device", **body: Any) -> Any:
    """An explanation in Japanese."""
    response = world.ask("POST", f"{path}?lang=ja", by, json=body)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_json()


@pytest.mark.parametrize("digits", [400, 5_000])
def test_a_number_of_hundreds_of_digits_is_a_refusal_with_a_sentence_in_the_api_and_on_the_page(
    world: World, digits: int
) -> None:
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["arbiter"])
    path, number = f"/tables/{world.table}/explain", "9" * digits
    for typed in (f"A 12 @{number}", f"@{number} A 12", f"A bid {number}", f"A 12 @1.{number}"):
        answer = world.ask("POST", f"/tables/{world.table}/explanations", "arbiter", json={"typed": typed})
        assert answer.status_code < 500, (typed[:20], answer.get_json())
        shown = browser.get(path, query_string={"report": typed}, headers={"Accept": "text/html"})
        assert (shown.status_code, shown.mimetype) in ((200, "text/html"), (422, "text/html")), typed[:20]
    for query in ("at", "entry"):
        shown = browser.get(path, query_string={query: number}, headers={"Accept": "text/html"})
        assert shown.status_code < 500 and shown.mimetype == "text/html", query


def test_a_table_is_explained_without_a_trace_in_its_log(world: World) -> None:
    path = f"/tables/{world.table}/explanations"
    explanation = explained(world, path, report=WRONG)
    assert explanation["accepted"] is False
    assert (explanation["refused"][0]["clause"], explanation["refused"][0]["bendable"]) == ("JMA/MOVE-5", True)
    assert {"type": "roll", "player": "A", "choose": ["dice"], "text": "Aが振る"} in explanation["may"]
    assert world.ask("GET", f"/tables/{world.table}/entries").get_json()["seq"] == 0


def test_a_report_is_tried_as_it_is_typed_and_after_an_earlier_entry(world: World) -> None:
    assert world.report(0, {**THROW, "dice": [1, 3]}).status_code == 201
    path = f"/tables/{world.table}/explanations"
    assert explained(world, path, typed="B 12")["accepted"] is False
    tried = explained(world, path, typed="A 12", at=0)
    assert (tried["seq"], tried["accepted"]) == (0, True)
    unread = explained(world, path, typed="A does something")
    assert unread["refused"][0]["clause"] == "RECORD/FORM"
    assert explained(world, path, typed="retract 1")["accepted"] is True
    late = world.ask("POST", path, "device", json={"at": 9})
    assert late.get_json()["code"] == "base_ahead"
    both = world.ask("POST", path, "device", json={"typed": "A 12", "report": THROW})
    assert both.get_json()["errors"][0]["field"] == "typed"


def test_a_position_by_hand_needs_no_table(world: World) -> None:
    explanation = explained(world, "/explanations", "arbiter", **OWING)
    (debtor,) = explanation["debts"]
    assert (debtor["assets"], debtor["short"], debtor["provisional"]) == (140, 360, True)
    assert debtor["lines"][0]["text"].startswith("山田 太郎の負債は$500")
    assert debtor["rescue"]["prices"][0]["amount"] == 460
    assert explanation["stopped"] is None
    assert PositionExplanationOut().validate(explanation) == {}
    timed = explained(world, "/explanations", "arbiter", **OWING, reports=[{"type": "time_up"}])
    assert timed["debts"] == [] and timed["ending"]["state"] == "signalled"
    stopped = explained(world, "/explanations", "arbiter", **OWING, reports=[WRONG])
    assert stopped["stopped"]["accepted"] is False and stopped["debts"]


@pytest.mark.parametrize("ruleset", ["classic-us-short", "wiki-2008", "city"])
def test_every_game_has_its_explanation(world: World, ruleset: str) -> None:
    explanation = explained(world, "/explanations", "arbiter", ruleset=ruleset, seats=["A", "B"], report=WRONG)
    assert explanation["may"] and explanation["accepted"] is False


def test_an_impossible_position_is_refused_with_every_fault(world: World) -> None:
    start = {"players": {"A": {"cash": -1}, "B": {"space": "nowhere"}}}
    body = {"ruleset": "jma-2006", "seats": ["A", "B"], "start": start}
    refused = world.ask("POST", "/explanations", "arbiter", json=body)
    assert refused.status_code == 422
    assert refused.get_json()["code"] == "header_refused"
    assert len(refused.get_json()["refusals"]) >= 2


def test_an_explanation_counts_as_several_trials(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TRIAL", limits.Rate("trial", limits.RESERVED_TRIALS, 3600))
    most = limits.RESERVED_TRIALS // limits.EXPLANATION
    statuses = [world.ask("POST", "/explanations", "device", json=OWING).status_code for _ in range(most + 1)]
    assert statuses == [200] * most + [429]


def test_what_each_player_could_raise_is_had_alone_and_after_any_entry(world: World) -> None:
    world.report(0, THROW)
    means = world.ask("GET", f"/tables/{world.table}/means?at=0", "arbiter").get_json()
    assert means["seq"] == 0
    assert [row["player"] for row in means["rows"]] == ["A", "B", "C", "D"]
    assert {row["assets"] for row in means["rows"]} == {1500}
    assert world.ask("GET", f"/tables/{world.table}/means?at=99", "arbiter").status_code == 422
    assert world.ask("GET", f"/tables/{world.table}/means", "viewer").status_code == 403
