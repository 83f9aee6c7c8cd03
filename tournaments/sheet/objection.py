"""Objections to a sheet: what cannot be, what has to be confirmed with a comment, what is good to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesets import Refusal, Ruleset
from rulesets.languages import FALLBACK, LANGUAGES
from tournaments.fault import Fault

REFUSE = "refuse"
CONFIRM = "confirm"
NOTE = "note"
UNREADABLE = ("RECORD/FORM", "RECORD/OPTION")
"""Clauses of what cannot be read: there is nothing to count, whatever the judge says."""
IMPOSSIBLE = ("too_few_players", "built_on_no_lot")
"""The law's codes of what no comment makes a result of."""


@dataclass(frozen=True, slots=True)
class Objection:
    """``where``: the player's id, a deed's key or empty; with ``code`` it names the objection.  ``clause``: of the law,
    None where it is about the sheet.  ``messages``: its sentence by language.
    """

    severity: str
    where: str
    code: str
    clause: str | None
    messages: Mapping[str, str]


class Objected(ValueError):
    """A sheet that gives no result yet, with what stands in its way."""

    def __init__(self, objections: Sequence[Objection]) -> None:
        super().__init__("; ".join(each.messages[FALLBACK] for each in objections))
        self.objections = tuple(objections)


def about_the_sheet(severity: str, where: str, code: str, **facts: object) -> Objection:
    """An objection of ours; a fact that is a mapping by language is printed in each language by its own."""
    messages = {
        language: Fault("", code, {key: _in(fact, language) for key, fact in facts.items()}).sentence(language)
        for language in LANGUAGES
    }
    return Objection(severity, where, code, None, messages)


def by_law(ruleset: Ruleset, refusal: Refusal, table: Any, players: Mapping[str, str]) -> Objection:
    """An objection of the law to the position on the sheet.

    ``table``: the game's constants, None without a game; ``players``: the player's id of each seat.
    """
    explained = {language: ruleset.explain(refusal, table, language) for language in LANGUAGES}
    clause = explained[FALLBACK]["clause"]
    refused = clause in UNREADABLE or refusal.code in IMPOSSIBLE
    return Objection(
        REFUSE if refused else CONFIRM,
        players.get(where := _where(refusal.facts), where),
        refusal.code,
        clause,
        {language: row["message"] for language, row in explained.items()},
    )


def unsettled(objections: Sequence[Objection], comments: Mapping[tuple[str, str], str]) -> tuple[Objection, ...]:
    """What still stands in the way of a result: what cannot be, and what nobody has confirmed.

    ``comments``: why a judge lets an objection pass, by its ``where`` and ``code``; an empty one confirms nothing.
    """
    return tuple(
        each
        for each in objections
        if each.severity == REFUSE
        or (each.severity == CONFIRM and not comments.get((each.where, each.code), "").strip())
    )


def _in(fact: object, language: str) -> object:
    return fact[language] if isinstance(fact, Mapping) else fact


def _where(facts: Mapping[str, object]) -> str:
    deeds = facts.get("deeds")
    if isinstance(deeds, list | tuple) and deeds:
        return str(deeds[0])
    return str(facts.get("deed") or facts.get("player") or facts.get("field") or "")
