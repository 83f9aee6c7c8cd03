"""An explanation as its page shows it: with links to the clauses, and for what may happen a way to try it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from referee.core.language import language
from referee.rules.explain import chosen
from rulesets import notation
from rulesets.kernel.ruleset import Explanation, Game

Link = Callable[..., str]


def told(explanation: Explanation, link: Link) -> dict[str, Any]:
    """The explanation in the reader's language.  ``link(**asked)``: the address of its page with something asked."""
    game = explanation.game
    found = explanation.to_json(language())
    return {**found, "may": _by_player(game, found, link)}


def _by_player(game: Game, found: dict[str, Any], link: Link) -> list[dict[str, Any]]:
    """What may be reported by player: the ``name``, empty for what nobody does in particular, the ``entries``, each
    with the address that tries it, and whether they are shown ``open``: those of whoever play waits for, or else all.
    """
    names = game.state.table.names
    codes = notation.codes(game)
    known = chosen.offered(game)
    order = ["", *game.state.table.seats]
    due = {entry.get("player") for entry in found["due"]}
    rows = sorted(found["may"], key=lambda entry: order.index(entry.get("player", "")))
    return [
        {
            "name": names.get(seat, seat),
            "open": seat in due or due == {None},
            "entries": [
                {"text": entry["text"], "address": _address(game, entry, codes, known, link)} for entry in group
            ],
        }
        for seat, group in groupby(rows, key=lambda entry: entry.get("player", ""))
    ]


def _address(game: Game, entry: dict[str, Any], codes: Any, known: Any, link: Link) -> str:
    """Where an entry is tried: itself where it is a whole report, else where what is missing is chosen."""
    rule = game.ruleset.rules.get(entry["type"])
    if rule is None:
        return ""
    names = {"type", *(field.name for field in rule.form.fields)}
    report = {name: value for name, value in entry.items() if name in names}
    if game.ruleset.obstacle(game, report) is None:
        return link(report=notation.write(report, codes))
    return link(kind=entry["type"], who=entry.get("player", "")) + "#choose" if entry["type"] in known else ""
