"""Typed access to a section of a TOML document that records every fault instead of stopping at the first.

The reader asks for each key by its type; keys that were never asked for are faults in the end.  A missing or wrong key
yields a default so that reading can go on; the result is valid only if no fault was recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import in_every_language
from tournaments.fault import Fault

Given = TypeVar("Given")

LONGEST_SHOWN = 200
"""Characters of a text that a fault repeats."""
MOST_SHOWN = 20
"""Elements of a list or section that a fault repeats."""


class Section:
    """A table of a document (read with ``parse_float=Decimal``), its path in it, and the document's faults."""

    def __init__(self, content: Mapping[str, object], path: str = "", faults: list[Fault] | None = None) -> None:
        self.content = content
        self.path = path
        self.faults: list[Fault] = [] if faults is None else faults
        self._known: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether an optional key is present."""
        self._known.add(key)
        return key in self.content

    def fault(self, key: str, code: str, **facts: object) -> None:
        self.faults.append(Fault(self._at(key), code, {name: _short(fact) for name, fact in facts.items()}))

    def text(self, key: str, default: str | None = None) -> str:
        """A non-blank text, required if there is no default."""
        value = self._value(key, default)
        if isinstance(value, str) and value.strip():
            return value
        return default or "" if value is None else self._wrong(key, value, "wanted_text", "")

    def one_of(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self._value(key, default)
        if value is None or value in choices:
            return str(value or choices[0])
        return self._wrong(key, value, "wanted_choice", choices[0], choices=", ".join(choices))

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number from ``least`` to ``most``."""
        value = self._value(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        return least if value is None else self._wrong(key, value, "wanted_whole", least, least=least, most=most)

    def number(self, key: str, default: Fraction | None = None) -> Fraction:
        """A number, exact: 1.2 is six fifths."""
        value = self._value(key, default)
        if isinstance(value, int | Decimal | Fraction) and not isinstance(value, bool) and _finite(value):
            return Fraction(value)
        return Fraction(0) if value is None else self._wrong(key, value, "wanted_number", Fraction(0))

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._value(key, default)
        return value if isinstance(value, bool) else self._wrong(key, value, "wanted_flag", default)

    def texts(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        value = self._value(key, None if default is None else list(default))
        if isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value):
            return tuple(value)
        return () if value is None else self._wrong(key, value, "wanted_texts", ())

    def wholes(self, key: str, least: int, most: int, default: Sequence[int] | None = None) -> tuple[int, ...]:
        value = self._value(key, None if default is None else list(default))
        if isinstance(value, list) and all(type(each) is int and least <= each <= most for each in value):
            return tuple(value)
        return () if value is None else self._wrong(key, value, "wanted_wholes", (), least=least, most=most)

    def numbers(self, key: str, default: Sequence[Fraction] | None = None) -> tuple[Fraction, ...]:
        value = self._value(key, None if default is None else list(default))
        if isinstance(value, list) and all(
            isinstance(each, int | Decimal | Fraction) and not isinstance(each, bool) and _finite(each)
            for each in value
        ):
            return tuple(Fraction(each) for each in value)
        return () if value is None else self._wrong(key, value, "wanted_numbers", ())

    def words(self, key: str) -> Mapping[str, str]:
        """A text by language: ``{en = "…", ja = "…"}``.  One language is enough, whichever it is: the others show
        English, or else the first that there is.
        """
        of_language = self.section(key)
        texts = {language: of_language.text(language) for language in LANGUAGES if of_language.has(language)}
        of_language.done()
        if not texts and isinstance(self.content.get(key), dict):
            self.fault(key, "no_language", known=", ".join(LANGUAGES))
        return in_every_language({FALLBACK: next(iter(texts.values()), ""), **texts})

    def section(self, key: str, required: bool = True) -> Section:
        """A subsection; an empty one if it is missing."""
        value = self._value(key, None if required else {})
        if value is not None and not isinstance(value, dict):
            value = self._wrong(key, value, "wanted_section", None)
        return Section(value or {}, self._at(key), self.faults if value is not None else [])

    def sections(self, key: str, required: bool = True) -> tuple[Section, ...]:
        """A list of sections: ``[[key]]``."""
        value = self._value(key, None if required else [])
        if value is not None and not (isinstance(value, list) and all(isinstance(each, dict) for each in value)):
            value = self._wrong(key, value, "wanted_sections", None)
        return tuple(
            Section(each, f"{self._at(key)}[{number}]", self.faults) for number, each in enumerate(value or [], 1)
        )

    def raw(self, key: str) -> object:
        """The raw value, to be checked by the caller; None if it is missing."""
        self._known.add(key)
        return self.content.get(key)

    def done(self) -> None:
        """Record as a fault every key that was never asked for."""
        for key in self.content:
            if key not in self._known:
                self.fault(key, "unknown_key", known=", ".join(sorted(self._known)))

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path and key else self.path or key

    def _value(self, key: str, default: object) -> object:
        self._known.add(key)
        if key not in self.content and default is None:
            self.fault(key, "missing_key")
        return self.content.get(key, default)

    def _wrong(self, key: str, value: object, code: str, instead: Given, **facts: object) -> Given:
        self.fault(key, code, given=value, **facts)
        return instead


def _finite(value: int | Decimal | Fraction) -> bool:
    return not isinstance(value, Decimal) or value.is_finite()


def _short(value: object) -> object:
    """A given value, truncated if it is long: the same list may be repeated in a thousand messages."""
    if isinstance(value, str) and len(value) > LONGEST_SHOWN:
        return value[:LONGEST_SHOWN] + "…"
    if isinstance(value, list):
        return [_short(each) for each in value[:MOST_SHOWN]] + ["…"] * (len(value) > MOST_SHOWN)
    if isinstance(value, dict):
        shortened = {_short(key): _short(each) for key, each in islice(value.items(), MOST_SHOWN)}
        return shortened | ({"…": "…"} if len(value) > MOST_SHOWN else {})
    return value
