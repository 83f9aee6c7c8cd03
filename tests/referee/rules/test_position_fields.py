"""The form of a position: it is read back as it was shown, and a ruling sets only what was changed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rulesets
from referee.rules.positions.fields import difference, fields, has_fields, read_position, typed_position
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report

CLASSIC = [name for name in rulesets.names() if has_fields(rulesets.load(name).start(["A", "B", "C", "D"]))]


def played(name: str, seed: int) -> list[Game]:
    """The set-up, and positions of a random game from a random start position."""
    random = Random(seed)
    ruleset = rulesets.load(name)
    fresh = ruleset.start(["A", "B", "C", "D"])
    options = {"parking_taxes": True, "parking_stake": 500}
    game = ruleset.start(["A", "B", "C", "D"], None, options, ruleset.mechanics.scatter(fresh.state, random))
    found = [fresh, game]
    for _ in range(60):
        game = ruleset.judge(game, as_report(ruleset.mechanics.propose(game, random, hurry=False))).game
        found.append(game)
    return found


@pytest.mark.parametrize("name", CLASSIC)
def test_what_the_form_shows_is_read_back_as_the_same_position(name: str) -> None:
    kinds = set()
    for game in (game for seed in range(3) for game in played(name, seed)[::2]):
        stands = game.ruleset.position(game)
        kinds |= {row["kind"] for row in stands["due"]}
        assert difference(stands, read_position(fields(game, "en").values, game, "en")) == {}
    assert {"debt", "auction", "buy_or_decline", "roll"} <= kinds


def in_debt() -> Game:
    """A owes B rent; C's declared building waits for others."""
    start = {
        "phase": "between_turns",
        "turn": "A",
        "begun": True,
        "players": {"A": {"cash": 100, "space": "boardwalk"}},
        "deeds": {
            "boardwalk": {"owner": "B"},
            **{key: {"owner": "C", "level": 1} for key in ("baltic_avenue", "mediterranean_avenue")},
        },
        "talks": [["B", "C"]],
        "due": [
            {"kind": "debt", "player": "A", "to": "B", "amount": 50, "cause": "rent", "deed": "boardwalk"},
            {"kind": "building", "declared": {"C": {"baltic_avenue": 2}}},
        ],
    }
    return rulesets.load("jma-2006").start(["A", "B", "C"], start=start)


def test_what_no_field_shows_of_what_is_due_is_kept() -> None:
    """Of a win that it is final, of an auction that it waits, who may not call any more, and where a hotel may go."""
    lots = {key: {"owner": "A", "level": 4} for key in ("oriental_avenue", "vermont_avenue", "connecticut_avenue")}
    players = {"A": {"cash": 10}}
    won = {"kind": "payment", "player": "A", "amount": 60, "piece": "hotel", "final": True, "out": ["B"]}
    waits: list[dict[str, Any]] = [
        {"kind": "auction", "deed": key, "high": None, "out": []} for key in ("reading_railroad", "boardwalk")
    ]
    kept = set()
    for name, due in (("jma-2006", [won]), ("wiki-2008", [won]), ("jma-2006", waits)):
        game = rulesets.load(name).start(["A", "B", "C"], start={"players": players, "deeds": lots, "due": due})
        stands = game.ruleset.position(game)
        kept |= {field for row in stands["due"] for field in row}
        assert difference(stands, read_position(fields(game, "en").values, game, "en")) == {}
    assert {"final", "waiting", "out", "direct"} <= kept


def test_what_was_typed_over_is_all_that_a_ruling_sets() -> None:
    game = in_debt()
    form = fields(game, "en").values
    assert form["declared_3"] == "bal2"
    form |= {"cash_1": "１,234", "space_1": "jail:1", "deed_boardwalk": "", "due_1_amount": "$60", "declared_3": ""}
    set_ = difference(game.ruleset.position(game), read_position(form, game, "en"))
    debt = {"kind": "debt", "cause": "rent", "player": "A", "to": "B", "amount": 60, "deed": "boardwalk"}
    assert set_ == {
        "players": {"A": {"cash": 1234, "space": "jail", "jail": 1}},
        "deeds": {"boardwalk": None},
        "due": [debt, {"kind": "roll", "player": "A", "why": "turn"}],
    }
    answer = game.ruleset.judge(game, {"type": "ruling", "by": "X", "reason": "miscounted", "set": set_})
    assert answer.accepted
    after = game.ruleset.position(answer.game)
    assert after["players"]["A"]["cash"] == 1234
    assert after["talks"] == [["B", "C"]]


def test_every_kind_of_row_is_read_back_as_what_is_due() -> None:
    rows = {
        "rent": {"player": "2", "to": "3", "amount": "26", "deed": "baltic_avenue"},
        "tax": {"player": "1", "amount": "75"},
        "card": {"player": "1", "to": "each", "amount": "50"},
        "jail_fee": {"player": "2", "amount": "50", "dice": "12"},
        "interest": {"player": "1", "amount": "6", "deed": "baltic_avenue"},
        "open_rent": {"player": "1", "to": "3", "amount": "4", "deed": "baltic_avenue"},
        "buy_or_decline": {"player": "1", "deed": "boardwalk"},
        "draw": {"player": "1", "deck": "chance"},
        "utility_rent": {"player": "1", "to": "2"},
        "auction": {"deed": "park_place", "player": "2", "amount": "70"},
        "payment": {"player": "2", "amount": "90", "deed": "short_line"},
        "payment_hotel": {"player": "2", "amount": "120"},
        "place_house": {"player": "3", "amount": "130"},
        "auction_house": {},
    }
    ruleset = rulesets.load("classic-us")
    game = ruleset.start(["A", "B", "C"], start={"phase": "turn", "begun": True})
    form = dict(fields(game, "en").values)
    form |= {
        "space_1": "electric_company",
        "deed_electric_company": "2",
        "space_2": "jail:2",
        "deed_baltic_avenue": "3",
    }
    for number, (kind, row) in enumerate(rows.items(), 1):
        form |= {f"due_{number}_kind": kind, **{f"due_{number}_{field}": value for field, value in row.items()}}
    state, faults = ruleset.mechanics.restored(
        game.state.table, read_position(form, game, "en")
    )  # impossible all at once
    assert not faults
    again = Game(ruleset, state)
    values = fields(again, "en").values
    shown = {
        values[f"due_{number}_kind"]: {
            field: values[name]
            for field in ("player", "to", "amount", "deed", "deck", "dice")
            if (name := f"due_{number}_{field}") in values
        }
        for number in range(1, len(rows) + 1)
    }
    assert shown == rows


def test_everything_that_cannot_be_read_is_named_with_its_field() -> None:
    game = in_debt()
    form = {**fields(game, "en").values, "cash_1": "viel", "due_1_amount": "-3", "declared_3": "nowhere2"}
    form |= {"due_2_kind": "draw", "due_2_player": "1"}
    assert [each.field for each in typed_position(form, game, "en").misread] == [
        "cash_1",
        "due_1_amount",
        "due_2",
        "declared_3",
    ]
