"""The clauses in force at an event: those of its rulesets, and the points of its regulation."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.events.regulation import latest_version, parse_regulation
from referee.models import GameTable
from referee.rules.points import regulation_points
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.ruleset import Ruleset
from rulesets.languages import FALLBACK
from rulesets.search.fold import folded
from rulesets.search.near import near
from tournaments.fault import Fault

MAX_SUGGESTIONS = 3
"""The most ids that a fault suggests."""


def canonical_id(typed: str) -> str:
    """The canonical form of an id: ｊｍａ/ref-2 is JMA/REF-2."""
    return folded(typed).upper()


def clause_faults(session: Session, event_id: str, ids: Sequence[str]) -> list[Fault]:
    """A fault for each id (as `canonical_id` gives it) that is not in force at the event, with suggestions."""
    if not ids:
        return []
    rulesets = rulesets_of(session, event_id)
    known = [clause for ruleset in rulesets for clause in ruleset.catalogue.clauses]
    in_force = latest_version(session, event_id)
    if in_force is not None:
        known += [point.id for point in regulation_points(in_force.text, FALLBACK)]  # ids are the same
        known += [clause for each in parse_regulation(in_force.text).penalties.categories for clause in each.clauses]
    names = ", ".join(ruleset.name for ruleset in rulesets)
    faults = []
    for number, given in enumerate(ids):
        if given not in known:
            close = ", ".join(near(given, list(dict.fromkeys(known)))[:MAX_SUGGESTIONS])
            facts = {"given": given, "rulesets": names, "near": close}
            faults.append(Fault(f"clauses[{number}]", "clause_unknown" if close else "clause_far", facts))
    return faults


def rulesets_of(session: Session, event_id: str) -> list[Ruleset]:
    """The rulesets of an event: that of its regulation first, then those that its tables play by."""
    in_force = latest_version(session, event_id)
    headers = session.exec(select(col(GameTable.header)).where(GameTable.event_id == event_id)).all()
    names = [parse_regulation(in_force.text).game.ruleset] if in_force else []
    names += [json.loads(header)["ruleset"] for header in headers]
    found = []
    for name in dict.fromkeys(names):
        try:
            found.append(load(name))
        except (UnknownRuleset, BrokenRuleset):
            continue
    return found
