"""Crafted deals: cash, deeds, release cards, claims, whole built groups, and what a deal must not include."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.fuzz.seen import Report, Seen, other, some_deeds, somebody

FORBIDDEN: tuple[tuple[str, Any], ...] = (
    ("promise", "no rent until noon"),
    ("immunity", 3),
    ("free_rent", ["boardwalk"]),
    ("later", {"cash": 100}),
    ("houses", 2),
    ("hotels", 1),
)
"""What a deal must not include, as a table would report it."""


def price(seen: Seen, random: Random, deeds: list[str]) -> int:
    """A sum related to the price of deeds: half of it, the price, twice as much, or a dollar off."""
    printed: int = sum(deed.price for deed in seen.edition.deeds if deed.key in deeds)
    near: int = random.choice((printed, printed // 2, printed // 2 - 1, printed * 2, printed * 2 + 1))
    return max(0, near)


def cash(seen: Seen, random: Random, seat: str) -> int:
    """A sum: a small one, half or all of the cash, a dollar more than that."""
    held = seen.cash(seat)
    return random.choice((0, 1, 10, 50, 100, 250, held, held, held // 2, held + 1))


def claims(seen: Seen, random: Random, pair: tuple[str, str]) -> list[Report]:
    """Claims from existing debts, whole or in part, released or assigned; sometimes one that does not exist."""
    found = [
        {
            "debtor": entry["player"],
            "creditor": entry["to"],
            "amount": random.choice((entry["amount"], entry["amount"], entry["amount"] // 2 or 1, entry["amount"] + 1)),
        }
        for entry in seen.debts()
        if entry["to"] in seen.seats and (entry["player"] in pair or entry["to"] in pair or random.random() < 0.2)
    ]
    if not found and random.random() < 0.2:
        found = [{"debtor": pair[0], "creditor": pair[1], "amount": 100}]
    return random.sample(found, min(len(found), random.choice((1, 1, 2))))


def side(seen: Seen, random: Random, seat: str, pair: tuple[str, str]) -> Report:
    """What one side hands over."""
    part: Report = {}
    if random.random() < 0.55:
        part["cash"] = cash(seen, random, seat)
    if random.random() < 0.6:
        part["deeds"] = some_deeds(seen, random, seat)
        if random.random() < 0.25:
            part["sell_buildings"] = random.random() < 0.9
    if (seen.cards(seat) and random.random() < 0.4) or random.random() < 0.03:
        part["cards"] = list(seen.cards(seat)) or ["chance"]
    if random.random() < 0.35:
        part["claims"] = claims(seen, random, pair)
    if random.random() < 0.03:
        name, value = random.choice(FORBIDDEN)
        part[name] = value
    return part


def trade(seen: Seen, random: Random) -> Report:
    """A deal of two players; sometimes of three, or with oneself."""
    one = somebody(seen, random)
    two = other(seen, random, one)
    report: Report = {"type": "trade", "player": one, "with": two, **sides(seen, random, one, two)}
    if random.random() < 0.02:
        report["with"] = random.choice(([two], [two, somebody(seen, random)], one))
    return report


def sides(seen: Seen, random: Random, one: str, two: str) -> Report:
    """Both sides of a deal: anything for anything, or deeds for about their price."""
    pair = (one, two)
    if random.random() < 0.03:
        return {"give": {}, "take": {}}
    if seen.cards(one) and random.random() < 0.3:
        deeds = some_deeds(seen, random, two)
        least = sum(deed.mortgage for deed in seen.edition.deeds if deed.key in deeds)
        give = {"cards": seen.cards(one), "cash": max(0, least - random.choice((0, 20, 48, 49, 97)))}
        return {"give": give, "take": {"deeds": deeds}}
    if random.random() < 0.5:
        return {"give": side(seen, random, one, pair), "take": side(seen, random, two, pair)}
    deeds = some_deeds(seen, random, two)
    sold: Report = {"deeds": deeds}
    if any(seen.level(deed) for deed in deeds) or random.random() < 0.05:
        sold["sell_buildings"] = True
    return {"give": {"cash": price(seen, random, deeds)}, "take": sold}


def talk(seen: Seen, random: Random) -> Report:
    """Open or close a talk."""
    open_talks = seen.position.get("talks", [])
    if open_talks and random.random() < 0.5:
        one, two = random.choice(open_talks)
        return {"type": "close_talk", "player": one, "with": two}
    one = somebody(seen, random)
    return {"type": random.choice(("open_talk", "close_talk")), "player": one, "with": other(seen, random, one)}
