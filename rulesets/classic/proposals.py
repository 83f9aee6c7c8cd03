"""Random play: reports that a table might make, mostly sensible, some illegal, some malformed.

For the conformance suite and for fuzzing; a seeded `random.Random` gives the same reports again.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rulesets.classic import due
from rulesets.classic.debts import debt
from rulesets.classic.game.state import SETUP, State
from rulesets.classic.property import rent_claim, selling
from rulesets.classic.turns import cards
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track import proposal
from rulesets.kernel.track.order import active
from rulesets.kernel.track.proposal import (
    Report,
    accepted_one,
    any_deed,
    any_seat,
    cash_set,
    dice,
    let_stand,
    maybe,
    roll_off,
)
from rulesets.wordlist import wordlist


def propose(game: Game, random: Random, *, hurry: bool = False) -> Report:
    """Return a report for random play; in a ``hurry``, one that brings the game nearer to its end."""
    if hurry:
        return to_the_end(game, random)
    state: State = game.state
    chance = random.random()
    if state.phase == SETUP:
        return deal(state, random)
    if chance < 0.62:
        return answer_due(state, random)
    if chance < 0.92:
        return random.choice(ACTIONS)(state, random)
    if chance < 0.97:
        return wild(state, random)
    return malformed(state, random)


def answer_due(state: State, random: Random) -> Report:
    """An answer to what is due first, as a table would give it."""
    entries = due.listing(state)
    if rent_claim.open_rents(state) and random.random() < 0.4:
        return claim(state, random)
    if not entries:
        return roll_off(state, random, range(len(state.players)))
    entry = entries[0] if random.random() < 0.9 else random.choice(entries)
    kind, player = entry["kind"], str(entry.get("player"))
    if kind == "roll":
        in_jail = entry["why"] == "jail"
        if in_jail and random.random() < 0.3:
            return {"type": random.choice(("pay_bail", "use_card")), "player": player}
        return {"type": "roll", "player": player, "dice": dice(random), **maybe(random, 0.05, off_board=True)}
    if kind == "buy_or_decline":
        return {"type": random.choice(("buy", "buy", "decline")), "player": player}
    if kind == "auction":
        return call(state, random, entry)
    if kind == "choose_tax":
        return {"type": "choose_tax", "player": player, "option": random.choice(("flat", "percent"))}
    if kind == "pay_or_draw" and random.random() < 0.5:
        return {"type": "pay", "player": player} if random.random() < 0.7 else raise_cash(state, random, player)
    if kind in ("draw", "pay_or_draw"):
        return {"type": "draw", "player": player, "card": random.choice(cards.candidates(state, entry["deck"]))}
    if kind == "place":
        return {"type": "place", "player": player, "deed": own_deed(state, random, player)}
    if kind == "building":
        if random.random() < 0.3:
            return raise_cash(state, random, random.choice(list(entry["declared"])))
        return random.choice((build, withdraw, lambda *_: {"type": "close_building"}))(state, random)
    if kind == "payment":
        ways = [{"type": "pay", "player": player}, {"type": "default", "player": player}]
        return random.choice([*ways, raise_cash(state, random, player)])
    return settle_debt(state, random, entry)


def claim(state: State, random: Random) -> Report:
    """An owner asks for a rent, or it is paid unasked."""
    rent = random.choice(rent_claim.open_rents(state))
    seats = state.table.seats
    if random.random() < 0.3:
        return {"type": "pay", "player": seats[rent.player], "to": seats[rent.to]}
    return {"type": "claim_rent", "player": seats[rent.to], "from": seats[rent.player]}


def settle_debt(state: State, random: Random, entry: dict[str, Any]) -> Report:
    """What a debtor, or somebody in the debtor's favour, does."""
    player = entry["player"]
    chance = random.random()
    if chance < 0.5:
        return {"type": "pay", "player": player, "to": entry["to"]}
    if chance < 0.75:
        return raise_cash(state, random, player)
    if entry["provisional"]:
        ways = [
            {"type": "declare_bankruptcy", "player": player},
            offer(state, random),
            {"type": "take_over", "player": any_seat(state, random)},
            {"type": "accept_rescue", "player": player, "from": [any_seat(state, random)]},
        ]
        return random.choice(ways)
    return {"type": "use_card", "player": player} if entry["cause"] == "jail_fee" else trade(state, random)


def owned(state: State, owner: int) -> list[int]:
    return [deed for deed, holding in enumerate(state.holdings) if holding.owner == owner]


def own_deed(state: State, random: Random, player: str) -> str:
    return any_deed(state, random, owned(state, state.table.seat_number[player]))


def call(state: State, random: Random, entry: dict[str, Any]) -> Report:
    if random.random() < 0.45:
        return {"type": "close_auction"}
    high = entry["high"]["amount"] if entry["high"] else 0
    amount = high + random.choice((10, 10, 10, 20, 50, 5))
    if random.random() < 0.2:
        return {"type": "bid", "players": sorted({any_seat(state, random), any_seat(state, random)}), "amount": amount}
    return {"type": "bid", "player": any_seat(state, random), "amount": amount}


def raise_cash(state: State, random: Random, player: str) -> Report:
    number = state.table.seat_number[player]
    built = [deed for deed in owned(state, number) if state.holdings[deed].level]
    if built and random.random() < 0.6:
        group = state.table.edition.deeds[random.choice(built)].siblings
        target = random.randint(0, 4)
        to = {
            state.table.deed_key(deed): min(state.holdings[deed].level - 1, target + (random.random() < 0.3))
            for deed in group
            if state.holdings[deed].level > target and state.holdings[deed].owner == number
        }
        return {"type": "sell", "player": player, "to": to or {state.table.deed_key(group[0]): 0}}
    return {"type": "mortgage", "player": player, "deeds": [own_deed(state, random, player)]}


def mortgage(state: State, random: Random) -> Report:
    return raise_cash(state, random, any_seat(state, random))


def lift(state: State, random: Random) -> Report:
    player = any_seat(state, random)
    return {"type": "lift_mortgage", "player": player, "deeds": [own_deed(state, random, player)]}


def group_step(state: State, random: Random, player: str) -> dict[str, int]:
    """Levels one or more steps above what stands, in one group, as evenness asks."""
    group = state.table.edition.deeds[state.table.edition.deed_number[own_deed(state, random, player)]].siblings
    low = min(state.holdings[deed].level for deed in group)
    target = min(5, low + random.choice((1, 1, 2, 5)))
    lots = {state.table.deed_key(deed): target for deed in group if state.holdings[deed].level < target}
    if random.random() < 0.3 and target == low + 1:
        lots = dict(list(lots.items())[:1])
    return lots or {state.table.deed_key(group[0]): 5}


def build(state: State, random: Random) -> Report:
    player = any_seat(state, random)
    return {"type": "build", "player": player, "to": group_step(state, random, player)}


def withdraw(state: State, random: Random) -> Report:
    """Somebody takes a declaration back."""
    if not state.declared:
        return {"type": "close_building"}
    seat, levels = random.choice(state.declared)
    deed, level = random.choice(levels)
    return {"type": "withdraw_build", "player": state.table.seats[seat], "to": {state.table.deed_key(deed): level - 1}}


def side(state: State, random: Random, player: str) -> dict[str, Any]:
    """What a side of a deal might hand over."""
    number = state.table.seat_number[player]
    part: dict[str, Any] = {}
    if random.random() < 0.6:
        part["cash"] = random.choice((10, 40, 100, 250, state.players[number].cash))
    if random.random() < 0.7:
        part["deeds"] = [own_deed(state, random, player)]
    if state.players[number].cards and random.random() < 0.5:
        part["cards"] = list(state.players[number].cards)
    return part


def trade(state: State, random: Random) -> Report:
    one, two = any_seat(state, random), any_seat(state, random)
    return {
        "type": "trade",
        "player": one,
        "with": two,
        "give": side(state, random, one),
        "take": side(state, random, two),
    }


def offer(state: State, random: Random) -> Report:
    """A rescue offered, or an offer withdrawn."""
    one, two = any_seat(state, random), any_seat(state, random)
    if random.random() < 0.15:
        return {"type": "withdraw_offer", "player": one, "to": two}
    give = {"cash": state.players[state.table.seat_number[one]].cash}
    partners = {"with": [any_seat(state, random)]} if random.random() < 0.2 else {}
    take = {"deeds": [own_deed(state, random, two)]}
    return {"type": "offer_rescue", "player": one, "to": two, "give": give, "take": take, **partners}


def talk(state: State, random: Random) -> Report:
    kind = random.choice(("open_talk", "close_talk", "close_talk"))
    if state.talks and kind == "close_talk":
        one, two = random.choice(state.talks)
        return {"type": kind, "player": state.table.seats[one], "with": state.table.seats[two]}
    return {"type": kind, "player": any_seat(state, random), "with": any_seat(state, random)}


def signal(state: State, random: Random) -> Report:
    """The end signal, rarely."""
    return {"type": "time_up"} if random.random() < 0.03 else {"type": "close_auction"}


def ruling(state: State, random: Random) -> Report:
    """A referee's ruling on some report, or on somebody's cash."""
    if random.random() < 0.3:
        return cash_set(state, random, 2000)
    return let_stand(random.choice((answer_due, trade, build, mortgage, lift))(state, random))


ACTIONS = (mortgage, lift, build, build, build, trade, trade, talk, offer, signal, ruling)


WILD = wordlist("""
    roll buy decline pay pay_bail use_card default place draw claim_rent choose_tax withdraw_build declare_bankruptcy
    take_over retract roll_off
""")
"""Types of well-formed reports that may come at any time."""


def wild(state: State, random: Random) -> Report:
    """A well-formed report of any type, whatever the position."""
    player = any_seat(state, random)
    kind = random.choice(WILD)
    extra: Report = {}
    if kind == "roll":
        extra = {"dice": dice(random)}
    elif kind == "place":
        extra = {"deed": any_deed(state, random)}
    elif kind == "draw":
        deck = random.choice(state.table.decks)
        extra = {"card": random.choice(state.table.edition.decks[deck]).key}
    elif kind == "claim_rent":
        extra = {"from": any_seat(state, random)}
    elif kind == "choose_tax":
        extra = {"option": "percent"}
    elif kind == "withdraw_build":
        extra = {"to": {any_deed(state, random): 0}}
    elif kind == "retract":
        return {"type": kind, "seq": random.randint(1, 400)}
    elif kind == "roll_off":
        return roll_off(state, random, range(len(state.players)))
    return {"type": kind, "player": player, **extra}


FORMLESS: tuple[Report, ...] = (
    {"type": "trade"},
    {"type": "bid", "amount": 10**30},
    {"type": "sell", "to": {"atlantis": 1}},
)
"""Malformed reports of the classic game's own types, without the player."""


def malformed(state: State, random: Random) -> Report:
    return proposal.malformed(state, random, answer_due(state, random), FORMLESS)


def deal(state: State, random: Random) -> Report:
    """Dealt deeds before the game."""
    number = state.table.options["dealt_deeds"]
    keys = [deed.key for deed in state.table.edition.deeds]
    random.shuffle(keys)
    return {
        "type": "deal",
        "deeds": {seat: [keys.pop() for _ in range(number)] for seat in state.table.seats},
    }


def to_the_end(game: Game, random: Random) -> Report:
    """A report that brings a game nearer to its end: the signal or a resignation, then what is due, settled simply."""
    state: State = game.state
    if state.phase == SETUP:
        return deal(state, random)
    if not state.time_up and random.random() < 0.3:
        return {"type": "time_up"}
    if state.table.options["time_limit_minutes"] is None and random.random() < 0.05:
        return let_stand({"type": "declare_bankruptcy", "player": any_seat(state, random)}, "resigned")
    if state.talks and random.random() < 0.5:
        return talk(state, random)
    needy = [seat for seat in active(state) if debt.own_need(state, seat)]
    if needy and random.random() < 0.5:
        return raise_somehow(game, random.choice(needy), random)
    return answer_due(state, random)


def raise_somehow(game: Game, player: int, random: Random) -> Report:
    """A sale or mortgage that the referee accepts now, or else a declaration of bankruptcy."""
    state: State = game.state
    seat = state.table.seats[player]
    reports: list[Report] = [
        {"type": "mortgage", "player": seat, "deeds": [state.table.deed_key(deed)]}
        for deed in owned(state, player)
        if not state.holdings[deed].mortgaged
    ]
    for group in state.table.edition.groups.values():
        lots = [deed for deed in group if state.holdings[deed].owner == player and state.holdings[deed].level]
        before = tuple(state.holdings[deed].level for deed in lots)
        for after in selling.targets(state.table.figures, before) if lots else ():
            sold = zip(lots, before, after, strict=True)
            to = {state.table.deed_key(deed): low for deed, high, low in sold if low < high}
            reports.append({"type": "sell", "player": seat, "to": to})
    return accepted_one(game, random, reports, {"type": "declare_bankruptcy", "player": seat})


def scatter(state: State, random: Random) -> Report:
    """A possible position: groups spread over the seats, built or mortgaged, with little or much cash, some in jail."""
    edition = state.table.edition
    seats = state.table.seats
    houses, hotels = edition.houses, edition.hotels
    deeds: dict[str, dict[str, Any]] = {}
    for group in edition.groups.values():
        owner = random.choice(seats)
        level = random.choice((0, 0, 1, 2, 3, 4, 4, 5)) if edition.deeds[group[0]].building_cost else 0
        if level == 5 and len(group) <= hotels:
            hotels -= len(group)
        elif 0 < level < 5 and level * len(group) <= houses:
            houses -= level * len(group)
        else:
            level = 0
        if random.random() < 0.85:
            mortgaged = level == 0 and random.random() < 0.2
            for deed in group:
                deeds[edition.deeds[deed].key] = {"owner": owner, "level": level, "mortgaged": mortgaged}
    players = {}
    for seat in seats:
        failed = random.randint(0, state.table.figures.jail_throws - 1)
        jailed = {"space": "jail", "jail": failed} if random.random() < 0.3 else {}
        players[seat] = {"cash": random.choice((0, 30, 100, 300, 700, 2000)), **jailed}
    return {"deeds": deeds, "players": players}
