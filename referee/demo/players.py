"""How the demo's people play: they buy what they can pay, bid what a deed is worth to them, trade towards complete
groups and build there.

What is possible they learn by trying, from the same law as everybody: `reports` gives only what it accepts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from rulesets import Game
from rulesets.languages import FALLBACK
from rulesets.languages.texts import texts
from rulesets.reports import as_report

Report = dict[str, Any]

NOT_FOR_THE_DEMO = frozenset({"ruling", "retract", "time_up", "declare_bankruptcy"})
NO_RANDOM = frozenset({"trade", "offer_rescue", "withdraw_offer", "open_talk", "withdraw_build"})
"""What nobody does just so: deals are made by `deals`, and what was declared stays so."""
IN_NEED = frozenset({"mortgage", "sell", "default"})
"""What only those do who owe more than they have."""
RESERVE = 150
"""What people keep in hand when they need not spend it, in dollars."""
WORTH_IN_GROUP, WORTH_ALONE = 2.5, 1.1
"""What a deed is worth to somebody, in printed prices: one that completes a group, and any other."""
DEAL, BUILD = 0.12, 0.3
"""How often people think of a deal, and of building."""
PATIENCE = 60
"""After how many ideas in vain anything goes that the law accepts, last of all what nobody does just so."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a player sees.  ``prices``: the printed ones by deed; ``groups``: of two or more deeds."""

    position: Mapping[str, Any]
    prices: Mapping[str, int]
    groups: tuple[tuple[str, ...], ...]

    def playing(self) -> list[str]:
        return [seat for seat, each in self.position["players"].items() if not each["out"]]

    def cash(self, seat: str) -> int:
        return int(self.position["players"][seat]["cash"])

    def owner(self, deed: str) -> str | None:
        owner: str | None = self.position["deeds"].get(deed, {}).get("owner")
        return owner

    def missing(self, seat: str, group: tuple[str, ...]) -> list[str]:
        return [deed for deed in group if self.owner(deed) != seat]

    def worth(self, seat: str, deed: str) -> float:
        completes = any(self.missing(seat, group) == [deed] for group in self.groups if deed in group)
        return self.prices.get(deed, 0) * (WORTH_IN_GROUP if completes else WORTH_ALONE)


def seen(game: Game) -> Table:
    printed = game.ruleset.mechanics.printed(game.state.table, FALLBACK)
    prices = {each["key"]: each.get("price") or 0 for each in printed["deeds"]}
    groups = tuple(tuple(each["deeds"]) for each in printed["groups"] if len(each["deeds"]) > 1)
    return Table(game.ruleset.position(game), prices, groups)


def reports(game: Game, random: Random) -> Iterator[Report]:
    """Generate reports that play a game to its end, each accepted after the one before."""
    while not game.ruleset.over(game):
        for report in ideas(game, random):
            answer = game.ruleset.judge(game, as_report(report))
            if answer.accepted:
                break
        yield report
        game = answer.game


def ideas(game: Game, random: Random) -> Iterator[Report]:
    """What somebody at the table may want to report now, without end."""
    table = seen(game)
    if random.random() < DEAL:
        yield from deals(table, random)
    if random.random() < BUILD:
        yield from houses(table, random)
    tried = 0
    while True:
        report = game.ruleset.mechanics.propose(game, random, hurry=False)
        kind = report.get("type")
        goes = tried >= PATIENCE and (kind not in NO_RANDOM or tried >= 10 * PATIENCE)
        if kind not in NOT_FOR_THE_DEMO and (goes or is_sensible(table, report)):
            yield report
        tried += 1


def is_sensible(table: Table, report: Report) -> bool:
    """Whether somebody would do what a report says, whether or not it is allowed."""
    kind, seat = report.get("type"), report.get("player")
    if kind in NO_RANDOM:
        return False
    if kind == "close_auction":
        return any(each.get("high") for each in table.position["due"])
    if not isinstance(seat, str) or seat not in table.position["players"]:
        return kind != "bid"
    if kind in IN_NEED:
        return table.cash(seat) < RESERVE
    if kind == "lift_mortgage":
        return table.cash(seat) > 3 * RESERVE
    if kind == "decline":
        price = table.prices.get(table.position["players"][seat]["space"], 0)
        return table.cash(seat) < price + RESERVE // 3
    if kind == "bid":
        deeds = [each["deed"] for each in table.position["due"] if each.get("deed")]
        amount = report.get("amount", 0)
        return bool(deeds) and amount <= min(table.worth(seat, deeds[0]), table.cash(seat) - RESERVE // 3)
    return True


def deals(table: Table, random: Random) -> Iterator[Report]:
    """Deals that complete a group for whoever offers them, and that the other side has a reason to take: a group of its
    own, or more cash than the deed is worth to it.
    """
    seats = table.playing()
    for one in random.sample(seats, len(seats)):
        for group in random.sample(table.groups, len(table.groups)):
            missing = table.missing(one, group)
            other = table.owner(missing[0]) if len(missing) == 1 else None
            if other is None:
                continue
            yield from (deal(one, other, missing[0], back, table) for back in wanted_back(table, one, other, group))
            price = round(table.prices[missing[0]] * random.uniform(WORTH_ALONE, WORTH_IN_GROUP), -1)
            if price >= table.worth(other, missing[0]) and table.cash(one) - price >= RESERVE:
                yield {
                    "type": "trade",
                    "player": one,
                    "with": other,
                    "give": {"cash": int(price)},
                    "take": {"deeds": missing},
                }


def wanted_back(table: Table, one: str, other: str, group: tuple[str, ...]) -> list[str]:
    """The deeds of one player that complete a group for another, but for those of the group that is at stake."""
    return [
        missing[0]
        for each in table.groups
        if each != group and len(missing := table.missing(other, each)) == 1 and table.owner(missing[0]) == one
    ]


def deal(one: str, other: str, wanted: str, back: str, table: Table) -> Report:
    """Two deeds change hands, and whoever gets the dearer one pays the difference."""
    difference = table.prices[wanted] - table.prices[back]
    give: Report = {"deeds": [back]}
    take: Report = {"deeds": [wanted]}
    if difference:
        (give if difference > 0 else take)["cash"] = abs(difference)
    return {"type": "trade", "player": one, "with": other, "give": give, "take": take}


def houses(table: Table, random: Random) -> Iterator[Report]:
    """One house more on each lot of a complete group that stands lowest, for somebody who can pay it."""
    for group in random.sample(table.groups, len(table.groups)):
        seat = table.owner(group[0])
        if seat is None or table.missing(seat, group) or table.cash(seat) < 2 * RESERVE + len(group) * 100:
            continue
        levels = {deed: table.position["deeds"][deed].get("level") for deed in group}
        if all(isinstance(level, int) for level in levels.values()):
            low = min(levels.values())
            yield {"type": "build", "player": seat, "to": {deed: low + 1 for deed in group if levels[deed] == low}}


def people(count: int, seed: str) -> list[dict[str, Any]]:
    """Return ``count`` players (at most 800), each with name, reading, club, region and flags, drawn by ``seed``."""
    names = tomllib.loads((files(__package__) / "names.toml").read_text("utf-8"))
    random = Random(seed)
    full_names = [(family, given) for family in names["family"] for given in names["given"]]
    return [
        {
            "name": f"{family[0]} {given[0]}",
            "reading": f"{family[1]} {given[1]}",
            "club": random.choice(names["clubs"]),
            "region": random.choice(names["regions"]),
            "flags": ["beginner"] if random.random() < 0.1 else [],
        }
        for family, given in random.sample(full_names, count)
    ]


@cache
def demo_words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The texts of the demo in a language: ``names``, the ``staff`` by role, and what is said at the ``desk``: calls, a
    case and its ruling.
    """
    return texts(files("referee") / "texts", "demo", language)
