"""What people type and spreadsheets hold, read as what it means: the one reader of numbers, money, minutes and days.

A kind is declared once, with its bounds: ``Whole(1, 999)``.  Forms, imports and their previews read by it; JSON is read
strictly instead.  Whatever a keyboard in Japan, China or the West makes of a number is accepted: full width, blanks,
thousands separators, the unit behind it.  What has two meanings is refused: ``1.500`` is 1500 in one country and one
and a half in another, ``1:15`` an hour and a quarter or a minute and a quarter.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar, cast, get_type_hints
from unicodedata import category, normalize

from rulesets import Money
from tournaments.unseen import without_unseen

MOST = 10**15 - 1
"""The largest whole number that is read, unless a kind says otherwise: moments fit into it."""
MOST_EXACT = 10**12
"""What exact numbers are below, as in JSON."""

_FIGURE = "\ufffd"
_DASHES = str.maketrans(dict.fromkeys("−‐‑‒–—", "-"))
_DIGITS = r"(\d{1,15}|\d{1,3}(?:,\d{3}){1,4}|\d{1,3}(?: \d{3}){1,4})"
_WHOLE = re.compile(rf"([+-]?) ?{_DIGITS}(?:\.0{{1,2}})?")
_EXACT = re.compile(rf"[+-]? ?{_DIGITS}(?:\.\d{{1,6}})?|[+-]?\d{{1,12}}/[1-9]\d{{0,5}}")
_POINTS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3}){1,4}")
_AMOUNT = re.compile(rf"([+-]?) ?{_DIGITS}(\.\d{{1,6}})? ?(\D*)")
_APART = str.maketrans("", "", "+, ")
_CURRENCY = re.compile(r"(?:us)?[$£¥€]|円|ドル|元|圓|美元|dollars?", re.IGNORECASE)
_MINUTES = re.compile(r"分鐘?|分钟|min(?:utes?|s|\.)?|'", re.IGNORECASE)
_HOUR = r" ?(?:hours?|hrs?|h|時間|小时|小時)"
_HOURS = re.compile(
    rf"(\d{{1,2}})(?:{_HOUR})?(?: ?(半)| ?(\d{{1,2}}) ?(?:{_MINUTES.pattern})|:(\d{{2}}))?", re.IGNORECASE
)
_PARTS = re.compile(rf"(\d{{1,2}})\.(\d{{1,2}})(?:{_HOUR})?", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,2}) ?(?:[:.h時时點点] ?)(?:(\d{1,2}) ?分?|(半))?", re.IGNORECASE)
_DAY = re.compile(r"(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?日?")

Value_co = TypeVar("Value_co", covariant=True)


class Misread(ValueError):
    """Raised for a text that is no value of its kind.  ``code``, ``facts``: as of a `tournaments.fault.Fault`."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Kind(Protocol[Value_co]):
    """A kind of value."""

    def read(self, text: str) -> Value_co:
        """The value of a text that is not empty.  Raises `Misread`."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    least: int = 0
    most: int = MOST
    unit: ClassVar[re.Pattern[str] | None] = None
    code: ClassVar[str] = "cell_not_whole"

    def read(self, text: str) -> int:
        """The number.  Raises `Misread`."""
        number = _without(self.unit, plain(text))
        if found := _WHOLE.fullmatch(number):
            value = int(re.sub("[, ]", "", found[1] + found[2]))
            if self.least <= value <= self.most:
                return value
        given = text.strip()[:40]
        if _POINTS.fullmatch(number):
            raise Misread("cell_point", given=given, whole=number.replace(".", ""))
        raise Misread(self.code, given=given, least=self.least, most=self.most)


class Dollars(Whole):
    """An amount of money, with or without a sign or word for the currency."""

    __slots__ = ()
    unit = _CURRENCY


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of a game's money, as `Money.readings` has it.  ``within``: its bounds."""

    within: Dollars
    money: Money

    def read(self, text: str) -> int:
        """The amount in units.  Raises `Misread`."""
        money, given = self.money, text.strip()[:40]
        number = _without(_CURRENCY, plain(text))
        found = _AMOUNT.fullmatch(number)
        amounts = money.readings("".join(part or "" for part in found.groups()).translate(_APART)) if found else ()
        if not amounts:
            if _POINTS.fullmatch(number):
                raise Misread("cell_point", given=given, whole=number.replace(".", ""))
            raise Misread("cell_not_money", given=given, examples=money.examples)
        if len(amounts) > 1:
            one, other = (money.typed(each) for each in (amounts[0], amounts[-1]))
            raise Misread("cell_money_alone", given=given, one=one, other=other)
        (amount,) = amounts
        least, most = self.within.least, self.within.most
        if not least <= amount <= most:
            facts = {"given": money.shown(amount), "least": money.shown(least), "most": money.shown(most)}
            raise Misread("cell_money_beyond", **facts)
        return amount


def read_in(kind: Kind[Value_co], text: str, money: Money) -> Value_co:
    """The value of a text in a game with this money.  Raises `Misread`."""
    of_money: Any = kind
    return cast(Value_co, Amount(of_money, money).read(text)) if isinstance(of_money, Dollars) else kind.read(text)


class Minutes(Whole):
    """A number of minutes."""

    __slots__ = ()
    unit = _MINUTES
    code = "cell_not_minutes"


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact number with up to six decimals, or written as a fraction (``100/3``)."""

    def read(self, text: str) -> Fraction:
        """The number.  Raises `Misread`."""
        found = _EXACT.fullmatch(plain(text))
        if found is not None and abs(number := Fraction(re.sub("[, ]", "", found[0]))) < MOST_EXACT:
            return number
        raise Misread("cell_not_number", given=text.strip()[:40])


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar, the year first."""

    def read(self, text: str) -> date:
        """The day.  Raises `Misread`."""
        if found := _DAY.fullmatch(plain(text)):
            try:
                return date(*map(int, found.groups()))
            except ValueError:
                pass  # there is no such day
        raise Misread("cell_not_day", given=text.strip()[:40])


@dataclass(frozen=True, slots=True)
class Hours:
    """A span of time in hours, as a number of minutes: ``5``, ``2.5``, ``5:30``, ``2時間半``."""

    most: int = 24

    def read(self, text: str) -> int:
        """The minutes, more than none.  Raises `Misread`."""
        given = plain(text)
        minutes = 0
        if part := _PARTS.fullmatch(given):
            minutes = int(part[1]) * 60 + int(Fraction(int(part[2]), 10 ** len(part[2])) * 60)
        elif found := _HOURS.fullmatch(given):
            minutes = int(found[1]) * 60 + (30 if found[2] else int(found[3] or found[4] or 0))
        if 0 < minutes <= self.most * 60:
            return minutes
        raise Misread("cell_not_hours", given=text.strip()[:40], most=self.most)


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of the day, as minutes since midnight: ``9:30``, ``9時半``."""

    def read(self, text: str) -> int:
        """The minutes.  Raises `Misread`."""
        if found := _TIME.fullmatch(plain(text)):
            hour, minute = int(found[1]), 30 if found[3] else int(found[2] or 0)
            if hour < 24 and minute < 60:
                return hour * 60 + minute
        raise Misread("cell_not_time", given=text.strip()[:40])


@dataclass(frozen=True, slots=True)
class Word:
    """A text on one line, of which a declaration says only how long it may be."""

    most: int


@dataclass(frozen=True, slots=True)
class Several:
    """How many there may be of what a list or mapping holds."""

    most: int
    least: int = 0


@cache
def kinds(declared: Hashable) -> Mapping[str, Kind[Any]]:
    """The kinds of the fields of a dataclass that are typed as one value, as ``Annotated`` names them."""
    hints = get_type_hints(declared, include_extras=True)
    said = ((name, note) for name, hint in hints.items() for note in getattr(hint, "__metadata__", ()))
    return {name: note for name, note in said if isinstance(note, Whole | Exact | Day)}


def whole(text: str, least: int = 0, most: int = MOST) -> int | None:
    """The whole number that a choice, a query parameter or the like contains; None if it is none or out of bounds."""
    try:
        return Whole(least, most).read(text)
    except Misread:
        return None


def plain(text: str) -> str:
    """A text without the differences that only a keyboard makes: NFKC, one kind of minus sign, one blank at a time.

    Figures such as ² and ½ are kept out of NFKC, which would make 102 of 10².
    """
    kept = "".join(_FIGURE if category(each) == "No" else each for each in without_unseen(text))
    return " ".join(normalize("NFKC", kept).translate(_DASHES).split())


def _without(unit: re.Pattern[str] | None, text: str) -> str:
    """The text without a unit in front of the number, behind its sign or behind the number."""
    if unit is None:
        return text
    number = re.sub(rf"^([+-]?) ?(?:{unit.pattern}) ?", r"\1", text, count=1, flags=unit.flags)
    return re.sub(rf" ?(?:{unit.pattern})$", "", number, count=1, flags=unit.flags)
