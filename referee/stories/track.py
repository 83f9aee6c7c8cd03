"""Movement round the board: the dice of a game, where they led and might have led, and the rents at stake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from referee.stories.figures import GameMoment
from rulesets.kernel.mechanics import Mechanics

THROWS = tuple(product(range(1, 7), repeat=2))
"""All throws of two dice, equally likely."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw that moved a player by what the dice showed.  ``space``: the number of the space on which the player
    stood, from 0; ``before``: the moment in which the throw was made.
    """

    player: str
    space: int
    dice: tuple[int, int]
    before: GameMoment


def throws(moments: Sequence[GameMoment], track: Sequence[str]) -> Iterator[Thrown]:
    """The throws that moved somebody: not those in jail without a double, nor a third double.

    ``track``: the keys of the spaces in board order.
    """
    at = {space: number for number, space in enumerate(track)}
    for before, each in pairwise(moments):
        thrown: Mapping[str, Any] | None = None
        for event in each.events:
            if event["kind"] == "thrown":
                thrown = event
            elif event["kind"] == "moved" and thrown is not None:
                one, two = thrown["dice"]
                start = at[event["from"]]
                if event["player"] == thrown["player"] and track[(start + one + two) % len(track)] == event["to"]:
                    yield Thrown(event["player"], start, (one, two), before)
                thrown = None


def dice(moments: Sequence[GameMoment], seats: Sequence[str]) -> dict[str, dict[int, int]]:
    """By seat, how often each sum from 2 to 12 was thrown; void throws do not count."""
    found: dict[str, Counter[int]] = {seat: Counter() for seat in seats}
    for each in moments:
        for event in each.events:
            if event["kind"] == "thrown":
                found[event["player"]][sum(event["dice"])] += 1
    return {seat: {total: counts[total] for total in range(2, 13)} for seat, counts in found.items()}


@dataclass(frozen=True, slots=True)
class Landings:
    """How often throws ended on a space, and how often that was to be expected, given where they started."""

    real: int
    expected: Fraction


def landings(moments: Sequence[GameMoment], track: Sequence[str]) -> tuple[Landings, ...]:
    """The landings on every space, in the order of the track."""
    real: Counter[int] = Counter()
    ways: Counter[int] = Counter()
    for each in throws(moments, track):
        real[(each.space + sum(each.dice)) % len(track)] += 1
        for one, two in THROWS:
            ways[(each.space + one + two) % len(track)] += 1
    return tuple(Landings(real[at], Fraction(ways[at], len(THROWS))) for at in range(len(track)))


@dataclass(frozen=True, slots=True)
class Luck:
    """The rents of the spaces that a player's throws led to (``charged``), those that the others' throws led to on the
    player's own deeds (``earned``), and the expected value of each.
    """

    charged: int
    charged_expected: Fraction
    earned: int
    earned_expected: Fraction


def luck(
    mechanics: Mechanics, moments: Sequence[GameMoment], track: Sequence[str], seats: Sequence[str]
) -> dict[str, Luck]:
    """By seat, the rents that the dice led to and those to be expected, at the rents in force when each throw was made.

    Spaces count for what they would charge, whether or not the rent was paid.
    """
    charged, earned = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    possible_charges, possible_earnings = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    known: tuple[GameMoment | None, dict[str, Any], dict[str, Any]] = (None, {}, {})
    for each in throws(moments, track):
        if known[0] is not each.before:
            state = each.before.state
            known = each.before, mechanics.charges(state), mechanics.position(state)["deeds"]
        _, charges, deeds = known
        for one, two in THROWS:
            space = track[(each.space + one + two) % len(track)]
            owner = deeds[space].get("owner") if space in deeds else None
            if owner is None or owner == each.player or space not in charges:
                continue
            rent = charges[space]["amount"] or charges[space]["times"] * (one + two)
            possible_charges[each.player] += rent
            possible_earnings[owner] += rent
            if (one, two) == each.dice:
                charged[each.player] += rent
                earned[owner] += rent
    return {
        seat: Luck(
            charged[seat],
            Fraction(possible_charges[seat], len(THROWS)),
            earned[seat],
            Fraction(possible_earnings[seat], len(THROWS)),
        )
        for seat in seats
    }
