"""Positions to begin with on ``/try``: questions that came up at tournaments, each with the moves that lead to it."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.answers.answer import answers, said

QUESTIONS = {
    "ANSWER/RESCUE-2": 1,
    "ANSWER/BUILD-1": 2,
    "ANSWER/JAIL-1": 1,
    "ANSWER/DEAL-8": 1,
    "ANSWER/RESCUE-5": 1,
    "ANSWER/JAIL-3": 1,
    "ANSWER/BANKR-1": 1,
    "ANSWER/TIME-3": 2,
}
"""Known answers whose example makes a good game, and how many of its moves lead to the question."""


class TriedPosition(NamedTuple):
    """A position with a question.  ``header``: of the game's record; ``moves`` in the short notation; ``answer``: the
    address of what is known about it.
    """

    question: str
    header: dict[str, Any]
    moves: tuple[str, ...]
    answer: str


def tried_positions(language: str) -> list[TriedPosition]:
    texts, found = said(language), []
    for name, moves in QUESTIONS.items():
        example = answers()[name].examples[0]
        header = {key: value for key, value in example.header.items() if key != "record"}
        lines = tuple(step.line for step in example.steps[:moves])
        found.append(TriedPosition(texts[name].question, header, lines, f"/rules/answers/{name}"))
    return found
