"""Cases in words, for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.cases.state import OPEN, CaseState
from referee.cases.views import CaseStepView, CaseView, DecisionView, SeatView
from referee.clocks.views import minutes
from referee.core.language import text
from referee.core.pages.format import StepText, clock_of_day, round_name, short_moment

COLOURS = {OPEN: " late", "appealed": " late", "withdrawn": ""}


@dataclass(frozen=True, slots=True)
class Row:
    """A case as a list names it."""

    id: str
    title: str
    place: str
    opened: str
    state: str
    state_text: str
    colour: str
    about: str


@dataclass(frozen=True, slots=True)
class RulingText:
    """A ruling as it is read.  ``agreed``: who settled it, empty where the referee decided; ``entry``: where it stands
    in the table's log.
    """

    decision: DecisionView
    heading: str
    agreed: str
    entry: str


@dataclass(frozen=True, slots=True)
class AppealText:
    """An appeal as it is read.  ``player``: the seat."""

    player: str
    name: str
    text: str
    author: str
    at: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A case as its page shows it: the rulings, the one in force last, the appeals, and what was done.

    ``until`` (ms) and ``left``: for appeals; a script counts on from ``now``; ``until`` is None where the time is over.
    ``may_appeal``: the seats that still may.
    """

    row: Row
    table_id: str
    call_id: str | None
    note: str
    refused: int | None
    clock: str
    rulings: Sequence[RulingText]
    standing: str
    standing_text: str
    until: int | None
    until_text: str
    left: str
    now: int
    may_appeal: Sequence[SeatView]
    appeals: Sequence[AppealText]
    waiting: bool
    outcome: str | None
    reasons: str
    settled_by: str | None
    steps: Sequence[StepText]


@dataclass(frozen=True, slots=True)
class Groups:
    """The cases of an event: appeals that wait and those to be decided, both the oldest first; the rest."""

    appeals: Sequence[Row]
    open: Sequence[Row]
    settled: Sequence[Row]


def row_of(found: CaseState, view: CaseView, language: str) -> Row:
    """A case as a list names it."""
    decision, opened = view.decision, found.steps[0]
    place = {"round": round_name(found.round.number, found.round, language), "table": view.table}
    return Row(
        id=view.id,
        title=text(language, "cases_name", number=view.number),
        place=text(language, "cases_place", **place),
        opened=text(language, "cases_opened", at=short_moment(view.opened_at), name=opened.author),
        state=view.state,
        state_text=text(language, f"cases_state_{view.appeals.outcome or view.state}"),
        colour=COLOURS.get(view.state, " on"),
        about=(decision.question or decision.decision) if decision else opened.note,
    )


def page_of(found: CaseState, view: CaseView, now: int, language: str) -> Page:
    """A case as its page shows it."""
    names = {each.player: each.name for each in view.players}
    appeals, clock = view.appeals, view.clock
    return Page(
        row=row_of(found, view, language),
        table_id=view.table_id,
        call_id=view.call_id,
        note=found.steps[0].note,
        refused=view.refused,
        clock=text(language, f"cases_clock_{clock.state}", left=minutes(clock.remaining or 0)),
        rulings=[ruling_text(each.decision, names, language) for each in view.steps if each.decision],
        standing=view.standing,
        standing_text=text(language, f"cases_standing_{view.standing}"),
        until=appeals.until if appeals.may else None,
        until_text=clock_of_day(appeals.until) if appeals.until else "",
        left=minutes(max(0, (appeals.until or now) - now)),
        now=now,
        may_appeal=[SeatView(seat, names[seat]) for seat in appeals.may],
        appeals=[
            AppealText(each.player, each.name, each.text, each.author, clock_of_day(each.at), each.withdrawn)
            for each in appeals.rows
        ],
        waiting=appeals.waiting,
        outcome=appeals.outcome,
        reasons=appeals.reasons,
        settled_by=appeals.by,
        steps=[step_text(each, names, language) for each in view.steps],
    )


def ruling_text(decision: DecisionView, names: Mapping[str, str], language: str) -> RulingText:
    """A ruling as it is read.  ``names``: of the seats."""
    agreed = text(language, "comma").join(names[seat] for seat in decision.agreed)
    if decision.entry is None:
        entry = text(language, "cases_no_entry")
    else:
        entry = text(language, "cases_entry", entry=decision.entry)
    return RulingText(
        decision,
        text(language, "cases_decided_by", at=short_moment(decision.at), name=decision.by),
        text(language, "cases_settlement_told", names=agreed) if agreed else "",
        entry,
    )


def step_text(step: CaseStepView, names: Mapping[str, str], language: str) -> StepText:
    """Something that was done about a case."""
    sentence = text(
        language,
        f"cases_step_{step.kind}",
        name=step.author,
        seat=names.get(step.player or "", ""),
        standing=text(language, f"cases_standing_{step.standing}") if step.standing else "",
    )
    return StepText(sentence, step.note, short_moment(step.at))


def grouped(rows: Sequence[Row]) -> Groups:
    """Listed cases, the latest first, in the order in which the staff settle them."""
    return Groups(
        appeals=[row for row in reversed(rows) if row.state == "appealed"],
        open=[row for row in reversed(rows) if row.state == OPEN],
        settled=[row for row in rows if row.state not in ("appealed", OPEN)],
    )
