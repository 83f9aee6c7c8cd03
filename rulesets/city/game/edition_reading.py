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
    CERTAIN_GROUP,
    CERTAIN_RENTS,
    CORNERS,
    DISTRICT,
    DISTRICTS,
    MONEY,
    SPACE_KINDS,
    Card,
    Deed,
    Edition,
    Space,
)
from rulesets.city.game.table import Figures
from rulesets.frozen import FrozenDict
from rulesets.kernel.edition_faults import EditionError, EditionFault
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import in_every_language

BLANK = "?"
COUNTS = 8
"""The number of rents on a district card besides the land rent: for one to eight blocks."""
KEY = re.compile(r"[a-z][a-z0-9_]*")
AMOUNTS = frozenset(("go_income", "price", "land_rent", "rents", "residential", "industrial", "skyscraper", "amount"))
"""The fields that hold amounts of money."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LARGEST = 100_000
"""The largest figure that a card may show, in K: 100M."""


class Reader:
    """Reads one table of a file; a faulty field is noted and reads as its empty value ("", 0, ())."""

    def __init__(self, data: object, path: str, faults: list[EditionFault]) -> None:
        self.data = data if isinstance(data, Mapping) else {}
        self.path = path
        self.faults = faults
        self.known: set[str] = set()
        if not isinstance(data, Mapping):
            self.fault("no_table", "table")

    def fault(self, wrong: str, right: str, **facts: object) -> None:
        self.faults.append(EditionFault(self.path, wrong, right, facts))

    def bad(self, name: str, right: str, **facts: object) -> None:
        """Note a value that cannot be."""
        self.fault("value", right, name=name, value=_shown(self.data[name], money=name in AMOUNTS), **facts)

    def bad_amount(self, name: str, right: str, count: int = 0) -> None:
        """Note an amount, or a list of ``count``, that cannot be; ``right``: what is needed, if it is no such thing."""
        value = self.data[name]
        several = value if isinstance(value, list) and len(value) == count else [value]
        whole = isinstance(value, list) == bool(count) and all(type(each) is int for each in several)
        self.bad(name, "amount" if whole else right, most=MONEY.shown(LARGEST))

    def take(self, name: str, right: str, **facts: object) -> Any:
        """Return the raw value of a field; None, and a fault, where it is missing or still blank."""
        self.known.add(name)
        if name not in self.data:
            self.fault("missing", right, name=name, **facts)
            return None
        value = self.data[name]
        if value == BLANK or (isinstance(value, list) and BLANK in value):
            self.fault("blank", right, name=name, **facts)
            return None
        return value

    def number(self, name: str, right: str = "amount") -> int:
        """An amount in K, a positive multiple of 10 (CITY/MONEY-1)."""
        value = self.take(name, right)
        if value is None or _amount(value):
            return value or 0
        self.bad_amount(name, right)
        return 0

    def numbers(self, name: str, count: int, right: str) -> tuple[int, ...]:
        """A list of ``count`` amounts in K."""
        value = self.take(name, right)
        if value is None:
            return ()
        if isinstance(value, list) and len(value) == count and all(_amount(each) for each in value):
            return tuple(value)
        self.bad_amount(name, right, count)
        return ()

    def prices(self, name: str) -> tuple[int, ...]:
        """Prices of pieces of 1, 2 and 3 blocks, given as a price per block or as the three prices."""
        value = self.take(name, "prices")
        if value is None:
            return ()
        if _amount(value):
            return tuple(value * size for size in pieces.SIZES)
        if isinstance(value, list) and len(value) == len(pieces.SIZES) and all(_amount(each) for each in value):
            return tuple(value)
        self.bad_amount(name, "prices", len(pieces.SIZES) if isinstance(value, list) else 0)
        return ()

    def word(self, name: str, pattern: re.Pattern[str], right: str) -> str:
        value = self.take(name, right)
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        if value is not None:
            self.bad(name, right)
        return ""

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        value = self.take(name, "one_of", known=", ".join(known))
        if isinstance(value, str) and value in known:
            return value
        if value is not None:
            self.bad(name, "one_of", known=", ".join(known))
        return ""

    def texts(self, name: str) -> Mapping[str, str]:
        """A text by language: one is enough, and stands for the others, English first; blanks are left out."""
        facts = {"languages": ", ".join(LANGUAGES)}
        value = self.take(name, "texts", **facts)
        good = isinstance(value, Mapping) and value and set(value) <= set(LANGUAGES)
        if good and all(isinstance(text, str) and text.strip() for text in value.values()):
            given = {language: text for language, text in value.items() if text != BLANK}
            if given:
                return in_every_language({FALLBACK: next(iter(given.values())), **given})
            self.fault("blank", "texts", name=name, **facts)
        elif value is not None:
            self.bad(name, "texts", **facts)
        return FrozenDict(dict.fromkeys(LANGUAGES, ""))

    def rows(self, name: str) -> list[Reader]:
        value = self.take(name, "list")
        if not isinstance(value, list):
            if value is not None:
                self.fault("no_list", "list", name=name)
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
                self.fault("field", "fields", name=name, known=", ".join(sorted(self.known)))


def _shown(value: object, *, money: bool) -> str:
    """A value of a file as a fault mentions it."""
    if isinstance(value, list):
        return " / ".join(_shown(each, money=money) for each in value)
    if isinstance(value, Mapping):
        return " / ".join(f"{key}: {each}" for key, each in value.items())
    return MONEY.shown(value) if money and type(value) is int else str(value)


def _amount(value: object) -> bool:
    return type(value) is int and 0 < value <= LARGEST and value % 10 == 0


def read(data: Mapping[str, object], name: str | None = None) -> Edition:
    """Read an edition from a file.  Raises `EditionError` with all faults (CONTENTS-1, OVER-2, RES-1, IND-1)."""
    faults: list[EditionFault] = []
    top = Reader(data, "edition", faults)
    given = top.word("name", NAME, "short_name")
    named = name or given or "?"
    names = top.texts("names")
    invented = top.take("invented", "invented")
    if invented is not None and not isinstance(invented, bool):
        top.bad("invented", "invented")
    go_income = top.number("go_income", "go_income")
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
        key = row.word("key", KEY, "key")
        kind = row.one_of("kind", SPACE_KINDS)
        space = Space(index, key, kind, row.texts("names"))
        if kind == DISTRICT:
            space = space._replace(deed=len(deeds))
            deeds.append(read_deed(row, space))
        elif kind == "planning_permission":
            space = space._replace(pair=read_pair(row))
        elif kind in CORNERS and key not in ("", kind):
            row.fault("corner_key", "corner", name="key", key=key, kind=kind)
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
        group=row.word("group", KEY, "group"),
        price=row.number("price", "price"),
        land_rent=row.number("land_rent", "land_rent"),
        rents=row.numbers("rents", COUNTS, "rents"),
        residential=row.prices("residential"),
        industrial=row.prices("industrial"),
        skyscraper=row.number("skyscraper", "skyscraper"),
    )
    dear = [cheap >= dear for cheap, dear in zip(deed.residential, deed.industrial, strict=False)]
    if any(dear):
        prices = {each: _shown([*getattr(deed, each)], money=True) for each in ("residential", "industrial")}
        row.fault("not_cheaper", "cheaper", name="residential", **prices)
    rising = (deed.land_rent, *deed.rents)
    if all(rising) and deed.rents and any(after <= before for before, after in pairwise(rising)):
        row.fault("not_rising", "rising", name="rents", rents=_shown([*rising], money=True))
    blocks, certain = CERTAIN_RENTS.get(deed.key, (0, 0))
    if blocks and deed.rents and deed.rents[blocks - 1] != certain:
        shown = {"value": MONEY.shown(deed.rents[blocks - 1]), "known": MONEY.shown(certain)}
        row.fault("certain_rent", "certain", name="rents", blocks=blocks, **shown)
    return deed


def read_pair(row: Reader) -> tuple[str, ...]:
    """Read what a Planning Permission space offers: one of the four pairs, or nothing if unknown (PERMIT-2)."""
    row.known.add("pair")
    if "pair" not in row.data:
        return ()
    known = ", ".join(" + ".join(pair) for pair in pieces.PAIRS)
    value = row.take("pair", "pair", known=known)
    for pair in pieces.PAIRS:
        if isinstance(value, list) and len(value) == len(pair) and all(piece in pair for piece in value):
            return pair
    if value is not None:
        row.bad("pair", "pair", known=known)
    return ()


def check_board(top: Reader, spaces: list[Space], deeds: list[Deed]) -> None:
    """Check for twenty-two districts, one space each, one of every corner, GO first (CONTENTS-1, OVER-2)."""
    for key, count in Counter(space.key for space in spaces if space.key).items():
        if count > 1:
            top.fault("shared_key", "own_key", count=count, key=key)
    kinds = Counter(space.kind for space in spaces)
    for kind in CORNERS:
        if kinds[kind] != 1:
            top.fault("kind_count", "exactly_one", kind=kind, count=kinds[kind])
    if spaces[0].kind != "go" and kinds["go"] == 1:
        top.fault("first_space", "from_go", key=spaces[0].key or BLANK)
    if len(deeds) != DISTRICTS:
        top.fault("kind_count", "count", kind=DISTRICT, count=len(deeds), needed=DISTRICTS)
    if not kinds["chance"]:
        top.fault("no_chance", "chance")
    check_certain_group(top, deeds)


def check_certain_group(top: Reader, deeds: list[Deed]) -> None:
    """Check the one colour group that the published rules name whole."""
    named = {deed.group for deed in deeds if deed.key in CERTAIN_GROUP}
    members = [deed.key for deed in deeds if deed.group in named]
    if len(named) > 1 or (named and any(key not in CERTAIN_GROUP for key in members)):
        top.fault("certain_group", "one_group", districts=", ".join(CERTAIN_GROUP))


def read_groups(top: Reader, deeds: list[Deed]) -> dict[str, Mapping[str, str]]:
    """Read the colour groups with their names; ``size``: the number of districts in each, as its cards say."""
    value = top.take("groups", "groups")
    found: dict[str, Mapping[str, str]] = {}
    rows = value.items() if isinstance(value, Mapping) else ()
    members = Counter(deed.group for deed in deeds if deed.group)
    for group, row in rows:
        reader = Reader(row, f"groups.{group}", top.faults)
        found[str(group)] = reader.texts("names")
        size = reader.take("size", "size")
        if size is not None and (type(size) is not int or not 2 <= size <= 4):
            reader.bad("size", "sizes")
        elif size is not None and size != members[group]:
            reader.fault("group_size", "group_has", name="size", count=members[group], size=size)
        reader.done()
    for group in members:
        if group not in found:
            top.fault("group_unlisted", "group_table", group=group)
    return found


def read_cards(top: Reader, spaces: list[Space]) -> list[Card]:
    """Read the twenty-five Chance cards; the Rent Dodge card is not one of them (CONTENTS-1, SETUP-2)."""
    index = {space.key: space.number for space in spaces if space.key}
    cards = []
    for row in top.rows("cards"):
        key = row.word("key", KEY, "key")
        kind = row.one_of("kind", CARD_KINDS)
        card = Card(key, row.texts("labels"), kind)
        if kind in ("collect", "pay", "collect_each", "pay_each"):
            card = card._replace(amount=row.number("amount"))
        elif kind == "advance":
            where = row.word("space", KEY, "destination")
            if where and where not in index:
                row.fault("no_space", "on_board", name="space", space=where)
            card = card._replace(space=index.get(where, -1))
        if kind:
            row.done()
        cards.append(card)
    for key, count in Counter(card.key for card in cards if card.key).items():
        if count > 1:
            top.fault("shared_card", "card_key", count=count, key=key)
    if cards and len(cards) != CARDS:
        top.fault("card_count", "cards", count=len(cards), needed=CARDS)
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
            rules.fault("figure", "figures", name=name, known=", ".join(known))
        elif value != known[name]:
            rules.bad(name, "rules", known=_shown(known[name], money=False))
