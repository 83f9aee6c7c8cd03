"""The content of a precedent: the ruling with seats in place of names, and on demand the position and the log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session

from referee.cases.precedents.names import PlayerNames, anonymise
from referee.cases.state import CHANGED, DECIDED, CaseState, decision_of
from referee.core.zone import zone_of
from referee.events.queries import seats_by_table
from referee.log.table_game import TableGames
from referee.models import Event
from referee.penalties.queries import penalty_state
from rulesets.kernel.record import read_line
from rulesets.notation.codes import codes
from rulesets.notation.writing import write

MOST_LINES = 12
"""How many entries of the log before a case go with it."""
MOST_CHARACTERS = 2000
"""The most characters of a report that go with a case."""
REFEREE = "referee"
"""Replaces the name of whoever made a ruling that is in the log."""


class PrecedentSource(NamedTuple):
    """Where a ruling was made: the event's id, name and date (``2026-11-22``), and its number there."""

    id: str
    name: str
    date: str
    number: int


def source_of(event: Event, number: int) -> PrecedentSource:
    """The source of an event's own ruling.  ``number``: that of its case."""
    return PrecedentSource(event.id, event.name, day(event, event.locked_at or event.created_at), number)


def day(event: Event, at: int) -> str:
    """The date of a moment (ms since 1970), in the event's time zone."""
    return datetime.fromtimestamp(at / 1000, zone_of(event)).strftime("%Y-%m-%d")


def content_of(session: Session, found: CaseState, players: PlayerNames) -> dict[str, Any]:
    """A decided case in the form of docs/rulings.md, anonymised, without position and log."""
    assert found.first is not None and found.last is not None
    header = json.loads(found.table.header)
    decision = decision_of(found.last)
    texts = {
        "facts": decision.facts,
        "question": decision.question,
        "decision": decision.decision,
        "reasons": decision.reasons,
        "appeal": _appeal(found),
    }
    return {
        "ruleset": header["ruleset"],
        "edition": header["edition"],
        "seats": header["seats"],
        "round": found.round.number,
        "decided": day(session.get_one(Event, found.case.event_id), found.first.at),
        **anonymise(session, found, players, texts),
        "clauses": list(decision.clauses),
        "effect": _effect(session, found, decision.effect),
        "agreed": list(decision.agreed),
    }


def _effect(session: Session, found: CaseState, effect: Mapping[str, Any]) -> dict[str, Any]:
    """The effect of a ruling, without ids of people or rows."""
    kept = {name: value for name, value in effect.items() if name not in ("penalty", "penalty_id", "also")}
    if "also" in effect:
        kept["also"] = [_effect(session, found, each) for each in effect["also"]]
    if effect["kind"] == "penalty":
        given = penalty_state(session, effect["penalty_id"])
        row = given.penalty
        seats = {each.player_id: each.seat for each in seats_by_table(session, [found.table.id])[found.table.id]}
        kept["penalty"] = {
            "player": seats.get(row.player_id),
            "category": row.category,
            "step": row.step,
            "state": given.name,
        }
    return kept


def _appeal(found: CaseState) -> dict[str, Any] | None:
    """The appeals and their outcome; None if there were none.  ``before``: the decision that was changed."""
    if not found.appeals:
        return None
    before = None
    if found.settled is not None and found.settled.kind == CHANGED:
        (first,) = [decision_of(each) for each in found.steps if each.kind == DECIDED]
        before = {"decision": first.decision, "reasons": first.reasons}
    return {
        "players": list(found.appeals),
        "texts": [each.note for each in found.appeals.values()],
        "outcome": found.settled.kind if found.settled else "waiting" if found.waiting else "withdrawn",
        "reasons": found.settled.note if found.settled else "",
        "before": before,
    }


def evidence_of(session: Session, games: TableGames, found: CaseState, players: PlayerNames) -> dict[str, Any]:
    """The position in which a case was opened, the log before it in the short notation, and the refused report, all
    anonymised.  Raises `LogDiffers`.
    """
    case = found.case
    at = games.at(case.table_id, case.seq)
    known = codes(at.game)
    lines = games.lines(case.table_id, max(0, case.seq - MOST_LINES), case.seq)
    refused = None
    if case.refused is not None:
        (line,) = games.lines(case.table_id, case.refused - 1, case.refused)
        refusals = [{"clause": each["clause"], "code": each["code"]} for each in json.loads(line.answer)["refusals"]]
        refused = {"report": _notation(line.report, known), "refusals": refusals}
    log = [("" if line.accepted else "✗ ") + _notation(line.report, known) for line in lines]
    return {
        "position": at.game.ruleset.position(at.game),
        **anonymise(session, found, players, {"log": log, "refused": refused}),
    }


def _notation(report: str, known: dict[str, Any]) -> str:
    """A report in the short notation, with at most `MOST_CHARACTERS`.  Devices may report anything, so lone surrogates
    are replaced.
    """
    read = read_line(report)
    if isinstance(read, dict) and "by" in read:
        read = {**read, "by": REFEREE}
    return write(read, known)[:MOST_CHARACTERS].encode("utf-8", "replace").decode()
