"""Rules of the classic board that can be checked from outside at every step, without asking the ruleset."""

from __future__ import annotations

from typing import Any

from tests.fuzz.deals import FORBIDDEN
from tests.fuzz.seen import HOTEL, Report, Seen
from tests.fuzz.step import Step

NEVER = frozenset(name for name, _ in FORBIDDEN)


def uneven_groups(seen: Seen) -> list[list[str]]:
    """The groups whose building levels differ by more than one."""
    highest = seen.ruleset.figures.hotel_from + 1
    found = []
    for group in seen.edition.groups.values():
        keys = [seen.edition.deeds[number].key for number in group]
        levels = [min(seen.level(key), highest) for key in keys]
        if max(levels) - min(levels) > 1:
            found.append(keys)
    return found


def builds_evenly(step: Step) -> str | None:
    """No report of the table makes an even group uneven."""
    if not step.played:
        return None
    new = [group for group in uneven_groups(step.after) if group not in uneven_groups(step.before)]
    return f"now uneven: {new}" if new else None


def built_or_mortgaged(step: Step) -> str | None:
    """No report of the table leads to a built group that is mortgaged or divided among owners."""
    if not step.played:
        return None
    new = [group for group in spoilt_groups(step.after) if group not in spoilt_groups(step.before)]
    return f"built, and mortgaged or divided: {new}" if new else None


def spoilt_groups(seen: Seen) -> list[list[str]]:
    """The groups with buildings that have a mortgaged deed or more than one owner."""
    found = []
    for group in seen.edition.groups.values():
        keys = [seen.edition.deeds[number].key for number in group]
        rows = [seen.position["deeds"].get(key, {"owner": None, "level": 0, "mortgaged": False}) for key in keys]
        owners = {row["owner"] for row in rows}
        if any(row["level"] for row in rows) and (len(owners) > 1 or any(row["mortgaged"] for row in rows)):
            found.append(keys)
    return found


def only_debtors_go_bankrupt(step: Step) -> str | None:
    """Nobody who can pay the debts from their own assets declares bankruptcy."""
    if not step.played or step.kind != "declare_bankruptcy":
        return None
    mine = [entry for entry in step.before.debts() if entry["player"] == step.report["player"]]
    return None if any(entry["provisional"] for entry in mine) else f"bankrupt, owing {mine}"


def rescued_can_pay(step: Step) -> str | None:
    """Whoever has accepted a rescue can pay every debt."""
    if not step.played or step.kind != "accept_rescue":
        return None
    left = [entry for entry in step.after.debts() if entry["player"] == step.report["player"]]
    return f"rescued, and still {left}" if any(entry["provisional"] for entry in left) else None


def nothing_but_goods(step: Step) -> str | None:
    """No deal or offer includes promises, immunity, buildings without their lots, or a third party."""
    if not step.played or step.kind not in ("trade", "offer_rescue"):
        return None
    named = {name for side in ("give", "take") for name, value in step.report[side].items() if name in NEVER}
    if step.kind == "trade" and isinstance(step.report["with"], list):
        named.add("with")
    return f"accepted with {sorted(named)}" if named else None


def nothing_for_nothing(step: Step) -> str | None:
    """Under the association's rules no deal is a gift: goods are not given for nothing, nor money for less money."""
    if not step.played or step.kind != "trade" or step.before.ruleset.name != "jma-2006":
        return None
    sides = (step.report["give"], step.report["take"])
    goods = [bool(side.get("deeds") or side.get("cards")) for side in sides]
    sums = [side.get("cash", 0) + sum(claim["amount"] for claim in side.get("claims", [])) for side in sides]
    if not any(goods):
        return f"money for money: {sums}" if sums[0] != sums[1] else None
    if all(goods):
        return None
    back = sums[goods.index(False)] - sums[goods.index(True)]
    return None if back > 0 else f"goods for {back}"


def calls_rise(step: Step) -> str | None:
    """A call is higher than the previous one, and made by players who are in the game and not excluded."""
    if not step.played or step.kind != "bid":
        return None
    kinds = ("auction", "place")  # calls go to an auction; without one, to a piece that is not placed
    entry: Report = next((entry for kind in kinds for entry in step.before.due if entry["kind"] == kind), {})
    called: Any = entry.get("high") if entry.get("kind") == "auction" else entry
    callers = [step.report.get("player"), *step.report.get("players", [])]
    if called and step.report["amount"] <= called["amount"]:
        return f"{step.report['amount']} after {called['amount']}"
    out = {seat for seat, player in step.before.position["players"].items() if player["out"]} | {*entry.get("out", ())}
    return f"called by {out & {*callers}}" if out & {*callers} else None


def pieces_cost_what_is_printed(step: Step) -> str | None:
    """In a `build` every player pays exactly the printed cost of each level built, and nobody else's cash changes."""
    if not step.played or step.kind != "build":
        return None
    for seat in step.before.seats:
        paid = step.before.cash(seat) - step.after.cash(seat)
        steps = 0
        for deed in step.after.edition.deeds:
            now, then = step.before.level(deed.key), step.after.level(deed.key)
            owner = step.after.position["deeds"].get(deed.key, {}).get("owner")
            if then > now and owner == seat:
                risen = then - now if then < HOTEL else max(step.after.ruleset.figures.hotel_from - now, 0) + 1
                steps += risen * deed.building_cost
        if paid != steps:
            return f"{seat} paid {paid} for {steps}"
    return None
