"""Turns the tables of an edition file into an `Edition`, or into a list of all that is missing or impossible in it.

A blank that has yet to be filled in is ``"?"``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from rulesets.city.game import pieces
from rulesets.city.game.board import (
    CARD_KINDS,
    CARDS,
    CORNERS,
    DISTRICT,
    DISTRICTS,
    SPACE_KINDS,
    Card,
    Deed,
    Edition,
    EditionError,
    Space,
)
from rulesets.city.game.table import Figures
from rulesets.frozen import FrozenDict
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import in_every_language

BLANK = "?"
COUNTS = 8
"""The number of rents on a district card besides the land rent: for one to eight blocks."""
KEY = re.compile(r"[a-z][a-z0-9_]*")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LARGEST = 100_000
"""The largest figure that a card may show, in K: 100M."""


class Reader:
    """Reads one table of a file; a faulty field is noted and reads as its empty value ("", 0, ())."""

    def __init__(self, data: object, path: str, faults: list[str]) -> None:
        self.data = data if isinstance(data, Mapping) else {}
        self.path = path
        self.faults = faults
        self.known: set[str] = set()
        if not isinstance(data, Mapping):
            self.fault("this is no table", "a table of named fields is needed")

    def fault(self, wrong: str, right: str) -> None:
        self.faults.append(f"{self.path}: {wrong}; {right}")

    def take(self, name: str, right: str) -> Any:
        """Return the raw value of a field; None, and a fault, where it is missing or still blank."""
        self.known.add(name)
        if name not in self.data:
            self.fault(f"{name} is missing", right)
            return None
        value = self.data[name]
        if value == BLANK or (isinstance(value, list) and BLANK in value):
            self.fault(f"{name} is still blank", right)
            return None
        return value

    def number(self, name: str, right: str = "a whole number of thousands above 0, in tens, is needed") -> int:
        """An amount in K, a positive multiple of 10 (CITY/MONEY-1)."""
        value = self.take(name, right)
        if value is None or _amount(value):
            return value or 0
        self.fault(f"{name} is {value!r}", right)
        return 0

    def numbers(self, name: str, count: int, right: str) -> tuple[int, ...]:
        """A list of ``count`` amounts in K."""
        value = self.take(name, right)
        if value is None:
            return ()
        if isinstance(value, list) and len(value) == count and all(_amount(each) for each in value):
            return tuple(value)
        self.fault(f"{name} is {value!r}", right)
        return ()

    def prices(self, name: str) -> tuple[int, ...]:
        """Prices of pieces of 1, 2 and 3 blocks, given as a price per block or as the three prices."""
        right = "the price of one block in K is needed, or a list of the prices of pieces of 1, 2 and 3 blocks"
        value = self.take(name, right)
        if value is None:
            return ()
        if _amount(value):
            return tuple(value * size for size in pieces.SIZES)
        if isinstance(value, list) and len(value) == len(pieces.SIZES) and all(_amount(each) for each in value):
            return tuple(value)
        self.fault(f"{name} is {value!r}", right)
        return ()

    def word(self, name: str, pattern: re.Pattern[str], right: str) -> str:
        """A word that matches a pattern."""
        value = self.take(name, right)
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        if value is not None:
            self.fault(f"{name} is {value!r}", right)
        return ""

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        """One of the known words."""
        right = f"one of {', '.join(known)} is needed"
        value = self.take(name, right)
        if isinstance(value, str) and value in known:
            return value
        if value is not None:
            self.fault(f"{name} is {value!r}", right)
        return ""

    def texts(self, name: str) -> Mapping[str, str]:
        """A text by language: English is required, the other languages fall back to it."""
        right = f"a table with texts for {', '.join(LANGUAGES)} is needed"
        value = self.take(name, right)
        good = isinstance(value, Mapping) and {FALLBACK} <= set(value) <= set(LANGUAGES)
        if good and all(isinstance(text, str) and text.strip() for text in value.values()):
            if BLANK not in value.values():
                return in_every_language(value)
            self.fault(f"{name} is still blank", right)
        elif value is not None:
            self.fault(f"{name} is {value!r}", right)
        return FrozenDict(dict.fromkeys(LANGUAGES, ""))

    def rows(self, name: str) -> list[Reader]:
        """A list of tables."""
        value = self.take(name, "a list of tables is needed")
        if not isinstance(value, list):
            if value is not None:
                self.fault(f"{name} is no list", "a list of tables is needed")
            return []
        return [self.within(f"{name}[{at}]", row) for at, row in enumerate(value)]

    def within(self, name: str, value: object) -> Reader:
        """A table nested in this one; its key, if it has one, is shown with its faults."""
        key = value.get("key") if isinstance(value, Mapping) else None
        shown = f"{name} ({key})" if isinstance(key, str) and key != BLANK else name
        return Reader(value, shown, self.faults)

    def done(self) -> None:
        """Note every field that was not read."""
        for name in self.data:
            if name not in self.known:
                self.fault(f"{name} is not a known field", f"the fields here are {', '.join(sorted(self.known))}")


def _amount(value: object) -> bool:
    return type(value) is int and 0 < value <= LARGEST and value % 10 == 0


def read(data: Mapping[str, object], name: str | None = None) -> Edition:
    """Read an edition from a file.  Raises `EditionError` with all faults (CONTENTS-1, OVER-2, RES-1, IND-1)."""
    faults: list[str] = []
    top = Reader(data, "edition", faults)
    given = top.word("name", NAME, "a short name of small letters, digits and hyphens is needed")
    named = name or given or "?"
    names = top.texts("names")
    invented = top.take("invented", "true or false is needed: whether the figures are made up")
    if invented is not None and not isinstance(invented, bool):
        top.fault(f"invented is {invented!r}", "true or false is needed")
    go_income = top.number("go_income", "the income for passing GO, in K, is needed; copy it from the GO space")
    spaces, deeds = read_board(top)
    groups = read_groups(top, deeds)
    cards = read_cards(top, spaces)
    check_rules(top)
    top.done()
    if faults:
        raise EditionError(named, tuple(faults))
    members = {group: tuple(deed.number for deed in deeds if deed.group == group) for group in groups}
    return Edition(
        name=named,
        names=names,
        invented=bool(invented),
        go_income=go_income,
        spaces=tuple(spaces),
        deeds=tuple(deed._replace(siblings=members[deed.group]) for deed in deeds),
        groups=FrozenDict(members),
        group_names=FrozenDict(groups),
        cards=tuple(cards),
        card=FrozenDict({card.key: card for card in cards}),
        space_index=FrozenDict({space.key: space.number for space in spaces}),
        deed_number=FrozenDict({deed.key: deed.number for deed in deeds}),
        jail=next(space.number for space in spaces if space.kind == "jail"),
    )


def read_board(top: Reader) -> tuple[list[Space], list[Deed]]:
    """Read the track from GO on, in the direction of play, with its district cards."""
    spaces: list[Space] = []
    deeds: list[Deed] = []
    for index, row in enumerate(top.rows("spaces")):
        key = row.word("key", KEY, "a key of small letters, digits and underscores is needed")
        kind = row.one_of("kind", SPACE_KINDS)
        space = Space(index, key, kind, row.texts("names"))
        if kind == DISTRICT:
            space = space._replace(deed=len(deeds))
            deeds.append(read_deed(row, space))
        elif kind == "planning_permission":
            space = space._replace(pair=read_pair(row))
        elif kind in CORNERS and key not in ("", kind):
            row.fault(f"the key is {key}", f"records call this space {kind}")
        if kind:
            row.done()
        spaces.append(space)
    if spaces:
        check_board(top, spaces, deeds)
    return spaces, deeds


def read_deed(row: Reader, space: Space) -> Deed:
    """Read a district card: residential blocks cost less than industrial ones, and the rents rise (RES-1, IND-1)."""
    deed = Deed(
        number=space.deed,
        key=space.key,
        space=space.number,
        group=row.word("group", KEY, "the key of the colour group is needed"),
        price=row.number("price", "the price shown on the space, in K, is needed"),
        land_rent=row.number("land_rent", "the land rent of the district card, in K, is needed"),
        rents=row.numbers("rents", COUNTS, "the eight rents of the district card, for 1 to 8 blocks, in K, are needed"),
        residential=row.prices("residential"),
        industrial=row.prices("industrial"),
        skyscraper=row.number("skyscraper", "the price at the bottom of the district card, in K, is needed"),
    )
    dear = [cheap >= dear for cheap, dear in zip(deed.residential, deed.industrial, strict=False)]
    if any(dear):
        facts = f"residential {list(deed.residential)} is not below industrial {list(deed.industrial)}"
        row.fault(facts, "residential pieces cost less than industrial ones (CITY/RES-1)")
    rising = (deed.land_rent, *deed.rents)
    if all(rising) and deed.rents and any(after <= before for before, after in pairwise(rising)):
        row.fault(f"the rents {list(rising)} do not rise", "each must be above the one before, land rent first")
    return deed


def read_pair(row: Reader) -> tuple[str, ...]:
    """Read what a Planning Permission space offers: one of the four pairs, or nothing if unknown (PERMIT-2)."""
    row.known.add("pair")
    if "pair" not in row.data:
        return ()
    right = f"one of the pairs {', '.join(' and '.join(pair) for pair in pieces.PAIRS)} is needed, or no pair at all"
    value = row.take("pair", right)
    for pair in pieces.PAIRS:
        if isinstance(value, list) and len(value) == len(pair) and all(piece in pair for piece in value):
            return pair
    if value is not None:
        row.fault(f"pair is {value!r}", right)
    return ()


def check_board(top: Reader, spaces: list[Space], deeds: list[Deed]) -> None:
    """Check for twenty-two districts, one space each, one of every corner, GO first (CONTENTS-1, OVER-2)."""
    for key, count in Counter(space.key for space in spaces if space.key).items():
        if count > 1:
            top.fault(f"{count} spaces have the key {key}", "every district and space needs its own (CITY/OVER-2)")
    kinds = Counter(space.kind for space in spaces)
    for kind in CORNERS:
        if kinds[kind] != 1:
            top.fault(f"spaces of kind {kind}: {kinds[kind]}", "exactly one is needed")
    if spaces[0].kind != "go" and kinds["go"] == 1:
        top.fault(f"the first space is {spaces[0].key or 'unnamed'}", "the spaces are listed from GO on")
    if len(deeds) != DISTRICTS:
        top.fault(f"spaces of kind {DISTRICT}: {len(deeds)}", f"{DISTRICTS} are needed (CITY/CONTENTS-1)")
    if not kinds["chance"]:
        top.fault("there is no chance space", "the board has at least one")


def read_groups(top: Reader, deeds: list[Deed]) -> dict[str, Mapping[str, str]]:
    """Read the colour groups with their names; ``size``: the number of districts in each, as its cards say."""
    value = top.take("groups", "a table of colour groups is needed")
    found: dict[str, Mapping[str, str]] = {}
    rows = value.items() if isinstance(value, Mapping) else ()
    members = Counter(deed.group for deed in deeds if deed.group)
    for group, row in rows:
        reader = Reader(row, f"groups.{group}", top.faults)
        found[str(group)] = reader.texts("names")
        size = reader.take("size", "how many districts the group has is needed")
        if size is not None and (type(size) is not int or not 2 <= size <= 4):
            reader.fault(f"size is {size!r}", "a group has 2 to 4 districts")
        elif size is not None and size != members[group]:
            reader.fault(f"districts on the board: {members[group]}", f"the group has {size}")
        reader.done()
    for group in members:
        if group not in found:
            top.fault(f"the group {group} is not listed", "every colour group needs a table in groups")
    return found


def read_cards(top: Reader, spaces: list[Space]) -> list[Card]:
    """Read the twenty-five Chance cards; the Rent Dodge card is not one of them (CONTENTS-1, SETUP-2)."""
    index = {space.key: space.number for space in spaces if space.key}
    cards = []
    for row in top.rows("cards"):
        key = row.word("key", KEY, "a key of small letters, digits and underscores is needed")
        kind = row.one_of("kind", CARD_KINDS)
        card = Card(key, row.texts("labels"), kind)
        if kind in ("collect", "pay", "collect_each", "pay_each"):
            card = card._replace(amount=row.number("amount"))
        elif kind == "advance":
            where = row.word("space", KEY, "the key of the space that the card leads to is needed")
            if where and where not in index:
                row.fault(f"there is no space {where}", "a card leads to a space of the board")
            card = card._replace(space=index.get(where, -1))
        if kind:
            row.done()
        cards.append(card)
    for key, count in Counter(card.key for card in cards if card.key).items():
        if count > 1:
            top.fault(f"{count} cards have the key {key}", "every card needs its own")
    if cards and len(cards) != CARDS:
        top.fault(f"Chance cards: {len(cards)}", f"{CARDS} are needed, without the Rent Dodge card (CITY/CONTENTS-1)")
    return cards


def check_rules(top: Reader) -> None:
    """Check the figures of the rules, which a file may repeat but not change."""
    top.known.add("rules")
    if "rules" not in top.data:
        return
    rules = Reader(top.data["rules"], "rules", top.faults)
    known = {**Figures()._asdict(), "hazards": dict(pieces.HAZARDS)}
    for name, value in rules.data.items():
        if name not in known:
            rules.fault(f"{name} is not a known figure", f"the figures are {', '.join(known)}")
        elif value != known[name]:
            rules.fault(f"{name} is {value!r}", f"the rules say {known[name]}")
