"""What is said of a bankrupt's turn, of a fee that was taken over, and of a creditor whom there is not."""

from __future__ import annotations

from typing import Any

import rulesets
from rulesets.kernel.ruleset import Answer, Game

RULESET = rulesets.load("jma-2006")


def start(**position: Any) -> Game:
    return RULESET.start(["A", "B", "C", "D"], start=position)


def played(game: Game, *reports: dict[str, Any]) -> Answer:
    for report in reports:
        answer = RULESET.judge(game, report)
        game = answer.game
    return answer


def roll(player: str, *dice: int) -> dict[str, Any]:
    return {"type": "roll", "player": player, "dice": list(dice)}


def test_nobody_is_told_that_a_bankrupt_plays_on() -> None:
    """A went bankrupt by the tax, its deed is under the hammer: B throws next, and neither B nor C before that."""
    game = start(players={"A": {"cash": 10}}, deeds={"baltic_avenue": {"owner": "A"}})
    game = played(game, roll("A", 1, 3), {"type": "declare_bankruptcy", "player": "A"}).game
    assert [refusal.code for refusal in RULESET.judge(game, roll("B", 1, 2)).refusals] == ["throw_during_auction"]
    said = " ".join(RULESET.judge(game, roll("C", 1, 2)).sentences())
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
    answer = RULESET.judge(start(), {"type": "pay", "player": ["A"]})
    assert "the seat a list" not in answer.sentences()[0]
