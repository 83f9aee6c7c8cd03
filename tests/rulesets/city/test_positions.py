"""Positions to start from, and rulings on them: every fault of an impossible one is named."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.city import RULESET
from rulesets.kernel.ruleset import HeaderRefused
from rulesets.reports import as_report

SEATS = ["A", "B", "C"]
DEBT = {"kind": "debt", "player": "A", "to": "B", "amount": 500, "cause": "rent"}
FEE = {"kind": "debt", "player": "A", "to": "bank", "amount": 500, "cause": "jail_fee"}
PURCHASE = {"kind": "buy_or_decline", "player": "A", "deed": "old_town"}
IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "position_malformed": {"players": {"A": 7}},
    "position_field_unknown": {"weather": "fine"},
    "space_unknown": {"players": {"A": {"space": "atlantis"}}},
    "deed_unknown": {"deeds": {"boardwalk": {"owner": "A"}}},
    "not_one_of": {"deeds": {"old_town": {"hazards": ["library"]}}},
    "field_missing": {"step": {"result": 2}},
    "not_a_list": {"due": [{"kind": "auction", "deed": "old_town", "calls": [7]}]},
    "jailed_elsewhere": {"players": {"A": {"jail": 1, "space": "go"}}},
    "stands_on_go_to_jail": {"players": {"A": {"space": "go_to_jail"}}},
    "out_with_assets": {"players": {"B": {"out": True, "cash": 100}}},
    "out_at_but_in": {"players": {"B": {"out_at": 1}}},
    "too_few_players": {"players": {"B": {"out": True}, "C": {"out": True}}},
    "turn_of_player_out": {"turn": "B", "players": {"B": {"out": True}}},
    "deed_of_player_out": {"players": {"B": {"out": True}}, "deeds": {"old_town": {"owner": "B"}}},
    "known_card_unfit": {"players": {"A": {"cards": ["release_1"]}}, "decks": {"chance": {"known": ["release_1"]}}},
    "stock_differs": {"bank": {"stadiums": 1}},
    "due_for_owned_deed": {
        "deeds": {"old_town": {"owner": "A"}},
        "due": [{"kind": "buy_or_decline", "player": "B", "deed": "old_town"}],
    },
    "due_from_player_out": {"players": {"B": {"out": True}}, "due": [{"kind": "draw", "player": "B"}]},
    "debt_to_nobody": {"due": [{**DEBT, "to": "A"}]},
    "fee_out_of_jail": {"due": [{**DEBT, "to": "bank", "cause": "jail_fee"}]},
    "cash_not_in_notes": {"due": [{**DEBT, "amount": 505}]},
    "deed_due_twice": {"due": [PURCHASE, {"kind": "start_auction", "deed": "old_town"}]},
    "two_purchases": {"due": [PURCHASE, {**PURCHASE, "deed": "lakeside"}]},
    "landed_twice": {"due": [PURCHASE, {"kind": "draw", "player": "A"}]},
    "landed_in_jail": {"players": {"A": {"jail": 1}}, "due": [PURCHASE]},
    "doubles_of_jailed": {"phase": "turn", "turn": "A", "doubles": 1, "players": {"A": {"jail": 1}}},
    "call_out_of_steps": {"due": [{"kind": "auction", "deed": "old_town", "calls": [["A", 15]]}]},
    "tax_not_to_bank": {"due": [{**DEBT, "amount": 2000, "cause": "tax"}]},
    "fee_not_to_bank": {"players": {"A": {"jail": 2}}, "due": [{**DEBT, "cause": "jail_fee"}]},
    "fee_of_another_sum": {"players": {"A": {"jail": 2}}, "due": [{**FEE, "amount": 400}]},
    "fee_twice": {"players": {"A": {"jail": 2}}, "due": [FEE, FEE]},
    "fee_before_last_try": {"players": {"A": {"jail": 0}}, "due": [FEE]},
    "over_with_play": {"phase": "over", "due": [PURCHASE]},
    "counted_but_not_over": {"time_up": True},
    "open_after_time": {"time_up": True, "due": [DEBT, PURCHASE]},
}


@pytest.mark.parametrize(("code", "start"), IMPOSSIBLE.items(), ids=list(IMPOSSIBLE))
def test_an_impossible_start_is_refused_with_its_fault(code: str, start: dict[str, Any]) -> None:
    with pytest.raises(HeaderRefused) as refused:
        RULESET.start(SEATS, start=start)
    codes = [refusal.code for refusal in refused.value.refusals]
    assert code in codes
    for refusal in refused.value.refusals:
        for language in ("en", "ja", "zh"):
            assert RULESET.explain(refusal, refused.value.table, language)["message"]


def test_all_faults_are_named_at_once() -> None:
    start = {"players": {"A": {"cash": 5, "jail": 1, "space": "go"}}, "deeds": {"old_town": {"industrial": [3, 3, 3]}}}
    with pytest.raises(HeaderRefused) as refused:
        RULESET.start(SEATS, start=start)
    codes = {refusal.code for refusal in refused.value.refusals}
    assert {"cash_not_in_notes", "jailed_elsewhere", "more_than_eight_stand"} <= codes


def test_what_is_due_is_taken_over() -> None:
    due = [
        {"kind": "auction", "deed": "old_town", "caller": "A", "high": {"player": "A", "amount": 20}},
        {"kind": "start_auction", "deed": "lakeside", "estate": True},
    ]
    game = RULESET.start(SEATS, start={"phase": "turn", "turn": "A", "due": due})
    found = RULESET.due(game)
    assert [entry["kind"] for entry in found] == ["auction", "start_auction"]
    assert found[0]["calls"] == [["A", 20]]


def test_a_mortgage_without_its_amount_is_worth_the_present_rent() -> None:
    start = {"deeds": {"central_quay": {"owner": "A", "industrial": [3, 1], "mortgaged": True, "skyscraper": True}}}
    position = RULESET.position(RULESET.start(SEATS, start=start))
    assert position["deeds"]["central_quay"]["loan"] == 7000


def test_a_ruling_may_take_a_player_out_and_sets_free_what_was_due() -> None:
    game = RULESET.start(["A", "B", "C"])
    for report in (
        {"type": "roll", "player": "A", "dice": [2, 3]},
        {"type": "ruling", "by": "referee", "reason": "leaves", "set": {"players": {"A": {"out": True, "cash": 0}}}},
    ):
        answer = RULESET.judge(game, as_report(report))
        assert answer.accepted, answer.refusals
        game = answer.game
    assert RULESET.due(game) == [{"kind": "roll", "player": "B", "why": "turn"}]
    assert RULESET.position(game)["players"]["A"]["out_at"] == 1


def test_a_ruling_cannot_make_an_impossible_position() -> None:
    game = RULESET.start(SEATS)
    base = {"type": "ruling", "by": "referee", "reason": "why not"}
    answer = RULESET.judge(game, as_report({**base, "set": {"deeds": {"old_town": {"industrial": [3, 3, 3]}}}}))
    assert {refusal.code for refusal in answer.refusals} == {"position_impossible", "more_than_eight_stand"}
    build = {"type": "build", "player": "A", "deed": "old_town", "industrial": [3, 3, 3]}
    assert not RULESET.judge(game, as_report({**base, "apply": build})).accepted


def test_a_ruling_cannot_carry_out_a_promise() -> None:
    game = RULESET.start(SEATS, start={"deeds": {"old_town": {"owner": "A"}}})
    promise = {"type": "trade", "player": "A", "with": "B", "give": {"deeds": ["old_town"], "immunity": True}}
    ruling = {"type": "ruling", "by": "referee", "reason": "agreed"}
    answer = RULESET.judge(game, as_report({**ruling, "apply": {**promise, "take": {"cash": 10}}}))
    assert "trade_of_barred" in [refusal.code for refusal in answer.refusals]
    plain = {**promise, "give": {"deeds": ["old_town"]}, "take": {"cash": 10}}
    assert RULESET.judge(game, as_report({**ruling, "apply": plain})).accepted


def test_a_ruling_cannot_remove_a_hazard_that_is_not_there_or_swap_pieces_that_are_not() -> None:
    game = RULESET.start(SEATS, start={"deeds": {"old_town": {"owner": "B", "residential": [1]}}})
    base = {"player": "A", "deed": "old_town"}
    for report in (
        {"type": "remove_hazard", **base, "piece": "prison"},
        {"type": "swap", **base, "give": {"residential": [3]}, "take": {"residential": [2, 1]}},
    ):
        answer = RULESET.judge(game, {"type": "ruling", "by": "referee", "reason": "stands", "apply": report})
        assert not answer.accepted


def test_a_call_that_a_ruling_lets_stand_before_the_button_begins_the_auction() -> None:
    due = [{"kind": "start_auction", "deed": "old_town"}]
    game = RULESET.start(SEATS, start={"phase": "turn", "turn": "A", "due": due})
    bid = {"type": "bid", "player": "B", "amount": 100}
    answer = RULESET.judge(game, {"type": "ruling", "by": "referee", "reason": "heard by all", "apply": bid})
    assert [entry["kind"] for entry in RULESET.due(answer.game)] == ["auction"]
    again = RULESET.start(SEATS, start=RULESET.position(answer.game))
    assert again.state == answer.game.state


def test_a_ruling_lets_building_out_of_turn_stand() -> None:
    game = RULESET.start(SEATS, start={"deeds": {"old_town": {"owner": "B"}}})
    build = {"type": "build", "player": "B", "deed": "old_town", "residential": [2]}
    answer = RULESET.judge(game, {"type": "ruling", "by": "referee", "reason": "agreed", "apply": build})
    assert answer.accepted
    assert answer.events[0]["overruled"] == ["CITY/PLAY-6"]
    assert RULESET.position(answer.game)["deeds"]["old_town"]["residential"] == [2]


def test_who_resigns_with_debts_that_can_be_paid_pays_them_and_leaves_the_rest_to_the_bank() -> None:
    due = [{"kind": "debt", "player": "A", "to": "B", "amount": 500, "cause": "rent"}]
    game = RULESET.start(SEATS, start={"phase": "turn", "turn": "A", "due": due, "deeds": {"old_town": {"owner": "A"}}})
    declare = {"type": "declare_bankruptcy", "player": "A"}
    answer = RULESET.judge(game, {"type": "ruling", "by": "referee", "reason": "resigns", "apply": declare})
    assert answer.accepted, answer.refusals
    position = RULESET.position(answer.game)
    assert position["players"]["A"]["cash"] == 0
    assert position["players"]["B"]["cash"] == 38200
    assert [entry["kind"] for entry in RULESET.due(answer.game)] == ["start_auction", "roll"]


def test_a_fee_paid_after_a_ruled_throw_of_another_frees_without_a_throw() -> None:
    game = RULESET.start(SEATS, start={"players": {"A": {"jail": 2}}})
    throw = {"type": "roll", "player": "B", "dice": [4, 6]}
    for report in (
        {"type": "roll", "player": "A", "dice": [1, 2]},
        {"type": "ruling", "by": "referee", "reason": "stands", "apply": throw},
        {"type": "pay", "player": "A"},
        {"type": "roll", "player": "C", "dice": [4, 6]},
    ):
        answer = RULESET.judge(game, as_report(report))
        assert answer.accepted, answer.refusals
        game = answer.game
    assert RULESET.position(game)["players"]["A"]["jail"] is None
