"""Rulings with reports and partial positions, and retractions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.fuzz.hostile import spoiled
from tests.fuzz.seen import Position, Report, Seen, somebody, throw

CASH = (0, 1, 9, 49, 50, 99, 100, 250, 1000, 3000)


def ruling(seen: Seen, random: Random, report: Any) -> Report:
    """A ruling that lets a report stand, corrects the position, or has no effect."""
    base: Report = {"type": "ruling", "by": "referee", "reason": "at the table"}
    if random.random() < 0.1:
        base["clauses"] = [random.choice([*seen.ruleset.catalogue.clauses])]
    if random.random() < 0.6:
        return {**base, "apply": report}
    part = corrected(seen, random)
    return {**base, "set": part if random.random() < 0.9 else spoiled(part, random, seen.seats)}


def corrected(seen: Seen, random: Random) -> Position:
    """A correction of one or several parts of the position, usually sensible."""
    part: Position = {}
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3))):
        name, value = random.choice(PARTS)(seen, random)
        part[name] = {**part[name], **value} if isinstance(value, dict) and name in part else value
    return part


def players(seen: Seen, random: Random) -> tuple[str, Any]:
    """Cash, space, jail or cards of one player."""
    seat = somebody(seen, random)
    spaces = [space.key for space in seen.edition.spaces]
    row: Position = random.choice(
        (
            {"cash": random.choice(CASH)},
            {"cash": random.choice(CASH)},
            {"space": random.choice(spaces), "jail": None},
            {"space": "jail", "jail": random.randint(0, 2)},
            {"jail": None},
            {"cards": []},
            {"cards": [random.choice(["chance", "community_chest"])]},
        )
    )
    return "players", {seat: row}


def deeds(seen: Seen, random: Random) -> tuple[str, Any]:
    """Another owner, level or mortgage for a deed or a group, even uneven ones."""
    group = [seen.edition.deeds[number].key for number in random.choice([*seen.edition.groups.values()])]
    row: Position = random.choice(
        (
            {"owner": somebody(seen, random)},
            {"owner": None},
            {"mortgaged": random.random() < 0.5},
            {"level": random.randint(0, 5)},
            {"owner": somebody(seen, random), "level": random.randint(0, 5), "mortgaged": False},
        )
    )
    chosen = group if random.random() < 0.6 else [random.choice(group)]
    return "deeds", {deed: dict(row) for deed in chosen}


def due(seen: Seen, random: Random) -> tuple[str, Any]:
    """The due entries without the first, in reverse order, or with an additional debt."""
    entries = list(seen.due)
    chance = random.random()
    if chance < 0.3:
        return "due", entries[1:]
    if chance < 0.4:
        return "due", entries[::-1]
    debtor, to = somebody(seen, random), random.choice(("bank", somebody(seen, random)))
    owed = {"kind": "debt", "player": debtor, "to": to, "amount": random.choice((1, 50, 200, 1000)), "cause": "card"}
    return "due", [*entries, owed]


def top(seen: Seen, random: Random) -> tuple[str, Any]:
    """Whose turn it is, the phase, doubles, the signal, a deck, or the bank."""
    return random.choice(
        (
            ("turn", somebody(seen, random)),
            ("phase", random.choice(("turn", "between_turns", "over", "setup"))),
            ("doubles", random.randint(0, 2)),
            ("time_up", random.random() < 0.5),
            ("decks", {random.choice(("chance", "community_chest")): {"known": []}}),
            ("bank", {"houses": random.randint(0, 32), "hotels": random.randint(0, 12)}),
        )
    )


PARTS: tuple[Callable[[Seen, Random], tuple[str, Any]], ...] = (players, players, deeds, due, top)


def retraction(seen: Seen, random: Random) -> Report:
    """Retract a report, usually one of the last."""
    last = seen.game.seq
    return {"type": "retract", "seq": random.choice((last, last, last - 1, last - 3, 1, last + 1, 0))}


def roll_off(seen: Seen, random: Random) -> Report:
    """Throws of some seats, for the starting order or to break a tie."""
    entries = [entry for entry in seen.legal if entry["type"] == "roll_off"]
    seats = random.choice(entries)["seats"] if entries and random.random() < 0.8 else seen.seats
    return {"type": "roll_off", "dice": {seat: throw(random) for seat in seats}}
