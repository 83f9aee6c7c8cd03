"""Headers of random games: any seats, editions and options, from the set-up or from some position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rulesets.classic.mechanics import ClassicMechanics
from rulesets.kernel.options import Option
from rulesets.kernel.record import FORMAT
from rulesets.kernel.ruleset import Ruleset
from tests.fuzz.hostile import VALUES, spoiled
from tests.fuzz.situations import SITUATIONS

Header = dict[str, Any]
NUMBERS = (0, 1, 2, 3, 7, 10, 13, 20, 50, 99, 100, 101, 250, 749, 750, 1000, 1500, 3600, 10**6, 10**6 + 1, -1)
TRIES = 40
"""Random headers tried for a game before the ruleset's plain set-up is used."""


def headers(ruleset: Ruleset, random: Random, situation: str = "") -> Iterator[Header]:
    """Yield headers for a game until one is accepted: random ones, or of one ``situation``; finally a plain one."""
    named = {each.__name__: each for each in SITUATIONS}
    for _ in range(TRIES):
        if not situation:
            yield header(ruleset, random)
            continue
        seats = [chr(ord("A") + number) for number in range(random.randint(3, 5))]
        start = named[situation](ruleset.mechanics.edition(ruleset.default_edition), seats, random)
        yield {"record": FORMAT, "ruleset": ruleset.name, "seats": seats, "start": start}
    yield {"record": FORMAT, "ruleset": ruleset.name, "seats": ["A", "B", "C"]}


def header(ruleset: Ruleset, random: Random) -> Header:
    """A header with random seats, edition, options and start; sometimes a hostile one."""
    least, most = ruleset.seats
    seats = [chr(ord("A") + number) for number in range(random.randint(least, min(most, 6)))]
    drawn: Header = {"record": FORMAT, "ruleset": ruleset.name, "seats": seats}
    if random.random() < 0.6:
        drawn["edition"] = random.choice(ruleset.mechanics.editions())
    if random.random() < 0.5:
        chosen = random.sample(ruleset.options, random.choice((1, 1, 2, 3, len(ruleset.options))))
        drawn["options"] = {option.name: value(option, random) for option in chosen}
    if random.random() < 0.6:
        drawn["start"] = start(ruleset, drawn, random)
    if random.random() < 0.1:
        known: Header = {"record": drawn.pop("record"), "ruleset": drawn.pop("ruleset")}
        hostile = spoiled(drawn, random, seats)
        return {**hostile, **known} if isinstance(hostile, dict) else known
    return drawn


def value(option: Option, random: Random) -> Any:
    """A value for an option: one of its samples, its default, some number, or an invalid value."""
    chance = random.random()
    if chance < 0.5 and option.samples:
        return random.choice(option.samples)
    if chance < 0.6:
        return option.default
    return random.choice(NUMBERS if chance < 0.93 else VALUES)


def start(ruleset: Ruleset, drawn: Header, random: Random) -> Any:
    """A position to start from: scattered by the ruleset's random play, or a rare situation."""
    edition = drawn.get("edition", ruleset.default_edition)
    if isinstance(ruleset.mechanics, ClassicMechanics) and random.random() < 0.75:
        return random.choice(SITUATIONS)(ruleset.mechanics.edition(edition), drawn["seats"], random)
    return ruleset.mechanics.scatter(ruleset.start(drawn["seats"], edition).state, random)
