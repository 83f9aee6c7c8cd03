"""Offers that stand: they lapse with a warning when what they rest on changes, and `legal` says what `judge` does."""

from __future__ import annotations

from typing import Any

import pytest

import rulesets
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report
from tests.rulesets.scenarios import load, rows

RULESET = rulesets.load("jma-2006")
FILES = ("own_standing", "own_rescue", "rescue")

OPERA: dict[str, Any] = {
    "turn": "B",
    "phase": "turn",
    "players": {"A": {"cash": 10}, "C": {"cash": 100, "cards": ["chance"]}},
    "deeds": {
        "baltic_avenue": {"owner": "A", "mortgaged": True},
        "boardwalk": {"owner": "C"},
        "reading_railroad": {"owner": "C"},
    },
    "due": [{"kind": "debt", "player": seat, "to": "B", "amount": 50, "cause": "card"} for seat in ("A", "C", "D")],
}
"""A (10 and mortgaged Baltic), C (100, a card, Boardwalk, Reading) and D owe B 50 each."""


def offered(give: dict[str, Any]) -> Game:
    """The game with C's offer for Baltic standing."""
    game = RULESET.start(["A", "B", "C", "D"], start=OPERA)
    take = {"deeds": ["baltic_avenue"]}
    answer = RULESET.judge(
        game, as_report({"type": "offer_rescue", "player": "C", "to": "A", "give": give, "take": take})
    )
    assert answer.accepted, answer.refusals
    return answer.game


@pytest.mark.parametrize(
    ("give", "report", "lapses"),
    [
        ({"cash": 60}, {"type": "pay", "player": "C"}, True),
        ({"cash": 40}, {"type": "pay", "player": "C"}, False),
        ({"deeds": ["boardwalk"]}, {"type": "mortgage", "player": "C", "deeds": ["boardwalk"]}, True),
        ({"deeds": ["boardwalk"]}, {"type": "pay", "player": "D"}, False),
        ({"cash": 40}, {"type": "withdraw_offer", "player": "C", "to": "A"}, None),
    ],
)
def test_an_offer_lapses_with_a_warning(give: dict[str, Any], report: dict[str, Any], lapses: bool | None) -> None:
    game = offered(give)
    if report["type"] == "mortgage":  # with the cash in hand C would have no need to mortgage
        poor = {"players": {"C": {"cash": 0}}}
        game = RULESET.judge(game, {"type": "ruling", "by": "r", "reason": "notes miscounted", "set": poor}).game
    answer = RULESET.judge(game, as_report(report))
    assert answer.accepted, answer.refusals
    assert [warning.code for warning in answer.warnings] == (["rescue_lapsed"] if lapses else [])
    assert bool(RULESET.position(answer.game)["offers"]) is (lapses is False)


def test_an_offer_remembers_what_was_mortgaged() -> None:
    """Written, read back, and without the note taken as the deeds are now."""
    position = RULESET.position(offered({"deeds": ["boardwalk"]}))
    assert position["offers"][0]["mortgaged"] == ["baltic_avenue"]
    assert RULESET.position(RULESET.start(["A", "B", "C", "D"], start=position)) == position
    del position["offers"][0]["mortgaged"]
    again = RULESET.position(RULESET.start(["A", "B", "C", "D"], start=position))
    assert again["offers"][0]["mortgaged"] == ["baltic_avenue"]


def positions() -> list[Game]:
    """The positions of scenarios in which somebody owes something."""
    found = []
    for name, scenario in load("jma"):
        if name.partition("/")[0] in FILES and "steps" in scenario:
            header, *reports = rows(scenario)
            record = rulesets.replay(header, map(as_report, reports), stop=False)
            found += [answer.game for answer in record.answers if any(row["kind"] == "debt" for row in answer.due)]
    return found


def test_legal_lists_the_mortgages_and_cards_that_are_accepted() -> None:
    seen = 0
    for game in positions():
        listed = {
            (entry["player"], deed)
            for entry in RULESET.legal(game)
            if entry["type"] == "mortgage"
            for deed in entry["deeds"]
        }
        cards = {(entry["player"], entry["deck"]) for entry in RULESET.legal(game) if entry["type"] == "use_card"}
        where = RULESET.position(game)
        for deed, holding in where["deeds"].items():
            report = {"type": "mortgage", "player": holding["owner"], "deeds": [deed]}
            assert RULESET.judge(game, as_report(report)).accepted is ((holding["owner"], deed) in listed), report
            seen += 1
        for seat, player in where["players"].items():
            for deck in player["cards"]:
                report = {"type": "use_card", "player": seat, "deck": deck}
                assert RULESET.judge(game, as_report(report)).accepted is ((seat, deck) in cards), report
    assert seen > 100


def test_no_call_of_a_debtor_loses_the_last_rescue() -> None:
    """A ($100, Park Place) owes B $500 and C offers $400 for Park Place, which leaves nothing: Baltic, mortgaged for
    $30, may be called for up to that.
    """
    auction: dict[str, Any] = {"kind": "auction", "deed": "baltic_avenue", "high": None, "out": []}
    debt = {"kind": "debt", "player": "A", "to": "B", "amount": 500, "cause": "card"}
    players = {"A": {"cash": 100}, "C": {"cash": 1000}}
    start = {"turn": "B", "phase": "turn", "players": players, "deeds": {"park_place": {"owner": "A"}}}
    game = RULESET.start(["A", "B", "C"], start={**start, "due": [auction, debt]})
    offer = {"type": "offer_rescue", "player": "C", "to": "A", "give": {"cash": 400}, "take": {"deeds": ["park_place"]}}
    game = RULESET.judge(game, as_report(offer)).game
    calls = {entry["player"]: entry for entry in RULESET.legal(game) if entry["type"] == "bid"}
    assert calls["A"]["most"] == 30 and "most" not in calls["B"]
    assert all(RULESET.judge(game, report).accepted for report in rulesets.moves(game))
    for call, refused in (({"player": "A"}, True), ({"players": ["A", "C"]}, False), ({"player": "C"}, False)):
        answer = RULESET.judge(game, as_report({"type": "bid", "amount": 40, **call}))
        assert [refusal.code for refusal in answer.refusals] == ["rescue_dropped"] * refused, call
    game = RULESET.judge(game, {"type": "bid", "player": "A", "amount": 30}).game
    game = RULESET.judge(game, {"type": "close_auction"}).game
    assert [entry["from"] for entry in RULESET.legal(game) if entry["type"] == "accept_rescue"] == [["C"]]
