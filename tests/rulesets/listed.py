"""The reports that an entry of the list of legal reports stands for (`rulesets.classic.legal`)."""

from __future__ import annotations

from typing import Any

from rulesets import Game
from rulesets.kernel.moves import completed
from rulesets.kernel.report import LARGEST

Report = dict[str, Any]


def covers(entry: Report, report: Report) -> bool:
    """Whether an entry stands for a report, as far as its bounds say."""
    callers = (report.get("player"), *report.get("players", ()))
    if entry["type"] != report["type"] or entry.get("player") not in (None, *callers):
        return False
    match entry["type"]:
        case "build":
            return all(level <= entry["lots"].get(lot, -1) for lot, level in report["to"].items())
        case "sell" | "withdraw_build":
            return all(level >= entry["lots"].get(lot, 6) for lot, level in report["to"].items())
        case "mortgage" | "lift_mortgage":
            return set(report["deeds"]) <= set(entry["deeds"])
        case "draw":
            return report["card"] in entry["cards"]
        case "choose_tax":
            return report["option"] in entry["options"]
        case "bid":
            within = entry["least"] <= report["amount"] <= entry.get("most", report["amount"])
            return within and not report["amount"] % entry["step"]
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


def instances(game: Game, entry: Report) -> list[Report]:
    """Reports that an entry stands for: those of `rulesets.moves`, and a higher call; none of deals and rescues."""
    found = list(completed(game, entry))
    if entry["type"] == "bid":
        higher = min(entry["least"] + 3 * entry["step"], entry.get("most", LARGEST))
        found += [{**report, "amount": amount} for report in found for amount in (higher, entry.get("most", higher))]
    return found
