"""Laws of scarce houses and hotels, at random tables where the bank has few: what stands declared could be declared,
one player alone never causes an auction, and whatever is due can be done.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulesets
from rulesets import Answer, Game, editions
from rulesets.kernel.moves import completed
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED
from tests.rulesets.count_positions import DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, RED, YELLOW
from tests.rulesets.listed import covers, instances

pytestmark = pytest.mark.slow

CLASSIC = tuple(name for name in SHIPPED if rulesets.load(name).default_edition in editions.names())
PINK = ("st_charles_place", "states_avenue", "virginia_avenue")
BROWN = ("mediterranean_avenue", "baltic_avenue")
GROUPS = (BROWN, LIGHT_BLUE, PINK, ORANGE, RED, YELLOW, GREEN, DARK_BLUE)
GROUP_OF = {deed: group for group in GROUPS for deed in group}
SEATS = "ABCD"
TABLES = st.tuples(st.sampled_from(CLASSIC), st.integers(min_value=0, max_value=2**63))
"""A ruleset, and the seed of a table."""

Report = dict[str, Any]
AUCTION = ("bid", "close_auction", "pay", "place", "default")


def rank(game: Game, level: int) -> int:
    """A level as it counts for evenness."""
    enough: int = game.state.table.figures.hotel_from
    return min(level, enough + 1)


def scarce_start(random: Random) -> Report:
    """A position in which few houses, or few hotels, are left."""
    while True:
        deeds: Report = {}
        usual = random.choice(((0, 0, 2, 3, 4, 4, 4), (5, 5, 5, 4, 4, 0)))
        for group in GROUPS:
            seat = random.choice(SEATS)
            level = random.choice(usual)
            for deed in group:
                lower = random.random() < 0.2 and level > 0
                deeds[deed] = {"owner": seat, "level": level - lower}
            if level == 0 and random.random() < 0.2:
                deeds[group[0]]["mortgaged"] = True
        levels = [deed["level"] for deed in deeds.values()]
        houses, hotels = 32 - sum(level for level in levels if level < 5), 12 - levels.count(5)
        if houses >= 0 and hotels >= 0 and (hotels <= 2 if 5 in usual else houses <= 4):
            cash = {seat: {"cash": random.choice((120, 400, 2000, 2000))} for seat in SEATS}
            return {"deeds": deeds, "players": cash}


def proposed(game: Game, random: Random) -> Report:
    """A random report about building; a good part of them is refused."""
    position = game.ruleset.position(game)
    wanted = declared(game)
    first = game.ruleset.due(game)[0]["kind"]
    if first in ("auction", "payment", "place") and random.random() < 0.8:
        return under_the_hammer(game, random)
    group = random.choice(GROUPS)
    seat = owner(position, group[0]) or random.choice(SEATS)
    levels = [position["deeds"][deed]["level"] for deed in group]
    kind = random.choice(("build", "build", "build", "close", "withdraw", "sell", "raise"))
    if kind == "close" and wanted:
        return {"type": "close_building"}
    if kind == "withdraw" and wanted:
        seat = random.choice(list(wanted))
        deed, level = random.choice(list(wanted[seat].items()))
        return {"type": "withdraw_build", "player": seat, "to": {deed: level - 1}}
    if kind == "sell" and random.random() < 0.4:
        return {"type": "sell", "player": seat, "to": dict.fromkeys(group, max(0, max(levels) - random.choice((1, 2))))}
    if kind == "raise" and random.random() < 0.4:
        lifted = random.choice(("mortgage", "lift_mortgage"))
        return {"type": lifted, "player": seat, "deeds": [random.choice(group)]}
    target = min(5, min(levels) + random.choice((1, 1, 2)))
    chosen = [deed for deed in group if random.random() < 0.7] or list(group)
    return {"type": "build", "player": seat, "to": dict.fromkeys(chosen, target)}


def under_the_hammer(game: Game, random: Random) -> Report:
    """A random call, or a report that follows one, from the list of legal reports; some calls exceed the means."""
    entries = [entry for entry in game.ruleset.legal(game) if entry["type"] in AUCTION]
    if not entries:  # won but not payable yet: cash has to be raised first
        return step_forward(game) or {"type": "close_auction"}
    entry = random.choice([entry for entry in entries if entry["type"] == "place"] or entries)
    if entry["type"] != "bid":
        return {name: value for name, value in entry.items() if name != "amount"}
    high = entry["least"] + random.choice((0, 0, 0, 50, 1000)) * entry["step"]
    return {"type": "bid", "player": entry["player"], "amount": high}


def owner(position: Report, deed: str) -> str | None:
    """The seat of a deed's owner, or None."""
    holding = position["deeds"].get(deed)
    return holding["owner"] if holding else None


def played(table: tuple[str, int], length: int = 60) -> list[tuple[Game, Report, Answer]]:
    """Random building at one table: for each report the game before it, the report, and the answer."""
    random = Random(table[1])
    ruleset = rulesets.load(table[0])
    game = ruleset.start(list(SEATS), start=scarce_start(random))
    steps = []
    for _ in range(length):
        report = proposed(game, random)
        answer = ruleset.judge(game, as_report(report))
        steps.append((game, report, answer))
        game = answer.game
    return steps


def declared(game: Game) -> dict[str, dict[str, int]]:
    """The declared levels, by seat and deed."""
    found: dict[str, dict[str, int]] = next(
        (entry["declared"] for entry in game.ruleset.due(game) if "declared" in entry), {}
    )
    return found


@given(TABLES)
@settings(max_examples=30)
def test_no_declaration_stands_that_could_not_be_made(table: tuple[str, int]) -> None:
    for _, report, answer in played(table):
        position = answer.game.ruleset.position(answer.game)
        for seat, levels in declared(answer.game).items():
            for deed, level in levels.items():
                holdings = [position["deeds"][lot] for lot in GROUP_OF[deed]]
                after = [max(levels.get(lot, 0), position["deeds"][lot]["level"]) for lot in GROUP_OF[deed]]
                ranks = [rank(answer.game, each) for each in after]
                assert level > position["deeds"][deed]["level"], report
                assert all(row["owner"] == seat and not row["mortgaged"] for row in holdings), report
                assert max(ranks) - min(ranks) <= 1, report


@given(TABLES)
@settings(max_examples=30)
def test_one_player_alone_never_has_an_auction(table: tuple[str, int]) -> None:
    for game, report, answer in played(table):
        if any(event["kind"] == "auction_opened" for event in answer.events):
            assert len(declared(answer.game)) > 1, (declared(game), report)
        if len(declared(game)) == 1 and game.ruleset.due(game)[0]["kind"] == "building":
            assert not any(entry["type"] == "bid" for entry in game.ruleset.legal(game))


@given(TABLES)
@settings(max_examples=30)
def test_pieces_and_cash_never_run_below_nothing(table: tuple[str, int]) -> None:
    for _, report, answer in played(table):
        position = answer.game.ruleset.position(answer.game)
        assert min(position["bank"].values()) >= 0, report
        assert min(player["cash"] for player in position["players"].values()) >= 0, report
        counted = answer.game.ruleset.mechanics.conserved(answer.game.state)
        assert (counted["houses"], counted["hotels"], counted["cash"]) == (32, 12, 0), report


FORWARD = ("place", "pay", "close_auction", "close_building", "default", "mortgage", "sell")
"""The types of reports that get building done, in the order in which they are tried."""


def step_forward(game: Game) -> Report | None:
    """A report that brings declared building closer to its end: the first of `rulesets.moves` of the first type of
    which there is one.  Only that one is completed: all ways to sell houses are thousands.
    """
    entries = game.ruleset.legal(game)
    wanted = (entry for kind in FORWARD for entry in entries if entry["type"] == kind)
    return next((dict(report) for entry in wanted for report in completed(game, entry)), None)


@given(TABLES)
@settings(max_examples=20)
def test_what_is_due_of_building_is_never_a_dead_end(table: tuple[str, int]) -> None:
    for game, _, _ in played(table)[::7]:
        after = game
        for _ in range(80):
            due = after.ruleset.due(after)
            if not any("declared" in entry for entry in due):
                break
            report = step_forward(after)
            assert report is not None, due
            after = after.ruleset.judge(after, as_report(report)).game
        assert after.ruleset.due(after)[0]["kind"] == "roll"


@given(TABLES)
@settings(max_examples=8)
def test_the_list_of_what_is_legal_agrees_with_the_referee(table: tuple[str, int]) -> None:
    for game, report, answer in played(table)[::3]:
        entries = game.ruleset.legal(game)
        for entry in entries:
            for instance in instances(game, entry):
                assert game.ruleset.judge(game, as_report(instance)).accepted, (entry, instance)
        if answer.accepted:
            assert any(covers(entry, raised(game, report)) for entry in entries), (entries, report)


def raised(game: Game, report: Report) -> Report:
    """A report without the lots that it names at the level that they have, or that is declared for them, since the list
    names only lots that can be raised.
    """
    if report["type"] != "build":
        return report
    standing = game.ruleset.position(game)["deeds"]
    own = declared(game).get(report["player"], {})
    to = {deed: level for deed, level in report["to"].items() if level > max(standing[deed]["level"], own.get(deed, 0))}
    return {**report, "to": to}


@given(TABLES)
@settings(max_examples=20)
def test_a_position_in_the_middle_of_building_goes_on_the_same(table: tuple[str, int]) -> None:
    """The position written down, given as a start, answers the next report in the same way."""
    for game, report, answer in played(table)[::5]:
        again = game.ruleset.start(list(SEATS), start=game.ruleset.position(game))
        other = game.ruleset.judge(again, as_report(report))
        assert (other.accepted, other.events) == (answer.accepted, answer.events), report
        assert game.ruleset.position(other.game) == game.ruleset.position(answer.game), report


def test_the_explanation_says_that_nobody_may_call_for_what_one_player_alone_wants() -> None:
    """Three houses are declared by one player, and another's broken hotel leaves one in the bank."""
    full = {deed: {"owner": "D", "level": 4} for group in (RED, YELLOW) for deed in group}
    green = {deed: {"owner": "D", "level": 1} for deed in GREEN}
    hotels = {deed: {"owner": "C", "level": 5} for deed in DARK_BLUE}
    bare = {deed: {"owner": seat} for seat, group in (("A", LIGHT_BLUE), ("B", PINK)) for deed in group}
    ruleset = rulesets.load("classic-us")
    game = ruleset.start(list(SEATS), start={"deeds": full | green | hotels | bare})
    kinds = []
    for report in (
        {"type": "build", "player": "A", "to": dict.fromkeys(LIGHT_BLUE, 1)},
        {"type": "sell", "player": "C", "to": {"boardwalk": 4}},
    ):
        game = ruleset.judge(game, as_report(report)).game
        shortage = ruleset.explanation(game).explained.shortage
        assert shortage is not None and shortage["piece"] == ""
        kinds.append(shortage["lines"][-1]["kind"])
    assert kinds == ["within_stock", "as_far_as_stock"]
