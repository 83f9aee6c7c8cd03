"""Crafted reports on building and auctions: declarations, withdrawals, sales, calls, placing pieces, mortgages."""

from __future__ import annotations

from random import Random

from tests.fuzz.seen import HOTEL, Report, Seen, other, some_deeds, somebody


def rival(seen: Seen, random: Random) -> str:
    """A seat that owns a whole group, if there is one."""
    fit = [seat for seat in seen.playing if seen.groups(seat)]
    return random.choice(fit) if fit else somebody(seen, random)


def group(seen: Seen, random: Random, seat: str) -> list[str]:
    """A whole group of a seat, or some of its deeds."""
    groups = seen.groups(seat)
    return random.choice(groups) if groups else some_deeds(seen, random, seat)


def build(seen: Seen, random: Random) -> Report:
    """Declare building: one or more levels on one lot or all, sometimes uneven or in two groups."""
    player = rival(seen, random)
    chosen = group(seen, random, player)
    low = min(seen.level(deed) for deed in chosen)
    target = min(HOTEL, low + random.choice((1, 1, 1, 2, 3, 5)))
    to = {deed: target for deed in chosen if seen.level(deed) < target}
    if random.random() < 0.4 and to:
        to = dict(random.sample([*to.items()], random.randint(1, len(to))))
    if random.random() < 0.1:
        to |= dict.fromkeys(group(seen, random, player), target)
    return {"type": "build", "player": player, "to": to or {chosen[0]: HOTEL}}


def sell(seen: Seen, random: Random) -> Report:
    """Sell buildings down to a level, evenly or not."""
    built = [seat for seat in seen.playing if any(seen.level(deed) for deed in seen.deeds(seat))]
    player = random.choice(built) if built else somebody(seen, random)
    chosen = group(seen, random, player)
    target = random.randint(0, 4)
    to = {deed: target for deed in chosen if seen.level(deed) > target}
    if random.random() < 0.4 and to:
        to = dict(random.sample([*to.items()], random.randint(1, len(to))))
    return {"type": "sell", "player": player, "to": to or {chosen[0]: 0}}


def declared(seen: Seen) -> list[tuple[str, str, int]]:
    """Every declaration as (seat, deed, level)."""
    rows = [entry["declared"] for entry in seen.due if "declared" in entry]
    return [(seat, deed, level) for row in rows[:1] for seat, to in row.items() for deed, level in to.items()]


def withdraw(seen: Seen, random: Random) -> Report:
    """Withdraw a declaration, by a level or completely; by the player who made it, sometimes by another one."""
    every = declared(seen)
    if not every:
        return {"type": "close_building"}
    seat, deed, level = random.choice(every)
    player = seat if random.random() < 0.95 else somebody(seen, random)
    return {"type": "withdraw_build", "player": player, "to": {deed: random.choice((level - 1, seen.level(deed), 0))}}


def compete_for_pieces(seen: Seen, random: Random) -> Report:
    """What rivals for scarce pieces do: declare, withdraw, call, close the auction, place, close the building."""
    chance = random.random()
    if chance < 0.08 and declared(seen):
        seat, deed, _ = random.choice(declared(seen))
        return {"type": "mortgage", "player": seat, "deeds": [deed]}
    if chance < 0.3:
        return build(seen, random)
    if chance < 0.4:
        return withdraw(seen, random)
    if chance < 0.65:
        return call(seen, random)
    if chance < 0.8:
        return {"type": random.choice(("close_auction", "close_building"))}
    player = rival(seen, random)
    if chance < 0.9:
        return {"type": "place", "player": player, "deed": random.choice(group(seen, random, player))}
    return {"type": random.choice(("pay", "default", "decline")), "player": player}


def call(seen: Seen, random: Random) -> Report:
    """A call in the open auction: one step up, a jump, too little, by several at once, more than the cash."""
    entry: Report = next((entry for entry in seen.due if entry["kind"] in ("auction", "place")), {})
    called: Report = entry.get("high") or entry
    high: int = called.get("amount", 0)
    player = somebody(seen, random)
    near = (high + 10, high + 10, high + 10, high + 1, high + 20, high, high + 100)
    far = (seen.cash(player), seen.cash(player) + 1, seen.cash(player) // 10 * 10, 10, 1)
    amount = random.choice(near if random.random() < 0.75 else far)
    if random.random() < 0.15:
        return {"type": "bid", "players": [player, other(seen, random, player)], "amount": amount}
    return {"type": "bid", "player": player, "amount": amount}


def mortgage(seen: Seen, random: Random) -> Report:
    """Mortgage one or several deeds, or lift their mortgages."""
    player = somebody(seen, random)
    kind = random.choice(("mortgage", "lift_mortgage"))
    fit = [deed for deed in seen.deeds(player) if seen.position["deeds"][deed]["mortgaged"] == (kind != "mortgage")]
    chosen = random.sample(fit, min(len(fit), random.choice((1, 1, 2, 4)))) or some_deeds(seen, random, player)
    return {"type": kind, "player": player, "deeds": chosen}
