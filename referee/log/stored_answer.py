"""Answers as the log keeps them, and as a reader gets them.

What is kept is the same in every language: clauses, codes and facts.  The sentences are made when somebody reads them.
"""

from __future__ import annotations

import json
from typing import Any

from referee.log.chain import canonical
from rulesets import Answer, Refusal
from rulesets.kernel.ruleset import Ruleset, plain


def stored(answer: Answer) -> str:
    """The answer as JSON text, without sentences."""
    ruleset = answer.game.ruleset
    clause_of = ruleset.catalogue.clause_of

    def kept(refusals: tuple[Refusal, ...]) -> list[dict[str, Any]]:
        return [{"clause": clause_of[each.code], "code": each.code, "facts": plain(each.facts)} for each in refusals]

    if answer.accepted:
        events = list(answer.events)
        return canonical({"events": events, "due": answer.due, "warnings": kept(answer.warnings)})
    return canonical({"refusals": kept(answer.refusals)})


def told(seq: int, accepted: bool, text: str, ruleset: Ruleset, table: Any, language: str) -> dict[str, Any]:
    """An answer of the log in the form of the record format, with its sentences in en, ja or zh.

    ``table`` is that of the game (`Game.state.table`): it knows the names of deeds and seats.
    """
    answer = json.loads(text)
    for kind in ("refusals", "warnings"):
        if rows := answer.get(kind):
            answer[kind] = [ruleset.explain(Refusal(row["code"], row["facts"]), table, language) for row in rows]
    return {"seq": seq, "accepted": accepted, **answer}
