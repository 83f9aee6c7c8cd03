"""What pages say about cases, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.cases.state import CaseState
from referee.clocks.views import minutes
from referee.core.language import word
from referee.core.pages.moments import clock_of_day, short_moment
from referee.events.names import round_name

OPEN = "open"
STATES: Mapping[str, Callable[[], str]] = {
    OPEN: lambda: word("cases_state_open"),
    "appealed": lambda: word("cases_state_appealed"),
    "decided": lambda: word("cases_state_decided"),
    "upheld": lambda: word("cases_state_upheld"),
    "changed": lambda: word("cases_state_changed"),
    "withdrawn": lambda: word("cases_state_withdrawn"),
}
"""How a case stands, or how an appeal of it came out."""
COLOURS = {OPEN: " late", "appealed": " late", "withdrawn": ""}
STANDINGS: Mapping[str, Callable[[], str]] = {
    "none": lambda: word("cases_standing_none"),
    "advice": lambda: word("cases_standing_advice"),
    "binding": lambda: word("cases_standing_binding"),
}
CLOCKS: Mapping[str, Callable[[str], str]] = {
    "untimed": lambda left: word("cases_clock_untimed"),
    "running": lambda left: word("cases_clock_running", left=left),
    "paused": lambda left: word("cases_clock_paused", left=left),
    "stopped": lambda left: word("cases_clock_stopped", left=left),
    "over": lambda left: word("cases_clock_over"),
}
STEPS: Mapping[str, Callable[[Mapping[str, str]], str]] = {
    "opened": lambda step: word("cases_step_opened", name=step["author"]),
    "noted": lambda step: word("cases_step_noted", name=step["author"]),
    "decided": lambda step: word("cases_step_decided", name=step["author"]),
    "appealed": lambda step: word("cases_step_appealed", name=step["author"], seat=step["seat"]),
    "upheld": lambda step: word("cases_step_upheld", name=step["author"]),
    "changed": lambda step: word("cases_step_changed", name=step["author"]),
    "appeal_withdrawn": lambda step: word("cases_step_appeal_withdrawn", name=step["author"], seat=step["seat"]),
    "withdrawn": lambda step: word("cases_step_withdrawn", name=step["author"]),
    "marked": lambda step: word("cases_step_marked", name=step["author"], standing=step["standing"]),
}


def listed(found: CaseState, row: Mapping[str, Any]) -> dict[str, Any]:
    """A case as it is named in a list.  ``row``: as `referee.cases.queries.told` gives it."""
    stands = row["appeals"]["outcome"] or row["state"]
    decision = row["decision"]
    opened = found.steps[0]
    return {
        "id": row["id"],
        "title": word("cases_name", number=row["number"]),
        "place": word("cases_place", round=round_name(found.round.number, found.round), table=row["table"]),
        "opened": word("cases_opened", at=short_moment(row["opened_at"]), name=opened.author),
        "state": row["state"],
        "state_told": STATES[stands](),
        "colour": COLOURS.get(row["state"], " on"),
        "about": (decision["question"] or decision["decision"]) if decision else opened.note,
    }


def case_told(found: CaseState, row: Mapping[str, Any], now: int) -> dict[str, Any]:
    """A case as its page shows it: the rulings, the one in force last, the appeals, and what was done."""
    names = {each["player"]: each["name"] for each in row["players"]}
    appeals = row["appeals"]
    ruled = [step["decision"] for step in row["steps"] if step["decision"]]
    clock = row["clock"]
    return {
        **listed(found, row),
        "number": row["table"],
        "table_id": row["table_id"],
        "call_id": row["call_id"],
        "clock": CLOCKS[clock["state"]](minutes(clock["remaining"] or 0)),
        "rulings": [ruling_told(each, names) for each in ruled],
        "standing": row["standing"],
        "standing_told": STANDINGS[row["standing"]](),
        "until": appeals["until"] if appeals["may"] else None,
        "until_told": clock_of_day(appeals["until"]) if appeals["until"] else None,
        "left": minutes(max(0, (appeals["until"] or now) - now)),
        "now": now,
        "may_appeal": [{"seat": seat, "name": names[seat]} for seat in appeals["may"]],
        "appeals": [{**each, "at": clock_of_day(each["at"])} for each in appeals["rows"]],
        "waiting": appeals["waiting"],
        "outcome": appeals["outcome"],
        "reasons": appeals["reasons"],
        "settled_by": appeals["by"],
        "steps": [step_told(each, names) for each in row["steps"]],
    }


def ruling_told(decision: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A ruling as it is read.  ``names``: of the seats."""
    agreed = word("comma").join(names[seat] for seat in decision["agreed"])
    return {
        **decision,
        "heading": word("cases_decided_by", at=short_moment(decision["at"]), name=decision["by"]),
        "agreed_told": word("cases_settlement_told", names=agreed) if agreed else "",
        "entry_told": entry_told(decision["entry"]),
    }


def entry_told(entry: int | None) -> str:
    """Where a ruling stands in the table's log."""
    return word("cases_no_entry") if entry is None else word("cases_entry", entry=entry)


def step_told(step: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    """Something that was done about a case."""
    said = {
        "author": step["author"],
        "seat": names.get(step["player"] or "", ""),
        "standing": STANDINGS[step["standing"]]() if step["standing"] else "",
    }
    return {"told": STEPS[step["kind"]](said), "note": step["note"], "at": short_moment(step["at"])}


def grouped(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """Listed cases, the latest first, as the desk sees them: appeals that wait and those to be decided, both the oldest
    first; the rest.
    """
    return {
        "appeals": [row for row in reversed(rows) if row["state"] == "appealed"],
        "open": [row for row in reversed(rows) if row["state"] == OPEN],
        "settled": [row for row in rows if row["state"] not in ("appealed", OPEN)],
    }
