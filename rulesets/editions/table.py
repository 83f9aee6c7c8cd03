"""Reading the tables of an edition file: every fault is noted, and reading goes on."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeGuard

from rulesets.kernel.edition_faults import EditionFault
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import in_every_language

_KEY = re.compile(r"[a-z][a-z0-9_]*")
BLANK = "?"
"""What stands in a file for what is still to be filled in."""
_MISSING = object()


class Table:
    """A table whose fields are taken out one by one; whatever is left when `done` is called is unknown.

    A faulty field is noted and reads as its empty value ("", 0, ()): checks that compare fields skip empty ones.
    """

    def __init__(self, data: object, path: str, faults: list[EditionFault]) -> None:
        self.path = path
        self._faults = faults
        self._known: list[str] = []
        self._readable = isinstance(data, Mapping)
        self._left = {str(name): value for name, value in data.items()} if isinstance(data, Mapping) else {}
        if not self._readable:
            self.fault("not_table", "table", value=_show(data))

    def fault(self, wrong: str, right: str, **facts: object) -> None:
        """Note a fault by the codes of its sentence."""
        self._faults.append(EditionFault(self.path or "edition", wrong, right, facts))

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
        right = "positive" if most is None else "up_to"
        value = self._take(name, right, most=most)
        if _positive(value) and (most is None or value <= most):
            return value
        self._ill(name, value, right, most=most)
        return 0

    def numbers(self, name: str) -> tuple[int, ...]:
        """Take a list of positive whole numbers, not empty."""
        right = "positives"
        value = self._take(name, right)
        if isinstance(value, list | tuple) and value and all(_positive(each) for each in value):
            return tuple(value)
        self._ill(name, value, right)
        return ()

    def text(self, name: str) -> str:
        right = "text"
        value = self._take(name, right)
        if isinstance(value, str) and value.strip():
            return value
        self._ill(name, value, right)
        return ""

    def key(self, name: str) -> str:
        """Take a key in the form that records use: lower case letters, digits and underscores."""
        right = "key"
        value = self._take(name, right)
        if isinstance(value, str) and _KEY.fullmatch(value):
            return value
        self._ill(name, value, right)
        return ""

    def one_of(self, name: str, known: Iterable[str], right: str = "one_of") -> str:
        """Take one of the `known` words. `right` describes them where there are too many to list."""
        known = tuple(known)
        facts = {"known": ", ".join(known)}
        value = self._take(name, right, **facts)
        if isinstance(value, str) and value in known:
            return value
        near = _close(value, known)
        self._ill(name, value, f"{right}_near" if near else right, near=near, **facts)
        return ""

    def texts(self, name: str) -> Mapping[str, str]:
        """Take a table of texts by language: one is enough, and stands for the others, English first."""
        languages = ", ".join(LANGUAGES)
        table = self.table(name, "texts", languages=languages)
        named = [each for each in LANGUAGES if table.has(each) and table.peek(each) != BLANK]
        texts = {language: table.text(language) for language in named}
        table._left = {each: text for each, text in table._left.items() if text != BLANK}
        if table._readable and not texts:
            self.fault("blank", "texts", name=name, languages=languages)
        table.done()
        return in_every_language({FALLBACK: next(iter(texts.values()), ""), **texts})

    def table(self, name: str, right: str = "table", **facts: object) -> "Table":
        """Take the table `name`; if it is faulty, an empty one is returned that notes no further faults."""
        value = self._take(name, right, **facts)
        if not isinstance(value, Mapping):
            self._ill(name, value, right, **facts)
            value = _MISSING
        return self._within(name, value)

    def tables(self, name: str) -> "tuple[Table, ...]":
        right = "list"
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
            near, known = _close(name, self._known), ", ".join(dict.fromkeys(self._known))
            self.fault("field", "fields_near" if near else "fields", name=name, near=near, known=known)

    def _within(self, name: str, value: object) -> "Table":
        path = f"{self.path} {name}" if self.path else name
        if value is not _MISSING:
            return Table(value, path, self._faults)
        table = Table({}, path, self._faults)
        table._readable = False
        return table

    def _take(self, name: str, right: str, **facts: object) -> object:
        self._known.append(name)
        value = self._left.pop(name, _MISSING)
        if value is _MISSING and self._readable:
            self.fault("missing", right, name=name, **facts)
        return value

    def _ill(self, name: str, value: object, right: str, **facts: object) -> None:
        if value == BLANK or (isinstance(value, list) and BLANK in value):
            self.fault("blank", right, name=name, **facts)
        elif value is not _MISSING:
            self.fault("value", right, name=name, value=_show(value), **facts)


def _positive(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _show(value: object) -> str:
    shown = f'"{value}"' if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _close(value: object, known: Iterable[str]) -> str:
    near = get_close_matches(value, list(known), n=1) if isinstance(value, str) else []
    return near[0] if near else ""
