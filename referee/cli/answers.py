"""A known answer as ``referee rules show`` prints it."""

from __future__ import annotations

from referee.cli.words import words
from rulesets.answers.answer import Answer, said
from rulesets.kernel.clause import Catalogue


def printed_answer(answer: Answer, catalogue: Catalogue, language: str) -> list[str]:
    """An answer in a language, line by line; ``catalogue``: of the ruleset that it is asked for in, whose clauses in
    force it names.
    """
    labels, told = words("answers", language), said(language)[answer.id]
    return [
        f"{answer.id}  {told.question}",
        "",
        told.answer,
        *(["", f"{labels['note']}: {told.note}"] if told.note else []),
        "",
        f"{labels['standing']}: {words('sureness', language)[answer.standing]}",
        f"{labels['clauses']}: {', '.join(_named(each, catalogue, labels['instead']) for each in answer.clauses)}",
        *(f"{labels['source']}: {each.names[language]} {each.address}".rstrip() for each in answer.sources),
    ]


def _named(clause: str, catalogue: Catalogue, instead: str) -> str:
    later = catalogue.superseded.get(clause)
    return instead.format(later=later, earlier=clause) if later else clause
