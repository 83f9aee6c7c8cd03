"""The form of an edition: sections of fields in a language, and where each fault of its loader is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.core.language import text
from referee.events.points_text import join_list
from referee.rules.filling.tables import BLANK, DEEPEST, MORE, PLACE, Path, Tables, rows_of
from rulesets.kernel.edition_faults import EditionFault
from rulesets.kernel.telling.filling import field_texts
from rulesets.languages import LANGUAGES, NAMES
from tournaments.fault import Fault
from tournaments.typed import Misread

TOP = "edition"
"""The section of what belongs to the whole edition."""
_SHOWN_KEY = re.compile(r" \([^)]*\)")
_APART = re.compile(r"[ .\[\]]+")
TYPED = frozenset({"key", "size"})
"""Facts of a fault that are typed on the form as they are."""
ABOUT = ("key", "one", "kind", "group", "districts")
"""Facts of a fault that name a row: the first row with that key or kind has it."""


@dataclass(frozen=True, slots=True)
class FilledField:
    """A field.  ``choices``: pairs of value and label, empty if it is typed; ``keys``: the keyboard on which it is
    typed, where it is a number or an amount.
    """

    name: str
    label: str
    value: str
    choices: Sequence[tuple[str, str]] = ()
    keys: str = ""


@dataclass(frozen=True, slots=True)
class FilledSection:
    """Fields under a heading, with the sections in it.  ``place``: of a row, the field with its number or key;
    ``more``: of a list of rows, the field that adds some.
    """

    name: str
    title: str
    fields: Sequence[FilledField] = ()
    parts: Sequence[FilledSection] = ()
    place: FilledField | None = None
    more: FilledField | None = None

    def all(self) -> Iterator[FilledSection]:
        yield self
        for part in self.parts:
            yield from part.all()

    def inputs(self) -> Iterator[FilledField]:
        """Its own fields, with those that move it or add to it."""
        yield from (each for each in (self.place, *self.fields, self.more) if each is not None)


def label_of(name: str, language: str) -> str:
    """What a field is called; its name, where it is one of the edition's own, such as a group."""
    if name in LANGUAGES:
        return NAMES[name]
    return str(field_texts()["fields"][name][language]) if name in field_texts()["fields"] else name


def sections(tables: Tables, data: Mapping[str, Any], language: str) -> list[FilledSection]:
    whole = _section(tables, data, (), language)
    return [replace(whole, name=TOP, title=text(language, "edition_whole"), parts=()), *whole.parts]


def _section(tables: Tables, data: Any, path: Path, language: str, of: str = "") -> FilledSection:
    """``of``: the list that a row is in, or else the name of the table."""
    name = ".".join(path)
    inner = rows_of(data)
    if inner is None:
        return FilledSection(name, path[-1], [_field(tables, path, data, language, of, label_of(of, language))])
    fields: list[FilledField] = []
    parts = []
    more = None
    listed = isinstance(data, list)
    rows = listed or tables.keyed(path)
    if rows:
        key = text(language, "edition_more") if listed else text(language, "edition_more_key")
        more = FilledField(f"{name}.{MORE}", key, "", keys="numeric" if listed else "")
    for at, value in inner.items():
        below = (*path, at)
        if not path and at in tables.filling.fixed:
            continue
        if rows:
            part = _section(tables, value, below, language, path[-1])
            label = text(language, "edition_place") if listed else text(language, "edition_key_of")
            shown = str(int(at) + 1) if listed else at
            place = FilledField(f"{name}.{at}.{PLACE}", label, shown, keys="numeric" if listed else "")
            parts.append(replace(part, title=_title(value, at, listed, language), place=place))
        elif rows_of(value) is None:
            fields.append(_field(tables, below, value, language, of, label_of(at, language)))
        elif isinstance(value, Mapping) and not tables.keyed(below) and _flat(value):
            of_it = label_of(at, language)
            fields += (
                _field(tables, (*below, key), each, language, at, f"{of_it}: {label_of(key, language)}")
                for key, each in value.items()
            )
        elif len(below) < DEEPEST:
            parts.append(_section(tables, value, below, language, at))
    title = label_of(path[-1], language) if path else ""
    return FilledSection(
        name, field_texts()["kinds"].get(path[-1] if path else "", {}).get(language, title), fields, parts, more=more
    )


def _flat(value: Mapping[str, Any]) -> bool:
    return all(rows_of(each) is None for each in value.values())


def _title(row: Any, at: str, listed: bool, language: str) -> str:
    """A row's heading: its number or key, with its name in the language or else in another one."""
    name = _name(row, language)
    order = f"{int(at) + 1}." if listed else at
    return f"{order} {name}" if name else order


def _name(row: Any, language: str) -> str:
    """The name of a row in the language or else in another one; empty if it has none."""
    texts = row if isinstance(row, Mapping) else {}
    texts = next((texts[name] for name in ("names", "labels") if isinstance(texts.get(name), Mapping)), texts)
    named = [texts.get(each) for each in (language, *LANGUAGES)]
    return next((each for each in named if isinstance(each, str) and each != BLANK), "")


def _field(tables: Tables, path: Path, value: Any, language: str, of: str, label: str) -> FilledField:
    choices: list[tuple[str, str]] = []
    shown = tables.shown(path, value)
    if path[-1] == "kind" and of in tables.kinds:
        kinds = field_texts()["kinds"]
        choices = [(each, kinds[each][language] if each in kinds else each) for each in tables.kinds[of]]
    elif path[-1] == "invented":
        choices = [("false", text(language, "edition_no")), ("true", text(language, "edition_yes"))]
    elif path[-1] in tables.filling.choices:
        offered = tables.filling.choices[path[-1]]
        choices = [("", "–"), *((tables.shown(path, each), names[language]) for each, names in offered)]
    if choices and shown not in dict(choices):
        choices = [(shown, shown or "–"), *choices]
    keys = tables.filling.money.keys if path[-1] in tables.filling.amounts else "numeric"
    return FilledField(".".join(path), label, shown, choices, keys if tables.numeric(path) and not choices else "")


@dataclass(frozen=True, slots=True)
class FilledFault:
    """A fault as it is shown.  ``place``: the field or section that it is beside; ``blank``: nothing is there yet."""

    place: str
    message: str
    blank: bool = False


def placed(
    misread: Mapping[str, Misread],
    faults: Iterable[EditionFault],
    form: Sequence[FilledSection],
    tables: Tables,
    data: Mapping[str, Any],
    language: str,
) -> list[FilledFault]:
    """What is wrong, each with the place in the form that it belongs to: first what is no number, then the faults of
    the edition in other places.
    """
    titles, of = {}, {}
    for part in (each for section in form for each in section.all()):
        titles[part.name] = of[part.name] = part.title
        for each in part.inputs():
            titles[each.name] = each.label if part.name == TOP else f"{part.title} – {each.label}"
            of[each.name] = part.title  # the fault of an edition says itself what the field is called
    found = [
        FilledFault(name, Fault(titles[name], error.code, error.facts).sentence(language))
        for name, error in misread.items()
    ]
    called = _called(tables, data, language)
    for fault in faults:
        place = _place(fault, titles, data)
        facts = {name: _in_words(fact, called, language) for name, fact in fault.facts.items() if name not in TYPED}
        facts |= {name: fault.facts[name] for name in TYPED & fault.facts.keys()}
        facts["languages"] = join_list(map(NAMES.__getitem__, LANGUAGES), language)
        if fault.right == "corner":
            facts["kind"] = fault.facts["kind"]  # to be typed as a key
        if place not in misread:
            message = replace(fault, path=of[place], facts=facts).said(language)
            found.append(FilledFault(place, message, fault.wrong == "blank"))
    return found


def _called(tables: Tables, data: Mapping[str, Any], language: str) -> dict[str, str]:
    """What the form calls what a file names: fields, kinds, values to choose from, and rows by their own names."""
    texts = field_texts()
    called = {key: names[language] for key, names in {**texts["fields"], **texts["kinds"]}.items()}
    for values in tables.filling.choices.values():
        called |= {" + ".join(value): names[language] for value, names in values}
        called |= {tables.shown((), value): names[language] for value, names in values}
    for rows in data.values():
        for at, row in (rows_of(rows) or {}).items():
            if isinstance(row, Mapping) and (name := _name(row, language)):
                called[str(row.get("key", at))] = name
    return called


def _in_words(fact: Any, called: Mapping[str, str], language: str) -> Any:
    """A fact of a fault as the form calls it, each part of a list by itself."""
    if not isinstance(fact, str):
        return fact
    known = (" / ".join(called.get(one, one) for one in each.split(" / ")) for each in fact.split(", "))
    return join_list(known, language)


def _place(fault: EditionFault, titles: Mapping[str, str], data: Mapping[str, Any]) -> str:
    parts = [each for each in _APART.split(_SHOWN_KEY.sub("", fault.path)) if each]
    parts = [] if parts == [TOP] else parts
    name = str(fault.facts.get("name", ""))
    if not name and not parts and (row := _row(fault.facts, data)):
        return row if row in titles else TOP
    for path in (*([[*parts, name]] if name else []), *(parts[:end] for end in range(len(parts), 0, -1))):
        whole = ".".join(path)
        inside = (each for each in titles if each.startswith(f"{whole}."))
        if place := whole if whole in titles else next(inside, ""):
            return place
    return TOP


def _row(facts: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """The first row that a fault of the whole edition is about; empty if it names none."""
    for fact in ABOUT:
        about = str(facts.get(fact, "")).partition(", ")[0]
        for name, rows in data.items():
            for at, row in enumerate(rows if about and isinstance(rows, list) else ()):
                if isinstance(row, Mapping) and about in (row.get("key"), row.get("kind"), row.get("group")):
                    return f"{name}.{at}"
    return ""
