"""The deals of a table in order: who gave what for what, with the list price of each side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core.chain import ChainLine
from referee.log.table_game import TableGame
from referee.log.text import narrate, taken_back
from rulesets import Game
from rulesets.languages import FALLBACK
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A deal that was not undone.  ``one``, ``other``: the seats; ``gave``, ``took``: what ``one`` gave and got, at
    list price in the game's money; ``sentence``: the deal in words.
    """

    seq: int
    one: str
    other: str
    gave: int
    took: int
    sentence: str


def deals_in_log(game: TableGame, lines: Sequence[ChainLine], language: str) -> list[PastDeal]:
    """The deals in a log, except those that were undone.  ``game``: the table's; ``lines``: the whole log."""
    undone = taken_back(lines)
    found = []
    for line in lines:
        events = json.loads(line.answer)["events"] if line.accepted and line.seq not in undone else ()
        for event in (each for each in events if each["kind"] == "traded"):
            gave, took = (list_price(game.game, event[side]) for side in ("give", "take"))
            sentence = " ".join(narrate(game, [event], language))
            found.append(PastDeal(line.seq, event["player"], event["with"], gave, took, sentence))
    return found


def list_price(game: Game, side: Mapping[str, Any]) -> int:
    """The list price of one side of a deal: cash, claims and the printed price of deeds; release cards count as 0."""
    printed = game.ruleset.mechanics.printed(game.state.table, FALLBACK)
    prices: dict[str, int] = {deed["key"]: deed.get("price") or 0 for deed in printed.get("deeds", ())}
    claims: int = sum(each["amount"] for each in side.get("claims", ()))
    cash: int = side.get("cash", 0)
    return cash + claims + sum(prices[key] for key in side.get("deeds", ()))


@dataclass(frozen=True, slots=True)
class PairTotals:
    """All deals between two seats.  ``gave``, ``took``: what ``one`` gave and got in all."""

    one: str
    other: str
    deals: Sequence[PastDeal]
    gave: int
    took: int


def group_by_pair(found: Sequence[PastDeal]) -> list[PairTotals]:
    """Group deals by pair of seats, the greatest imbalance first."""
    pairs: dict[tuple[str, str], list[PastDeal]] = {}
    for each in found:
        pairs.setdefault((min(each.one, each.other), max(each.one, each.other)), []).append(each)
    rows = []
    for (one, other), deals in pairs.items():
        ways = [(each.gave, each.took) if each.one == one else (each.took, each.gave) for each in deals]
        rows.append(PairTotals(one, other, deals, sum(gave for gave, _ in ways), sum(took for _, took in ways)))
    return sorted(rows, key=lambda row: -abs(row.gave - row.took))


@dataclass(frozen=True, slots=True)
class PairDeals:
    """The deals between two players in words.  ``sums``: what went each way in all; ``deals``: the entry number and the
    text of each.
    """

    sums: str
    deals: Sequence[tuple[int, str]]


def deals_by_pair(
    game: TableGame, lines: Sequence[ChainLine], names: Mapping[str, str], language: str
) -> list[PairDeals]:
    """The deals of a table by pair of players, with what went each way at list price.  ``names``: by seat."""
    labels, table = words(language), game.game.state.table

    def money(amount: int) -> str:
        return game.game.ruleset.mechanics.label(table, "money", amount, language) or str(amount)

    return [
        PairDeals(
            labels["dossier_sums"].format(
                one=names[pair.one], other=names[pair.other], gave=money(pair.gave), took=money(pair.took)
            ),
            [(each.seq, f"{each.sentence} ({money(each.gave)} / {money(each.took)})") for each in pair.deals],
        )
        for pair in group_by_pair(deals_in_log(game, lines, language))
    ]
