"""The addresses of known answers, and the clauses that refer to a clause."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesets.answers.answer import DOCUMENT, Answer, answers
from rulesets.answers.answer import said as answer_texts
from rulesets.kernel.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An answer in a list.  ``title``: its question."""

    id: str
    address: str
    title: str
    standing: str


def answer_address(answer_id: str, ruleset: Ruleset | None = None) -> str:
    """The permanent address of an answer.  It names the ruleset if later clauses supersede the answer's there."""
    address = f"/rules/answers/{answer_id}"
    if ruleset is None or ruleset.catalogue.superseded.keys().isdisjoint(answers()[answer_id].clauses):
        return address
    return f"{address}?ruleset={ruleset.name}"


def addresses_in(ruleset: Ruleset) -> dict[str, str]:
    """By id, the addresses of the answers that rest on clauses superseded in a ruleset."""
    return {each: here for each in answers() if (here := answer_address(each, ruleset)) != answer_address(each)}


def answer_named(typed: str) -> Answer | None:
    """The answer with an id, in upper or lower case, with or without its document: jail-1 is ANSWER/JAIL-1."""
    answer_id = typed.upper()
    return answers().get(answer_id) or answers().get(f"{DOCUMENT}/{answer_id}")


def answer_row(answer: Answer, language: str, ruleset: Ruleset | None = None) -> AnswerRow:
    return AnswerRow(
        answer.id, answer_address(answer.id, ruleset), answer_texts(language)[answer.id].question, answer.standing
    )


def readings_naming(ruleset: Ruleset, clause: str, language: str) -> list[str]:
    """The ids of the other clauses in force whose text or reading names this clause, or one that it supersedes."""
    known = ruleset.catalogue
    named = re.compile(rf"(?:{'|'.join(map(re.escape, (clause, *known.earlier(clause))))})(?!\d)")
    texts = known.texts(language)
    others = {each: texts[each] for each in known.in_force if each != clause}
    return [each for each, text in others.items() if named.search(f"{text.text} {text.reading or ''}")]
