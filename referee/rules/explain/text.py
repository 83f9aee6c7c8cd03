"""What may be reported in a position, as shown on its page: by player, each entry with a link to try it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from referee.rules.explain import chosen
from rulesets import notation
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report

Link = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Reportable:
    """Something that may be reported.  ``address``: of the page that tries it, empty if there is none."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PlayerEntries:
    """What may be reported of a player.  ``name``: empty for entries without a player; ``open``: whether the entries
    are expanded: those of the players whom the game waits for, or all if it waits for nobody in particular.
    """

    name: str
    open: bool
    entries: Sequence[Reportable]


def entries_by_player(game: Game, explanation: Mapping[str, Any], link: Link) -> list[PlayerEntries]:
    """What may be reported, by player.

    ``explanation``: as `Explanation.to_json` gives it; ``link(**more)``: the address of its page with more query
    parameters.
    """
    names = game.state.table.names
    codes = notation.codes(game)
    known = chosen.offered_types(game)
    order = ["", *game.state.table.seats]
    due = {entry.get("player") for entry in explanation["due"]}
    rows = sorted(explanation["may"], key=lambda entry: order.index(entry.get("player", "")))
    return [
        PlayerEntries(
            names.get(seat, seat),
            seat in due or due == {None},
            [Reportable(entry["text"], _address(game, entry, codes, known, link)) for entry in group],
        )
        for seat, group in groupby(rows, key=lambda entry: entry.get("player", ""))
    ]


def _address(game: Game, entry: dict[str, Any], codes: Any, known: Any, link: Link) -> str:
    """The address that tries an entry if it is a complete report, else that of the form for what is missing."""
    rule = game.ruleset.rules.get(entry["type"])
    if rule is None:
        return ""
    names = {"type", *(field.name for field in rule.form.fields)}
    report = {name: value for name, value in entry.items() if name in names}
    if game.ruleset.obstacle(game, as_report(report)) is None:
        return link(report=notation.write(report, codes))
    return link(kind=entry["type"], who=entry.get("player", "")) + "#choose" if entry["type"] in known else ""
