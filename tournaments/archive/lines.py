"""The lines of an archive's files: JSON and CSV, written from the dataclasses that declare them and read by them."""

from __future__ import annotations

import csv
import io
import json
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from tournaments.archive.records import MOMENT
from tournaments.lists.cells import guarded, unguarded

Line = TypeVar("Line")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LARGEST_NUMBER = 2**53


class ArchivedField(NamedTuple):
    """A field of a line.  ``of``: str, int, bool, tuple or Mapping; ``marks``: what its declaration says besides."""

    name: str
    of: type[Any]
    within: type[Any] | None
    optional: bool
    marks: frozenset[str]
    needed: bool


class Malformed(ValueError):
    """A line is not as its file's declaration says.

    ``field``: which of its fields, empty for the whole line; ``code``, ``facts``: of the `Discrepancy`.
    """

    def __init__(self, field: str, given: object, code: str = "malformed") -> None:
        super().__init__(field)
        self.code = code if field else "malformed_line"
        self.facts = {"field": field, "given": (given if isinstance(given, str) else compact_json(given))[:80]}


_FIELDS: dict[str, tuple[ArchivedField, ...]] = {}
"""The fields of each dataclass by its name: reading hints takes long, and every line needs them."""


def fields_of(line: type[Any]) -> tuple[ArchivedField, ...]:
    """The fields of a line's dataclass."""
    if line.__name__ not in _FIELDS:
        hints = get_type_hints(line, include_extras=True)
        _FIELDS[line.__name__] = tuple(
            _field(each.name, hints[each.name], needed=each.default is MISSING) for each in fields(line)
        )
    return _FIELDS[line.__name__]


def _field(name: str, hint: Any, *, needed: bool) -> ArchivedField:
    marks: set[str] = set()
    optional = False
    within: type[Any] | None = None
    while True:
        if get_origin(hint) is Annotated:
            hint, *more = get_args(hint)
            marks.update(more)
        elif get_origin(hint) in (Union, types.UnionType):
            optional = True
            (hint,) = [each for each in get_args(hint) if each is not types.NoneType]
        else:
            break
    if get_origin(hint) is tuple:
        within = get_origin(get_args(hint)[0]) or get_args(hint)[0]
    return ArchivedField(name, get_origin(hint) or hint, within, optional, frozenset(marks), needed)


def moment_text(at: int) -> str:
    """A moment in ms since 1970 as text."""
    found = EPOCH + timedelta(milliseconds=at)
    return f"{found:%Y-%m-%dT%H:%M:%S}.{at % 1000:03}Z"


def moment(text: str) -> int:
    """A moment as `moment_text` writes it, in ms since 1970.  Raises ValueError for anything else."""
    found = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    at = (found - EPOCH) // timedelta(milliseconds=1)
    if moment_text(at) != text:
        raise ValueError(text)
    return at


def compact_json(value: Any) -> str:
    """JSON that people can read as far as it is text; lone surrogates, which UTF-8 cannot encode, stay escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        return "".join(f"\\u{ord(each):04x}" if "\ud800" <= each <= "\udfff" else each for each in text)
    return text


def written(line: Any) -> dict[str, Any]:
    """A line as plain data, by the names of its fields."""
    found = {}
    for each in fields_of(type(line)):
        value = getattr(line, each.name)
        found[each.name] = moment_text(value) if MOMENT in each.marks and value is not None else value
    return found


def dump_json(lines: Iterable[Any]) -> Iterator[str]:
    for line in lines:
        yield compact_json(written(line)) + "\n"


def dump_sheet(kind: type[Any], lines: Iterable[Any]) -> Iterator[str]:
    """Yield the lines of a CSV file, the names of the columns first."""
    yield _row([each.name for each in fields_of(kind)])
    for line in lines:
        yield sheet_row(line)


def sheet_row(line: Any) -> str:
    """A line as a CSV file has it, with its line end."""
    return _row([_cell(value) for value in written(line).values()])


def _row(cells: Sequence[str]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case int():
            return str(value)
        case str():
            return guarded(value)
        case _:
            return guarded(" ".join(value))


def load_json(kind: type[Line], text: str) -> Line:
    """Read a line of JSON.  Raises `Malformed`."""
    try:
        given = json.loads(text, object_pairs_hook=_without_duplicates)
    except (ValueError, RecursionError):
        raise Malformed("", text) from None
    if not isinstance(given, dict):
        raise Malformed("", text)
    return _loaded(kind, given)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("key twice")
    return found


def load_sheet(kind: type[Line], heading: Sequence[str], cells: Sequence[str]) -> Line:
    """Read a row of CSV.  Raises `Malformed`."""
    if len(cells) != len(heading):
        raise Malformed("", ",".join(cells))
    known = {each.name: each for each in fields_of(kind)}
    given = {name: _read_cell(known[name], cell) if name in known else cell for name, cell in zip(heading, cells)}  # noqa: B905
    return _loaded(kind, given)


def _read_cell(field: ArchivedField, cell: str) -> Any:
    if cell == "" and field.optional:
        return None
    if field.of is bool:
        return {"0": False, "1": True}.get(cell, cell)
    if field.of is int and MOMENT not in field.marks:
        try:
            if str(number := int(cell)) == cell:  # only as it is written, not as `int` would also take it
                return number
        except ValueError:
            pass
        raise Malformed(field.name, cell)
    if field.of is tuple:
        return unguarded(cell).split()
    return unguarded(cell)


def _loaded(kind: type[Line], given: Mapping[str, Any]) -> Line:
    known = {each.name: each for each in fields_of(kind)}
    strange = sorted(given.keys() - known.keys())
    missing = sorted(name for name, each in known.items() if each.needed and name not in given)
    if strange or missing:
        raise Malformed((strange or missing)[0], "", "field_unknown" if strange else "field_missing")
    return kind(**{name: _value(known[name], value) for name, value in given.items()})


def _value(field: ArchivedField, value: Any) -> Any:
    if value is None:
        if not field.optional:
            raise Malformed(field.name, value)
        return None
    if MOMENT in field.marks:
        try:
            return moment(value)
        except (ValueError, TypeError):
            raise Malformed(field.name, value) from None
    if field.of is tuple:
        if not isinstance(value, list) or (field.within and not all(_is(each, field.within) for each in value)):
            raise Malformed(field.name, value)
        return tuple(value)
    if not _is(value, field.of):
        raise Malformed(field.name, value)
    return value


def _is(value: Any, kind: type[Any]) -> bool:
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER
    return isinstance(value, dict if kind is Mapping else kind)
