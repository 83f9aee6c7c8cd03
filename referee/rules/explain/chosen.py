"""A report put together by choosing: what happens, who does it, and then whatever belongs to it.

The rows of the notation's grammar say what belongs to what; their kinds of arguments are the kinds of fields here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from referee.core.language import text, words
from referee.core.pages.forms import number
from rulesets import notation
from rulesets.kernel.ruleset import Game

LEFT_OUT = frozenset({"retract", "ruling", "deal", "roll_off"})
"""Types that no player does in a turn."""
ONE = frozenset({"seat", "party", "deed", "deck", "card", "option"})
MANY = frozenset({"seats", "deeds"})
CHOSEN = ONE | MANY | {"number", "dice", "levels", "side"}
"""Kinds of arguments that there are fields for; types that need others are typed."""


class Choice(NamedTuple):
    """A field.  ``kind``: that of the argument; ``choices``: pairs of value and label; ``cards``: of a side."""

    name: str
    kind: str
    label: str
    choices: list[tuple[str, str]]
    optional: bool
    cards: Sequence[tuple[str, str]] = ()


def offered(game: Game) -> dict[str, Mapping[str, Any]]:
    """The types of report that can be put together, with their rows of the grammar."""
    return {
        row["type"]: row
        for row in notation.codes(game)["forms"]
        if row["type"] in game.ruleset.rules
        and row["type"] not in LEFT_OUT
        and all(arg["kind"] in CHOSEN or arg.get("optional") for arg in row["args"])
    }


def types(game: Game, language: str) -> list[tuple[str, str]]:
    """The same as choices, in a language."""
    return [(name, text(language, f"explain_type_{name}")) for name in offered(game)]


def choices(game: Game, kind: str, who: str, language: str) -> list[Choice]:
    """The fields of a type of report for a player, in a language."""
    row = offered(game)[kind]
    return [_choice(game, arg, who, language) for arg in row["args"] if arg["kind"] in CHOSEN]


def _choice(game: Game, arg: Mapping[str, Any], who: str, language: str) -> Choice:
    table = game.state.table
    codes = notation.codes(game)
    owners = {key: deed["owner"] for key, deed in game.ruleset.position(game)["deeds"].items()}
    texts = words(language)

    def labelled(kind: str, keys: Sequence[str]) -> list[tuple[str, str]]:
        label = game.ruleset.mechanics.label
        return [(key, label(table, kind, key, language) or key) for key in keys]

    every = [key for key, _ in codes["deeds"]]
    others = [seat for seat in table.seats if seat != who]
    cards: Sequence[tuple[str, str]] = ()
    match arg["kind"]:
        case "seat" | "seats":
            found = labelled("seat", others)
        case "party":
            found = labelled("seat", [*others, "bank", "each"])
        case "deck":
            found = labelled("deck", [key for key, _ in codes["decks"]])
        case "card":
            found = labelled("card", [key for key, _ in codes["cards"]])
        case "option":
            found = [(str(value), texts.get(f"explain_option_{value}", str(value))) for value in arg["values"]]
        case "levels":
            found = labelled("deed", [key for key in every if owners.get(key) == who])
        case "side":
            owned = [key for key in every if key in owners]
            found = labelled("deed", [key for key in owned if (owners[key] == who) == (arg["field"] == "give")])
            cards = labelled("thing" if codes["release"] == "decks" else "card", _release(game))
        case "deed" | "deeds":
            found = labelled("deed", every)
        case _:
            found = []
    name = arg["field"]
    named = (
        name if name in ("give", "take") else "partners" if (name, arg["kind"]) == ("with", "seats") else arg["kind"]
    )
    label = texts[f"explain_arg_{named}"]
    return Choice(name, arg["kind"], label, found, bool(arg.get("optional")), cards)


def _release(game: Game) -> list[str]:
    """The release cards that somebody holds."""
    players = game.ruleset.position(game)["players"].values()
    return sorted({card for player in players for card in player["cards"]})


def report(game: Game, given: MultiDict[str, str]) -> dict[str, Any]:
    """The report that was put together; what was not filled in is missing in it, for the rules to say so."""
    row = offered(game)[given["kind"]]
    found: dict[str, Any] = {"type": row["type"], **({"player": given.get("who", "")} if row["by"] else {})}
    for arg in row["args"]:
        value = _value(arg, given)
        if value not in (None, "", [], {}) or (arg["kind"] == "side" and not arg.get("optional")):
            found[arg["field"]] = value
    return found


def _value(arg: Mapping[str, Any], given: MultiDict[str, str]) -> Any:
    name = arg["field"]
    match arg["kind"]:
        case "number":
            return number(given.get(name, "").strip())
        case "option":
            return next((value for value in arg["values"] if str(value) == given.get(name)), None)
        case "seats" | "deeds":
            return given.getlist(name)
        case "dice":
            return [number(each) for each in given.getlist(name)]
        case "levels":
            begin = f"{name}."
            return {key[len(begin) :]: number(given[key]) for key in given if key.startswith(begin) and given[key]}
        case "side":
            cash = number(given.get(f"{name}.cash", "").strip())
            side = {"cash": cash, "deeds": given.getlist(f"{name}.deeds"), "cards": given.getlist(f"{name}.cards")}
            return {part: value for part, value in side.items() if value not in ("", [])}
        case _:
            return given.get(name)
