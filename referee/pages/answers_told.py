"""Known answers in words, for their pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from referee.pages.example_told import example_told
from referee.rules.answers import answer_row
from referee.rules.points import ruleset_of
from rulesets.answers.answer import answers, group_titles, said
from rulesets.kernel.registry import load


def groups(spoken: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """All answers, group by group."""
    titles = group_titles(spoken)
    return [
        (titles[group], [answer_row(each, spoken) for each in found])
        for group, found in groupby(answers().values(), key=lambda each: each.group)
    ]


def clauses_told(clauses: Sequence[str], spoken: str) -> list[dict[str, Any]]:
    """The clauses that an answer rests on, each in the ruleset that it is shown in."""
    told = []
    for clause in clauses:
        ruleset = load(ruleset_of()[clause])
        told.append(
            {
                "id": clause,
                "title": ruleset.catalogue.text(clause, spoken).title,
                "address": f"/rules/{ruleset.name}/{clause}",
                "ruleset": ruleset.titles[spoken],
            }
        )
    return told


@cache
def answer_told(answer_id: str, spoken: str) -> dict[str, Any]:
    """An answer as its page shows it, its examples played."""
    answer, ids = answers()[answer_id], list(answers())
    at = ids.index(answer_id)
    return {
        "answer": answer,
        "said": said(spoken)[answer.id],
        "group": group_titles(spoken)[answer.group],
        "clauses": clauses_told(answer.clauses, spoken),
        "examples": [example_told(each, spoken) for each in answer.examples],
        "before": answer_row(answers()[ids[at - 1]], spoken) if at else None,
        "after": answer_row(answers()[ids[at + 1]], spoken) if at + 1 < len(ids) else None,
    }
