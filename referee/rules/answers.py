"""Where known answers stand, and what is read together with a clause."""

from __future__ import annotations

import re
from typing import Any

from rulesets.answers.answer import DOCUMENT, Answer, answers, said
from rulesets.kernel.ruleset import Ruleset


def answer_address(answer_id: str) -> str:
    """The permanent address of an answer."""
    return f"/rules/answers/{answer_id}"


def answer_named(typed: str) -> Answer | None:
    """The answer with an id, whatever its case, with its document or without: jail-1 is ANSWER/JAIL-1."""
    wanted = typed.upper()
    return answers().get(wanted) or answers().get(f"{DOCUMENT}/{wanted}")


def answer_row(answer: Answer, language: str) -> dict[str, Any]:
    """An answer as it is listed."""
    return {
        "id": answer.id,
        "address": answer_address(answer.id),
        "title": said(language)[answer.id].question,
        "standing": answer.standing,
    }


def readings_naming(ruleset: Ruleset, clause: str, language: str) -> list[str]:
    """The ids of the other clauses that name this one in what they say or in how they are read."""
    named = re.compile(rf"{re.escape(clause)}(?!\d)")
    texts = ruleset.catalogue.texts(language)
    return [
        each for each, text in texts.items() if each != clause and named.search(f"{text.text} {text.reading or ''}")
    ]
