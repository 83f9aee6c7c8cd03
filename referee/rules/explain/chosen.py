"""A report built from form fields: first what happens and who does it, then its arguments.

The notation's grammar lists the arguments of each type of report; the kinds of arguments are the kinds of fields here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from referee.core.language import text, words
from rulesets import Money, notation
from rulesets.kernel.ruleset import Game
from tournaments.typed import Dollars, Misread, read_in

EXCLUDED_TYPES = frozenset({"retract", "ruling", "deal", "roll_off"})
"""Types of reports that are not a player's action in a turn."""
SINGLE_KINDS = frozenset({"seat", "party", "deed", "deck", "card", "option"})
MULTIPLE_KINDS = frozenset({"seats", "deeds"})
NO_MONEY = Money()
FIELD_KINDS = SINGLE_KINDS | MULTIPLE_KINDS | {"amount", "dice", "levels", "side"}
"""The kinds of arguments that have fields; reports that need other kinds have to be typed."""


class ChosenField(NamedTuple):
    """A form field.  ``kind``: that of the argument; ``choices``: pairs of value and label; ``cards``: likewise, for a
    side of a deal.
    """

    name: str
    kind: str
    label: str
    choices: list[tuple[str, str]]
    optional: bool
    cards: Sequence[tuple[str, str]] = ()


def offered_types(game: Game) -> dict[str, Mapping[str, Any]]:
    """The types of report that can be built from fields, with their rows of the grammar."""
    return {
        row["type"]: row
        for row in notation.codes(game)["forms"]
        if row["type"] in game.ruleset.rules
        and row["type"] not in EXCLUDED_TYPES
        and all(arg["kind"] in FIELD_KINDS or arg.get("optional") for arg in row["args"])
    }


def type_choices(game: Game, language: str) -> list[tuple[str, str]]:
    """The types of report that can be built from fields, as pairs of value and label."""
    return [(name, text(language, f"explain_type_{name}")) for name in offered_types(game)]


def choices(game: Game, kind: str, who: str, language: str) -> list[ChosenField]:
    """The fields for the arguments of a report.  ``kind``: its type; ``who``: the seat of the player who does it."""
    row = offered_types(game)[kind]
    return [_choice(game, arg, who, language) for arg in row["args"] if arg["kind"] in FIELD_KINDS]


def _choice(game: Game, arg: Mapping[str, Any], who: str, language: str) -> ChosenField:
    name, kind = arg["field"], arg["kind"]
    title = name if name in ("give", "take") else "partners" if (name, kind) == ("with", "seats") else kind
    texts = words(language)
    if kind == "option":
        found = [(str(value), texts.get(f"explain_option_{value}", str(value))) for value in arg["values"]]
    else:
        found = _with_labels(game, *_keys(game, arg, who), language)
    cards = _release_cards(game, language) if kind == "side" else ()
    return ChosenField(name, kind, texts[f"explain_arg_{title}"], found, bool(arg.get("optional")), cards)


def _with_labels(game: Game, kind: str, keys: Sequence[str], language: str) -> list[tuple[str, str]]:
    label, table = game.ruleset.mechanics.label, game.state.table
    return [(key, label(table, kind, key, language) or key) for key in keys]


def _keys(game: Game, arg: Mapping[str, Any], who: str) -> tuple[str, list[str]]:
    """What can be chosen for an argument: the kind of the things, and their keys."""
    codes = notation.codes(game)
    match arg["kind"]:
        case "seat" | "seats":
            return "seat", _others(game, who)
        case "party":
            return "seat", [*_others(game, who), "bank", "each"]
        case "deck" | "card" as kind:
            return kind, [key for key, _ in codes[f"{kind}s"]]
        case "deed" | "deeds":
            return "deed", [key for key, _ in codes["deeds"]]
        case "levels":
            return "deed", _deeds(game, who, own=True)
        case "side":
            return "deed", _deeds(game, who, own=arg["field"] == "give")
        case _:
            return "", []


def _others(game: Game, who: str) -> list[str]:
    return [seat for seat in game.state.table.seats if seat != who]


def _deeds(game: Game, who: str, *, own: bool) -> list[str]:
    """The deeds of a player, or those of all other players."""
    owned = game.ruleset.position(game)["deeds"]
    return [key for key, _ in notation.codes(game)["deeds"] if key in owned and (owned[key]["owner"] == who) == own]


def _release_cards(game: Game, language: str) -> list[tuple[str, str]]:
    players = game.ruleset.position(game)["players"].values()
    keys = sorted({card for player in players for card in player.get("cards", ())})
    return _with_labels(game, "thing" if notation.codes(game)["release"] == "decks" else "card", keys, language)


def report_from_form(game: Game, given: MultiDict[str, str]) -> dict[str, Any]:
    """Return the report built from a form, without the fields left empty; if they are needed, the rules refuse it."""
    row = offered_types(game)[given["kind"]]
    money = game.ruleset.mechanics.money(game.state.table.edition)
    found: dict[str, Any] = {"type": row["type"], **({"player": given.get("who", "")} if row["by"] else {})}
    for arg in row["args"]:
        value = _value(arg, given, money)
        if value not in (None, "", [], {}) or (arg["kind"] == "side" and not arg.get("optional")):
            found[arg["field"]] = value
    return found


def _value(arg: Mapping[str, Any], given: MultiDict[str, str], money: Money) -> Any:
    name = arg["field"]
    match arg["kind"]:
        case "amount":
            return _number(given.get(name, ""), money)
        case "option":
            return next((value for value in arg["values"] if str(value) == given.get(name)), None)
        case "seats" | "deeds":
            return given.getlist(name)
        case "dice":
            return [_number(each) for each in given.getlist(name)]
        case "levels":
            begin = f"{name}."
            return {key[len(begin) :]: _number(given[key]) for key in given if key.startswith(begin) and given[key]}
        case "side":
            cash = _number(given.get(f"{name}.cash", ""), money)
            side = {"cash": cash, "deeds": given.getlist(f"{name}.deeds"), "cards": given.getlist(f"{name}.cards")}
            return {part: value for part, value in side.items() if value not in ("", [])}
        case _:
            return given.get(name)


def _number(typed: str, money: Money = NO_MONEY) -> int | str:
    """The number that was typed, an amount as the game writes it; any other text as it is, for the rules to refuse."""
    try:
        return read_in(Dollars(), typed, money)
    except Misread:
        return typed.strip()
