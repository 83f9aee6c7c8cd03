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
from rulesets.shipped import SHIPPED
from tests.fuzz.bot import player
from tests.fuzz.leading import leads_on

Side = dict[str, Any]
SEATS = ("A", "B", "C")
DEEDS = ("mediterranean_avenue", "baltic_avenue", "reading_railroad")
RULES = ("jma-2006", "classic-us", "wiki-2008")


# -- whole games without a refusal


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_the_player_of_the_page_plays_without_one_refusal(name: str) -> None:
    """Two games of each ruleset; ``python3 dev.py fuzz moves`` has it play a thousand."""
    for seed in (0, 1):
        reports, refused, over = player()(name, seed, 60)
        assert refused == 0 and (over or reports == 180)


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


@st.composite
def tables(draw: st.DrawFn, names: tuple[str, ...] = RULES, *, debt: bool = False) -> Game:
    """A game of three who have next to nothing; ``debt``: and one of them owes money."""
    ruleset = rulesets.load(draw(st.sampled_from(names)))
    players: dict[str, Any] = {seat: {"cash": draw(st.sampled_from((0, 1, 12, 31)))} for seat in SEATS}
    if draw(st.booleans()):
        players[draw(st.sampled_from(SEATS))]["cards"] = ["chance"]
    rows = {deed: draw(st.sampled_from((*SEATS, None))) for deed in DEEDS}
    deeds = {deed: {"owner": owner, "mortgaged": draw(st.booleans())} for deed, owner in rows.items() if owner}
    start: dict[str, Any] = {"players": players, "deeds": deeds}
    if debt:
        amount = draw(st.sampled_from((5, 40, 130)))
        entry = {
            "kind": "debt",
            "player": "A",
            "to": draw(st.sampled_from(("B", "bank"))),
            "amount": amount,
            "cause": "card",
        }
        start |= {"phase": "turn", "turn": "A", "due": [entry]}
    return ruleset.start(list(SEATS), start=start)


@cache
def sums(one: int, two: int) -> tuple[tuple[Side, Side], ...]:
    """All cash that may change hands, on one side or the other."""
    given: list[tuple[Side, Side]] = [({"cash": cash}, {}) for cash in range(1, one + 1)]
    return ({}, {}), *given, *(({}, {"cash": cash}) for cash in range(1, two + 1))


def things(position: dict[str, Any], seat: str) -> list[Side]:
    """Every choice of a seat's deeds, release cards and claims."""
    deeds = [deed for deed, row in position["deeds"].items() if row["owner"] == seat]
    cards = position["players"][seat]["cards"]
    owed = [entry for entry in position["due"] if entry["kind"] == "debt" and entry["to"] == seat]
    claims = [
        [{"debtor": entry["player"], "creditor": seat, "amount": amount}]
        for entry in owed
        for amount in (1, entry["amount"])
    ]
    parts = [list(chosen) for count in range(len(deeds) + 1) for chosen in combinations(deeds, count)]
    return [
        {"deeds": chosen, "cards": some, "claims": claim}
        for chosen, some, claim in product(parts, ([], cards) if cards else ([],), ([], *claims))
    ]


def every_deal(position: dict[str, Any], one: str, two: str) -> Iterator[dict[str, Side]]:
    """All that two players could give each other."""
    cash = sums(position["players"][one]["cash"], position["players"][two]["cash"])
    for own, others, (pays, gets) in product(things(position, one), things(position, two), cash):
        yield {"give": {**own, **pays}, "take": {**others, **gets}}


@given(st.one_of(tables(), tables(debt=True)))
@settings(max_examples=10)
def test_a_deal_is_listed_if_there_are_terms_for_it(game: Game) -> None:
    ruleset, position = game.ruleset, game.ruleset.position(game)
    entries = {entry["player"]: entry["with"] for entry in ruleset.legal(game) if entry["type"] == "trade"}
    for one, two in combinations(SEATS, 2):
        report = {"type": "trade", "player": one, "with": two}
        possible = any(ruleset.obstacle(game, {**report, **terms}) is None for terms in every_deal(position, one, two))
        assert (two in entries.get(one, ()), one in entries.get(two, ())) == (possible, possible), (one, two, position)


@given(tables(("jma-2006",), debt=True))
@settings(max_examples=10)
def test_a_rescue_is_listed_if_there_are_terms_for_it(game: Game) -> None:
    ruleset, position = game.ruleset, game.ruleset.position(game)
    listed = {
        (entry["player"], entry["to"]): "with" in entry["choose"]
        for entry in ruleset.legal(game)
        if entry["type"] == "offer_rescue"
    }
    for one, two in permutations(SEATS, 2):
        report = {"type": "offer_rescue", "player": one, "to": two}
        (third,) = {*SEATS} - {one, two}
        alone, shared = (
            any(ruleset.obstacle(game, {**each, **terms}) is None for terms in every_deal(position, one, two))
            for each in (report, {**report, "with": [third]})
        )
        assert listed.get((one, two)) == (False if alone else True if shared else None), (one, two, position)
