"""Penalties as people read them, in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sqlmodel import Session, col, select

from referee.event.penalties import suggestion
from referee.event.penalty_state import PenaltyState
from referee.event.players import players_of
from referee.language import language, word
from referee.models import GameTable
from tournaments.penalties.effect import Sanction
from tournaments.penalties.rule import Category, PenaltiesRule, Step
from tournaments.points.telling import figure

EFFECTS: Mapping[str, Callable[[Step], str]] = {
    "none": lambda step: "",
    "points": lambda step: points_told(step.points),
    "last": lambda step: word("penalties_effect_last"),
    "out": lambda step: word("penalties_effect_out"),
}
STATES: Mapping[str, Callable[[], str]] = {
    "proposed": lambda: word("penalties_state_proposed"),
    "in_force": lambda: word("penalties_state_in_force"),
    "cancelled": lambda: word("penalties_state_cancelled"),
}
STEPS: Mapping[str, Callable[[str], str]] = {
    "proposed": lambda name: word("penalties_step_proposed", name=name),
    "signed_off": lambda name: word("penalties_step_signed_off", name=name),
    "cancelled": lambda name: word("penalties_step_cancelled", name=name),
    "noted": lambda name: word("penalties_step_noted", name=name),
}
BECAUSE: Mapping[str, Callable[..., str]] = {
    "first": lambda **facts: word("penalties_because_first", **facts),
    "again": lambda **facts: word("penalties_because_again", **facts),
    "heaviest": lambda **facts: word("penalties_because_heaviest", **facts),
}


def points_told(points: Fraction | None) -> str:
    """Points given or taken, with their sign."""
    assert points is not None
    return word("penalties_effect_points", points=f"{'+' if points > 0 else ''}{figure(points)}")


def effect_told(step: Step) -> str:
    """What a step does; empty where it does nothing."""
    return EFFECTS[step.effect](step)


def rule_json(rule: PenaltiesRule) -> dict[str, Any]:
    """The steps and categories of a regulation."""
    return {
        "escalates": rule.escalates,
        "steps": [_step_json(each) for each in rule.steps],
        "categories": [
            {"key": each.key, "title": each.titles[language()], "first": each.first, "clauses": list(each.clauses)}
            for each in rule.categories
        ],
    }


def _step_json(step: Step) -> dict[str, Any]:
    return {
        "key": step.key,
        "title": step.titles[language()],
        "weight": step.weight,
        "sign_off": step.sign_off,
        "severe": step.severe,
        "effect": step.effect,
        "points": None if step.points is None else str(step.points),
        "effect_told": effect_told(step),
    }


def listed(session: Session, event_id: str, states: Sequence[PenaltyState]) -> list[dict[str, Any]]:
    """Some penalties of an event."""
    names = {each.id: each.name for each in players_of(session, event_id)}
    at = [each.penalty.table_id for each in states if each.penalty.table_id]
    numbers = dict(session.exec(select(GameTable.id, GameTable.number).where(col(GameTable.id).in_(at))).all())
    return [penalty(each, names, numbers) for each in states]


def penalty(found: PenaltyState, names: Mapping[str, str], numbers: Mapping[str, int]) -> dict[str, Any]:
    """A penalty.  ``names`` of players and ``numbers`` of tables by id."""
    row = found.penalty
    return {
        "id": row.id,
        "event_id": row.event_id,
        "player": row.player_id,
        "name": names.get(row.player_id, row.player_id),
        "round": row.round,
        "table_id": row.table_id,
        "number": numbers.get(row.table_id or ""),
        "entry": row.entry,
        "call_id": row.call_id,
        "category": row.category,
        "category_title": found.titles[language()],
        "step": _step_json(found.step),
        "state": found.name,
        "facts": row.facts,
        "reason": row.reason,
        "clauses": json.loads(row.clauses),
        "given_by": found.proposed.author,
        "given_at": row.given_at,
        "noted": found.noted is not None,
        "steps": [
            {"kind": each.kind, "note": each.note, "author": each.author, "account_id": each.account_id, "at": each.at}
            for each in found.steps
        ],
    }


def suggestion_json(rule: PenaltiesRule, category: Category, before: Sequence[PenaltyState]) -> dict[str, Any]:
    """The step that is suggested for a player with these penalties, and why."""
    found, last = suggestion(rule, category, before)
    facts = {
        "category": category.titles[language()],
        "step": found.step.titles[language()],
        "times": found.times,
        "last": last.step.titles[language()] if last else "",
    }
    return {
        "step": _step_json(found.step),
        "because": found.because,
        "times": found.times,
        "sentence": BECAUSE[found.because](**facts),
    }


def sanctions_told(sanctions: Sequence[Sanction], player: str) -> list[str]:
    """The penalties of a player that the standings count, each on a line."""
    return [
        word("penalties_counts", step=dict(each.titles)[language()], effect=_counts(each))
        for each in sanctions
        if each.player == player
    ]


def steps_told(sanctions: Sequence[Sanction], player: str) -> list[str]:
    """The same, without what they do."""
    return [dict(each.titles)[language()] for each in sanctions if each.player == player]


def _counts(each: Sanction) -> str:
    if each.points is not None:
        return points_told(each.points)
    if each.table is None:
        return word("penalties_effect_out")
    at_table = word("penalties_lost_at", round=each.round, table=each.table)
    return f"{word('penalties_effect_out')} – {at_table}" if each.effect == "out" else at_table
