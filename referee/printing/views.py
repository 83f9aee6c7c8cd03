"""Views of documents, runs and layouts, for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from referee.core.http.declared import FieldExample
from referee.core.http.errors import faulty_problem
from referee.core.http.schemas import ProblemSchema
from referee.core.problems import Problem
from referee.models import LayoutVersion
from referee.printing.catalogue import Paper
from referee.printing.runs.state import BROKEN, FAULTY, FULL, RunState
from tournaments.fault import Fault, Faulty


@dataclass(frozen=True, slots=True)
class PaperView:
    """A document that can be printed."""

    name: Annotated[str, FieldExample("seating-by-name")]
    title: str
    moment: Annotated[str, "When it is needed: before, round or after.", FieldExample("round")]
    about: Annotated[str, "What it is about: event, round or table.", FieldExample("round")]
    languages: Annotated[Sequence[str], "The languages in which it can be printed."]


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The documents that can be printed, in the order in which the day needs them."""

    rows: Sequence[PaperView]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class RunView:
    """The progress of a long document."""

    id: str
    event_id: str
    document: str
    state: Annotated[str, "running, done or failed.", FieldExample("running")]
    done: Annotated[int, "The number of sheets made so far."]
    sheets: Annotated[int, "The total number of sheets; an estimate until the run has begun."]
    problem: Annotated[Mapping[str, Any] | None, ProblemSchema, "Why it failed."]


@dataclass(frozen=True, slots=True)
class LayoutView:
    """The layout in force; number 0 where the event has none of its own."""

    number: Annotated[int, "The number of the version, from 1."]
    text: str
    logo: Annotated[bool, "Whether there is a logo."]
    author: str | None
    made_at: int | None


def paper_view(paper: Paper, language: str) -> PaperView:
    """The view of a document that can be printed."""
    return PaperView(paper.name, paper.title(language), paper.moment, paper.about, paper.languages)


def run_view(run_id: str, found: RunState, language: str) -> RunView:
    """The view of a run's progress."""
    problem: Problem | None = None
    if found.state == FAULTY:
        problem = faulty_problem(Faulty([Fault(*each) for each in found.faults]))
    elif found.state == BROKEN:
        problem = Problem("run_broken")
    elif found.state == FULL:
        problem = Problem("disk_full")
    return RunView(
        id=run_id,
        event_id=found.event_id,
        document=found.document,
        state="failed" if problem else found.state,
        done=found.done,
        sheets=found.sheets,
        problem=problem.to_json(language) if problem else None,
    )


def layout_view(version: LayoutVersion | None) -> LayoutView:
    """The view of the layout in force."""
    if version is None:
        return LayoutView(0, "", False, None, None)
    return LayoutView(version.number, version.text, version.logo is not None, version.author, version.made_at)
