"""The positions in which legal reports are counted (docs/counts.md), and the parts they are built from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import rulesets
from rulesets import Ruleset
from rulesets.editions import Edition

Report = dict[str, Any]

LIGHT_BLUE = ("oriental_avenue", "vermont_avenue", "connecticut_avenue")
ORANGE = ("st_james_place", "tennessee_avenue", "new_york_avenue")
RED = ("kentucky_avenue", "indiana_avenue", "illinois_avenue")
YELLOW = ("atlantic_avenue", "ventnor_avenue", "marvin_gardens")
GREEN = ("pacific_avenue", "north_carolina_avenue", "pennsylvania_avenue")
DARK_BLUE = ("park_place", "boardwalk")


def lots(owner: str, deeds: Sequence[str], *levels: int) -> dict[str, Report]:
    """Deeds of one owner at these levels; the last level also holds for the remaining deeds."""
    every = (*levels, *(levels or (0,))[-1:] * (len(deeds) - len(levels)))
    return {deed: {"owner": owner, "level": level} for deed, level in zip(deeds, every, strict=True)}


def mortgaged(owner: str, *deeds: str) -> dict[str, Report]:
    return {deed: {"owner": owner, "mortgaged": True} for deed in deeds}


def throw(player: str, first: int, second: int) -> Report:
    return {"type": "roll", "player": player, "dice": [first, second]}


def claim(player: str, payer: str) -> Report:
    """A claim of rent; where rent is owed at once it is accepted but not needed."""
    return {"type": "claim_rent", "player": player, "from": payer}


def call(player: str, amount: int) -> Report:
    return {"type": "bid", "player": player, "amount": amount}


DECLINE = {"type": "decline", "player": "A"}
HAMMER = {"type": "close_auction"}


def edition_of(ruleset: Ruleset, header: Mapping[str, Any]) -> Edition:
    """The edition of a header, as data."""
    edition = ruleset.mechanics.edition(header.get("edition", ruleset.default_edition))
    assert isinstance(edition, Edition)
    return edition


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
    yield entry("bankrupt_debtor", name, "ABC", start, *owed)
    sunk = {**start, "deeds": {**start["deeds"], **mortgaged("A", "reading_railroad")}}
    yield entry("bankrupt_debtor_all_mortgaged", name, "ABC", sunk, *owed)
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
