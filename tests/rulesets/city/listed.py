"""The reports that an entry of City's list of legal reports stands for (`rulesets.city.legal`)."""

from __future__ import annotations

from typing import Any

Report = dict[str, Any]
PARTS = ("residential", "industrial")


def covers(entry: Report, report: Report) -> bool:
    """Whether an entry stands for a report, as far as its bounds say."""
    if entry["type"] != report["type"]:
        return False
    match entry["type"]:
        case "trade" | "start_trade":  # either of the two may report it
            pairs = {(entry["player"], other) for other in entry["with"]}
            return (report["player"], report["with"]) in pairs or (report["with"], report["player"]) in pairs
        case "roll_off":
            return set(report["dice"]) == set(entry["seats"])
    if entry.get("player") not in (None, report.get("player")):
        return False
    match entry["type"]:
        case "draw":
            return report["card"] in entry["cards"]
        case "bid":
            return bool(report["amount"] >= entry["least"])
        case "press":
            return report["result"] in entry["results"]
        case "ride":
            return report["to"] in entry["districts"]
        case "mortgage" | "lift_mortgage":
            return set(report["deeds"]) <= set(entry["deeds"])
        case "build":
            parts = [part for part in PARTS if report.get(part)]
            return all(report["deed"] in entry.get(part, ()) for part in parts)
        case "swap":
            return bool(report["deed"] == entry["deed"])
        case "pay":
            return bool(report.get("to", entry["to"]) == entry["to"])
    fits = "districts" not in entry or report["deed"] in entry["districts"]
    return fits and bool(report.get("piece") == entry.get("piece"))
