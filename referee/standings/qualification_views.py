"""The qualification as people and programs read it: who has qualified, by which step, and what it waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from referee.results.facts import Facts
from referee.standings.qualification import rule_of
from referee.standings.views import WantedView, names_of, wanted_view
from tournaments.qualification.qualify import Qualification, qualified_sentence


@dataclass(frozen=True, slots=True)
class QualifiedView:
    """A qualified player.  ``moved_up_for``: who gave up the place."""

    player: str
    number: int
    name: str
    seed: int
    step: int
    moved_up_for: str | None
    sentence: str


@dataclass(frozen=True, slots=True)
class WithdrawnView:
    """A player who gave up a place, or dropped out."""

    player: str
    name: str
    after: int


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of the qualification that was taken."""

    step: int
    after: int
    candidates: Sequence[str]
    places: int | None
    taken: Sequence[str]
    decided_by: str


@dataclass(frozen=True, slots=True)
class QualificationView:
    """The state of the qualification.  ``wanted``: the decision it waits for."""

    class_name: Annotated[str, "The class whose final it is for; empty: the event's."]
    classes: Annotated[Sequence[str], "The classes that have a final of their own."]
    after: int
    places: int
    missing: int
    qualified: Sequence[QualifiedView]
    withdrawn: Sequence[WithdrawnView]
    steps: Sequence[StepView]
    wanted: WantedView | None
    sits_out: Sequence[str]


def classes_with_final(facts: Facts) -> list[str]:
    """The classes that have a final of their own, in the order of the regulation."""
    return [each.class_name for each in facts.regulation.finals if each.class_name]


def qualification_view(facts: Facts, qualification: Qualification, after: int, language: str) -> QualificationView:
    names = names_of(facts)
    numbers = {each.id: each.number for each in facts.entrants}
    rule = rule_of(facts, qualification.class_name)
    wanted = qualification.wanted or next(iter(qualification.seeding), None)
    return QualificationView(
        class_name=rule.class_name,
        classes=classes_with_final(facts),
        after=after,
        places=rule.places,
        missing=qualification.missing,
        qualified=[
            QualifiedView(
                player=each.player,
                number=numbers[each.player],
                name=names[each.player],
                seed=seed,
                step=each.step,
                moved_up_for=each.moved_up_for,
                sentence=qualified_sentence(qualification, each, language, names),
            )
            for seed, each in enumerate(qualification.qualified, 1)
        ],
        withdrawn=[WithdrawnView(each.player, names[each.player], each.after) for each in qualification.withdrawn],
        steps=[
            StepView(
                each.step, rule.steps[each.step - 1].after, each.candidates, each.places, each.taken, each.decided_by
            )
            for each in qualification.steps
        ],
        wanted=wanted_view(wanted, names, language) if wanted is not None else None,
        sits_out=qualification.sits_out,
    )
