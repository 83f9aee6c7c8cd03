"""What the shared modules of the kernel require of a game: its table, its board, its players, a position of it.

A game passes in types of its own that have these parts and more.  A deed is whatever can be owned and has a key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

BANK = -1
"""The bank as an owner, payer or payee; as the holder of a thing, nobody."""
NONE = -1
"""No seat, no deed."""


class Keyed(Protocol):
    """A space or a deed, by its key in records."""

    @property
    def key(self) -> str: ...


class Board(Protocol):
    """The track and what can be owned on it, both numbered from 0."""

    @property
    def spaces(self) -> Sequence[Keyed]: ...

    @property
    def space_index(self) -> Mapping[str, int]: ...

    @property
    def deeds(self) -> Sequence[Keyed]: ...

    @property
    def deed_number(self) -> Mapping[str, int]: ...


class Table(Protocol):
    """One game's constants.  Seats are numbered from 0 in turn order."""

    @property
    def seats(self) -> tuple[str, ...]: ...

    @property
    def seat_number(self) -> Mapping[str, int]: ...

    @property
    def edition(self) -> Board: ...

    def party(self, number: int) -> str:
        """The key of a seat number, or ``bank``."""

    def deed_key(self, number: int) -> str:
        """The key of a deed number."""


class Player(Protocol):
    """A player.  ``out_at``: the place in the order of going out (1 first), 0 when unknown or still in the game."""

    @property
    def cash(self) -> int: ...

    @property
    def space(self) -> int: ...

    @property
    def out(self) -> bool: ...

    @property
    def out_at(self) -> int: ...


class View(Protocol):
    """A position to read from: a state, or a draft of the next one; ``pending``: what is due."""

    @property
    def table(self) -> Any: ...

    @property
    def players(self) -> Sequence[Any]: ...

    @property
    def pending(self) -> Sequence[Any]: ...
