"""Parsing reports: from a JSON object to a typed, immutable report, or to every fault of its form (RECORD/FORM)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from rulesets.kernel.refusal import FormFault, Refusal, malformed, refuse

LARGEST = 1_000_000
"""The largest amount that a report may name; no game comes near it."""

Parser = Callable[[Any, Any], Any]
"""``parse(value, table)``: the checked value; raises `FormFault`."""

ANYWHERE = frozenset({"type", "at", "note"})
"""Fields that every report may carry: its type, its time, and a remark for the reader."""


Nature = Literal["fact", "reply", "choice", "formality"]
"""What a report says of the table, and so what becomes of it when a remedy changes what came before.  A fact (a throw,
an agreement, what somebody did) and a reply (a fact that what is due asks for, such as a card drawn) are kept or asked
about; a choice about one thing that is due is none about another; a formality settles what is due, if anything is.
"""
FACT: Nature = "fact"
REPLY: Nature = "reply"
CHOICE: Nature = "choice"
FORMALITY: Nature = "formality"


class ReportType(Protocol):
    """A NamedTuple class of reports."""

    def __call__(self, *values: Any) -> Any: ...


class Field(NamedTuple):
    """One field of a report: how it is parsed, and its default if it may be left out."""

    name: str
    parse: Parser
    required: bool = True
    default: Any = None


class Form:
    """The form of one type of report: which fields it has, in the order of those of ``shape``, and what they become.

    ``nature``: what such a report says of the table.
    """

    __slots__ = ("_known", "fields", "name", "nature", "shape")

    def __init__(self, name: str, shape: ReportType, *fields: Field, nature: Nature = FACT) -> None:
        self.name = name
        self.nature = nature
        self.shape = shape
        self.fields = fields
        self._known = ANYWHERE | {field.name for field in fields}

    def parse(self, report: Mapping[str, Any], table: Any) -> Any:
        """Return the report as an instance of ``shape``, or all its faults of form as a list of refusals."""
        try:
            values = [
                parse(report[name], table) if required or name in report else default
                for name, parse, required, default in self.fields
            ]
        except (FormFault, KeyError):
            return self._faults(report, table)
        if ("at" in report or not report.keys() <= self._known) and (faults := self._faults(report, table)):
            return faults
        return self.shape(*values)

    def _faults(self, report: Mapping[str, Any], table: Any) -> list[Refusal]:
        """Return every fault of form: of each field, of unknown fields, and of the time."""
        faults = []
        for field in self.fields:
            if field.name in report:
                try:
                    field.parse(report[field.name], table)
                except FormFault as fault:
                    faults.append(fault.refusal._replace(facts={"field": field.name, **fault.refusal.facts}))
            elif field.required:
                faults.append(refuse("field_missing", type=self.name, field=field.name))
        if unknown := sorted(shown(name) for name in set(report) - self._known):
            known = [field.name for field in self.fields]
            faults.append(refuse("field_unknown", type=self.name, fields=unknown, known=known))
        if "at" in report and not _is_time(report["at"]):
            faults.append(refuse("time_malformed", field="at", value=shown(report["at"])))
        return faults


def _is_time(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= 10**9


def shown(value: object, length: int = 60) -> str:
    """Return a reported value as a short text for a refusal: cut off if it is long, never evaluated."""
    try:
        text = repr(value) if isinstance(value, str | int | float | bool | None) else f"{type(value).__name__} value"
    except ValueError:  # Python refuses to print an integer of thousands of digits
        text = "a number of thousands of digits"
    return text if len(text) <= length else f"{text[: length - 1]}…"


def whole(least: int, most: int = LARGEST) -> Parser:
    """A whole number from ``least`` to ``most``."""

    def parse(value: object, _table: object) -> int:
        if type(value) is int and least <= value <= most:
            return value
        malformed("not_a_whole_number", value=shown(value), least=least, most=most)

    return parse


def text(most: int = 2000) -> Parser:
    """A text that is not empty and at most ``most`` characters long."""

    def parse(value: object, _table: object) -> str:
        if isinstance(value, str) and value.strip() and len(value) <= most:
            return value
        malformed("not_a_text", value=shown(value), most=most)

    return parse


def choice(*values: str) -> Parser:
    def parse(value: object, _table: object) -> str:
        if isinstance(value, str) and value in values:
            return value
        malformed("not_one_of", value=shown(value), values=list(values))

    return parse


def flag(value: object, _table: object) -> bool:
    """True or false."""
    if value is True or value is False:
        return value
    malformed("not_true_or_false", value=shown(value))


def listed(item: Parser, least: int = 1, most: int = 64, *, repeats: bool = False) -> Parser:
    """A list of ``least`` to ``most`` items, all different unless they may repeat."""

    def parse(value: object, table: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            malformed("not_a_list", value=shown(value), least=least, most=most)
        items = tuple([item(entry, table) for entry in value])
        if not repeats and len(items) > 1 and len(set(items)) != len(items):
            malformed("listed_twice", value=[shown(entry) for entry in value if value.count(entry) > 1][:1])
        return items

    return parse


def ascending(items: Parser) -> Parser:
    """Items in ascending order, in whatever order they are given."""
    return lambda value, table: tuple(sorted(items(value, table)))


def mapped(key: Parser, item: Parser, least: int = 1) -> Parser:
    """An object of at least ``least`` entries, as a tuple of pairs sorted by key."""

    def parse(value: object, table: object) -> tuple[tuple[Any, Any], ...]:
        if not isinstance(value, dict) or not least <= len(value) <= 64:
            malformed("not_an_object", value=shown(value), least=least)
        return tuple(sorted([(key(name, table), item(entry, table)) for name, entry in value.items()]))

    return parse
