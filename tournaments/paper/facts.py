"""The facts that documents print, as plain data; the service fills them from its database."""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.languages import language as settings
from tournaments.paper.type.pinyin import in_hanzi, pinyin
from tournaments.players.names import ReadingKey, folded, reading_key, romaji


@dataclass(frozen=True, slots=True)
class PrintedPerson:
    """A player as printed.  ``name``: with what tells namesakes apart; ``reading``: in kana or Latin letters;
    ``number``: on badge and lists, 0 for none; ``plain``: the name alone, for name tags and certificates, None for the
    same.
    """

    name: str
    reading: str = ""
    club: str = ""
    number: int = 0
    plain: str | None = None

    @property
    def own_name(self) -> str:
        """The name alone."""
        return self.name if self.plain is None else self.plain


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table of a round.

    ``number``: 0 on a blank form.  ``players``: in start order, or in any order with ``rolled``, which means that the
    start order is still to be rolled at the table.  ``link``: the target of its QR code, empty for none.
    """

    number: int
    players: tuple[PrintedPerson, ...]
    link: str = ""
    rolled: bool = False

    @property
    def shown(self) -> str:
        """The table's number as printed."""
        return str(self.number or "")


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A player's place in a round.  ``order``: the start order, from 1, or 0 if it is rolled at the table."""

    table: int
    order: int = 0


@dataclass(frozen=True, slots=True)
class PersonalSchedule:
    """A player's places, round by round; None for a round not played.  ``link``: to their own page, empty for none."""

    person: PrintedPerson
    places: tuple[PrintedPlace | None, ...]
    link: str = ""


def spelled(person: PrintedPerson, language: str) -> str:
    """How a name is spelled in lists in a language: by its kana where the language is written in kana, else in Latin
    letters: of the reading, so that nobody is called otherwise than they are, or in Chinese in pinyin where none is
    known.
    """
    reading, letters = person.reading or person.own_name, settings(language).letters
    if "kana" in letters:
        return reading
    if "han" in letters and in_hanzi(reading):
        return pinyin(reading).title()
    parts = (romaji(folded(part)) for part in reading.split())
    # The usual romanisation of each part, with long vowels as passports have them.
    return " ".join(part[3].capitalize() if part else "" for part in parts).strip() or reading


def person_key(person: PrintedPerson, language: str) -> tuple[ReadingKey, str, int]:
    """The sort key for lists of people in a language: as `spelled`, then name, then number."""
    return reading_key(spelled(person, language)), person.own_name, person.number
