"""Crafted reports on debts: paying, claiming, rescues by one or several, taking over, bankruptcy."""

from __future__ import annotations

from random import Random

from tests.fuzz.building import mortgage, sell
from tests.fuzz.deals import claims, price, side, trade
from tests.fuzz.seen import Report, Seen, other, some_deeds, somebody


def debtor(seen: Seen, random: Random) -> str:
    """A seat that owes something, if there is one; preferably one that cannot pay."""
    debts = seen.debts()
    beyond = [entry["player"] for entry in debts if entry["provisional"]]
    every = beyond if beyond and random.random() < 0.8 else [entry["player"] for entry in debts]
    return random.choice(every) if every else somebody(seen, random)


def owed(seen: Seen, seat: str) -> int:
    """The total that a seat owes."""
    return sum(entry["amount"] for entry in seen.debts() if entry["player"] == seat)


def offer(seen: Seen, random: Random) -> Report:
    """A rescue offer: sufficient or partial, from one player or with partners, for something or for nothing."""
    to = debtor(seen, random)
    owing = [entry["player"] for entry in seen.debts() if entry["player"] != to]
    player = random.choice(owing) if owing and random.random() < 0.3 else other(seen, random, to)
    deeds = some_deeds(seen, random, to)
    lacking = max(1, owed(seen, to) - seen.cash(to))
    sums = (lacking, lacking, lacking + 10, lacking // 2 or 1, price(seen, random, deeds), seen.cash(player))
    give: Report = {"cash": random.choice(sums)}
    take: Report = {"deeds": deeds}
    if any(seen.level(deed) for deed in deeds) or random.random() < 0.1:
        take["sell_buildings"] = True
    if seen.cards(to) and random.random() < 0.2:
        take = {"cards": seen.cards(to)[:1]}
    if random.random() < 0.15:
        give, take = side(seen, random, player, (player, to)), side(seen, random, to, (player, to))
    if random.random() < 0.1:
        give["claims"] = claims(seen, random, (player, to))
    report: Report = {"type": "offer_rescue", "player": player, "to": to, "give": give, "take": take}
    if partner := joint_offer(seen, to, player):
        return {**report, "with": [partner["player"]], "give": {"cash": random.choice((lacking, lacking // 2 or 1))}}
    if random.random() < 0.4:
        rest = [seat for seat in seen.playing if seat not in (player, to)] or seen.seats
        report["with"] = random.sample(rest, random.randint(1, min(2, len(rest))))
    return report


def disturb(seen: Seen, random: Random) -> Report:
    """Change what a standing offer rests on: a deed is mortgaged, lifted or sold, or cash is spent."""
    standing = seen.position.get("offers", [])
    if not standing:
        return offer(seen, random)
    chosen = random.choice(standing)
    giver, to = chosen["player"], chosen["to"]
    seat, side = random.choice(((giver, "give"), (to, "take"), (to, "take")))
    named = list(chosen[side].get("deeds", ())) or some_deeds(seen, random, seat)
    chance = random.random()
    if chance < 0.4 and named:
        mortgaged = seen.position["deeds"].get(named[0], {}).get("mortgaged")
        return {"type": "lift_mortgage" if mortgaged else "mortgage", "player": seat, "deeds": named[:1]}
    if chance < 0.55:
        return {"type": "pay", "player": seat}
    if chance < 0.7:
        return {"type": "use_card", "player": to}
    if chance < 0.85:
        return {**trade(seen, random), "player": seat}
    return {"type": "declare_bankruptcy", "player": to}


def joint_offer(seen: Seen, to: str, player: str) -> Report | None:
    """A standing offer of a joint rescue that waits for this player's part, if any."""
    return next(
        (entry for entry in seen.position.get("offers", []) if entry["to"] == to and player in entry["with"]), None
    )


def accept(seen: Seen, random: Random) -> Report:
    """Accept one or several standing offers, or withdraw one."""
    offers = seen.position.get("offers", [])
    if not offers:
        to = debtor(seen, random)
        return {"type": "accept_rescue", "player": to, "from": [other(seen, random, to)]}
    chosen = random.choice(offers)
    if random.random() < 0.2:
        return {"type": "withdraw_offer", "player": chosen["player"], "to": chosen["to"]}
    every = sorted({entry["player"] for entry in offers if entry["to"] == chosen["to"]})
    return {
        "type": "accept_rescue",
        "player": chosen["to"],
        "from": random.sample(every, random.randint(1, len(every))),
    }


def settle(seen: Seen, random: Random) -> Report:
    """A report of a debtor, a creditor or a rescuer."""
    player = debtor(seen, random)
    creditor = random.choice([entry["to"] for entry in seen.debts()] or seen.seats)
    chance = random.random()
    if chance < 0.15 and seen.position.get("offers"):
        return disturb(seen, random)
    if chance < 0.3:
        return offer(seen, random)
    if chance < 0.42:
        return accept(seen, random)
    if chance < 0.52:
        return trade(seen, random)
    if chance < 0.66:
        return sell(seen, random) if random.random() < 0.5 else mortgage(seen, random)
    if chance < 0.72:
        return {"type": "take_over", "player": creditor if creditor in seen.seats else somebody(seen, random)}
    if chance < 0.8:
        return {"type": "declare_bankruptcy", "player": player}
    if chance < 0.84:
        return {"type": "use_card", "player": player}
    if chance < 0.88:
        return claim(seen, random)
    return {"type": "pay", "player": player, **({"to": creditor} if random.random() < 0.8 else {})}


def claim(seen: Seen, random: Random) -> Report:
    rents = seen.position.get("rents", [])
    if rents and random.random() < 0.9:
        rent = random.choice(rents)
        named = {"deed": rent["deed"]} if random.random() < 0.5 else {}
        return {"type": "claim_rent", "player": rent["to"], "from": rent["player"], **named}
    player = somebody(seen, random)
    return {"type": "claim_rent", "player": player, "from": other(seen, random, player)}
