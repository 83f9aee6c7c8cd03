"""Turns a report into a line: as short as the grammar allows, and never one that would be read differently."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from rulesets.kernel.record import Unreadable
from rulesets.notation.codes import PARTIES, filled
from rulesets.notation.kinds import BLOCKS, SELL
from rulesets.notation.reading import parse
from rulesets.notation.scanning import quoted

BARE = re.compile("[A-Za-z][A-Za-z0-9_/.-]*")
"""A text that needs no quotes."""

Names = Mapping[str, Mapping[str, str]]
"""The codes of each kind of name, by key."""


def write(report: Any, codes: Mapping[str, Any]) -> str:
    """Return the line that stands for a report, given the `codes` of its game; JSON for what the notation cannot say.

    `parse` turns the line back into exactly this report.
    """
    whole = json.dumps(report, ensure_ascii=False, separators=(",", ":"))
    names = {kind: dict(codes[kind]) for kind in ("seats", "deeds", "decks", "cards")}
    try:
        line = _line(report, {form["type"]: form for form in codes["forms"]}, names, codes["release"])
        if "\n" not in line and "\r" not in line and _same(parse(line, codes), report):
            return line
    except (Unreadable, AttributeError, KeyError, TypeError, ValueError):
        pass  # a report may hold anything; one with a part of the wrong type can only be written as JSON
    return whole


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _line(report: Mapping[str, Any], forms: Mapping[str, Mapping[str, Any]], names: Names, release: str) -> str:
    """Return the line of a report.  Raises KeyError, TypeError and the like where a field has the wrong type."""
    form = forms[report["type"]]
    words = []
    if "players" in report:
        words.append("=".join(names["seats"][player] for player in report["players"]))
    elif form["by"]:
        words.append(names["seats"][report["player"]])
    if not form.get("bare"):
        words.append(form["verbs"][0])
    for arg in form["args"]:
        if not any(field in report for field in filled(arg)):
            if arg.get("optional"):
                continue
            raise KeyError(arg)
        if "mark" in arg:
            words.append(arg["mark"])
        value = report if "fields" in arg else report[arg["field"]]
        if arg["kind"] == "report":
            words.append(_line(value, forms, names, release))
        else:
            words.append(WRITE[arg["kind"]](value, names, release))
    if form.get("glued"):
        words[-2:] = [words[-2] + words[-1]]
    if "at" in report:
        words.append(f"@{json.dumps(report['at'])}")
    if "note" in report:
        words.append(f"; {report['note']}" if isinstance(report["note"], str) else "")
    return " ".join(word for word in words if word)


def _named(kind: str) -> Callable[[Any, Names, str], str]:
    return lambda key, names, _release: names[kind][key]


_seat, _deed = _named("seats"), _named("deeds")


def _party(key: Any, names: Names, release: str) -> str:
    return str(key) if key in PARTIES else _seat(key, names, release)


def _each(item: Callable[[Any, Names, str], str]) -> Callable[[Any, Names, str], str]:
    return lambda items, names, release: " ".join(item(each, names, release) for each in items)


def _text(text: Any, _names: Names, _release: str) -> str:
    return text if BARE.fullmatch(text) and text not in ("let", "set") else quoted(text)


def _dice(dice: Any, _names: Names, _release: str) -> str:
    return "".join(map(str, dice))


def _levels(levels: Any, names: Names, _release: str) -> str:
    return " ".join(
        f"{code}{level}" if level < 10 and not code[-1].isdigit() else f"{code}={level}"
        for code, level in ((names["deeds"][key], level) for key, level in levels.items())
    )


def _throws(throws: Any, names: Names, release: str) -> str:
    return " ".join(f"{_seat(seat, names, release)}={_dice(dice, names, release)}" for seat, dice in throws.items())


def _hands(hands: Any, names: Names, release: str) -> str:
    return " ".join(
        " ".join((_seat(seat, names, release), *(_deed(deed, names, release) for deed in deeds)))
        for seat, deeds in hands.items()
    )


def _side(side: Any, names: Names, release: str) -> str:
    words = [str(side["cash"])] if "cash" in side else []
    words += [names["deeds"][key] for key in side.get("deeds", ())]
    words += [names[release][key] for key in side.get("cards", ())]
    for claim in side.get("claims", ()):
        debtor, creditor = (_seat(claim[of], names, release) for of in ("debtor", "creditor"))
        words.append(f"{debtor}/{creditor}={claim['amount']}")
    if side.get("sell_buildings"):
        words.append(SELL)
    return " ".join(words)


def _blocks(blocks: Any, _names: Names, _release: str) -> str:
    return " ".join(f"{letter}{size}" for letter, kind in BLOCKS.items() for size in blocks.get(kind, ()))


def _plain(value: Any, _names: Names, _release: str) -> str:
    return "" if value is True else str(value)


WRITE: Mapping[str, Callable[[Any, Names, str], str]] = {
    "seat": _seat,
    "party": _party,
    "deed": _deed,
    "deck": _named("decks"),
    "card": _named("cards"),
    "number": _plain,
    "amount": _plain,
    "flag": _plain,
    "option": _plain,
    "name": _text,
    "text": _text,
    "texts": _each(_text),
    "seats": _each(_seat),
    "deeds": _each(_deed),
    "levels": _levels,
    "dice": _dice,
    "throws": _throws,
    "hands": _hands,
    "side": _side,
    "blocks": _blocks,
    "json": lambda value, _names, _release: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
}
"""How each kind of argument is written."""
