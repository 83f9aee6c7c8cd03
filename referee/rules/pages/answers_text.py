"""Known answers in words, for their pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from referee.rules.answers import answer_row
from referee.rules.pages.example import example_told
from referee.rules.points import ruleset_of
from rulesets.answers.answer import answers, group_titles, said
from rulesets.kernel.registry import load
from rulesets.kernel.ruleset import Ruleset


def groups(spoken: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """All answers, group by group."""
    titles = group_titles(spoken)
    return [
        (titles[group], [answer_row(each, spoken) for each in found])
        for group, found in groupby(answers().values(), key=lambda each: each.group)
    ]


def clauses_told(clauses: Sequence[str], spoken: str, asked: Ruleset | None) -> list[dict[str, Any]]:
    """The clauses that an answer rests on, each in the ruleset that it is shown in: the one that is asked in, where it
    has the clause.  There the clause in force leads to the one that it supersedes.
    """
    told = []
    for clause in clauses:
        ruleset = asked if asked and clause in asked.catalogue.clauses else load(ruleset_of()[clause])
        current = ruleset.catalogue.current(clause)
        told.append(
            {
                "id": current,
                "title": ruleset.catalogue.text(current, spoken).title,
                "address": f"/rules/{ruleset.name}/{current}",
                "ruleset": ruleset.titles[spoken],
                "supersedes": {"id": clause, "address": f"/rules/{ruleset.name}/{clause}"}
                if current != clause
                else None,
            }
        )
    return told


@cache
def answer_told(answer_id: str, spoken: str, asked: Ruleset | None = None) -> dict[str, Any]:
    """An answer as its page shows it, its examples played; ``asked``: the ruleset that it is asked in."""
    answer, ids = answers()[answer_id], list(answers())
    at = ids.index(answer_id)
    return {
        "answer": answer,
        "said": said(spoken)[answer.id],
        "group": group_titles(spoken)[answer.group],
        "clauses": clauses_told(answer.clauses, spoken, asked),
        "examples": [example_told(each, spoken) for each in answer.examples],
        "before": answer_row(answers()[ids[at - 1]], spoken) if at else None,
        "after": answer_row(answers()[ids[at + 1]], spoken) if at + 1 < len(ids) else None,
    }
