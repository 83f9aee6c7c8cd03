"""The head of a position written by hand: rules, edition, players, options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from referee.core.language import language, word
from referee.events.points_text import TITLES, value_told
from referee.rules.points import rulesets_there
from rulesets.kernel.options import Option
from rulesets.kernel.record import FORMAT, Unreadable, read_line
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.registry import load, names
from rulesets.kernel.ruleset import Game, HeaderRefused, Ruleset

HOME = "jma-2006"
"""The rules of a new position."""
LETTERS = "ABCDEFGH"
"""The seats of a new position."""


class Head(NamedTuple):
    """What a header says besides the position; every part is one that there is, but the options may be faulty."""

    ruleset: Ruleset
    edition: str
    seats: list[str]
    names: dict[str, str]
    options: dict[str, Any]

    def header(self, position: Mapping[str, Any] | None) -> dict[str, Any]:
        """The header of a record, with a position to start from."""
        return {
            "record": FORMAT,
            "ruleset": self.ruleset.name,
            "edition": self.edition,
            "seats": self.seats,
            **({"names": self.names} if self.names else {}),
            **({"options": self.options} if self.options else {}),
            **({"start": dict(position)} if position else {}),
        }

    def started(self, start: Any = None) -> tuple[Game, tuple[Refusal, ...]]:
        """A game to write in, from the position ``start`` where it suits this head; and what is wrong with the options,
        which then are as in the rules.
        """
        options: dict[str, Any] | None = self.options
        faults: tuple[Refusal, ...] = ()
        try:
            game = self._game(options)
        except HeaderRefused as refused:
            options, faults = None, refused.refusals
            game = self._game(options)
        if start:
            with suppress(HeaderRefused):
                game = self._game(options, start)
        return game, faults

    def _game(self, options: dict[str, Any] | None, start: Any = None) -> Game:
        return self.ruleset.start(self.seats, self.edition, options, start, self.names)


def head_of(header: Mapping[str, Any]) -> Head:
    """The head of a header that a game was started from."""
    ruleset = load(header["ruleset"])
    return Head(
        ruleset,
        header.get("edition") or ruleset.default_edition,
        list(header["seats"]),
        dict(header.get("names") or {}),
        dict(header.get("options") or {}),
    )


def head_typed(form: Mapping[str, str]) -> Head:
    """The head that a form stands for; what it does not say, or nobody can choose, is as in a new position."""
    known = names()
    wanted = form.get("ruleset", "")
    ruleset = load(wanted if wanted in known else HOME)
    editions = ruleset.mechanics.editions()
    edition = form.get("edition", "")
    least, most = ruleset.seats
    count = form.get("seats", "")
    number = min(max(int(count) if count.isdecimal() and len(count) < 3 else 4, least), most)
    seats = [one_line(form.get(f"seat_{order}", ""), 40) or LETTERS[order - 1] for order in range(1, number + 1)]
    if len(set(seats)) < number or {"bank", "each"} & set(seats):
        seats = list(LETTERS[:number])
    said = {seat: one_line(form.get(f"name_{order}", ""), 200) for order, seat in enumerate(seats, 1)}
    options = {
        option.name: _value(text)
        for option in ruleset.options
        if (text := form.get(f"option_{option.name}", "").strip()[:40])
    }
    return Head(
        ruleset,
        edition if edition in editions else ruleset.default_edition,
        seats,
        {seat: name for seat, name in said.items() if name},
        options,
    )


def one_line(text: str, most: int) -> str:
    """A name without what cannot be seen; the wide space of Japanese names stays."""
    return "".join(letter for letter in text if letter.isprintable() or letter == "\u3000").strip()[:most]


def _value(text: str) -> Any:
    """The value of an option as JSON, or a word as it is."""
    if text == word("position_no_value"):
        return None
    try:
        return read_line(text)
    except Unreadable:
        return text


def fields_of(head: Head) -> dict[str, str]:
    """The fields that a head would have been typed into."""
    found = {"ruleset": head.ruleset.name, "edition": head.edition, "seats": str(len(head.seats))}
    for order, seat in enumerate(head.seats, 1):
        found |= {f"seat_{order}": seat, f"name_{order}": head.names.get(seat, "")}
    return found | {f"option_{name}": _typed(value) for name, value in head.options.items()}


def _typed(value: Any) -> str:
    if value is None:
        return word("position_no_value")
    return value if isinstance(value, str) else json.dumps(value)


def choices(head: Head) -> dict[str, Any]:
    """What the fields of the head offer, in the reader's language."""
    spoken = language()
    mechanics = head.ruleset.mechanics
    least, most = head.ruleset.seats
    return {
        "rulesets": [(each.name, each.titles[spoken]) for each in rulesets_there()],
        "editions": [(name, mechanics.edition(name).names[spoken]) for name in mechanics.editions()],
        "counts": list(range(least, most + 1)),
        "options": [_option(each, head.options.get(each.name, each.default), spoken) for each in head.ruleset.options],
    }


def _option(option: Option, value: Any, spoken: str) -> dict[str, Any]:
    """The field of an option that has a value: ``choices``, pairs of what is sent and label, for one of few words, or
    ``samples`` for whatever is typed.
    """
    known = [option.default, *option.samples]
    words = [True, False] if isinstance(option.default, bool) else known if isinstance(option.default, str) else []
    if words and value not in words:
        words.append(value)
    return {
        "name": option.name,
        "about": TITLES[option.name]() if option.name in TITLES else option.about[spoken],
        "default": value_told(option.name, option.default),
        "choices": [(_typed(each), value_told(option.name, each)) for each in words],
        "samples": [_typed(each) for each in known],
    }
