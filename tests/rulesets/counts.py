"""Counts of legal reports: of a fixed universe of reports, how many a ruleset accepts in a position (docs/counts.md).

``python -m tests.rulesets.counts [NAME]`` renews ``counts/NAME.json`` (without a name: all of them) after a meant
change.  `universe` asks no ruleset anything: whoever writes an engine can enumerate the same reports and compare.
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

Report = dict[str, Any]
Position = Mapping[str, Any]

FOLDER = Path(__file__).parent / "counts"
MOST_BID = 120
DEEPER = 3
"""How many positions are counted two reports deep."""


# -- the universe


def universe(position: Position, edition: Edition, seats: Sequence[str]) -> list[Report]:
    """The reports over which legal ones are counted: distinct, and named by the public position alone."""
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
    keys = dict.fromkeys(card.key for deck in edition.decks.values() for card in deck)  # some stand in both decks
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
    """How many reports of the universe are accepted, by type (types with 0 left out), and of how many."""

    counts: dict[str, int]
    total: int
    universe: int


def reached(ruleset: Ruleset, header: Mapping[str, Any], reports: Sequence[Report]) -> Game:
    """The game behind a record, every report of which must be accepted."""
    game = ruleset.start(header["seats"], header.get("edition"), header.get("options"), header.get("start"))
    for report in reports:
        answer = ruleset.judge(game, report)
        assert answer.accepted, (ruleset.name, report, [refusal.code for refusal in answer.refusals])
        game = answer.game
    return game


def edition_of(ruleset: Ruleset, header: Mapping[str, Any]) -> Edition:
    """The edition of a header, as data."""
    edition = ruleset.mechanics.edition(header.get("edition", ruleset.default_edition))
    assert isinstance(edition, Edition)
    return edition


def possible(game: Game, header: Mapping[str, Any]) -> list[Report]:
    """The universe of a game's position."""
    return universe(game.ruleset.position(game), edition_of(game.ruleset, header), header["seats"])


def accepted(game: Game, reports: Sequence[Report]) -> list[Report]:
    """Those of the reports that are accepted now."""
    return [report for report in reports if game.ruleset.judge(game, report).accepted]


def tally(game: Game, header: Mapping[str, Any]) -> tuple[list[Report], Count]:
    """What is accepted now of the universe, and how much of each type."""
    every = possible(game, header)
    found = accepted(game, every)
    by_type = Counter(report["type"] for report in found)
    return found, Count(dict(by_type), len(found), len(every))


def count(ruleset: Ruleset, header: Mapping[str, Any], reports: Sequence[Report]) -> Count:
    """What is accepted behind a record."""
    return tally(reached(ruleset, header, reports), header)[1]


def depth2(ruleset: Ruleset, header: Mapping[str, Any], reports: Sequence[Report]) -> int:
    """The sum, over all accepted first reports, of the accepted second ones."""
    game = reached(ruleset, header, reports)
    firsts = accepted(game, possible(game, header))
    return sum(count(ruleset, header, [*reports, first]).total for first in firsts)


# -- the positions


LIGHT_BLUE = ("oriental_avenue", "vermont_avenue", "connecticut_avenue")
ORANGE = ("st_james_place", "tennessee_avenue", "new_york_avenue")
RED = ("kentucky_avenue", "indiana_avenue", "illinois_avenue")
YELLOW = ("atlantic_avenue", "ventnor_avenue", "marvin_gardens")
GREEN = ("pacific_avenue", "north_carolina_avenue", "pennsylvania_avenue")
DARK_BLUE = ("park_place", "boardwalk")


def lots(owner: str, deeds: Sequence[str], *levels: int) -> dict[str, Report]:
    """Deeds of one owner, at these levels, the last one for all that follow."""
    every = (*levels, *(levels or (0,))[-1:] * (len(deeds) - len(levels)))
    return {deed: {"owner": owner, "level": level} for deed, level in zip(deeds, every, strict=True)}


def mortgaged(owner: str, *deeds: str) -> dict[str, Report]:
    """Mortgaged deeds of one owner."""
    return {deed: {"owner": owner, "mortgaged": True} for deed in deeds}


def throw(player: str, first: int, second: int) -> Report:
    """A throw."""
    return {"type": "roll", "player": player, "dice": [first, second]}


def claim(player: str, payer: str) -> Report:
    """Rent asked for; accepted, and not needed, where rent is owed at once."""
    return {"type": "claim_rent", "player": player, "from": payer}


def call(player: str, amount: int) -> Report:
    """A call."""
    return {"type": "bid", "player": player, "amount": amount}


DECLINE = {"type": "decline", "player": "A"}
HAMMER = {"type": "close_auction"}


class Entry(NamedTuple):
    """A position: its name, and the record that leads there."""

    name: str
    header: Report
    reports: list[Report]


def positions(name: str) -> list[Entry]:
    """The positions of a ruleset, the same for all rulesets where the reports that lead there are accepted."""
    return [
        *_beginning(name),
        *_bought(name),
        *_rents(name),
        *_spaces(name),
        *_jailed(name),
        *_sold(name),
        *_scarce(name),
        *_broken(name),
    ]


def deals(name: str) -> bool:
    """Whether a ruleset deals deeds before the game."""
    return name.endswith(("-short", "-timed"))


def entry(name: str, ruleset: str, seats: str, start: Report | None, *reports: Report, edition: str = "") -> Entry:
    """A position of a ruleset; ``start``: by default the set-up."""
    edition = edition or rulesets.load(ruleset).default_edition
    header: Report = {"record": "monopoly/1", "ruleset": ruleset, "edition": edition, "seats": list(seats)}
    return Entry(name, header if start is None else {**header, "start": start}, list(reports))


def _beginning(name: str) -> Iterator[Entry]:
    hands = {
        "A": ["mediterranean_avenue", "baltic_avenue"],
        "B": ["reading_railroad", "boardwalk"],
        "C": ["electric_company", "st_james_place"],
    }
    if deals(name):
        yield entry("setup", name, "ABC", None)
        yield entry("opening", name, "ABC", None, {"type": "deal", "deeds": hands})
    else:
        yield entry("opening", name, "ABC", None)


def _bought(name: str) -> Iterator[Entry]:
    to_oriental = (throw("A", 2, 4), DECLINE)
    yield entry("purchase", name, "ABC", {"turn": "A"}, throw("A", 2, 4))
    held = {**lots("A", ("reading_railroad", "electric_company")), **lots("B", ("boardwalk",))}
    yield entry("purchase_beyond_cash", name, "ABC", {"players": {"A": {"cash": 90}}, "deeds": held}, throw("A", 2, 4))
    yield entry("auction", name, "ABC", {"turn": "A"}, *to_oriental, call("B", 80))
    held = {**lots("B", ("reading_railroad", "electric_company")), **lots("C", ("boardwalk",))}
    start: Report = {"players": {"B": {"cash": 10}}, "deeds": held}
    yield entry("win_beyond_cash", name, "ABC", start, *to_oriental, call("B", 90), HAMMER)
    start = {"players": {"B": {"cash": 10}}, "deeds": mortgaged("B", "electric_company")}
    won = (*to_oriental, call("B", 90), HAMMER)
    yield entry("win_beyond_assets", name, "ABC", start, *won)
    yield entry("auction_again", name, "ABC", start, *won, {"type": "default", "player": "B"}, call("C", 100))


def _rents(name: str) -> Iterator[Entry]:
    start: Report = {
        "players": {"A": {"space": "jail"}},
        "deeds": {**lots("B", ORANGE[2:]), "reading_railroad": {"owner": "C"}},
    }
    if name != "jma-2006":
        yield entry("rent_open", name, "ABC", start, throw("A", 3, 6))
        late = {"players": {"A": {"space": "jail"}}, "deeds": lots("C", ORANGE[2:])}
        yield entry("rent_open_a_throw_later", name, "ABC", late, throw("A", 3, 6), throw("B", 4, 6))
    start = {
        "players": {"A": {"cash": 50, "space": "jail"}},
        "deeds": {
            **lots("A", LIGHT_BLUE, 1),
            **lots("A", ("reading_railroad",)),
            **lots("B", ORANGE, 2),
            **lots("C", ("boardwalk",)),
        },
    }
    yield entry("rent_due", name, "ABC", start, throw("A", 3, 6), claim("B", "A"))


def _spaces(name: str) -> Iterator[Entry]:
    start: Report = {"deeds": lots("B", ("boardwalk",))}
    yield entry("income_tax", name, "ABC", start, throw("A", 1, 3), edition="atlantic-city")
    yield entry("doubles", name, "ABC", start, throw("A", 5, 5))
    to_chance = throw("A", 3, 4)
    all_pay = {"type": "draw", "player": "A", "card": "chairman_pay_each_50"}
    yield entry("owed_to_each", name, "ABC", start, to_chance, all_pay)
    start = {"deeds": lots("B", ("electric_company",))}
    to_utility = {"type": "draw", "player": "A", "card": "nearest_utility"}
    yield entry("throw_for_utility_rent", name, "ABC", start, to_chance, to_utility)
    edition = edition_of(rulesets.load(name), {})
    left = ("advance_to_go", "bank_dividend_50", "release")
    known = [card.key for card in edition.decks["chance"] if card.key not in left]
    start = {"players": {"B": {"cards": ["chance"]}}, "decks": {"chance": {"known": known}}}
    yield entry("card", name, "ABC", start, to_chance)


def _jailed(name: str) -> Iterator[Entry]:
    last = 0 if name == "wiki-2008-short" else 2
    deeds = lots("B", ("virginia_avenue",))
    first = {"players": {"A": {"jail": 0}, "C": {"cards": ["chance"]}}, "deeds": deeds}
    yield entry("jail_first_throw", name, "ABC", first)
    holder = {"players": {"A": {"jail": last, "cards": ["chance"]}}, "deeds": deeds}
    yield entry("jail_last_throw_with_card", name, "ABC", holder)
    yield entry("jail_fee_with_card", name, "ABC", holder, throw("A", 1, 3))
    seeker = {"players": {"A": {"jail": last}, "C": {"cards": ["chance"]}}, "deeds": deeds}
    yield entry("jail_fee_without_card", name, "ABC", seeker, throw("A", 1, 3))
    broke = {"players": {"A": {"cash": 20, "jail": last}}, "deeds": deeds}
    yield entry("jail_fee_beyond_assets", name, "ABC", broke, throw("A", 1, 3))


def _sold(name: str) -> Iterator[Entry]:
    built = {
        **lots("A", ORANGE, 5, 5, 4),
        **lots("B", GREEN, 4),
        **lots("B", DARK_BLUE, 1),
        **lots("C", LIGHT_BLUE, 4),
    }
    yield entry("two_houses_in_bank", name, "ABC", {"turn": "B", "deeds": built})
    start: Report = {"players": {"A": {"cash": 0, "space": "short_line"}}, "deeds": built}
    yield entry("hotels_to_sell_for_rent", name, "ABC", start, throw("A", 5, 6), claim("C", "A"))
    built = {**lots("A", GREEN, 4, 4, 3), **lots("B", YELLOW, 4), **lots("C", ORANGE, 3)}
    yield entry("no_house_in_bank", name, "ABC", {"turn": "B", "deeds": built})


def _scarce(name: str) -> Iterator[Entry]:
    start = {
        "deeds": {
            **lots("A", LIGHT_BLUE),
            **lots("B", ORANGE),
            **lots("C", YELLOW, 4),
            **lots("C", RED, 4),
            **lots("C", GREEN, 2),
        }
    }
    declared: list[Report] = [
        {"type": "build", "player": "A", "to": dict.fromkeys(LIGHT_BLUE[:2], 1)},
        {"type": "build", "player": "B", "to": dict.fromkeys(ORANGE[:2], 1)},
    ]
    yield entry("declared_beyond_stock", name, "ABC", start, *declared)
    declared.append({"type": "close_building"})
    yield entry("piece_auction", name, "ABC", start, *declared)
    yield entry("place", name, "ABC", start, *declared, call("A", 100), HAMMER)


def _broken(name: str) -> Iterator[Entry]:
    start: Report = {
        "players": {"A": {"cash": 300}},
        "deeds": {**mortgaged("A", "boardwalk"), **lots("B", ("baltic_avenue",))},
    }
    sale = {"type": "trade", "player": "A", "with": "B", "give": {"deeds": ["boardwalk"]}, "take": {"cash": 100}}
    yield entry("mortgaged_deed_received", name, "ABC", start, sale)
    start = {
        "players": {"A": {"cash": 20, "space": "jail"}},
        "deeds": {**lots("A", ("reading_railroad",)), **lots("B", ORANGE, 5), **lots("C", ("boardwalk",))},
    }
    owed = (throw("A", 3, 6), claim("B", "A"))
    sunk = (*owed, {"type": "mortgage", "player": "A", "deeds": ["reading_railroad"]})
    yield entry("bankrupt_debtor", name, "ABC", start, *owed)
    yield entry("bankrupt_debtor_all_mortgaged", name, "ABC", start, *sunk)
    start = {
        "players": {"A": {"cash": 5, "space": "jail"}, "B": {"cash": 0}},
        "deeds": {**mortgaged("A", *DARK_BLUE), **lots("B", ORANGE, 5), **lots("B", ("baltic_avenue",))},
    }
    ruin = {"type": "declare_bankruptcy", "player": "A"}
    yield entry("heir_of_mortgaged_deeds", name, "ABC", start, *owed, ruin)
    start = {
        "players": {"A": {"cash": 20, "space": "short_line"}},
        "deeds": {**mortgaged("A", "mediterranean_avenue", "reading_railroad"), **lots("B", ("boardwalk",))},
    }
    if name != "wiki-2008-short":  # the first bankruptcy ends it
        yield entry("bank_auction", name, "ABC", start, throw("A", 1, 2), ruin, call("B", 50))
    start = {"players": {"A": {"cash": 20, "space": "jail"}}, "deeds": lots("B", ORANGE, 5)}
    yield entry("game_over", name, "AB", start, *owed, ruin)
    if name == "jma-2006" or name.endswith("-timed"):
        start = {"deeds": {**lots("A", LIGHT_BLUE, 1), **mortgaged("B", "boardwalk")}}
        yield entry("after_signal", name, "ABC", start, {"type": "time_up"})


# -- the stored files


def names() -> list[str]:
    """The rulesets of the classic board."""
    return [name for name in rulesets.names() if isinstance(rulesets.load(name).mechanics, ClassicMechanics)]


def stored(name: str) -> list[dict[str, Any]]:
    """The entries kept for a ruleset."""
    entries: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return entries


def counted(name: str) -> list[dict[str, Any]]:
    """The entries of a ruleset as it counts now."""
    ruleset = rulesets.load(name)
    rows = [{**row._asdict(), **count(ruleset, row.header, row.reports)._asdict()} for row in positions(name)]
    for row in sorted((row for row in rows if row["total"]), key=lambda row: int(row["total"]))[:DEEPER]:
        row["depth2"] = depth2(ruleset, row["header"], row["reports"])
    return rows


def renew(name: str) -> None:
    """Write what the ruleset counts now, a line for each part of an entry."""
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
