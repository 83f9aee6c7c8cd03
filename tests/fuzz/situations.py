"""Rare start positions of the classic board: rivals for scarce pieces, debtors and possible rescuers, the third try in
jail, auctions open or not yet paid for, the end.

Each function returns a position to start from.  Some are impossible under some rulesets: then the header is refused,
the sentences of the refusal are checked, and another header is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Position = dict[str, Any]
Rows = dict[str, dict[str, Any]]
CASH = (0, 10, 49, 50, 120, 300, 700, 1500, 4000)
CARDS = ("chance", "community_chest")


def players(seats: list[str], random: Random, cash: tuple[int, ...] = CASH) -> Rows:
    """Cash for every player, and release cards for some."""
    rows: Rows = {seat: {"cash": random.choice(cash)} for seat in seats}
    for deck in CARDS:
        if random.random() < 0.3:
            rows[random.choice(seats)].setdefault("cards", []).append(deck)
    return rows


def spread(edition: Any, seats: list[str], random: Random, levels: tuple[int, ...] = (0, 0, 0, 1, 3, 4, 5)) -> Rows:
    """Distribute the deeds: some groups whole, some built within the stock of pieces, some mortgaged."""
    houses, hotels = edition.houses, edition.hotels
    rows: Rows = {}
    for group in edition.groups.values():
        owner, level = random.choice(seats), random.choice(levels)
        whole = random.random() < 0.6
        if not edition.deeds[group[0]].building_cost or not whole:
            level = 0
        if (level == 5 and len(group) > hotels) or (0 < level < 5 and level * len(group) > houses):
            level = 0
        houses -= level * len(group) if level < 5 else 0
        hotels -= len(group) if level == 5 else 0
        for number in group:
            if whole or random.random() < 0.6:
                seat = owner if whole else random.choice(seats)
                mortgaged = level == 0 and random.random() < 0.3
                rows[edition.deeds[number].key] = {"owner": seat, "level": level, "mortgaged": mortgaged}
    return rows


def shortage(edition: Any, seats: list[str], random: Random) -> Position:
    """Few pieces are left, and several rivals own whole groups and want them."""
    groups = [list(group) for group in edition.groups.values() if edition.deeds[group[0]].building_cost]
    random.shuffle(groups)
    hotels = random.random() < 0.4
    want = groups[: 2 if hotels else random.choice((2, 2, 3))]
    houses = edition.houses
    rows: Rows = {}
    for at, group in enumerate(want):
        base = random.choice((3, 4, 4)) if hotels else random.choice((0, 0, 1, 2))
        mortgaged = base == 0 and random.random() < 0.1
        for number in group:
            level = base + (base < 4 and not mortgaged and random.random() < 0.3)
            houses -= level
            owner = seats[at % len(seats)]
            row = {"owner": owner, "level": level, "mortgaged": mortgaged and random.random() < 0.5}
            rows[edition.deeds[number].key] = row
    left, spare = edition.hotels if hotels else houses, random.choice((0, 1, 1, 2, 3, 5))
    for group in groups[len(want) :]:
        level = 5 if hotels else min(4, (left - spare) // len(group))
        pieces = len(group) * (1 if hotels else level)
        if level > 0 and left - pieces >= spare:
            left -= pieces
            owner = random.choice(seats)
            rows |= {edition.deeds[number].key: {"owner": owner, "level": level} for number in group}
    return {"deeds": rows, "players": players(seats, random, (50, 120, 400, 1000, 3000))}


def rivals(edition: Any, seats: list[str], random: Random) -> Position:
    """Like `shortage`, with declarations made, a piece being auctioned, not yet paid, or not yet placed."""
    start = shortage(edition, seats, random)
    declared: dict[str, dict[str, int]] = {}
    for group in edition.groups.values():
        keys = [edition.deeds[number].key for number in group]
        rows = [start["deeds"].get(key, {"level": 5}) for key in keys]
        low = min(row["level"] for row in rows)
        if low < 5 and not any(row.get("mortgaged") for row in rows) and random.random() < 0.9:
            to = {key: low + 1 for key, row in zip(keys, rows, strict=True) if row["level"] == low}
            declared.setdefault(rows[0]["owner"], {}).update(to)
    piece = "hotel" if any(level == 5 for to in declared.values() for level in to.values()) else "house"
    winner, amount = random.choice([*declared] or seats), random.choice((10, 60, 200))
    high = {"player": winner, "amount": amount} if random.random() < 0.5 else None
    open_things: tuple[dict[str, Any], ...] = (
        {"kind": "building", "short": True},
        {"kind": "building", "short": True},
        {"kind": "auction", "piece": piece, "high": high, "out": []},
        {"kind": "payment", "player": winner, "amount": amount, "piece": piece},
        {"kind": "place", "player": winner, "piece": piece, "amount": amount},
    )
    due = random.choice(open_things)
    return {**start, "due": [{**due, "declared": declared}]}


def landed_among_rivals(edition: Any, seats: list[str], random: Random) -> Position:
    """Like `rivals`, in the turn of a player who has a property to buy or to decline besides (the boxed rulesets)."""
    start = rivals(edition, seats, random)
    free = random.choice([deed.key for deed in edition.deeds if deed.key not in start["deeds"]])
    player = random.choice(seats)
    start["players"][player]["space"] = free
    purchase = {"kind": "buy_or_decline", "player": player, "deed": free}
    return {**start, "phase": "turn", "turn": player, "due": [purchase, *start["due"]]}


def debtors(edition: Any, seats: list[str], random: Random) -> Position:
    """One or two debtors with little cash, among others who could rescue them."""
    rows = spread(edition, seats, random)
    cash = players(seats, random, (300, 700, 1500, 4000))
    owed = []
    for debtor in random.sample(seats, random.choice((1, 1, 1, 2))):
        cash[debtor]["cash"] = random.choice((0, 5, 30, 80, 200))
        others = [deed for deed, row in rows.items() if row["owner"] != debtor and not row["mortgaged"]]
        amount = random.choice((4, 50, 90, 200, 400, 750, 1100, 2000))
        if others and random.random() < 0.7:
            deed = random.choice(others)
            rent = {"to": rows[deed]["owner"], "amount": amount, "cause": "rent", "deed": deed}
            owed.append({"kind": "debt", "player": debtor, **rent})
        else:
            cause = random.choice(("tax", "card", "card"))
            to = "bank" if cause == "tax" else random.choice(("bank", "each", *seats))
            owed.append({"kind": "debt", "player": debtor, "to": to, "amount": amount, "cause": cause})
    return {"phase": "turn", "turn": owed[0]["player"], "due": owed, "deeds": rows, "players": cash}


def rescued(edition: Any, seats: list[str], random: Random) -> Position:
    """Like `debtors`, with offers that may save the first of them, of cash or a deed against a deed, or a release card
    with it; sometimes what is owed is a jail fee with a rent behind it, or another owes more than all has (jma-2006).
    """
    start = debtors(edition, seats, random)
    debtor = start["turn"]
    fee = {"kind": "debt", "player": debtor, "to": "bank", "amount": edition.jail_fee, "cause": "jail_fee"}
    if random.random() < 0.4:
        for row in start["players"].values():
            row.pop("cards", None)
        start["players"][debtor] |= {"space": "jail", "jail": 2, "cards": [random.choice(CARDS)]}
        start["due"] = [{**fee, "dice": random.choice(([1, 3], [4, 2], [3, 5], [4, 5], [5, 6]))}]
    owed = sum(entry["amount"] for entry in start["due"] if entry["player"] == debtor) + random.choice(
        (0, 0, 600, 1500)
    )
    creditors = {entry["to"] for entry in start["due"] if entry["player"] == debtor}
    free = [deed for deed, row in start["deeds"].items() if not row["level"] and deed in loose(edition, start["deeds"])]
    offers = []
    for rescuer in random.sample(seats, random.choice((1, 1, 2))):
        own, others = ([deed for deed in free if start["deeds"][deed]["owner"] == who] for who in (rescuer, debtor))
        if rescuer in {debtor, *creditors} or not others:
            continue
        start["players"][rescuer]["cash"] = random.choice((10, 4000, 4000))
        give: Position = {"cash": min(start["players"][rescuer]["cash"], owed + random.choice((0, 0, 10, 100)))}
        if own and random.random() < 0.4:
            give["deeds"] = [random.choice(own)]
        offers.append({"player": rescuer, "to": debtor, "give": give, "take": {"deeds": [random.choice(others)]}})
        if (cards := start["players"][debtor].get("cards")) and random.random() < 0.5:
            offers[-1]["take"]["cards"] = cards[:1]
    if random.random() < 0.4:  # another who owes still more, and has cash to offer all the same
        other = random.choice([seat for seat in seats if seat != debtor])
        start["players"][other]["cash"] = 4000
        start["due"].append({"kind": "debt", "player": other, "to": "bank", "amount": 20000, "cause": "card"})
        offers = [offer for offer in offers if offer["player"] != other]
    free = [deed.key for deed in edition.deeds if deed.key not in start["deeds"]]
    if free and random.random() < 0.3:  # and a deed is under the hammer
        start["due"].insert(0, {"kind": "auction", "deed": random.choice(free), "high": None, "out": []})
    return {**start, "offers": offers}


def loose(edition: Any, rows: Rows) -> set[str]:
    """The deeds of groups without buildings."""
    groups = [[edition.deeds[number].key for number in group] for group in edition.groups.values()]
    return {deed for group in groups if not any(rows.get(lot, {}).get("level") for lot in group) for deed in group}


def third_try(edition: Any, seats: list[str], random: Random) -> Position:
    """A player before the last throw to leave jail, with little cash, and high rents on the spaces after it."""
    rows = spread(edition, seats, random, (0, 3, 4, 5, 5))
    cash = players(seats, random)
    prisoner = random.choice(seats)
    cash[prisoner] |= {"cash": random.choice((0, 10, 49, 50, 60, 200, 700)), "space": "jail", "jail": 2}
    return {"turn": prisoner, "deeds": rows, "players": cash, "time_up": random.random() < 0.1}


def landed(edition: Any, seats: list[str], random: Random) -> Position:
    """A player on a space whose decision is still due, sometimes after doubles."""
    rows = spread(edition, seats, random)
    player = random.choice(seats)
    free = [deed.key for deed in edition.deeds if deed.key not in rows]
    deck = random.choice(CARDS)
    ahead: tuple[dict[str, Any], ...] = (
        {"kind": "draw", "player": player, "deck": deck},
        {"kind": "choose_tax", "player": player},
        {"kind": "pay_or_draw", "player": player, "amount": 10, "deck": "chance"},
        {"kind": "buy_or_decline", "player": player, "deed": random.choice(free or ["boardwalk"])},
    )
    due = [random.choice(ahead)]
    spaces = {"draw": f"{deck}_1", "choose_tax": "income_tax", "pay_or_draw": "community_chest_1"}
    cash = players(seats, random)
    cash[player]["space"] = due[0].get("deed") or spaces[due[0]["kind"]]
    known = random.sample([card.key for card in edition.decks[deck]], random.choice((0, 0, 3, 15, 16)))
    doubles = random.choice((0, 0, 1, 2))
    rest: Position = {"due": due, "deeds": rows, "players": cash, "decks": {deck: {"known": known}}}
    return {"phase": "turn", "turn": player, "doubles": doubles, **rest}


def hammer(edition: Any, seats: list[str], random: Random) -> Position:
    """A deed being auctioned, or won and not yet paid."""
    rows = spread(edition, seats, random)
    free = [deed.key for deed in edition.deeds if deed.key not in rows] or ["boardwalk"]
    for deed in free:
        rows.pop(deed, None)
    winner, amount = random.choice(seats), random.choice((10, 50, 200, 1000))
    high = {"player": winner, "amount": amount} if random.random() < 0.6 else None
    auction: dict[str, Any] = {"kind": "auction", "deed": free[0], "high": high, "out": []}
    payment: dict[str, Any] = {"kind": "payment", "player": winner, "amount": amount, "deed": free[0]}
    due = random.choice((auction, payment))
    turn = random.choice(seats)
    return {"phase": "turn", "turn": turn, "due": [due], "deeds": rows, "players": players(seats, random)}


def ending(edition: Any, seats: list[str], random: Random) -> Position:
    """After the signal: before the last throw, or before the throw for doubles."""
    rows = spread(edition, seats, random)
    start: Position = {"time_up": True, "turn": random.choice(seats), "deeds": rows, "players": players(seats, random)}
    return start if random.random() < 0.5 else start | {"phase": "turn", "doubles": random.choice((1, 2))}


def two_left(edition: Any, seats: list[str], random: Random) -> Position:
    """All but two players are out."""
    left = random.sample(seats, 2)
    rows = spread(edition, left, random)
    cash = players(left, random, (0, 10, 100, 500))
    for place, seat in enumerate(seat for seat in seats if seat not in left):
        cash[seat] = {"cash": 0, "out": True, "out_at": place + 1}
    return {"turn": random.choice(left), "deeds": rows, "players": cash}


SITUATIONS: tuple[Callable[[Any, list[str], Random], Position], ...] = (
    *(shortage, rivals, rivals, landed_among_rivals, debtors, debtors, rescued, third_try, third_try),
    *(landed, hammer, ending, two_left),
)
