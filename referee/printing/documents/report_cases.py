"""The cases of an event in its report: what was found, decided, and appealed against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.cases.precedents.precedents import STANDINGS
from referee.cases.queries import cases_of
from referee.cases.schemas.answers import CaseOut
from referee.cases.state import CHANGED, DECIDED
from referee.cases.views import staff_case_views
from referee.core.language import language, word
from referee.printing.request import Asked
from tournaments.paper.documents.event_report import ReportLine

OUTCOMES: Mapping[str, Callable[[], str]] = {
    "upheld": lambda: word("rulings_upheld"),
    "changed": lambda: word("rulings_changed"),
}
STATES: Mapping[str, Callable[[], str]] = {
    "open": lambda: word("rulings_open"),
    "appealed": lambda: word("rulings_appealed"),
    "withdrawn": lambda: word("rulings_withdrawn"),
}


def cases(asked: Asked) -> Iterator[ReportLine]:
    """Every case in the order of their numbers: what it was about, the ruling, the appeals."""
    found = reversed(cases_of(asked.session, asked.event.id))
    views = staff_case_views(asked.session, list(found), 0, language())
    for each in CaseOut(many=True).dump(views):
        key = word("papers_at_table", round=each["round"], table=each["table"])
        about, *further = (" – ".join(filter(None, parts)) for parts in told(each))
        yield ReportLine(key, about, each["name"])
        for number, text in enumerate(further):
            if text:
                yield ReportLine(key, text, strong=number == 0)


def told(case: Mapping[str, Any]) -> list[list[str]]:
    """What there is to say of a case, part by part: what it was about, the ruling, the appeals."""
    decided, appeals = case["decision"], case["appeals"]
    if decided is None:
        return [[STATES[case["state"]](), *(each["note"] for each in case["steps"])]]
    about = [decided["facts"], decided["question"], ", ".join(each["id"] for each in decided["clauses"])]
    ruling = [*_ruling(decided), word(STANDINGS[case["standing"]]) if case["standing"] != "none" else ""]
    first = next(each["decision"] for each in case["steps"] if each["kind"] == DECIDED)
    before = " – ".join(filter(None, _ruling(first)))
    against = [word("rulings_ruled_before", told=before)] if appeals["outcome"] == CHANGED else []
    against += [word("rulings_appeal_of", name=each["name"], text=each["text"]) for each in appeals["rows"]]
    if appeals["waiting"]:
        against.append(STATES["appealed"]())
    if appeals["outcome"]:
        against += [OUTCOMES[appeals["outcome"]](), appeals["reasons"], appeals["by"]]
    return [about, ruling, against]


def _ruling(decided: Mapping[str, Any]) -> list[str]:
    """A decision, part by part: what, why, what came of it, by whom."""
    return [
        decided["decision"],
        decided["reasons"],
        " / ".join(decided["effect"]["told"]),
        word("rulings_settled") if decided["settlement"] else "",
        decided["by"],
    ]
