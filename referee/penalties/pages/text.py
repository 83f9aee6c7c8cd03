"""Penalties in words, for their page, and what the reader may do about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.language import text
from referee.core.pages.format import StepText, short_moment
from referee.penalties.views import PenaltyView, step_sentence
from referee.rules.pages.text import anchor
from referee.rules.points import REGULATION, ruleset_of
from rulesets.kernel.registry import load
from tournaments.penalties.rule import Category, PenaltiesRule


@dataclass(frozen=True, slots=True)
class Point:
    """A clause that a penalty goes by; ``address``: empty where the clause is not there any more."""

    id: str
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """A penalty on a page.  ``own``: the reader gave it; ``may_do``: what the page offers, of sign, cancel and note."""

    penalty: PenaltyView
    at: str
    state: str
    done: Sequence[StepText]
    points: Sequence[Point]
    own: bool
    may_do: frozenset[str]


@dataclass(frozen=True, slots=True)
class ClauseChoice:
    """A clause that a penalty may go by, with its title."""

    id: str
    title: str
    chosen: bool


def clause_choices(rule: PenaltiesRule, category: Category, chosen: Sequence[str], language: str) -> list[ClauseChoice]:
    """The clauses that penalties of an event go by, those of the category first."""
    ids = dict.fromkeys((*category.clauses, *(clause for each in rule.categories for clause in each.clauses)))
    return [ClauseChoice(each, _title(each, language), each in chosen) for each in ids]


def _title(clause: str, language: str) -> str:
    home = ruleset_of().get(clause)
    return load(home).catalogue.texts(language)[clause].title if home is not None else ""


def rows_of(penalties: Sequence[PenaltyView], who: Principal, event_id: str, language: str) -> list[Row]:
    """Penalties as a page shows them to somebody."""
    return [
        Row(
            penalty,
            short_moment(penalty.given_at),
            text(language, f"penalties_state_{penalty.state}"),
            [
                StepText(step_sentence(each.kind, each.author, language), each.note, short_moment(each.at))
                for each in penalty.steps
            ],
            [Point(each, address(event_id, each)) for each in penalty.clauses],
            penalty.steps[0].account_id == who.account_id,
            may_do(penalty, who, event_id),
        )
        for penalty in penalties
    ]


def address(event_id: str, clause: str) -> str:
    """The address of a clause, or of a point of the event's regulation; empty where it is not there any more."""
    home = ruleset_of().get(clause)
    if home is not None:
        return f"/rules/{home}/{clause}"
    return f"/events/{event_id}/regulation#{anchor(clause)}" if clause.startswith(f"{REGULATION}/") else ""


def may_do(penalty: PenaltyView, who: Principal, event_id: str) -> frozenset[str]:
    """What the page offers somebody: ``sign``, ``cancel``, ``note``."""
    roles = who.roles_in(event_id)
    if penalty.state == "cancelled":
        return frozenset()
    waits = penalty.state == "proposed"
    offered = set() if penalty.noted else {"note"}
    if waits and may(roles, "penalty.sign_off") and penalty.steps[0].account_id != who.account_id:
        offered.add("sign")
    to_cancel = "penalty.severe" if waits else "penalty.sign_off"
    if may(roles, to_cancel if penalty.step.severe else "penalty.give"):
        offered.add("cancel")
    return frozenset(offered)
