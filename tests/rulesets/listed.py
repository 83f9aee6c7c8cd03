"""The reports that an entry of the list of legal reports stands for (`rulesets.classic.legal`)."""

from __future__ import annotations

from typing import Any

Report = dict[str, Any]


def covers(entry: Report, report: Report) -> bool:
    """Whether an entry stands for a report, as far as its bounds say."""
    callers = (report.get("player"), *report.get("players", ()))
    if entry["type"] != report["type"] or entry.get("player") not in (None, *callers):
        return False
    match entry["type"]:
        case "build":
            return all(level <= entry["lots"].get(lot, -1) for lot, level in report["to"].items())
        case "sell":  # a debtor may sell below the bound so as not to need houses from the bank (JMA/SELL-3)
            return set(report["to"]) <= set(entry["lots"])
        case "withdraw_build":
            return all(level >= entry["lots"].get(lot, 6) for lot, level in report["to"].items())
        case "mortgage" | "lift_mortgage":
            return set(report["deeds"]) <= set(entry["deeds"])
        case "draw":
            return report["card"] in entry["cards"]
        case "choose_tax":
            return report["option"] in entry["options"]
        case "bid":
            return bool(report["amount"] >= entry["least"])
        case "open_talk" | "close_talk" | "trade":
            return report["with"] in entry["with"]
        case "deal":
            return set(report["deeds"]) == set(entry["seats"])
        case "roll_off":
            return set(report["dice"]) == set(entry["seats"])
        case "pay":
            return report.get("to", entry.get("to")) in (entry.get("to"), "bank")
        case "accept_rescue":
            return set(report["from"]) == set(entry["from"])
    named = entry.keys() - {"type", "player"}
    return all(report.get(name, entry[name]) == entry[name] for name in named)


def instances(entry: Report) -> list[Report]:
    """Reports that an entry stands for; none for deals, rescues, roll-offs, building and selling."""
    kind = entry["type"]
    base = {"type": kind, **({"player": entry["player"]} if "player" in entry else {})}
    if kind == "roll":
        return [{**base, "dice": [first, second]} for first in (1, 6) for second in (1, 5)]
    if kind == "draw":
        return [{**base, "card": card} for card in entry["cards"]]
    if kind == "choose_tax":
        return [{**base, "option": option} for option in entry["options"]]
    if kind == "bid":
        return [{**base, "amount": entry["least"]}, {**base, "amount": entry["least"] + 3 * entry["step"]}]
    if kind in ("mortgage", "lift_mortgage"):
        return [{**base, "deeds": [deed]} for deed in entry["deeds"]]
    if kind in ("open_talk", "close_talk"):
        return [{**base, "with": other} for other in entry["with"]]
    if kind == "pay":
        return [{key: value for key, value in entry.items() if key != "amount"}]
    if kind == "withdraw_build":
        return [{**base, "to": {lot: level}} for lot, level in entry["lots"].items()]
    if kind in ("build", "sell", "trade", "offer_rescue", "roll_off", "deal"):
        return []
    return [entry]
