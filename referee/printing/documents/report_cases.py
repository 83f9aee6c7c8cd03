"""The cases of an event in its report: what was found, decided, and appealed against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.cases.precedents.precedents import STANDINGS
from referee.cases.queries import cases_of
from referee.cases.schemas.answers import CaseOut
from referee.cases.state import CHANGED, DECIDED
from referee.cases.views import staff_case_views
from referee.core.language import text
from referee.printing.request import DocumentRequest
from tournaments.paper.documents.event_report import ReportLine

OUTCOMES = {"upheld": "rulings_upheld", "changed": "rulings_changed"}
STATES = {"open": "rulings_open", "appealed": "rulings_appealed", "withdrawn": "rulings_withdrawn"}


def cases(request: DocumentRequest) -> Iterator[ReportLine]:
    """Every case in the order of their numbers: what it was about, the ruling, the appeals."""
    found = reversed(cases_of(request.session, request.event.id))
    views = staff_case_views(request.session, list(found), 0, request.language)
    for each in CaseOut(many=True).dump(views):
        key = request.text("papers_at_table", round=each["round"], table=each["table"])
        about, *further = (" – ".join(filter(None, parts)) for parts in case_parts(each, request.language))
        yield ReportLine(key, about, each["name"])
        for number, part in enumerate(further):
            if part:
                yield ReportLine(key, part, strong=number == 0)


def case_parts(case: Mapping[str, Any], language: str) -> list[list[str]]:
    """What there is to say of a case, part by part: what it was about, the ruling, the appeals."""
    decided, appeals = case["decision"], case["appeals"]
    if decided is None:
        return [[text(language, STATES[case["state"]]), *(each["note"] for each in case["steps"])]]
    about = [decided["facts"], decided["question"], ", ".join(each["id"] for each in decided["clauses"])]
    standing = text(language, STANDINGS[case["standing"]]) if case["standing"] != "none" else ""
    ruling = [*_ruling(decided, language), standing]
    first = next(each["decision"] for each in case["steps"] if each["kind"] == DECIDED)
    before = " – ".join(filter(None, _ruling(first, language)))
    against = [text(language, "rulings_ruled_before", told=before)] if appeals["outcome"] == CHANGED else []
    against += [text(language, "rulings_appeal_of", name=each["name"], text=each["text"]) for each in appeals["rows"]]
    if appeals["waiting"]:
        against.append(text(language, STATES["appealed"]))
    if appeals["outcome"]:
        against += [text(language, OUTCOMES[appeals["outcome"]]), appeals["reasons"], appeals["by"]]
    return [about, ruling, against]


def _ruling(decided: Mapping[str, Any], language: str) -> list[str]:
    """A decision, part by part: what, why, what came of it, by whom."""
    return [
        decided["decision"],
        decided["reasons"],
        " / ".join(decided["effect"]["told"]),
        text(language, "rulings_settled") if decided["settlement"] else "",
        decided["by"],
    ]
