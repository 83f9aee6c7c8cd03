"""Penalties as people and programs read them, in a language; those of the same player in other events."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from sqlmodel import Session, col, select

from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.http.fields import OneOf
from referee.core.language import text
from referee.events.points_text import effect_text, points_change
from referee.models import Event, GameTable, Penalty, Player
from referee.penalties.queries import PENALTIES, suggestion
from referee.penalties.state import CANCELLED, IN_FORCE, NOTED, PROPOSED, SIGNED_OFF, PenaltyState
from tournaments.penalties.effect import Sanction
from tournaments.penalties.rule import EFFECTS, ESCALATIONS, Category, PenaltiesRule, PenaltyLevel


@dataclass(frozen=True, slots=True)
class EarlierPenaltyView:
    """A penalty of another event, not cancelled, in words."""

    event_id: str
    event: Annotated[str, "The name of the event."]
    player: Annotated[str, "The player's id in that event."]
    category: str
    step: str
    state: Annotated[str, OneOf((PROPOSED, IN_FORCE))]
    facts: str
    given_at: int


def earlier_penalties(session: Session, player: Player, who: Principal, language: str) -> Sequence[EarlierPenaltyView]:
    """The penalties of players with the same name, and the same reading if both have one, in other events; the latest
    first.  Players are matched by name and reading alone: the reader judges whether it is the same person.
    """
    query = (
        select(Penalty, Player, Event)
        .join(Player, col(Player.id) == Penalty.player_id)
        .join(Event, col(Event.id) == Penalty.event_id)
        .where(Player.name == player.name, Penalty.event_id != player.event_id)
        .order_by(col(Penalty.given_at).desc())
    )
    rows = [
        (penalty, other, event)
        for penalty, other, event in session.exec(query)
        if may(who.roles_in(event.id), "penalty.give")
        and (not player.reading or not other.reading or player.reading == other.reading)
    ]
    found = PENALTIES.states(session, [penalty for penalty, _, _ in rows])
    return [
        EarlierPenaltyView(
            event.id,
            event.name,
            other.id,
            each.titles[language],
            each.step.titles[language],
            each.name,
            each.penalty.facts,
            each.penalty.given_at,
        )
        for each, (_, other, event) in zip(found, rows, strict=True)
        if each.name != CANCELLED
    ]


@dataclass(frozen=True, slots=True)
class PenaltyStepRule:
    """A step of the regulation."""

    key: str
    title: str
    weight: Annotated[int, "A higher number means a heavier penalty."]
    sign_off: Annotated[bool, "Whether it is in force only once another person has signed it off."]
    severe: Annotated[bool, "Whether it needs an arbiter."]
    effect: Annotated[str, OneOf(EFFECTS)]
    points: str | None
    effect_told: str


@dataclass(frozen=True, slots=True)
class CategoryRule:
    """A kind of offence."""

    key: str
    title: str
    first: Annotated[str, "The key of the step for the first offence."]
    clauses: Sequence[str]


@dataclass(frozen=True, slots=True)
class PenaltiesRuleView:
    """The penalties of a regulation."""

    escalates: Annotated[str, OneOf(ESCALATIONS)]
    steps: Annotated[Sequence[PenaltyStepRule], "The steps, lightest first."]
    categories: Sequence[CategoryRule]


class PenaltyStepView(Protocol):
    """A step in the handling of a penalty: what is shown of a `PenaltyStep`."""

    kind: Annotated[str, OneOf((PROPOSED, SIGNED_OFF, CANCELLED, NOTED))]
    note: str
    author: str
    account_id: str | None
    at: int


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty, with the step as the regulation had it then."""

    id: str
    event_id: str
    player: str
    name: str
    round: Annotated[int, "The number of the round; 0: before the first one."]
    table_id: str | None
    number: Annotated[int | None, "The table's number."]
    entry: int | None
    call_id: str | None
    category: str
    category_title: str
    step: PenaltyStepRule
    state: Annotated[str, OneOf((PROPOSED, IN_FORCE, CANCELLED)), "`proposed`: it waits to be signed off."]
    facts: str
    reason: str
    clauses: Sequence[str]
    given_by: str
    given_at: int
    noted: Annotated[bool, "Whether the player has taken note."]
    steps: Sequence[PenaltyStepView]


@dataclass(frozen=True, slots=True)
class PenaltyPage:
    """Penalties, newest first, with the steps and categories of the regulation."""

    rule: PenaltiesRuleView
    rows: Sequence[PenaltyView]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class PenaltyRecordPage:
    """Penalties of players with the same name in other events, newest first."""

    rows: Sequence[EarlierPenaltyView]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """The step that is suggested, and why."""

    step: PenaltyStepRule
    because: Annotated[str, OneOf(("first", "again", "heaviest"))]
    times: Annotated[int, "How many earlier penalties count."]
    sentence: str
    history: Sequence[PenaltyView]


def rule_view(rule: PenaltiesRule, language: str) -> PenaltiesRuleView:
    """The steps and categories of a regulation."""
    return PenaltiesRuleView(
        rule.escalates,
        [step_view(each, language) for each in rule.steps],
        [CategoryRule(each.key, each.titles[language], each.first, each.clauses) for each in rule.categories],
    )


def step_view(step: PenaltyLevel, language: str) -> PenaltyStepRule:
    return PenaltyStepRule(
        step.key,
        step.titles[language],
        step.weight,
        step.sign_off,
        step.severe,
        step.effect,
        None if step.points is None else str(step.points),
        effect_text(step, language),
    )


def penalty_views(session: Session, states: Sequence[PenaltyState], language: str) -> list[PenaltyView]:
    table_ids = [each.penalty.table_id for each in states if each.penalty.table_id]
    numbers = dict(session.exec(select(GameTable.id, GameTable.number).where(col(GameTable.id).in_(table_ids))).all())
    return [_penalty_view(each, numbers, language) for each in states]


def _penalty_view(found: PenaltyState, numbers: Mapping[str, int], language: str) -> PenaltyView:
    row = found.penalty
    return PenaltyView(
        id=row.id,
        event_id=row.event_id,
        player=row.player_id,
        name=found.player,
        round=row.round,
        table_id=row.table_id,
        number=numbers.get(row.table_id or ""),
        entry=row.entry,
        call_id=row.call_id,
        category=row.category,
        category_title=found.titles[language],
        step=step_view(found.step, language),
        state=found.name,
        facts=row.facts,
        reason=row.reason,
        clauses=json.loads(row.clauses),
        given_by=found.proposed.author,
        given_at=row.given_at,
        noted=found.noted is not None,
        steps=found.steps,
    )


def step_sentence(kind: str, author: str, language: str) -> str:
    return text(language, f"penalties_step_{kind}", name=author)


def suggestion_view(
    rule: PenaltiesRule,
    category: Category,
    before: Sequence[PenaltyState],
    history: Sequence[PenaltyView],
    language: str,
) -> SuggestionView:
    """The suggested step for a player with these penalties, and why.  ``history``: the same, as they are shown."""
    found, last = suggestion(rule, category, before)
    sentence = text(
        language,
        f"penalties_because_{found.because}",
        category=category.titles[language],
        step=found.step.titles[language],
        times=found.times,
        last=last.step.titles[language] if last else "",
    )
    return SuggestionView(step_view(found.step, language), found.because, found.times, sentence, history)


def sanction_lines(sanctions: Sequence[Sanction], player: str, language: str) -> list[str]:
    """A player's penalties that count in the standings, as a line of text each."""
    return [
        text(language, "penalties_counts", step=dict(each.titles)[language], effect=_effect(each, language))
        for each in sanctions
        if each.player == player
    ]


def sanction_titles(sanctions: Sequence[Sanction], player: str, language: str) -> list[str]:
    """The titles of a player's penalties that count in the standings."""
    return [dict(each.titles)[language] for each in sanctions if each.player == player]


def _effect(each: Sanction, language: str) -> str:
    if each.points is not None:
        return points_change(each.points, language)
    if each.table is None:
        return text(language, "penalties_effect_out")
    at_table = text(language, "penalties_lost_at", round=each.round, table=each.table)
    return f"{text(language, 'penalties_effect_out')} – {at_table}" if each.effect == "out" else at_table


STATES: Mapping[str, str] = {PROPOSED: "rulings_effect_sign_off", CANCELLED: "rulings_penalty_cancelled"}
"""The text keys for the states of a penalty other than in force."""


def penalty_sentence(found: PenaltyState, language: str) -> str:
    """A penalty as a sentence: the player, the step, its effect, and its state unless it is in force."""
    first = text(language, "rulings_effect_penalty", name=found.player, step=found.step.titles[language])
    state = text(language, STATES[found.name]) if found.name in STATES else ""
    return " – ".join(filter(None, (first, effect_text(found.step, language), state)))
