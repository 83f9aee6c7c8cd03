"""The cases in the event report: what was found, decided, and appealed against."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cases.queries import cases_of
from referee.cases.state import APPEALED, CHANGED, DECIDED, WITHDRAWN
from referee.cases.views import CaseDecisionView, CaseView, case_view
from referee.core.language import text
from referee.printing.request import DocumentRequest
from tournaments.paper.documents.event_report import ReportLine


def cases(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield every case in order of its number: what it was about, the ruling, the appeals."""
    for found in reversed(cases_of(request.session, request.event.id)):
        each = case_view(request.session, found, request.now, request.language)
        key = request.text("papers_at_table", round=each.round, table=each.table)
        about, *further = (" – ".join(filter(None, parts)) for parts in case_parts(each, request.language))
        shown = [part for part in further if part]
        yield ReportLine(key, about, each.name, keep=bool(shown))
        for number, part in enumerate(shown, 1):
            yield ReportLine("", part, strong=number == 1, keep=number < len(shown))


def case_parts(case: CaseView, language: str) -> list[list[str]]:
    """The parts of a case: what it was about, the ruling, the appeals; without notes, which are for judges only."""
    decided, appeals = case.decision, case.appeals
    if decided is None:
        return [
            [text(language, f"rulings_{case.state}"), *(each.note for each in case.steps if each.kind == WITHDRAWN)]
        ]
    about = [decided.facts, decided.question, ", ".join(each.id for each in decided.clauses)]
    standing = text(language, f"rulings_standing_{case.standing}") if case.standing != "none" else ""
    ruling = [*_ruling(decided, language), standing]
    first = next(each.decision for each in case.steps if each.kind == DECIDED and each.decision)
    before = " – ".join(filter(None, _ruling(first, language)))
    against = [text(language, "rulings_ruled_before", told=before)] if appeals.outcome == CHANGED else []
    against += [text(language, "rulings_appeal_of", name=each.name, text=each.text) for each in appeals.rows]
    if appeals.waiting:
        against.append(text(language, f"rulings_{APPEALED}"))
    if appeals.outcome:
        against += [text(language, f"rulings_{appeals.outcome}"), appeals.reasons, appeals.by or ""]
    return [about, ruling, against]


def _ruling(decided: CaseDecisionView, language: str) -> list[str]:
    """The parts of a decision: what was decided, why, its effect, by whom."""
    return [
        decided.decision,
        decided.reasons,
        " / ".join(decided.effect["told"]),
        text(language, "rulings_settled") if decided.settlement else "",
        decided.by,
    ]
