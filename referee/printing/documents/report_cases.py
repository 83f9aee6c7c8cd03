"""The cases in the event report: what was found, decided, and appealed against."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.cases.queries import cases_of
from referee.cases.state import APPEALED, CHANGED, DECIDED, WITHDRAWN
from referee.cases.views import CaseDecisionView, CaseView, case_view
from referee.core.language import text
from referee.printing.request import DocumentRequest
from tournaments.paper.documents.event_report import ReportLine
from tournaments.paper.words import words


class CaseLine(NamedTuple):
    """A line about a case or a penalty.  ``label``: what it is; ``strong``: the decision itself."""

    label: str
    text: str
    strong: bool = False


def cases(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield every case in order of its number: what it was about, the ruling, the appeals."""
    for found in reversed(cases_of(request.session, request.event.id)):
        each = case_view(request.session, found, request.now, request.language)
        key = f"{each.name} {request.place(each.round, each.table)}"
        yield from report_lines(key, list(case_lines(each, request.language)))


def report_lines(key: str, lines: list[CaseLine]) -> Iterator[ReportLine]:
    """Yield lines that belong together, under the key of the first; lines of one kind under one label."""
    before = ""
    for number, line in enumerate(lines, 1):
        label, before = "" if line.label == before else line.label, line.label
        yield ReportLine(key if number == 1 else "", line.text, label, line.strong, keep=number < len(lines))


def case_lines(case: CaseView, language: str) -> Iterator[CaseLine]:
    """Yield what a case was about, the ruling, the appeals; without notes, which are for judges only."""
    decided, appeals, labels = case.decision, case.appeals, words(language)
    if decided is None:
        notes = (each.note for each in case.steps if each.kind == WITHDRAWN)
        yield CaseLine(labels["ruling"], " – ".join(filter(None, (text(language, f"rulings_{case.state}"), *notes))))
        return
    standing = text(language, f"rulings_standing_{case.standing}") if case.standing != "none" else ""
    settled = text(language, "rulings_settled") if decided.settlement else ""
    lines = [
        CaseLine(labels["slip_facts"], decided.facts),
        CaseLine(labels["slip_question"], decided.question),
        CaseLine(labels["slip_clauses"], ", ".join(each.id for each in decided.clauses)),
        CaseLine(labels["ruling"], decided.decision, strong=True),
        CaseLine(labels["slip_reason"], decided.reasons),
        CaseLine(text(language, "cases_effect"), " / ".join(decided.effect["told"])),
        CaseLine(labels["slip_given_by"], " – ".join(filter(None, (decided.by, standing, settled)))),
    ]
    first = next(each.decision for each in case.steps if each.kind == DECIDED and each.decision)
    before = " – ".join(filter(None, _ruling(first, language)))
    against = [text(language, "rulings_ruled_before", told=before)] if appeals.outcome == CHANGED else []
    against += [text(language, "rulings_appeal_of", name=each.name, text=each.text) for each in appeals.rows]
    if appeals.waiting:
        against.append(text(language, f"rulings_{APPEALED}"))
    if appeals.outcome:
        outcome = (text(language, f"rulings_{appeals.outcome}"), appeals.reasons, appeals.by or "")
        against.append(" – ".join(filter(None, outcome)))
    lines += [CaseLine(text(language, "cases_appeal"), each) for each in against]
    yield from (line for line in lines if line.text)


def _ruling(decided: CaseDecisionView, language: str) -> list[str]:
    """The parts of a decision: what was decided, why, its effect, by whom."""
    return [
        decided.decision,
        decided.reasons,
        " / ".join(decided.effect["told"]),
        text(language, "rulings_settled") if decided.settlement else "",
        decided.by,
    ]
