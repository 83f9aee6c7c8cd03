"""What is said of a bankrupt's turn, of a fee that was taken over, and of a creditor whom there is not."""

from __future__ import annotations

from typing import Any

import rulesets
from rulesets.kernel.ruleset import Answer, Game
from rulesets.reports import as_report

RULESET = rulesets.load("jma-2006")


def start(**position: Any) -> Game:
    return RULESET.start(["A", "B", "C", "D"], start=position)


def played(game: Game, *reports: dict[str, Any]) -> Answer:
    for report in reports:
        answer = RULESET.judge(game, as_report(report))
        game = answer.game
    return answer


def roll(player: str, *dice: int) -> dict[str, Any]:
    return {"type": "roll", "player": player, "dice": list(dice)}


def test_nobody_is_told_that_a_bankrupt_plays_on() -> None:
    """A went bankrupt by the tax, its deed is under the hammer: B throws next, and neither B nor C before that."""
    game = start(players={"A": {"cash": 10}}, deeds={"baltic_avenue": {"owner": "A"}})
    game = played(game, roll("A", 1, 3), {"type": "declare_bankruptcy", "player": "A"}).game
    assert [refusal.code for refusal in RULESET.judge(game, as_report(roll("B", 1, 2))).refusals] == [
        "throw_during_auction"
    ]
    said = " ".join(RULESET.judge(game, as_report(roll("C", 1, 2))).sentences())
    assert "A plays on" not in said
    assert "B throws" in said
    again = RULESET.judge(game, {"type": "declare_bankruptcy", "player": "A"}).sentences()
    assert "plays on" not in " ".join(again)


def test_a_fee_that_was_taken_over_is_a_debt_like_any_other() -> None:
    game = start(
        players={"A": {"cash": 20, "space": "jail", "jail": 2}},
        deeds={"baltic_avenue": {"owner": "A", "mortgaged": True}, "st_james_place": {"owner": "B", "level": 0}},
    )
    answer = played(game, roll("A", 2, 4), {"type": "take_over", "player": "B"}, roll("B", 1, 2))
    assert [refusal.facts.get("taken_over") for refusal in answer.refusals] == [True]
    assert "failed" not in answer.sentences()[0]
    assert "failed" in played(game, roll("A", 2, 4), roll("B", 1, 2)).sentences()[0]


def test_there_may_be_no_creditor_ahead() -> None:
    game = start(players={"A": {"cash": 20, "space": "jail", "jail": 2}})
    answer = played(game, roll("A", 2, 4), {"type": "take_over", "player": "B"})
    assert "is the bank" not in answer.sentences()[0]
    assert answer.refusals[0].facts["creditor"] is None


def test_a_list_is_not_a_seat() -> None:
    answer = RULESET.judge(start(), as_report({"type": "pay", "player": ["A"]}))
    assert "the seat a list" not in answer.sentences()[0]


LAST_HOUSE = {
    **{deed: {"owner": "A"} for deed in ("oriental_avenue", "vermont_avenue", "connecticut_avenue")},
    **{deed: {"owner": "B"} for deed in ("st_charles_place", "states_avenue", "virginia_avenue")},
    **{deed: {"owner": "C", "level": 4} for deed in ("atlantic_avenue", "ventnor_avenue", "marvin_gardens")},
    **{deed: {"owner": "D", "level": 4} for deed in ("kentucky_avenue", "indiana_avenue", "illinois_avenue")},
    **{"park_place": {"owner": "D", "level": 3}, "boardwalk": {"owner": "D", "level": 4}},
}
"""One house is left."""


def called(amount: int, **players: Any) -> Game:
    """A has the high call for the last house."""
    return played(
        start(players=players, deeds=LAST_HOUSE),
        {"type": "build", "player": "A", "to": {"oriental_avenue": 1}},
        {"type": "build", "player": "B", "to": {"st_charles_place": 1}},
        {"type": "close_building"},
        {"type": "bid", "player": "A", "amount": amount},
    ).game


def shortage_lines(game: Game) -> dict[str, list[str]]:
    """What is explained of the pieces: the players whom each kind of line is about."""
    found = RULESET.explanation(game).explained.shortage
    assert found is not None
    lines: dict[str, list[str]] = {}
    for line in found["lines"]:
        lines.setdefault(line["kind"], []).append(line.get("player", ""))
    return lines


def test_a_win_that_falls_is_not_told_as_calls_that_go_on() -> None:
    game = played(called(50), {"type": "close_auction"}).game
    fall = {"type": "mortgage", "player": "A", "deeds": ["oriental_avenue"]}
    answer = RULESET.judge(game, {"type": "ruling", "by": "R", "reason": "x", "apply": fall})
    for language, word in (("en", "the win is void"), ("ja", "落札は無効"), ("zh", "拍得无效")):
        assert word in answer.sentences(language)[-1]


def test_a_win_is_explained_as_held_or_final_and_no_auction() -> None:
    assert "piece_called" in shortage_lines(called(50))
    final = shortage_lines(played(called(50), {"type": "close_auction"}).game)
    assert final["piece_final"] == ["A"] and not {"piece_called", "may_call"} & set(final)
    deeds = {"park_place": {"owner": "A", "level": 3}, "boardwalk": {"owner": "A", "level": 4}}
    held = start(deeds={**LAST_HOUSE, **deeds}, due=[{"kind": "place", "player": "A", "piece": "house", "amount": 50}])
    assert {"piece_held", "may_call"} <= set(shortage_lines(held))


def test_who_could_not_pay_is_not_told_to_have_room_for_the_piece() -> None:
    game = played(called(800, A={"cash": 60}), {"type": "close_auction"}, {"type": "default", "player": "A"}).game
    lines = shortage_lines(game)
    assert lines["barred_from_piece"] == ["A"] and "A" not in lines["could_build"]


def test_one_auction_of_an_estate_is_open_and_the_others_wait() -> None:
    deeds = {deed: {"owner": "A"} for deed in ("oriental_avenue", "vermont_avenue", "reading_railroad")}
    game = start(
        players={"A": {"cash": 10}},
        deeds=deeds,
        phase="turn",
        turn="A",
        due=[{"kind": "debt", "player": "A", "to": "bank", "amount": 900, "cause": "tax"}],
    )
    game = played(
        game, {"type": "declare_bankruptcy", "player": "A"}, {"type": "bid", "player": "B", "amount": 10}
    ).game
    waiting = [entry.get("waiting", False) for entry in RULESET.due(game) if entry["kind"] == "auction"]
    assert waiting == [False, True, True]
    said = [RULESET.narrate(game, RULESET.due(game), language)[1] for language in ("en", "ja", "zh")]
    assert [said[0].startswith("then "), "続いて" in said[1], "随后" in said[2]] == [True, True, True]
    game = played(
        game,
        {"type": "ruling", "by": "R", "reason": "x", "set": {"players": {"B": {"cash": 0}}}},
        {"type": "close_auction"},
    ).game
    assert [entry.get("waiting") for entry in RULESET.due(game)][:3] == [None, True, True]
