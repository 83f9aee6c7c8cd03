"""Appeals over HTTP: filed in time and once, settled by the head judge, possibly with a further ruling."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from referee.cases.queries import CASES
from referee.cases.views import case_view
from referee.core.language import words
from referee.core.service import Service
from referee.core.zone import named_zone, usual_zone
from referee.models import Round
from referee.printing.documents.report_cases import case_lines
from referee.public import cache
from rulesets.languages import LANGUAGES
from tests.referee.cases.test_cases import MINUTE, NONE, Desk
from tests.referee.support.cup import REGULATION, Cup


def told_last(desk: Desk, language: str) -> str:
    """What the last entry of the table's log says in a language."""
    lines = desk.ask("GET", f"/tables/{desk.table}/lines?since=0&lang={language}")["lines"]
    return str(lines[-1]["told"][0])


@pytest.fixture
def desk(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(cup, monkeypatch)


def test_the_head_judge_puts_another_ruling_on_top_of_one_that_was_appealed_against(desk: Desk) -> None:
    case = desk.opened()
    desk.decide(case, {"kind": "set", "set": {"players": {"A": {"cash": 100}}}}, by="head_judge")
    desk.appeal(case, "A")
    assert desk.ask("GET", f"/events/{desk.world.event}/cases")["rows"][0]["state"] == "appealed"
    better = {"facts": "x", "decision": "$300.", "effect": {"kind": "set", "set": {"players": {"A": {"cash": 300}}}}}
    assert desk.settle(case, "upheld", status=409)["code"] == "appeal_own_ruling"
    assert desk.settle(case, "changed", "arbiter", 403, decision=better)["code"] == "not_allowed"
    assert desk.settle(case, "changed", "organizer", 422)["errors"][0]["field"] == "decision"
    settled = desk.settle(case, "changed", "organizer", decision=better)
    changed = (settled["state"], settled["decision"]["decision"], settled["appeals"]["outcome"])
    assert changed == ("decided", "$300.", "changed")
    assert [each["report"]["set"]["players"]["A"]["cash"] for each in desk.log()] == [100, 300]
    assert desk.position()["players"]["A"]["cash"] == 300
    assert desk.appeal(case, "B", status=409)["code"] == "appeal_final"
    assert desk.ask("GET", f"/events/{desk.world.event}/cases")["rows"] == []


def test_the_outcome_of_an_appeal_and_penalties_reach_the_table_its_log_and_the_player(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)

    def at_table() -> Any:
        return desk.ask("GET", f"/tables/{desk.table}/cases?lang=en", desk.device)

    mine = desk.cup.get(f"/players/{desk.cup.players['A']}/link")["url"]
    page = mine[mine.index("/m/") :]

    def read() -> str:
        return desk.world.app.test_client().get(f"{page}?lang=en").get_data(as_text=True)

    event = f"/events/{desk.world.event}"
    desk.ask("PUT", f"{event}/public", "organizer", open=True, parts=["seating"])
    with desk.world.service.database.write() as session:
        session.get_one(Round, desk.cup.rounds[1]).published_at = 1
    case = desk.opened(note="A is known for this.")
    desk.decide(case, NONE)
    assert "So be it." in read()
    desk.appeal(case, "A")
    assert "appeal pending" in read()
    desk.now += MINUTE
    settled = desk.settle(case, "upheld")
    (row,) = at_table()["rows"]
    shown = row["appeals"]
    assert (shown["outcome"], shown["reasons"], shown["settled_at"]) == ("upheld", "As the rules say.", desk.now)
    entry = desk.log()[-1]
    assert entry["accepted"]
    assert entry["report"]["reason"] == "R-1 (異議申立ての結果、維持): As the rules say."
    for each in LANGUAGES:
        assert f"R-1 ({words(each)['rulings_upheld']}): As the rules say." in told_last(desk, each)
    assert settled["decision"]["entry"] == entry["seq"] - 1, "the decision itself has not moved"
    assert "upheld on appeal" in read()
    again = desk.opened()
    desk.decide(again, NONE)
    desk.appeal(again, "A")
    desk.settle(again, "changed", decision={"facts": "x", "decision": "Not so.", "effect": NONE})
    assert desk.log()[-1]["report"]["reason"] == "R-2 (異議申立ての結果、変更): Not so."
    for each in LANGUAGES:
        assert f"R-2 ({words(each)['rulings_changed']}): Not so." in told_last(desk, each)
    assert "changed on appeal" in read()
    assert at_table()["penalties"] == []
    penalty = {
        "player": desk.cup.players["A"],
        "category": "protest",
        "step": "game_loss",
        "facts": "Shouted.",
        "table_id": desk.table,
    }
    penalty_id = desk.ask("POST", f"{event}/penalties", "arbiter", 201, **penalty)["id"]
    assert (at_table()["penalties"], "Shouted." in read()) == ([], False), "it is not signed yet"
    desk.ask("POST", f"/penalties/{penalty_id}/sign-off", "head_judge")
    (row,) = at_table()["penalties"]
    assert (row["state"], row["told"]) == ("in_force", "Ann: Game loss – last of the game")
    assert "Shouted." in read()
    desk.ask("POST", f"/penalties/{penalty_id}/cancel", "head_judge", reason="Not Ann.")
    (row,) = at_table()["penalties"]
    assert (row["state"], row["told"]) == ("cancelled", "Ann: Game loss – last of the game – cancelled")
    assert "A is known for this." not in read()


def test_a_penalty_goes_with_the_ruling_that_is_changed_and_is_told_as_it_stands(desk: Desk) -> None:
    case = desk.opened()
    penalty = {"player": desk.cup.players["A"], "category": "protest", "step": "game_loss", "facts": "Shouted."}
    decided = desk.decide(case, {"kind": "penalty", "penalty": penalty})
    waits = "Ann: Game loss – last of the game – in force once somebody else has signed it"
    assert decided["decision"]["effect"]["told"] == [waits]
    path = f"/penalties/{decided['decision']['effect']['penalty_id']}"
    desk.ask("POST", f"{path}/sign-off", "head_judge")
    assert desk.ask("GET", f"/cases/{case}")["decision"]["effect"]["told"] == ["Ann: Game loss – last of the game"]
    desk.appeal(case, "A")
    tried = desk.ask("POST", f"/cases/{case}/trials?lang=en", effect=NONE)["told"]
    assert tried[1] == "The penalty of the ruling that is changed is cancelled: Ann: Game loss – last of the game"
    milder = {"kind": "penalty", "penalty": {**penalty, "step": "warning"}}
    better = {"facts": "x", "decision": "A warning.", "effect": milder}
    settled = desk.settle(case, "changed", decision=better)
    assert settled["decision"]["effect"]["told"] == ["Ann: Warning"]
    rows = desk.cup.get("penalties", "judge")["rows"]
    assert {each["step"]["key"]: each["state"] for each in rows} == {"warning": "in_force", "game_loss": "cancelled"}
    before = "Ruling before the appeal: So be it. – Ann: Game loss – last of the game – cancelled – arbiter"
    service: Service = desk.world.app.extensions["referee"]
    with desk.world.app.test_request_context(), service.database.read() as session:
        view = case_view(session, CASES.state(session, case), desk.now, "en")
    assert before in [each.text for each in case_lines(view, "en")]


def test_an_appeal_comes_in_time_once_and_not_from_those_who_agreed(desk: Desk) -> None:
    case = desk.opened()
    assert desk.appeal(case, "A", status=409)["code"] == "case_undecided"
    decided = desk.decide(case, NONE, agreed=["B", "C"])
    assert decided["decision"]["settlement"] is True
    assert desk.appeal(case, "E", status=422)["errors"][0]["fault"] == "seat_unknown"
    assert desk.appeal(case, "B", status=409)["code"] == "appeal_agreed"
    desk.appeal(case, "A", by="judge")
    assert desk.appeal(case, "A", status=409)["code"] == "appeal_twice"
    gone = desk.ask("POST", f"/cases/{case}/appeals/withdraw", desk.device, player="A")
    assert (gone["state"], gone["appeals"]["rows"][0]["withdrawn"], gone["appeals"]["may"]) == ("decided", True, ["D"])
    assert desk.settle(case, "upheld", status=409)["code"] == "no_appeal"
    until = decided["appeals"]["until"]
    desk.now += 10 * MINUTE + 2
    (shown,) = desk.ask("GET", f"/tables/{desk.table}/cases", desk.device)["rows"]
    assert (shown["appeals"]["until"], shown["appeals"]["may"]) == (None, [])
    late = desk.appeal(case, "D", status=409)
    ended = datetime.fromtimestamp(until / 1000, named_zone(usual_zone("ja")))
    assert (late["code"], f"{ended:%H:%M}" in late["detail"]) == ("appeal_too_late", True)


def test_the_regulation_sets_the_deadline_and_published_results_end_it(desk: Desk) -> None:
    text = f"{REGULATION}\n[rulings]\nappeal_minutes = 90\n"
    desk.ask("PUT", f"/events/{desk.world.event}/regulation", "organizer", text=text, reason="more time")
    case = desk.opened()
    until = desk.decide(case, NONE)["appeals"]["until"]
    assert until - desk.now == 90 * MINUTE
    desk.cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    desk.cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    desk.cup.close(1)
    desk.now += MINUTE
    desk.world.ask("POST", f"/rounds/{desk.cup.rounds[1]}/results/publish", json={})
    late = desk.appeal(case, "A", status=409)
    assert (late["code"], "results of the round were published" in late["detail"]) == ("appeal_too_late", True)
    after = desk.opened()  # something was found out only now: its ruling has the whole time
    assert desk.decide(after, NONE)["appeals"]["until"] - desk.now == 90 * MINUTE
    desk.appeal(after, "A")
    text = text.replace("90", "0")
    desk.ask("PUT", f"/events/{desk.world.event}/regulation", "organizer", text=text, reason="no appeals")
    case = desk.opened()
    desk.decide(case, NONE)
    assert "allows no appeals" in desk.appeal(case, "A", status=409)["detail"]
