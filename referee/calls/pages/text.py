"""What pages say about calls, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.calls.state import CallState, CallTime
from referee.calls.time import minutes_told
from referee.core.language import language, word
from referee.core.pages.moments import clock_of_day
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGames
from referee.log.text import refused
from referee.models import CallStep

ABOUT: Mapping[str, Callable[[], str]] = {
    "rule": lambda: word("calls_about_rule"),
    "dispute": lambda: word("calls_about_dispute"),
    "time": lambda: word("calls_about_time"),
    "other": lambda: word("calls_about_other"),
}
STATES: Mapping[str, Callable[[str], str]] = {
    "open": lambda _: word("calls_state_open"),
    "claimed": lambda name: word("calls_state_claimed", name=name),
    "resolved": lambda name: word("calls_state_resolved", name=name),
    "withdrawn": lambda name: word("calls_state_withdrawn", name=name),
}
STEPS: Mapping[str, Callable[[CallStep], str]] = {
    "claimed": lambda step: word("calls_step_claimed", name=step.author),
    "escalated": lambda step: word("calls_step_escalated", name=step.author, level=level(step.level or "")),
    "handed_over": lambda step: word("calls_step_handed_over", name=step.author, to=step.holder),
    "resolved": lambda step: word("calls_step_resolved", name=step.author),
    "withdrawn": lambda step: word("calls_step_withdrawn", name=step.author),
    "extended": lambda step: word("calls_step_extended", name=step.author, minutes=step.minutes),
}


def level(name: str) -> str:
    """A role that is wanted."""
    return word(f"role_{name}")


def call_told(found: CallState, now: int) -> dict[str, Any]:
    """A call as a page shows it.  ``since``: when the table called, while it waits; a script counts on."""
    who = found.over.author if found.over else found.taken.holder if found.taken else ""
    return {
        "id": found.call.id,
        "number": found.table.number,
        "state": found.name,
        "state_told": STATES[found.name](who or ""),
        "level": level(found.level),
        "above": found.level != "judge",
        "holder": found.taken.holder if found.taken else None,
        "called": clock_of_day(found.call.called_at),
        "waited": minutes_told(found.waited(now)),
        "since": found.call.called_at if found.name == "open" else None,
        "now": now,
        "note": found.over.note if found.over else "",
        "lines": [
            {"about": ABOUT[line.about](), "wants": level(line.wants), "text": line.text, "author": line.author,
             "at": clock_of_day(line.at), "refused": line.refused}
            for line in found.lines
        ],
    }  # fmt: skip


def steps_told(found: CallState) -> list[dict[str, str]]:
    """What was done about a call."""
    return [{"told": STEPS[each.kind](each), "note": each.note, "at": clock_of_day(each.at)} for each in found.steps]


def extension_told(found: CallState, time: CallTime | None) -> dict[str, Any] | None:
    """The extension that is proposed, and how it was reckoned; None where there is none."""
    if time is None or not time.minutes:
        return None
    reckoned = word(
        "calls_extension_reckoned",
        passed=minutes_told(time.passed),
        lost=minutes_told(time.lost),
        minutes=time.minutes,
    )
    given = found.extended.minutes if found.extended else None
    return {"reckoned": reckoned, "minutes": time.minutes, "given": given}


def why_refused(table_id: str, seq: int) -> list[dict[str, str]]:
    """Why an entry was refused, in the reader's language, each with its clause and that one's address; nothing where
    the rules of the log are not there any more.
    """
    games = service().part(TableGames)
    try:
        game = games.current(table_id)
    except LogDiffers:
        return []
    rules = f"/rules/{game.game.ruleset.name}"
    return [
        {"message": each["message"], "clause": each["clause"], "address": f"{rules}/{each['clause']}"}
        for line in games.lines(table_id, seq - 1, seq)
        for each in refused(game, line, language())
    ]
