"""Chooses the next report: a legal one, a typical one, one crafted to cause trouble, or a hostile one."""

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
    """What the fuzzer knows about a family of games: how to read its list of legal reports, and crafted reports.

    ``crafted``: proposers by the kind of the first due entry; ``""`` for any.
    """

    covers: Callable[[Report, Report], bool]
    crafted: dict[str, tuple[Proposer, ...]]


ANY_TIME: tuple[Proposer, ...] = (
    *(deals.trade, deals.trade, building.build, building.build, building.sell, building.mortgage),
    *(deals.talk, debts.settle, debts.claim, building.compete_for_pieces),
)


def throw_due(seen: Seen, random: Random) -> Report:
    """The throw that is due; in jail usually no doubles."""
    entry = seen.due[0]
    dice = throw(random)
    if entry["why"] == "jail" and dice[0] == dice[1]:
        dice = [dice[0], dice[0] % 6 + 1]
    return {"type": "roll", "player": entry["player"], "dice": dice}


def any_card(seen: Seen, random: Random) -> Report:
    """Draw any card of the deck, even one that somebody holds or that cannot be next."""
    entry = seen.due[0]
    deck = seen.edition.decks[entry["deck"]]
    return {"type": "draw", "player": entry["player"], "card": random.choice(deck).key}


PIECES: tuple[Proposer, ...] = (building.compete_for_pieces, building.compete_for_pieces, building.mortgage)
CLASSIC = Family(
    listed.covers,
    {
        "": ANY_TIME,
        "roll": (throw_due, throw_due, *ANY_TIME),
        "draw": (any_card,),
        "debt": (debts.settle, debts.settle, debts.settle, deals.trade),
        "building": PIECES,
        "auction": (building.call, building.call, building.compete_for_pieces),
        "place": PIECES,
        "payment": (debts.settle, building.mortgage, building.sell, building.compete_for_pieces),
    },
)
CITY = Family(city_listed.covers, {})


def family(ruleset: Ruleset) -> Family:
    return {ClassicMechanics: CLASSIC, CityMechanics: CITY}[type(ruleset.mechanics)]


def propose(seen: Seen, random: Random) -> Any:
    """Choose the next report of a random game."""
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
    """A well-formed report: from the list of legal reports, from the ruleset's own random play, or crafted."""
    known = family(seen.ruleset)
    chance = random.random()
    if chance < 0.45 and (report := from_list(seen, random)):
        return report
    if chance < 0.6 or not known.crafted:
        return seen.ruleset.mechanics.propose(seen.game, random, hurry=False)
    first = seen.due[0]["kind"] if seen.due else ""
    proposers = known.crafted[first if first in known.crafted and random.random() < 0.8 else ""]
    return random.choice(proposers)(seen, random)


RARE = frozenset({"time_up", "open_talk", "declare_bankruptcy"})
"""Types that are legal at almost any time, or eliminate a player: rarely chosen from the list."""


def from_list(seen: Seen, random: Random) -> Report | None:
    """A report from the list of legal reports; None if the chosen entry needs terms that the list does not give."""
    entries = [entry for entry in seen.legal if entry["type"] not in RARE or random.random() < 0.03]
    if not entries:
        return None
    entry = random.choice(entries)
    if entry["type"] == "roll":
        return {"type": "roll", "player": entry["player"], "dice": throw(random)}
    every = listed.instances(seen.game, entry)
    return dict(random.choice(every)) if every else None
