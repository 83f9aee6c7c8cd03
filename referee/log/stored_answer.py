"""Answers as the log stores them, and as a reader gets them.

What is stored is the same in every language: clauses, codes and facts.  The sentences are made when somebody reads it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from referee.core.chain import ChainLine, canonical
from rulesets import Answer, Refusal
from rulesets.kernel.refusal import plain
from rulesets.kernel.ruleset import Ruleset

NO_SENTENCES = '"warnings":[]}'
"""The end of the JSON text of an answer that needs no sentences."""


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


def answer_text(line: ChainLine, ruleset: Ruleset, table: Any, language: Callable[[], str]) -> str:
    """An answer of the log as JSON text in the record format, with its sentences.

    ``table``: of the game (`Game.state.table`); it knows the names of deeds and seats.  ``language``: called only if
    there is a sentence to make.
    """
    text = line.answer
    if not text.endswith(NO_SENTENCES):
        answer = json.loads(text)
        for kind in ("refusals", "warnings"):
            if rows := answer.get(kind):
                answer[kind] = [ruleset.explain(Refusal(row["code"], row["facts"]), table, language()) for row in rows]
        text = canonical(answer)
    return f'{{"seq":{line.seq},"accepted":{"true" if line.accepted else "false"},{text[1:]}'


def entry_text(line: ChainLine, ruleset: Ruleset, table: Any, language: Callable[[], str]) -> str:
    outer = canonical(
        {
            "seq": line.seq,
            "client_id": line.client_id,
            "at": line.at,
            "author": line.author,
            "account_id": line.account_id,
            "credential_id": line.credential_id,
            "accepted": line.accepted,
            "reason": line.reason,
            "hash": line.hash,
            "made_at": line.made_at,
        }
    )
    return f'{outer[:-1]},"report":{line.report},"answer":{answer_text(line, ruleset, table, language)}}}'
