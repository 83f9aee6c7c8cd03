"""Random play: reports that a table might make, mostly sensible, some illegal, some malformed.

For the conformance suite and for fuzzing; the same seed of `random.Random` gives the same reports.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rulesets.city import auction, due, ranking
from rulesets.city.game.pieces import BONUSES, HAZARDS, PAIRS
from rulesets.city.game.state import PERMIT, PUT_UP, RAILROAD, State
from rulesets.city.turns import chance
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track import ledger
from rulesets.kernel.track import proposal as kernel
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
from rulesets.kernel.track.table import BANK
from rulesets.wordlist import wordlist


def propose(game: Game, random: Random, *, hurry: bool = False) -> Report:
    """Return a report for random play; with ``hurry``, one that brings the game nearer to its end."""
    if hurry:
        return to_the_end(game, random)
    state: State = game.state
    number = random.random()
    if number < 0.55:
        return answer_due(state, random)
    if number < 0.8:
        return own_step(state, random)
    if number < 0.92:
        return random.choice(ACTIONS)(state, random)
    if number < 0.97:
        return wild(state, random)
    return malformed(state, random)


def answer_due(state: State, random: Random) -> Report:
    """Respond to what is due first, as a table would."""
    entries = due.listing(state)
    if not entries:
        return time_up(state, random)
    entry = entries[0] if random.random() < 0.9 else random.choice(entries)
    kind, player = entry["kind"], str(entry.get("player"))
    if kind == "roll":
        if entry["why"] == "jail" and random.random() < 0.4:
            return {"type": random.choice(("pay_bail", "use_card")), "player": player}
        if not state.begun and random.random() < 0.3:
            return roll_off(state, random, ranking.leaders(state))
        return {"type": "roll", "player": player, "dice": dice(random)}
    if kind == "buy_or_decline":
        return {"type": random.choice(("buy", "buy", "decline")), "player": player}
    if kind == "start_auction":
        return {"type": "start_auction", **maybe(random, 0.3, at=random.randint(0, 900))}
    if kind == "auction":
        return call(state, random)
    if kind == "draw":
        return {"type": "draw", "player": player, "card": random.choice(chance.candidates(state))}
    return settle_debt(state, random, entry)


def settle_debt(state: State, random: Random, entry: dict[str, Any]) -> Report:
    """Do what a debtor would do."""
    player = entry["player"]
    number = random.random()
    if number < 0.55:
        return {"type": "pay", "player": player, "to": entry["to"]}
    if number < 0.57 and entry["cause"] == "rent":
        return {"type": "claim_rent", "player": entry["to"], "from": player}
    if number < 0.7 and entry["cause"] == "rent":
        return {"type": "use_dodge", "player": player}
    if entry["provisional"] and number < 0.85:
        return {"type": "declare_bankruptcy", "player": player}
    return mortgage(state, random, player)


def own_step(state: State, random: Random) -> Report:
    """Take a voluntary action of the player whose turn it is."""
    step = state.step
    if step is None:
        return answer_due(state, random)
    player = state.table.seats[step.player]
    if step.right == PUT_UP:
        return {"type": "put_up", "player": player, "deed": any_deed(state, random, owned(state, BANK))}
    if step.right == PERMIT and random.random() < 0.7:
        return permit(state, random, player)
    if not step.result and random.random() < 0.6:
        return {"type": "press", "player": player, "result": random.choice((1, 2, 3, 3, "railroad"))}
    if step.result == RAILROAD and step.left:
        return {"type": "build_railroad", "player": player, "deed": any_deed(state, random)}
    if random.random() < 0.2:
        return monument(state, random, player)
    if step.left and random.random() < 0.8:
        return build(state, random, player)
    if step.landed and not step.ridden and random.random() < 0.4:
        return {"type": "ride", "player": player, "to": any_railroad(state, random)}
    return random.choice((monument, monument, swap, remove_hazard))(state, random, player)


def owned(state: State, owner: int) -> list[int]:
    """The districts of an owner, or of the bank."""
    return [deed for deed, district in enumerate(state.districts) if district.owner == owner]


def own_deed(state: State, random: Random, player: str) -> str:
    """A district owned by a player, if possible."""
    return any_deed(state, random, owned(state, state.table.seat_number[player]))


def any_railroad(state: State, random: Random) -> str:
    """A district with a railroad, if possible."""
    return any_deed(state, random, [deed for deed, district in enumerate(state.districts) if district.railroads])


def call(state: State, random: Random) -> Report:
    """A call, the opening left to others, or the lamp going out."""
    lot = auction.lot(state)
    number = random.random()
    if lot is None or number < 0.4:
        return {"type": "close_auction", **maybe(random, 0.3, at=random.randint(0, 1000))}
    opener = state.table.seats[lot.caller] if lot.caller >= 0 and not lot.calls else any_seat(state, random)
    if not lot.calls and number < 0.5:
        return {"type": "decline", "player": opener}
    amount = lot.high + random.choice((10, 10, 200, 1000, 5, 0))
    return {"type": "bid", "player": opener, "amount": amount, **maybe(random, 0.3, at=random.randint(0, 950))}


def build(state: State, random: Random, player: str) -> Report:
    """Build blocks on one of the player's districts."""
    kind = random.choice(("residential", "industrial"))
    pieces = [random.choice((1, 1, 2, 3)) for _ in range(random.choice((1, 1, 1, 2)))]
    return {"type": "build", "player": player, "deed": own_deed(state, random, player), kind: pieces}


def monument(state: State, random: Random, player: str) -> Report:
    """Build a stadium, a skyscraper or the tower, mostly where the player has enough of the colour."""
    kind, needed = random.choice((("build_stadium", 2), ("build_skyscraper", 4), ("build_tower", 4)))
    number = state.table.seat_number[player]
    fit = []
    for deeds in state.table.edition.groups.values():
        own = [deed for deed in deeds if state.districts[deed].owner == number]
        if len(own) >= min(needed, len(deeds)):
            fit += [state.table.deed_key(deed) for deed in own]
    return {"type": kind, "player": player, "deed": random.choice(fit or [own_deed(state, random, player)])}


def permit(state: State, random: Random, player: str) -> Report:
    """Place a bonus building or hazard, mostly one that the space offers, and mostly where it may stand."""
    space = state.table.edition.spaces[state.players[state.table.seat_number[player]].space]
    hazard, bonus = space.pair if space.pair and random.random() < 0.9 else random.choice(PAIRS)
    if random.random() < 0.5:
        return {"type": "permit", "player": player, "deed": own_deed(state, random, player), "piece": bonus}
    return {"type": "permit", "player": player, "deed": any_deed(state, random), "piece": hazard}


def remove_hazard(state: State, random: Random, player: str) -> Report:
    """Remove a hazard, preferably one that stands on the player's own district."""
    number = state.table.seat_number[player]
    standing = [
        (deed.key, piece)
        for deed in state.table.edition.deeds
        if state.districts[deed.number].owner == number
        for piece in state.districts[deed.number].hazards
    ]
    key, piece = random.choice(standing or [(any_deed(state, random), random.choice(list(HAZARDS)))])
    return {"type": "remove_hazard", "player": player, "deed": key, "piece": piece}


def swap(state: State, random: Random, player: str) -> Report:
    """Swap pieces of one of the player's districts."""
    key = own_deed(state, random, player)
    district = state.districts[state.table.edition.deed_number[key]]
    kind, standing = random.choice((("residential", district.residential), ("industrial", district.industrial)))
    take = [3] * (sum(standing) // 3) + [1] * (sum(standing) % 3) if random.random() < 0.8 else [2]
    return {"type": "swap", "player": player, "deed": key, "give": {kind: list(standing)}, "take": {kind: take}}


def mortgage(state: State, random: Random, player: str) -> Report:
    """Mortgage one of the player's districts."""
    return {"type": "mortgage", "player": player, "deeds": [own_deed(state, random, player)]}


def some_mortgage(state: State, random: Random) -> Report:
    """Mortgage a district of any player."""
    return mortgage(state, random, any_seat(state, random))


def lift(state: State, random: Random) -> Report:
    """Lift any mortgage."""
    deeds = [deed for deed in state.table.edition.deeds if state.districts[deed.number].mortgaged]
    if not deeds:
        return some_mortgage(state, random)
    deed = random.choice(deeds)
    owner = state.table.party(state.districts[deed.number].owner)
    return {"type": "lift_mortgage", "player": owner, "deeds": [deed.key]}


def side(state: State, random: Random, player: str) -> dict[str, Any]:
    """What a side of a trade might hand over."""
    part: dict[str, Any] = {}
    own = state.players[state.table.seat_number[player]]
    if random.random() < 0.6:
        part["cash"] = random.choice((10, 500, 1500, 15, own.cash))
    if random.random() < 0.7:
        part["deeds"] = [own_deed(state, random, player)]
    if own.cards and random.random() < 0.5:
        part["cards"] = list(own.cards)
    if random.random() < 0.1:
        part[random.choice(("promise", "immunity", "tower", "claims", "gossip"))] = True
    return part


def trade(state: State, random: Random) -> Report:
    """Conclude or start a trade."""
    if state.timer is None or random.random() < 0.2:
        pair = {"player": any_seat(state, random), "with": any_seat(state, random)}
        return {"type": "start_trade", **pair, **maybe(random, 0.3, at=random.randint(0, 900))}
    one, two = state.table.seats[state.timer.one], state.table.seats[state.timer.two]
    sides = {"give": side(state, random, one), "take": side(state, random, two)}
    return {"type": "trade", "player": one, "with": two, **sides, **maybe(random, 0.3, at=random.randint(0, 950))}


def time_up(state: State, random: Random) -> Report:
    """Report the end of the agreed time now and then, else the end of an auction."""
    chance_of_it = 0.02 if state.table.options["time_limit_minutes"] is None else 0.5
    return {"type": "time_up"} if random.random() < chance_of_it else {"type": "close_auction"}


def ruling(state: State, random: Random) -> Report:
    """Make a ruling on some report, or on somebody's cash."""
    if random.random() < 0.3:
        return cash_set(state, random, 40000, state.table.figures.bid_step)
    return let_stand(random.choice((answer_due, own_step, trade, lift, some_mortgage))(state, random))


ACTIONS = (trade, trade, trade, lift, some_mortgage, ruling, time_up)
WILD = wordlist("""
    roll buy decline pay pay_bail use_card draw use_dodge press put_up ride permit build build_railroad
    declare_bankruptcy retract roll_off start_auction remove_hazard sell
""")
"""Types of report to make at any time, well-formed."""


def wild(state: State, random: Random) -> Report:
    """A well-formed report of any type, regardless of the position."""
    player = any_seat(state, random)
    kind = random.choice(WILD)
    extra: Report = {}
    if kind == "roll":
        extra = {"dice": dice(random)}
    elif kind == "draw":
        extra = {"card": random.choice(state.table.edition.cards).key}
    elif kind == "press":
        extra = {"result": random.choice((1, 2, 3, "railroad"))}
    elif kind in ("put_up", "build_railroad"):
        extra = {"deed": any_deed(state, random)}
    elif kind == "ride":
        extra = {"to": any_deed(state, random)}
    elif kind in ("permit", "remove_hazard"):
        extra = {"deed": any_deed(state, random), "piece": random.choice((*BONUSES, *HAZARDS, "library"))}
    elif kind == "build":
        extra = {"deed": any_deed(state, random), "residential": [random.randint(1, 4)]}
    elif kind == "retract":
        return {"type": kind, "seq": random.randint(1, 400)}
    elif kind == "roll_off":
        return {"type": kind, "dice": {seat: dice(random) for seat in state.table.seats}}
    elif kind == "start_auction":
        return {"type": kind}
    return {"type": kind, "player": player, **extra}


FORMLESS: tuple[Report, ...] = (
    {"type": "trade"},
    {"type": "trade", "with": ["A", "B"], "give": {}, "take": {}},
    {"type": "bid", "amount": 10**30},
    {"type": "build", "deed": "atlantis", "residential": ["two"]},
    {"type": "press", "result": 4},
)
"""Malformed reports specific to City, without the player, such as a trade with several others."""


def malformed(state: State, random: Random) -> Report:
    return kernel.malformed(state, random, answer_due(state, random), FORMLESS)


def to_the_end(game: Game, random: Random) -> Report:
    """Return a report that brings the game nearer to its end, settling whatever is due in the simplest way.

    Without an agreed time the game ends with its last survivor, so rulings now and then make a player resign.
    """
    state: State = game.state
    if not state.time_up and state.table.options["time_limit_minutes"] is not None:
        return {"type": "time_up"}
    if state.table.options["time_limit_minutes"] is None and random.random() < 0.2:
        seat = state.table.seats[random.choice(active(state))]
        return let_stand({"type": "declare_bankruptcy", "player": seat}, "resigned")
    needy = [seat for seat in active(state) if ledger.owed(state, seat) > state.players[seat].cash]
    if needy and random.random() < 0.7:
        return raise_somehow(game, random.choice(needy), random)
    return answer_due(state, random)


def raise_somehow(game: Game, player: int, random: Random) -> Report:
    """Mortgage any district that the checks allow, or else declare bankruptcy."""
    state: State = game.state
    seat = state.table.seats[player]
    own: list[Report] = [
        {"type": "mortgage", "player": seat, "deeds": [state.table.deed_key(deed)]} for deed in owned(state, player)
    ]
    return accepted_one(game, random, own, {"type": "declare_bankruptcy", "player": seat})


def scatter(state: State, random: Random) -> Report:
    """Return a possible position: groups spread over the seats, built on, little or much cash, some players in jail."""
    edition = state.table.edition
    seats = state.table.seats
    deeds: dict[str, dict[str, Any]] = {}
    stadiums, towers = state.table.figures.stadiums, state.table.figures.towers
    for group in edition.groups.values():
        owner = random.choice(seats) if random.random() < 0.8 else None
        with_stadium = owner is not None and stadiums > 0 and random.random() < 0.1
        stadiums -= with_stadium
        for place, number in enumerate(group):
            row = some_district(random, owner)
            if owner is not None:
                row["stadium"] = with_stadium and place == 0
                row["skyscraper"] = place == 1 and random.random() < 0.3
                row["tower"] = towers > 0 and random.random() < 0.01
                towers -= row["tower"]
            deeds[edition.deeds[number].key] = row
    return {"deeds": deeds, "players": some_players(state, random), "dodge": {"holder": random.choice((None, *seats))}}


def some_district(random: Random, owner: str | None) -> dict[str, Any]:
    """A district with a railroad, a special piece, and blocks where it has an owner; sometimes mortgaged."""
    pieces = random.choice(([], [], [random.choice(BONUSES)], [random.choice(list(HAZARDS))]))
    row: dict[str, Any] = {
        "owner": owner,
        "railroads": int(random.random() < 0.3),
        "bonus": [piece for piece in pieces if piece in BONUSES],
        "hazards": [piece for piece in pieces if piece in HAZARDS],
    }
    if owner is not None:
        row["residential"] = random.choice(([], [1], [2, 3], [1, 1]))
        row["industrial"] = random.choice(([], [], [1], [3]))
        row["mortgaged"] = random.random() < 0.15
    return row


def some_players(state: State, random: Random) -> dict[str, Any]:
    """All players with little or much cash, some in jail, some with a release card."""
    players: dict[str, dict[str, Any]] = {}
    cards = [card.key for card in state.table.edition.cards if card.kind == "release"]
    for seat in state.table.seats:
        failed = random.randint(0, state.table.figures.jail_throws - 1)
        jailed: dict[str, Any] = {"space": "jail", "jail": failed} if random.random() < 0.3 else {}
        players[seat] = {"cash": random.choice((0, 100, 1000, 5000, 20000, 30000)), **jailed}
        if cards and random.random() < 0.5:
            players[seat]["cards"] = [cards.pop()]
    return players
