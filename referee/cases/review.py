"""Statistics of the judges' work at an event: calls, rulings, appeals, penalties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_high
from typing import Annotated

from sqlmodel import Session

from referee.calls.queries import calls_of
from referee.calls.state import WITHDRAWN as CALL_WITHDRAWN
from referee.cases.queries import cases_of
from referee.cases.state import CHANGED, UPHELD, WITHDRAWN, CaseState, decision_of
from referee.penalties.queries import penalties_of
from referee.penalties.state import IN_FORCE


@dataclass(frozen=True, slots=True)
class Spans:
    """Statistics of some durations: their number, the median and the longest; 0 if there are none."""

    count: int
    middle: Annotated[int, "The median, in ms."]
    longest: Annotated[int, "The longest, in ms."]


@dataclass(frozen=True, slots=True)
class CountShare:
    """A key and how often it occurs."""

    key: str
    count: int


@dataclass(frozen=True, slots=True)
class Review:
    """Statistics of the judges' work at an event."""

    calls: Annotated[int, "The number of calls that were not withdrawn."]
    open_calls: int
    response: Annotated[Spans, "The times from a call until somebody took it."]
    handling: Annotated[Spans, "The times from then until it was over."]
    about: Annotated[Sequence[CountShare], "Calls by what they were about."]
    cases: int
    withdrawn: int
    rulings: int
    deciding: Annotated[Spans, "The times from a case to its ruling."]
    kinds: Annotated[Sequence[CountShare], "Rulings by what they did; one with two effects counts twice."]
    chapters: Annotated[Sequence[CountShare], "Rulings by the chapters they rest on, the most frequent first."]
    appeals: int
    upheld: Annotated[int, "Cases settled on appeal, with the ruling kept."]
    changed: Annotated[int, "Cases settled on appeal, with another ruling."]
    overturned: Annotated[
        int | None, "The share of `changed` among the cases settled on appeal, in percent; null without any."
    ]
    penalties: Annotated[Sequence[CountShare], "In force, by step."]


def review(session: Session, event_id: str) -> Review:
    """The statistics of an event so far."""
    calls = [each for each in calls_of(session, event_id) if each.name != CALL_WITHDRAWN]
    cases = cases_of(session, event_id)
    ruled = [each for each in cases if each.first is not None]
    effects = [decision_of(each.last).effect for each in ruled if each.last]
    outcomes = [each.settled.kind for each in cases if each.settled]
    upheld, changed = outcomes.count(UPHELD), outcomes.count(CHANGED)
    in_force = [each for each in penalties_of(session, event_id) if each.name == IN_FORCE]
    return Review(
        calls=len(calls),
        open_calls=sum(each.over is None for each in calls),
        response=summarise(each.taken.at - each.call.called_at for each in calls if each.taken),
        handling=summarise(each.over.at - each.taken.at for each in calls if each.taken and each.over),
        about=count_shares(each.lines[0].about for each in calls),
        cases=len(cases),
        withdrawn=sum(each.state == WITHDRAWN for each in cases),
        rulings=len(ruled),
        deciding=summarise(each.first.at - each.case.opened_at for each in ruled if each.first),
        kinds=count_shares(one["kind"] for each in effects for one in (each, *each.get("also", ()))),
        chapters=count_shares(chapter for each in ruled for chapter in chapters_of(each)),
        appeals=sum(len(each.appeals) for each in cases),
        upheld=upheld,
        changed=changed,
        overturned=round(100 * changed / (upheld + changed)) if upheld + changed else None,
        penalties=count_shares(each.penalty.step for each in in_force),
    )


def chapters_of(found: CaseState) -> Iterable[str]:
    """The chapters, such as ``JMA/RENT``, that the ruling in force of a case rests on, each once."""
    clauses = decision_of(found.last).clauses if found.last else ()
    return dict.fromkeys(each.rpartition("-")[0] or each for each in clauses)


def summarise(every: Iterable[int]) -> Spans:
    """Summarise some durations; negative ones count as 0."""
    found = [max(0, each) for each in every]
    return Spans(len(found), median_high(found), max(found)) if found else Spans(0, 0, 0)


def count_shares(keys: Iterable[str]) -> list[CountShare]:
    """Count how often each key occurs, the most frequent first."""
    return [CountShare(key, count) for key, count in Counter(keys).most_common()]
