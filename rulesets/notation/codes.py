"""The codes of a game: short forms of its names, and the forms of its reports, as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from rulesets.kernel.past import RETRACT
from rulesets.kernel.report import ANYWHERE
from rulesets.kernel.ruleset import Game
from rulesets.kernel.ruling import RULING
from rulesets.notation import short
from rulesets.toml_file import read_toml

PARTIES = ("bank", "each")


@cache
def grammar() -> tuple[Mapping[str, Any], ...]:
    """The rows of ``grammar.toml``."""
    return tuple(read_toml(Path(__file__).with_name("grammar.toml"))["forms"])


def codes(game: Game) -> dict[str, Any]:
    """Return what is needed to read and write the notation of a game, as a JSON object:

    ``seats``, ``deeds``, ``decks``, ``cards``: [[key, code], …]; ``spaces``: the deed of each space from GO, or null;
    ``release``: how release cards are named in a deal, by ``decks`` or ``cards``; ``money``: how amounts are written
    (`Money.shape`); ``forms``: the rows of the grammar
    that apply to this game.  A type of report that the grammar has no row for is typed as JSON.
    """
    table = game.state.table
    forms = list(_forms(game))
    taken = {*PARTIES, *(arg["mark"] for form in forms for arg in form["args"] if "mark" in arg)}
    edition = getattr(table, "edition", None)  # a game of another package may have none: typed as JSON
    spaces = getattr(edition, "spaces", ())
    decks = getattr(table, "decks", ())
    owned = [space.key for space in spaces if space.deed >= 0]
    cards = getattr(edition, "cards", ())
    keys = chain.from_iterable(cards.values()) if isinstance(cards, Mapping) else (card.key for card in cards)
    return {
        "deeds": short.deeds(owned, taken),
        "decks": short.initials(decks, taken),
        "cards": short.initials(list(dict.fromkeys(keys)), taken),
        "seats": short.seats(table.seats, taken | {verb for form in forms for verb in form["verbs"]}),
        "spaces": [space.key if space.deed >= 0 else None for space in spaces],
        "release": "decks" if decks else "cards",
        "money": game.ruleset.mechanics.money(edition).shape(),
        "forms": forms,
    }


def _forms(game: Game) -> Iterator[dict[str, Any]]:
    """Yield the grammar's row for each type of report, without arguments that the ruleset's reports do not have; for
    types that belong to other rules the first row, marked as ``absent``, so that the ruleset itself can refuse them.
    """
    ruleset = game.ruleset
    known = {name: rule.form for name, rule in ruleset.rules.items()} | {"ruling": RULING, "retract": RETRACT}
    done = set(known) - {row["type"] for row in grammar()}
    for row in grammar():
        name, by = row["type"], row.get("by", "player")
        if name in done or (name not in known and name not in ruleset.absent):
            continue
        args = row["args"]
        if name in known:
            fields = {field.name for field in known[name].fields} - ANYWHERE
            if not fields <= {"player", "players"} | {field for arg in args for field in filled(arg)}:
                continue
            if any(not arg.get("optional") and not fields.issuperset(filled(arg)) for arg in args):
                continue
            args = [arg for arg in args if fields.issuperset(filled(arg))]
            by = "player" if by == "players" and "players" not in fields else by
        done.add(name)
        yield {**row, "by": by, "args": args, **({} if name in known else {"absent": True})}


def filled(arg: Mapping[str, Any]) -> list[str]:
    """The fields that an argument fills."""
    fields: list[str] = arg.get("fields") or [arg["field"]]
    return fields
