"""The head of the form for a position written by hand: rules, edition, players, options."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.core.language import text
from referee.events.points_text import TITLES, value_text
from referee.rules.points import loadable_rulesets
from rulesets.kernel.options import Option
from rulesets.kernel.record import FORMAT, Unreadable, read_line
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.registry import load, names
from rulesets.kernel.ruleset import Game, HeaderRefused, Ruleset
from rulesets.kernel.telling.money import Money
from tournaments.typed import whole

DEFAULT_RULESET = "jma-2006"
"""The rules of a new position."""
SEATS = "ABCDEFGH"
"""The seats of a new position."""


class PositionHead(NamedTuple):
    """What a header says besides the position.  Ruleset and edition exist, but the options may be faulty."""

    ruleset: Ruleset
    edition: str
    seats: list[str]
    names: dict[str, str]
    options: dict[str, Any]

    def header(self, position: Mapping[str, Any] | None) -> dict[str, Any]:
        """The header of a record that starts from a position."""
        return {
            "record": FORMAT,
            "ruleset": self.ruleset.name,
            "edition": self.edition,
            "seats": self.seats,
            **({"names": self.names} if self.names else {}),
            **({"options": self.options} if self.options else {}),
            **({"start": dict(position)} if position else {}),
        }

    def start(self, start: Any = None) -> tuple[Game, tuple[Refusal, ...]]:
        """Start a game to base the form on, and return it with the faults of the options.

        ``start``: the position to start from; ignored if it does not fit this head.  If any option is faulty, all of
        them are replaced by the defaults of the rules.
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


def head_from_header(header: Mapping[str, Any]) -> PositionHead:
    """The head of a header from which a game was started."""
    ruleset = load(header["ruleset"])
    return PositionHead(
        ruleset,
        header.get("edition") or ruleset.default_edition,
        list(header["seats"]),
        dict(header.get("names") or {}),
        dict(header.get("options") or {}),
    )


def head_from_form(form: Mapping[str, str], language: str) -> PositionHead:
    """The head that was typed into a form; what is missing or cannot be chosen is as in a new position."""
    known = names()
    wanted = form.get("ruleset", "")
    ruleset = load(wanted if wanted in known else DEFAULT_RULESET)
    editions = ruleset.editions()
    edition = form.get("edition", "")
    least, most = ruleset.seats
    count = whole(form.get("seats", ""))
    number = min(max(4 if count is None else count, least), most)
    seats = [printable(form.get(f"seat_{order}", ""), 40) or SEATS[order - 1] for order in range(1, number + 1)]
    if len(set(seats)) < number or {"bank", "each"} & set(seats):
        seats = list(SEATS[:number])
    named = {seat: printable(form.get(f"name_{order}", ""), 200) for order, seat in enumerate(seats, 1)}
    options = {
        option.name: _value(value, language)
        for option in ruleset.options
        if (value := form.get(f"option_{option.name}", "").strip()[:40])
    }
    return PositionHead(
        ruleset,
        edition if edition in editions else ruleset.default_edition,
        seats,
        {seat: name for seat, name in named.items() if name},
        options,
    )


def printable(name: str, most: int) -> str:
    """A name without unprintable characters, cut off at ``most``; the wide space of Japanese names is kept."""
    return "".join(letter for letter in name if letter.isprintable() or letter == "\u3000").strip()[:most]


def _value(typed: str, language: str) -> Any:
    """The value of an option: what was typed is read as JSON, or else taken as a word."""
    if typed == text(language, "position_no_value"):
        return None
    try:
        return read_line(typed)
    except Unreadable:
        return typed


def fields_of(head: PositionHead, language: str) -> dict[str, str]:
    """The form fields with the values that would have been typed for a head."""
    found = {"ruleset": head.ruleset.name, "edition": head.edition, "seats": str(len(head.seats))}
    for order, seat in enumerate(head.seats, 1):
        found |= {f"seat_{order}": seat, f"name_{order}": head.names.get(seat, "")}
    return found | {f"option_{name}": _as_typed(value, language) for name, value in head.options.items()}


def _as_typed(value: Any, language: str) -> str:
    if value is None:
        return text(language, "position_no_value")
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True, slots=True)
class OptionField:
    """The field of an option.  ``choices``: pairs of value and label, empty if the value is typed; ``samples``:
    suggestions for what is typed.
    """

    name: str
    about: str
    default: str
    choices: Sequence[tuple[str, str]]
    samples: Sequence[str]


@dataclass(frozen=True, slots=True)
class HeadChoices:
    """The choices in the fields of the head: pairs of value and label, and the possible numbers of players."""

    rulesets: Sequence[tuple[str, str]]
    editions: Sequence[tuple[str, str]]
    counts: Sequence[int]
    options: Sequence[OptionField]


def choices(head: PositionHead, language: str) -> HeadChoices:
    least, most = head.ruleset.seats
    return HeadChoices(
        rulesets=[(each.name, each.titles[language]) for each in loadable_rulesets()],
        editions=[(name, head.ruleset.board(name, language)) for name in head.ruleset.editions()],
        counts=range(least, most + 1),
        options=[
            _option(each, head.options.get(each.name, each.default), language, head.ruleset.money())
            for each in head.ruleset.options
        ],
    )


def _option(option: Option, value: Any, language: str, money: Money) -> OptionField:
    known = [option.default, *option.samples]
    words = [True, False] if isinstance(option.default, bool) else known if isinstance(option.default, str) else []
    if words and value not in words:
        words.append(value)
    return OptionField(
        name=option.name,
        about=text(language, TITLES[option.name]) if option.name in TITLES else option.about[language],
        default=value_text(option.name, option.default, language, money if option.money else None),
        choices=[(_as_typed(each, language), value_text(option.name, each, language)) for each in words],
        samples=[_as_typed(each, language) for each in known],
    )
