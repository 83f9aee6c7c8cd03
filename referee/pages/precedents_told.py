"""Precedents in words: those of the event itself and those that others have sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.event.precedents import PrecedentState
from referee.language import language, word
from referee.log.table_game import TableGame
from referee.pages.case_position import position
from referee.pages.case_told import STANDINGS, STATES
from rulesets.kernel.record import open_header
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load

COLOURS = {"binding": " on"}


def precedent_told(found: PrecedentState, event_id: str) -> dict[str, Any]:
    """A precedent as pages show it.  ``address``: its case, of the event's own."""
    content = found.content
    source = found.source
    appeal = content.get("appeal")
    return {
        "key": found.key,
        "id": found.id,
        "own": found.own,
        "title": content["question"] or content["decision"],
        "facts": content["facts"],
        "question": content["question"],
        "decision": content["decision"],
        "reasons": content["reasons"],
        "clauses": laws(content["ruleset"], content["clauses"]),
        "standing": found.standing,
        "standing_told": STANDINGS[found.standing](),
        "colour": COLOURS.get(found.standing, ""),
        "source_told": word("precedents_own") if found.own else word("precedents_from", **source._asdict()),
        "appeal_told": STATES[appeal["outcome"]]() if appeal and appeal["outcome"] in STATES else "",
        "address": f"/events/{event_id}/cases/{found.id}" if found.own else None,
        "log": content.get("log", []),
        "position": board(content),
    }


def laws(ruleset_name: str, ids: list[str]) -> list[dict[str, Any]]:
    """Clauses with title and address, as far as the ruleset is at hand."""
    try:
        ruleset = load(ruleset_name)
    except (UnknownRuleset, BrokenRuleset):
        return [{"id": each, "title": "", "address": None} for each in ids]
    texts = ruleset.catalogue.texts(language())
    return [
        {
            "id": each,
            "title": texts[each].title if each in texts else "",
            "address": f"/rules/{ruleset.name}/{each}" if each in texts else None,
        }
        for each in ids
    ]


def board(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """The table as it stood, if the ruling brought it along and its rules are at hand."""
    if not content.get("position"):
        return None
    header = {name: content[name] for name in ("ruleset", "edition", "seats")}
    game = open_header({"record": "monopoly/1", **header, "start": content["position"]}).game
    return None if game is None else position(TableGame("", "", "", header, game, ""))
