"""Reading the tables of an edition file: every fault is noted as a sentence, and reading goes on."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeGuard

from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import in_every_language

_KEY = re.compile(r"[a-z][a-z0-9_]*")
_MISSING = object()


class Table:
    """A table whose fields are taken out one by one; whatever is left when `done` is called is unknown.

    A faulty field is noted and reads as its empty value ("", 0, ()): checks that compare fields skip empty ones.
    """

    def __init__(self, data: object, path: str, faults: list[str]) -> None:
        self.path = path
        self._faults = faults
        self._known: list[str] = []
        self._readable = isinstance(data, Mapping)
        self._left = {str(name): value for name, value in data.items()} if isinstance(data, Mapping) else {}
        if not self._readable:
            self.fault(f"{_show(data)} is not a table", "a table of named fields is needed")

    def fault(self, wrong: str, right: str) -> None:
        self._faults.append(f"{self.path or 'edition'}: {wrong}; {right}")

    def label(self, key: str) -> None:
        if key:
            self.path += f" ({key})"

    def has(self, name: str) -> bool:
        self._known.append(name)
        return name in self._left

    def peek(self, name: str) -> object:
        """The raw value of the field `name`, which is neither checked nor taken."""
        return self._left.get(name)

    def number(self, name: str, most: int | None = None) -> int:
        """Take a whole number from 1, up to `most` where given."""
        right = "a positive whole number is needed" if most is None else f"a whole number from 1 to {most} is needed"
        value = self._take(name, right)
        if _positive(value) and (most is None or value <= most):
            return value
        self._ill(name, value, right)
        return 0

    def numbers(self, name: str) -> tuple[int, ...]:
        """Take a list of positive whole numbers, not empty."""
        right = "a list of positive whole numbers is needed"
        value = self._take(name, right)
        if isinstance(value, list | tuple) and value and all(_positive(each) for each in value):
            return tuple(value)
        self._ill(name, value, right)
        return ()

    def text(self, name: str) -> str:
        right = "a text is needed"
        value = self._take(name, right)
        if isinstance(value, str) and value.strip():
            return value
        self._ill(name, value, right)
        return ""

    def key(self, name: str) -> str:
        """Take a key in the form that records use: lower case letters, digits and underscores."""
        right = "a key of lower case letters, digits and underscores is needed"
        value = self._take(name, right)
        if isinstance(value, str) and _KEY.fullmatch(value):
            return value
        self._ill(name, value, right)
        return ""

    def one_of(self, name: str, known: Iterable[str], right: str = "") -> str:
        """Take one of the `known` words. `right` describes them where there are too many to list."""
        known = tuple(known)
        right = right or f"one of {', '.join(known)} is needed"
        value = self._take(name, right)
        if isinstance(value, str) and value in known:
            return value
        self._ill(name, value, _close(value, known) + right)
        return ""

    def texts(self, name: str) -> Mapping[str, str]:
        """Take a table of texts by language: English is required, the other languages fall back to it."""
        table = self.table(name, f"a table with {', '.join(LANGUAGES)} is needed")
        languages = [language for language in LANGUAGES if language == FALLBACK or table.has(language)]
        texts = {language: table.text(language) for language in languages}
        table.done()
        return in_every_language(texts)

    def table(self, name: str, right: str = "a table of named fields is needed") -> "Table":
        """Take the table `name`; if it is faulty, an empty one is returned that notes no further faults."""
        value = self._take(name, right)
        if not isinstance(value, Mapping):
            self._ill(name, value, right)
            value = _MISSING
        return self._within(name, value)

    def tables(self, name: str) -> "tuple[Table, ...]":
        right = "a list of tables is needed"
        value = self._take(name, right)
        if isinstance(value, list | tuple) and value:
            return tuple(self._within(f"{name}[{place}]", each) for place, each in enumerate(value))
        self._ill(name, value, right)
        return ()

    def all_names(self) -> tuple[str, ...]:
        """The names of all fields not taken yet, for tables whose field names are not fixed."""
        return tuple(self._left)

    def done(self) -> None:
        for name in self._left:
            right = _close(name, self._known) + f"the fields here are {', '.join(dict.fromkeys(self._known))}"
            self.fault(f"{name} is not a known field", right)

    def _within(self, name: str, value: object) -> "Table":
        path = f"{self.path} {name}" if self.path else name
        if value is not _MISSING:
            return Table(value, path, self._faults)
        table = Table({}, path, self._faults)
        table._readable = False
        return table

    def _take(self, name: str, right: str) -> object:
        self._known.append(name)
        value = self._left.pop(name, _MISSING)
        if value is _MISSING and self._readable:
            self.fault(f"{name} is missing", right)
        return value

    def _ill(self, name: str, value: object, right: str) -> None:
        if value is not _MISSING:
            self.fault(f"{name} is {_show(value)}", right)


def _positive(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _show(value: object) -> str:
    shown = f'"{value}"' if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _close(value: object, known: Iterable[str]) -> str:
    near = get_close_matches(value, list(known), n=1) if isinstance(value, str) else []
    return f"{near[0]} is the nearest, " if near else ""
