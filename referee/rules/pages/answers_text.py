"""The content of the pages about known answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from referee.rules.answers import AnswerRow, answer_row
from referee.rules.pages.example import ExampleText, example_text
from referee.rules.pages.text import ClauseLink
from referee.rules.points import default_rulesets
from rulesets.answers.answer import Answer, Said, answers, group_titles
from rulesets.answers.answer import said as answer_texts
from rulesets.kernel.registry import load
from rulesets.kernel.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class CitedClause:
    """A clause that an answer rests on.  ``ruleset``: the title of the one in which it is shown; ``supersedes``: the
    clause that it supersedes there.
    """

    id: str
    title: str
    address: str
    ruleset: str
    supersedes: ClauseLink | None


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """The content of an answer's page.  ``before``, ``after``: its neighbours in the list."""

    answer: Answer
    text: Said
    group: str
    clauses: Sequence[CitedClause]
    examples: Sequence[ExampleText]
    before: AnswerRow | None
    after: AnswerRow | None


def answer_groups(language: str) -> list[tuple[str, list[AnswerRow]]]:
    """All answers by group: the group's title and its answers."""
    titles = group_titles(language)
    return [
        (titles[group], [answer_row(each, language) for each in found])
        for group, found in groupby(answers().values(), key=lambda each: each.group)
    ]


def cited_clauses(clauses: Sequence[str], language: str, within: Ruleset | None) -> list[CitedClause]:
    """The clauses that an answer rests on, each as in force in ``within``, or if that does not have the clause, in the
    ruleset where it is shown by default.  A clause in force links to the one that it supersedes.
    """
    found = []
    for clause in clauses:
        ruleset = within if within and clause in within.catalogue.clauses else load(default_rulesets()[clause])
        titles, current = ruleset.catalogue.texts(language), ruleset.catalogue.current(clause)
        earlier = ClauseLink(clause, titles[clause].title, f"/rules/{ruleset.name}/{clause}")
        found.append(
            CitedClause(
                id=current,
                title=titles[current].title,
                address=f"/rules/{ruleset.name}/{current}",
                ruleset=ruleset.titles[language],
                supersedes=earlier if current != clause else None,
            )
        )
    return found


@cache
def answer_page(answer_id: str, language: str, within: Ruleset | None = None) -> AnswerPage:
    """The content of an answer's page, its examples played by the engine.  ``within``: the ruleset that is searched."""
    answer, ids = answers()[answer_id], list(answers())
    at = ids.index(answer_id)
    return AnswerPage(
        answer=answer,
        text=answer_texts(language)[answer.id],
        group=group_titles(language)[answer.group],
        clauses=cited_clauses(answer.clauses, language, within),
        examples=[example_text(each, language) for each in answer.examples],
        before=answer_row(answers()[ids[at - 1]], language) if at else None,
        after=answer_row(answers()[ids[at + 1]], language) if at + 1 < len(ids) else None,
    )
