"""Who reports what next: what is legal, what a table would do, what is crafted for trouble, and what is hostile."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from rulesets.city.mechanics import CityMechanics
from rulesets.classic.mechanics import ClassicMechanics
from rulesets.kernel.ruleset import Ruleset
from tests.fuzz import building, deals, debts, rulings
from tests.fuzz.hostile import spoiled
from tests.fuzz.seen import Report, Seen, throw
from tests.rulesets import listed
from tests.rulesets.city import listed as city_listed

Proposer = Callable[[Seen, Random], Report]


class Family(NamedTuple):
    """What the fuzz knows of a family of games: its list of what is legal, and reports crafted for trouble.

    ``crafted``: proposers by the kind of what is due first; ``""`` for whatever is due.
    """

    covers: Callable[[Report, Report], bool]
    instances: Callable[[Report], list[Report]]
    crafted: dict[str, tuple[Proposer, ...]]


ANY_TIME: tuple[Proposer, ...] = (
    *(deals.trade, deals.trade, building.build, building.build, building.sell, building.mortgage),
    *(deals.talk, debts.settle, debts.claim, building.about_pieces),
)


def throw_due(seen: Seen, random: Random) -> Report:
    """The throw that is due; in jail mostly one that fails."""
    entry = seen.due[0]
    dice = throw(random)
    if entry["why"] == "jail" and dice[0] == dice[1]:
        dice = [dice[0], dice[0] % 6 + 1]
    return {"type": "roll", "player": entry["player"], "dice": dice}


def any_card(seen: Seen, random: Random) -> Report:
    """Any card of the deck, also one that somebody holds or that cannot be next."""
    entry = seen.due[0]
    deck = seen.edition.decks[entry["deck"]]
    return {"type": "draw", "player": entry["player"], "card": random.choice(deck).key}


PIECES: tuple[Proposer, ...] = (building.about_pieces, building.about_pieces, building.mortgage)
CLASSIC = Family(
    listed.covers,
    listed.instances,
    {
        "": ANY_TIME,
        "roll": (throw_due, throw_due, *ANY_TIME),
        "draw": (any_card,),
        "debt": (debts.settle, debts.settle, debts.settle, deals.trade),
        "building": PIECES,
        "auction": (building.call, building.call, building.about_pieces),
        "place": PIECES,
        "payment": (debts.settle, building.mortgage, building.sell, building.about_pieces),
    },
)
CITY = Family(city_listed.covers, city_listed.instances, {})


def family(ruleset: Ruleset) -> Family:
    """What is known of the game of a ruleset."""
    return {ClassicMechanics: CLASSIC, CityMechanics: CITY}[type(ruleset.mechanics)]


def propose(seen: Seen, random: Random) -> Any:
    """The next report of a random game."""
    chance = random.random()
    if chance < 0.12:
        return spoiled(honest(seen, random), random, seen.seats)
    if chance < 0.16:
        return rulings.ruling(seen, random, honest(seen, random))
    if chance < 0.175:
        return rulings.retraction(seen, random)
    if chance < 0.18:
        return {"type": "time_up"}
    if chance < 0.185:
        return rulings.roll_off(seen, random)
    return honest(seen, random)


def honest(seen: Seen, random: Random) -> Report:
    """A well-formed report: from the list of what is legal, as the ruleset's own random play has it, or crafted."""
    known = family(seen.ruleset)
    chance = random.random()
    if chance < 0.45 and (report := from_list(seen, random, known)):
        return report
    if chance < 0.6 or not known.crafted:
        return seen.ruleset.mechanics.propose(seen.game, random, hurry=False)
    first = seen.due[0]["kind"] if seen.due else ""
    proposers = known.crafted[first if first in known.crafted and random.random() < 0.8 else ""]
    return random.choice(proposers)(seen, random)


RARELY = frozenset({"time_up", "open_talk", "declare_bankruptcy"})
"""Legal at nearly any time, or the end of a player: taken from the list only now and then."""


def from_list(seen: Seen, random: Random, known: Family) -> Report | None:
    """A report that the list of what is legal stands for; None where its entries want terms."""
    entries = [entry for entry in seen.legal if entry["type"] not in RARELY or random.random() < 0.03]
    if not entries:
        return None
    entry = random.choice(entries)
    if entry["type"] == "roll":
        return {**entry, "dice": throw(random)}
    every = known.instances(entry)
    return dict(random.choice(every)) if every else None
