"""`rulesets.moves` yields complete reports, none of which is refused, and `legal` lists deals and rescues if there are
terms for them, and only then: on small tables all terms are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulesets
from rulesets import Game
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED
from tests.fuzz.bot import player
from tests.fuzz.leading import leads_on
from tests.rulesets.count_positions import LIGHT_BLUE, ORANGE, RED, lots

Side = dict[str, Any]
SEATS = ("A", "B", "C")
DEEDS = ("mediterranean_avenue", "baltic_avenue", "reading_railroad")
PINK = ("st_charles_place", "states_avenue", "virginia_avenue")
RULES = ("jma-2006", "classic-us", "wiki-2008")


# -- whole games without a refusal


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_the_player_of_the_page_plays_without_one_refusal(name: str) -> None:
    """Two games of each ruleset; ``python3 dev.py fuzz moves`` has it play a thousand."""
    for seed in (0, 1):
        reports, refused, over = player()(name, seed, 60)
        assert refused == 0 and (over or reports == 180)


@pytest.mark.slow
@given(st.sampled_from(sorted(SHIPPED)), st.integers(0, 10**6))
@settings(max_examples=15)
def test_every_move_is_accepted_and_some_lead_to_the_next_throw(name: str, seed: int) -> None:
    ruleset, random = rulesets.load(name), Random(seed)
    game = ruleset.start(list(SEATS), start=ruleset.mechanics.scatter(ruleset.start(list(SEATS)).state, random))
    for _ in range(6):
        reports = list(rulesets.moves(game))
        assert all(ruleset.judge(game, report).accepted for report in random.sample(reports, min(20, len(reports))))
        assert ruleset.over(game) or leads_on(game), ruleset.position(game)
        if not reports:
            break
        game = ruleset.judge(game, random.choice(reports)).game


# -- deals and rescues, by brute force


SMALL = (0, 1, 12, 31)
"""Dollars in hand: next to nothing, so that all sums can be tried."""


@st.composite
def tables(draw: st.DrawFn, names: tuple[str, ...] = RULES, *, debts: int = 0) -> Game:
    """A game of three who have next to nothing; ``debts``: as many debts, of any of them to anybody."""
    ruleset = rulesets.load(draw(st.sampled_from(names)))
    players: dict[str, Any] = {seat: {"cash": draw(st.sampled_from(SMALL))} for seat in SEATS}
    if draw(st.booleans()):
        players[draw(st.sampled_from(SEATS))]["cards"] = ["chance"]
    rows = {deed: draw(st.sampled_from((*SEATS, None))) for deed in DEEDS}
    deeds = {deed: {"owner": owner, "mortgaged": draw(st.booleans())} for deed, owner in rows.items() if owner}
    start: dict[str, Any] = {"players": players, "deeds": deeds}
    due = []
    for _ in range(debts):
        debtor, creditor = draw(st.sampled_from(tuple(permutations((*SEATS, "bank"), 2))).filter(by_a_player))
        amount = draw(st.sampled_from((4, 40, 130)))
        due.append({"kind": "debt", "player": debtor, "to": creditor, "amount": amount, "cause": "card"})
    if due:
        start |= {"phase": "turn", "turn": "A", "due": due}
    return ruleset.start(list(SEATS), start=start)


def by_a_player(pair: tuple[str, str]) -> bool:
    return pair[0] != "bank"


@cache
def sums(one: int, two: int) -> tuple[tuple[Side, Side], ...]:
    """All cash that may change hands, on one side or the other."""
    given: list[tuple[Side, Side]] = [({"cash": cash}, {}) for cash in range(1, one + 1)]
    return ({}, {}), *given, *(({}, {"cash": cash}) for cash in range(1, two + 1))


def things(position: dict[str, Any], seat: str) -> list[Side]:
    """Every choice of a seat's deeds, release cards and claims: a dollar of what is owed, half of it, or all."""
    deeds = [deed for deed, row in position["deeds"].items() if row["owner"] == seat]
    cards = position["players"][seat]["cards"]
    owed: dict[str, int] = {}
    for entry in position["due"]:
        if entry["kind"] == "debt" and entry["to"] == seat:
            owed[entry["player"]] = owed.get(entry["player"], 0) + entry["amount"]
    claims = [
        [[], *([{"debtor": debtor, "creditor": seat, "amount": part}] for part in sorted({1, amount // 2, amount}))]
        for debtor, amount in owed.items()
    ]
    parts = [list(chosen) for count in range(len(deeds) + 1) for chosen in combinations(deeds, count)]
    return [
        {"deeds": chosen, "cards": some, "claims": [claim for each in claimed for claim in each]}
        for chosen, some, claimed in product(parts, ([], cards) if cards else ([],), product(*claims))
    ]


def every_deal(position: dict[str, Any], one: str, two: str) -> Iterator[dict[str, Side]]:
    """All that two players could give each other."""
    cash = sums(position["players"][one]["cash"], position["players"][two]["cash"])
    for own, others, (pays, gets) in product(things(position, one), things(position, two), cash):
        yield {"give": {**own, **pays}, "take": {**others, **gets}}


def possible(game: Game, report: dict[str, Any], one: str, two: str) -> bool:
    """Whether any terms are accepted."""
    position = game.ruleset.position(game)
    return any(
        game.ruleset.obstacle(game, as_report({**report, **terms})) is None for terms in every_deal(position, one, two)
    )


def check_deals(game: Game) -> None:
    """Deals are listed for those between whom some are accepted."""
    entries = {entry["player"]: entry["with"] for entry in game.ruleset.legal(game) if entry["type"] == "trade"}
    for one, two in combinations(SEATS, 2):
        found = possible(game, {"type": "trade", "player": one, "with": two}, one, two)
        listed = (two in entries.get(one, ()), one in entries.get(two, ()))
        assert listed == (found, found), (one, two, game.ruleset.position(game))


def check_rescues(game: Game) -> None:
    """Rescues are listed for those from whom some offer is accepted, with partners if only then; nobody of whom the
    explanation says otherwise.
    """
    listed = {
        (entry["player"], entry["to"]): "with" in entry["choose"]
        for entry in game.ruleset.legal(game)
        if entry["type"] == "offer_rescue"
    }
    for one, two in permutations(SEATS, 2):
        report = {"type": "offer_rescue", "player": one, "to": two}
        (third,) = {*SEATS} - {one, two}
        alone = possible(game, report, one, two)
        shared = alone or possible(game, {**report, "with": [third]}, one, two)
        found = False if alone else True if shared else None
        assert listed.get((one, two)) == found, (one, two, game.ruleset.position(game))
    rescues = [entry["rescue"] for entry in game.ruleset.explanation(game).explained.debts if entry["rescue"]]
    said = {
        (line["player"], line["debtor"]) for rescue in rescues for line in rescue["who"] if line["kind"] == "may_rescue"
    }
    assert listed.keys() <= said


@given(st.one_of(tables(), tables(debts=1), tables(("jma-2006",), debts=2), tables(("jma-2006",), debts=3)))
@settings(max_examples=16)
def test_a_deal_is_listed_if_there_are_terms_for_it(game: Game) -> None:
    check_deals(game)


@pytest.mark.slow
@given(st.one_of(tables(("jma-2006",), debts=1), tables(("jma-2006",), debts=2)))
@settings(max_examples=10)
def test_a_rescue_is_listed_if_there_are_terms_for_it(game: Game) -> None:
    check_rescues(game)


def owed(player: str, to: str, amount: int) -> dict[str, Any]:
    return {"kind": "debt", "player": player, "to": to, "amount": amount, "cause": "card"}


TIGHT: dict[str, dict[str, Any]] = {
    "a rescuer who owes too, with cash and a deed": {
        "players": {"A": {"cash": 0}, "B": {"cash": 0}, "C": {"cash": 40}},
        "deeds": {
            "reading_railroad": {"owner": "A", "mortgaged": True},
            **{deed: {"owner": "C"} for deed in DEEDS[:2]},
        },
        "due": [owed("A", "B", 50), owed("C", "B", 50)],
    },
    "cash and a claim for a deed": {
        "players": {"A": {"cash": 0}, "B": {"cash": 31}, "C": {"cash": 0}},
        "deeds": {"reading_railroad": {"owner": "A"}},
        "due": [owed("A", "B", 70)],
    },
    "a claim on a third for a deed": {
        "players": {"A": {"cash": 0}, "B": {"cash": 1}, "C": {"cash": 0}},
        "deeds": {"mediterranean_avenue": {"owner": "B"}, "baltic_avenue": {"owner": "B"}},
        "due": [owed("A", "bank", 60), owed("C", "A", 61)],
    },
    "the one choice of deeds that leaves both able to pay": {
        "players": {"A": {"cash": 0}, "B": {"cash": 0}, "C": {"cash": 0}},
        "deeds": {
            "reading_railroad": {"owner": "A"},
            "mediterranean_avenue": {"owner": "C"},
            "baltic_avenue": {"owner": "C"},
            "connecticut_avenue": {"owner": "C"},
            "short_line": {"owner": "C"},
        },
        "due": [owed("A", "B", 110), owed("C", "B", 200)],
    },
    "cash for the card that settles the fee": {
        "turn": "A",
        "players": {
            "A": {"cash": 31, "space": "jail", "jail": 2},
            "B": {"cash": 0},
            "C": {"cash": 0, "cards": ["chance"]},
        },
        "deeds": {},
        "due": [{"kind": "debt", "player": "A", "to": "bank", "amount": 50, "cause": "jail_fee", "dice": [1, 2]}],
    },
}
"""Positions in which few terms are accepted, of many."""


@pytest.mark.parametrize("name", TIGHT)
def test_the_only_terms_are_found(name: str) -> None:
    start = {"phase": "turn", "turn": "B", **TIGHT[name]}
    game = rulesets.load("jma-2006").start(list(SEATS), start=start)
    check_deals(game)
    check_rescues(game)


def test_buildings_that_another_part_sells_bring_cash_once() -> None:
    """B's part sells the houses of the light blue group and takes all they bring but $10; C, who owes too, needs cash
    beside deeds.  Lots worth as much bring more houses than the brown ones, but B's part has sold them.
    """
    built = {**lots("A", LIGHT_BLUE, 2), **lots("A", DEEDS[:1]), **lots("A", DEEDS[1:2], 1)}
    mortgaged = {deed: {"owner": "A", "mortgaged": True} for deed in ("reading_railroad", "short_line")}
    game = rulesets.load("jma-2006").start(
        list(SEATS),
        start={
            "phase": "turn",
            "turn": "A",
            "players": {"A": {"cash": 0}, "B": {"cash": 400}, "C": {"cash": 0}},
            "deeds": {**built, **mortgaged, **lots("B", ["boardwalk"]), **lots("C", ["pacific_avenue"])},
            "due": [owed("A", "bank", 481), owed("C", "bank", 74)],
        },
    )
    taken = {"deeds": ["oriental_avenue"], "cash": 140, "sell_buildings": True}
    part = {"type": "offer_rescue", "player": "B", "to": "A", "with": ["C"], "give": {"deeds": ["boardwalk"]}}
    game = game.ruleset.judge(game, as_report({**part, "take": taken})).game
    last = {"type": "offer_rescue", "player": "C", "to": "A", "with": ["B"], "give": {"deeds": ["pacific_avenue"]}}
    terms = {"deeds": list(DEEDS[:2]), "cash": 14, "sell_buildings": True}
    assert game.ruleset.obstacle(game, as_report({**last, "take": terms})) is None
    listed = [entry for entry in game.ruleset.legal(game) if entry["type"] == "offer_rescue" and entry["player"] == "C"]
    assert [(entry["to"], "with" in entry["choose"]) for entry in listed] == [("A", True)]


# -- declarations that are raised


@pytest.mark.parametrize("name", [*RULES, "classic-ja"])
@pytest.mark.parametrize(
    ("levels", "cash", "standing"), [((2, 2, 3), 400, 4), ((1, 2, 2), 350, 4), ((0, 1, 1), 150, 3)]
)
def test_a_declaration_is_raised_as_far_as_any_report_raises_it(
    name: str, levels: tuple[int, ...], cash: int, standing: int
) -> None:
    """All levels of the group are tried, and the moves are those that are accepted."""
    ruleset = rulesets.load(name)
    elsewhere = {**lots("B", RED, standing), **lots("B", ORANGE, 4), **lots("B", PINK)}
    start = {"players": {"A": {"cash": cash}}, "deeds": {**lots("A", LIGHT_BLUE), **elsewhere}}
    game = ruleset.start(["A", "B"], start=start)
    declared = {lot: level for lot, level in zip(LIGHT_BLUE, levels, strict=True) if level}
    game = ruleset.judge(game, {"type": "build", "player": "A", "to": declared}).game
    assert ruleset.due(game)[0]["kind"] == "building"
    raised = (
        {lot: level for lot, level, now in zip(LIGHT_BLUE, to, levels, strict=True) if level > now}
        for to in product(*(range(level, 6) for level in levels))
    )
    reports: list[dict[str, Any]] = [{"type": "build", "player": "A", "to": to} for to in raised if to]
    accepted = [report for report in reports if ruleset.obstacle(game, as_report(report)) is None]
    assert accepted
    found = [move for move in rulesets.moves(game) if move["type"] == "build" and move["player"] == "A"]
    assert sorted(found, key=str) == sorted(accepted, key=str)
    (entry,) = (row for row in ruleset.legal(game) if row["type"] == "build" and row["player"] == "A")
    every = {lot: [report["to"][lot] for report in accepted if lot in report["to"]] for lot in LIGHT_BLUE}
    assert entry["lots"] == {lot: max(reached) for lot, reached in every.items() if reached}
