"""Counts of legal reports: how many of a fixed universe of reports a ruleset accepts in a position (docs/counts.md).

``python -m tests.rulesets.counts [NAME]`` regenerates ``counts/NAME.json`` (without a name: all of them) after an
intended change.  `universe` does not depend on any ruleset: whoever writes an engine can enumerate the same reports and
compare.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import rulesets
from rulesets import Game, Ruleset
from rulesets.classic.mechanics import ClassicMechanics
from rulesets.editions import Edition
from rulesets.reports import as_report
from tests.rulesets.count_positions import Report, edition_of, positions

Position = Mapping[str, Any]

FOLDER = Path(__file__).parent / "counts"
MOST_BID = 120
DEEPER = 3
"""How many positions are counted two reports deep."""


# -- the universe


def universe(position: Position, edition: Edition, seats: Sequence[str]) -> list[Report]:
    """The reports among which legal ones are counted: distinct, and derived from the public position alone."""
    return [
        *_plain(edition, seats),
        *_paid(seats),
        *_cards(edition, seats),
        *_called(seats),
        *_deeds(position, edition),
        *_built(position, edition),
        *_withdrawn(position),
        *_traded(position, edition, seats),
    ]


def _plain(edition: Edition, seats: Sequence[str]) -> Iterator[Report]:
    for player in seats:
        for first, second in product(range(1, 7), repeat=2):
            yield {"type": "roll", "player": player, "dice": [first, second]}
        for kind in ("pay_bail", "buy", "decline", "default", "declare_bankruptcy", "take_over"):
            yield {"type": kind, "player": player}
        for deck in edition.decks:
            yield {"type": "use_card", "player": player, "deck": deck}
        for option in ("flat", "percent"):
            yield {"type": "choose_tax", "player": player, "option": option}
    for kind in ("close_auction", "close_building", "time_up"):
        yield {"type": kind}


def _paid(seats: Sequence[str]) -> Iterator[Report]:
    for player in seats:
        others = [seat for seat in seats if seat != player]
        for other in others:
            yield {"type": "claim_rent", "player": player, "from": other}
        for to in ("bank", "each", *others):
            yield {"type": "pay", "player": player, "to": to}


def _cards(edition: Edition, seats: Sequence[str]) -> Iterator[Report]:
    keys = dict.fromkeys(card.key for deck in edition.decks.values() for card in deck)  # some are in both decks
    for player in seats:
        for key in keys:
            yield {"type": "draw", "player": player, "card": key}


def _called(seats: Sequence[str]) -> Iterator[Report]:
    for player in seats:
        for amount in range(1, MOST_BID + 1):
            yield {"type": "bid", "player": player, "amount": amount}


def _owners(position: Position, edition: Edition) -> dict[str, str]:
    """The owner of every deed that is not the bank's, in board order."""
    rows = position["deeds"]
    return {deed.key: rows[deed.key]["owner"] for deed in edition.deeds if deed.key in rows}


def _deeds(position: Position, edition: Edition) -> Iterator[Report]:
    for deed, owner in _owners(position, edition).items():
        yield {"type": "mortgage", "player": owner, "deeds": [deed]}
        yield {"type": "lift_mortgage", "player": owner, "deeds": [deed]}
        yield {"type": "place", "player": owner, "deed": deed}


def _built(position: Position, edition: Edition) -> Iterator[Report]:
    owners = _owners(position, edition)
    for group in edition.groups.values():
        lots = [edition.deeds[number].key for number in group if edition.deeds[number].building_cost]
        for player in dict.fromkeys(owners[lot] for lot in lots if lot in owners):
            own = {lot: position["deeds"][lot]["level"] for lot in lots if owners.get(lot) == player}
            for levels in product(range(6), repeat=len(own)):
                to = {lot: level for lot, level in zip(own, levels, strict=True) if level != own[lot]}
                if to:
                    yield {"type": "build", "player": player, "to": to}
                    yield {"type": "sell", "player": player, "to": to}


def _withdrawn(position: Position) -> Iterator[Report]:
    rows = [entry["declared"] for entry in position["due"] if "declared" in entry]
    for player, lot in dict.fromkeys((player, lot) for row in rows for player, lots in row.items() for lot in lots):
        for level in range(5):
            yield {"type": "withdraw_build", "player": player, "to": {lot: level}}


def _traded(position: Position, edition: Edition, seats: Sequence[str]) -> Iterator[Report]:
    owners = _owners(position, edition)
    deeds = {seat: [deed for deed, owner in owners.items() if owner == seat] for seat in seats}
    for player, other in product(seats, repeat=2):
        if player == other:
            continue
        pair = {"type": "trade", "player": player, "with": other}
        for deed in deeds[player]:
            yield {**pair, "give": {"deeds": [deed]}, "take": {"cash": 1}}
            for back in deeds[other]:
                yield {**pair, "give": {"deeds": [deed]}, "take": {"deeds": [back]}}
        for deck in position["players"][player]["cards"]:
            yield {**pair, "give": {"cards": [deck]}, "take": {"cash": 1}}


# -- counting


class Count(NamedTuple):
    """How many reports of the universe are accepted, by type (without types that have 0) and in total, and its size."""

    counts: dict[str, int]
    total: int
    universe: int


def reached(ruleset: Ruleset, header: Mapping[str, Any], reports: Sequence[Report]) -> Game:
    """The game after a record, every report of which must be accepted."""
    game = ruleset.start(header["seats"], header.get("edition"), header.get("options"), header.get("start"))
    for report in reports:
        answer = ruleset.judge(game, as_report(report))
        assert answer.accepted, (ruleset.name, report, [refusal.code for refusal in answer.refusals])
        game = answer.game
    return game


def possible(game: Game, header: Mapping[str, Any]) -> list[Report]:
    return universe(game.ruleset.position(game), edition_of(game.ruleset, header), header["seats"])


def accepted(game: Game, reports: Sequence[Report]) -> list[Report]:
    """Those of the reports that are accepted now."""
    return [report for report in reports if game.ruleset.judge(game, as_report(report)).accepted]


def tally(game: Game, header: Mapping[str, Any]) -> tuple[list[Report], Count]:
    """The reports of the universe that are accepted now, and their counts."""
    every = possible(game, header)
    found = accepted(game, every)
    by_type = Counter(report["type"] for report in found)
    return found, Count(dict(by_type), len(found), len(every))


def count(ruleset: Ruleset, header: Mapping[str, Any], reports: Sequence[Report]) -> Count:
    """The counts after a record."""
    return tally(reached(ruleset, header, reports), header)[1]


def depth2(ruleset: Ruleset, header: Mapping[str, Any], reports: Sequence[Report]) -> int:
    """The number of accepted second reports, summed over all accepted first ones."""
    game = reached(ruleset, header, reports)
    firsts = accepted(game, possible(game, header))
    return sum(count(ruleset, header, [*reports, first]).total for first in firsts)


# -- the stored files


def names() -> list[str]:
    """The rulesets of the classic board."""
    return [name for name in rulesets.names() if isinstance(rulesets.load(name).mechanics, ClassicMechanics)]


def stored(name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return entries


def counted(name: str) -> list[dict[str, Any]]:
    """The entries of a ruleset, counted now."""
    ruleset = rulesets.load(name)
    rows = [{**row._asdict(), **count(ruleset, row.header, row.reports)._asdict()} for row in positions(name)]
    for row in sorted((row for row in rows if row["total"]), key=lambda row: int(row["total"]))[:DEEPER]:
        row["depth2"] = depth2(ruleset, row["header"], row["reports"])
    return rows


def renew(name: str) -> None:
    """Write the current counts of the ruleset, with a line for each part of an entry."""
    rows = []
    for row in counted(name):
        parts = {key: json.dumps(value, ensure_ascii=False) for key, value in row.items()}
        lines = [json.dumps(report, ensure_ascii=False) for report in row["reports"]]
        parts["reports"] = "[" + ",".join(f"\n   {line}" for line in lines) + "]"
        rows.append(" {" + ",\n  ".join(f'"{key}": {value}' for key, value in parts.items()) + "}")
    (FOLDER / f"{name}.json").write_text("[\n" + ",\n".join(rows) + "\n]\n", "utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or names():
        renew(chosen)
