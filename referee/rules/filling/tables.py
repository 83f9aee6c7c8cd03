"""The tables of an edition and the fields of its form: what is typed goes into the tables, which hold all of it.

A field is a leaf of the tables, named by its path: ``spaces.3.price``.  Which fields a row has comes from the rows of
its kind in the editions that the game comes with.  What cannot be read stays as it was typed; the loader says so.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import normalize

from rulesets.kernel.telling.filling import Filling
from rulesets.languages import LANGUAGES
from tournaments.typed import Dollars, Misread, Whole, read_in

BLANK = "?"
PLACE, MORE = "#", "+"
"""Behind a row: its number or key; behind a list of rows: how many more, or the key of another."""
MOST_MORE = 60
MOST = 10**9
"""What no figure of an edition comes near."""
DEEPEST = 8
_APART = re.compile("[/、;]")

Path = tuple[str, ...]


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The fields of tables, in their order, with their values."""
    inner = rows_of(data)
    if inner is None or len(path) == DEEPEST:
        yield path, data
        return
    for key, value in inner.items():
        yield from leaves(value, (*path, key))


def rows_of(data: Any) -> Mapping[str, Any] | None:
    """What is in a table or a list of tables, by name or number; None for a field."""
    if isinstance(data, Mapping):
        return {str(key): value for key, value in data.items()}
    if isinstance(data, list) and data and all(isinstance(each, Mapping) for each in data):
        return {str(at): each for at, each in enumerate(data)}
    return None


def at(data: Any, path: Path) -> Any:
    """What is at a path; None if nothing is."""
    for part in path:
        data = (rows_of(data) or {}).get(part)
    return data


class Tables:
    """What the editions that a game comes with say about the fields of its form."""

    def __init__(self, filling: Filling) -> None:
        self.filling = filling
        self.shipped = [each() for each in filling.shipped.values()]
        self.kinds: dict[str, dict[str, dict[str, Any]]] = {}
        self.numbers: set[str] = set()
        for data in self.shipped:
            self._learn(data, "")

    def _learn(self, data: Any, name: str) -> None:
        for key, value in (rows_of(data) or {}).items():
            of = name if isinstance(data, list) else key
            if (isinstance(value, int) and not isinstance(value, bool)) or (
                isinstance(value, list) and value and isinstance(value[0], int)
            ):
                self.numbers.add(key)
            if isinstance(value, Mapping) and "kind" in value:
                self.kinds.setdefault(of, {}).setdefault(value["kind"], {}).update(value)
            self._learn(value, of)

    def keyed(self, path: Path) -> bool:
        """Whether the rows of a table have keys that may be changed."""
        return len(path) == 1 and path[0] in self.filling.keyed

    def numeric(self, path: Path) -> bool:
        """Whether a field takes numbers."""
        return path[-1] in self.numbers

    def shown(self, path: Path, value: Any) -> str:
        """A value as it is typed."""
        if isinstance(value, list):
            return " / ".join(self.shown(path, each) or BLANK for each in value)
        if value == BLANK or value is None:
            return ""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, int) and path[-1] in self.filling.amounts:
            return self.filling.money.typed(value)
        return str(value)

    def read(self, path: Path, text: str, now: Any) -> Any:
        """The value of what was typed into a field whose value is ``now``."""
        if text == self.shown(path, now):
            return now
        plain = normalize("NFKC", text).strip()
        if isinstance(now, bool) or path[-1] == "invented":
            return {"true": True, "false": False}.get(plain, text)
        if not plain or plain in (BLANK, "-"):
            return BLANK
        parts = [each.strip() for each in _APART.split(plain)]
        if len(parts) > 1 and (isinstance(now, list) or self.numeric(path)):
            return [self._one(path, each) for each in parts]
        value = self._one(path, text.strip())
        return [value] if isinstance(now, list) else value

    def _one(self, path: Path, text: str) -> Any:
        if text == BLANK or not self.numeric(path):
            return text
        try:
            return self._number(path, text)
        except Misread:
            return text

    def _number(self, path: Path, text: str) -> int:
        kind = Dollars(most=MOST) if path[-1] in self.filling.amounts else Whole(most=MOST)
        return read_in(kind, text, self.filling.money)

    def misread(self, data: Any) -> Iterator[tuple[str, Misread]]:
        """What was typed for a number and is none, by field."""
        for path, value in leaves(data):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and each != BLANK and self.numeric(path):
                    try:
                        self._number(path, each)
                    except Misread as error:
                        yield ".".join(path), error
                        break

    def misplaced(self, data: Any, form: Mapping[str, str]) -> Iterator[tuple[str, Misread]]:
        """The places and counts of rows that are no numbers, by field."""
        for name, text in form.items():
            if text.strip() and self.counts(data, name):
                try:
                    Whole(most=MOST).read(text)
                except Misread as error:
                    yield name, error

    def counts(self, data: Any, name: str) -> bool:
        """Whether a field has the place of a row in a list, or how many are added to one."""
        *path, end = name.split(".")
        of = path[:-1] if end == PLACE else path
        return end in (PLACE, MORE) and isinstance(at(data, tuple(of)), list)

    def filled(self, data: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
        """The tables with everything that was typed, and the fields that their kinds ask for.

        Raises `Misread` if the place or number of rows is none (`misplaced`).
        """
        found: dict[str, Any] = self._fill(data, form, ())
        return self.shaped(found)

    def shaped(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Tables with all the fields that the form has for them."""
        found: dict[str, Any] = self._shape(data, "")
        return found

    def _fill(self, data: Any, form: Mapping[str, str], path: Path) -> Any:
        inner = rows_of(data)
        name = ".".join(path)
        if inner is None:
            return self.read(path, form[name], data) if name in form else data
        rows = {key: self._fill(value, form, (*path, key)) for key, value in inner.items()}
        if isinstance(data, list):
            wanted = [
                (form.get(f"{name}.{key}.{PLACE}", str(int(key) + 1)), int(key), row) for key, row in rows.items()
            ]
            kept = sorted((Whole().read(place), number, row) for place, number, row in wanted if place.strip())
            more = min(Whole().read(form.get(f"{name}.{MORE}", "").strip() or "0"), MOST_MORE)
            return [row for _, _, row in kept] + [self._blank(data[0], ()) for _ in range(more)]
        if not self.keyed(path):
            return rows
        found = {}
        for key, row in rows.items():
            typed = form.get(f"{name}.{key}.{PLACE}", key).strip()
            if typed:
                found[key if typed in found else typed] = row
        more_key = form.get(f"{name}.{MORE}", "").strip()
        if more_key and more_key not in found:
            found[more_key] = self._blank(next(iter(at(self.shipped[0], path).values())), ())
        return found

    def _blank(self, row: Any, path: Path) -> Any:
        """A row like another one, to be filled in."""
        if not isinstance(row, Mapping):
            return BLANK
        return {
            key: self._blank(value, (*path, key))
            for key, value in row.items()
            if not path or key == "kind" or key in LANGUAGES
            if "kind" not in row or key in ("key", "kind") or isinstance(value, Mapping)
        }

    def _shape(self, data: Any, name: str) -> Any:
        inner = rows_of(data)
        if inner is None:
            return copy.copy(data)
        if isinstance(data, list):
            return [self._shape(each, name) for each in data]
        row = {key: self._shape(value, key) for key, value in inner.items()}
        if row and set(row) <= set(LANGUAGES):
            return {language: row.get(language, BLANK) for language in LANGUAGES}
        if "kind" in row and name in self.kinds:
            asked = self.kinds[name].get(str(row["kind"]), {})
            kept = {
                key: value
                for key, value in row.items()
                if key in ("key", "kind") or key in asked or isinstance(value, Mapping) or told(value)
            }
            return kept | {
                key: self._shape(self._blank(value, ()), key) for key, value in asked.items() if key not in kept
            }
        return row

    def plain(self, data: Any) -> Any:
        """The tables as a file has them: without what may be left out and was not filled in."""
        inner = rows_of(data)
        if inner is None:
            return data
        if isinstance(data, list):
            return [self.plain(each) for each in data]
        return {
            key: self.plain(value) for key, value in inner.items() if key not in self.filling.optional or value != BLANK
        }


def told(value: Any) -> bool:
    return any(each != BLANK for _, each in leaves(value))
