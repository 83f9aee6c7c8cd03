"""Objections to a sheet: what is impossible, what has to be confirmed with a comment, and what is only a note."""

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
"""Clauses of unreadable sheets: there is nothing to count, whatever the judge says."""
IMPOSSIBLE = ("too_few_players", "built_on_no_lot")
"""The ruleset's codes for objections that no comment can settle."""


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection.

    ``where``: the player's id, a deed's key or empty; together with ``code`` it identifies the objection.  ``clause``:
    of the law, None if it is about the sheet.  ``messages``: its sentence by language.
    """

    severity: str
    where: str
    code: str
    clause: str | None
    messages: Mapping[str, str]


def about_the_sheet(severity: str, where: str, code: str, **facts: object) -> Objection:
    """An objection to the sheet itself; facts that are mappings by language are printed in each language."""
    messages = {
        language: Fault("", code, {key: _in(fact, language) for key, fact in facts.items()}).sentence(language)
        for language in LANGUAGES
    }
    return Objection(severity, where, code, None, messages)


def by_law(ruleset: Ruleset, refusal: Refusal, table: Any, players: Mapping[str, str]) -> Objection:
    """An objection of the ruleset to the position on the sheet.

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


def open_objections(objections: Sequence[Objection], comments: Mapping[tuple[str, str], str]) -> tuple[Objection, ...]:
    """The objections that still prevent a result: the impossible, and those not confirmed.

    ``comments``: why a judge accepts an objection, by its ``where`` and ``code``; an empty comment confirms nothing.
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
