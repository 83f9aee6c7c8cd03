"""The facts that documents are made of, as plain data; the service fills them from what it stores."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.players.reading import ReadingKey, reading_key


@dataclass(frozen=True, slots=True)
class Person:
    """A player as printed.  ``reading``: yomi or latin letters; ``number``: on badge and lists, 0 for none."""

    name: str
    reading: str = ""
    club: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table of a round; number 0 stands for any, on a blank form.  ``link``: what its QR code opens, empty for none.

    ``players``: in start order; with ``rolled`` that is still to be rolled at the table, and they stand in any order.
    """

    number: int
    players: tuple[Person, ...]
    link: str = ""
    rolled: bool = False

    @property
    def shown(self) -> str:
        """Its number as printed."""
        return str(self.number or "")


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits in a round.  ``order``: the start order, from 1, or 0 where it is rolled at the table."""

    table: int
    order: int = 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """Somebody's places, round by round; None for a round not played.  ``link``: of their own page, empty for none."""

    person: Person
    places: tuple[Place | None, ...]
    link: str = ""


def in_order(person: Person) -> tuple[ReadingKey, str, int]:
    """The key by which lists of people go: reading, then name, then number."""
    return reading_key(person.reading or person.name), person.name, person.number
