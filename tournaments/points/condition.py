"""The conditions under which a points rule applies."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Situation:
    """How a player ended a game, as conditions see it.

    ``round``: its number in the event; ``last``: whether it is the last that counts; ``size``: players at the table;
    ``survivors``: how many of them did not go bankrupt, 1 if the game ended by monopoly; ``place``: from 1; ``flags``:
    the player's, such as ``first_timer``.
    """

    round: int
    last: bool
    size: int
    survivors: int
    winner: bool
    bankrupt: bool
    place: int
    flags: frozenset[str] = frozenset()

    @property
    def monopoly_win(self) -> bool:
        """Whether the game ended with only one player left."""
        return self.survivors == 1


@dataclass(frozen=True, slots=True)
class Condition:
    """Conditions that must all hold; None and empty values are ignored.

    Tuples list the accepted values.  ``monopoly_win``: the game ended by monopoly, whoever won; ``winner``: the player
    won it by monopoly.  The player must have all of ``flags`` and none of ``without``.
    """

    rounds: tuple[int, ...] | None = None
    last: bool | None = None
    size: tuple[int, ...] | None = None
    survivors: tuple[int, ...] | None = None
    monopoly_win: bool | None = None
    winner: bool | None = None
    bankrupt: bool | None = None
    place: tuple[int, ...] | None = None
    flags: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    def holds(self, situation: Situation) -> bool:
        """Whether all conditions hold."""
        return (
            _among(self.rounds, situation.round)
            and _among(self.size, situation.size)
            and _among(self.survivors, situation.survivors)
            and _among(self.place, situation.place)
            and self.last in (None, situation.last)
            and self.monopoly_win in (None, situation.monopoly_win)
            and self.winner in (None, situation.winner)
            and self.bankrupt in (None, situation.bankrupt)
            and self.flags <= situation.flags
            and not self.without & situation.flags
        )

    def listed(self) -> Iterator[tuple[str, int]]:
        """Every accepted value of the list conditions, with its key."""
        for key, values in (
            ("rounds", self.rounds),
            ("size", self.size),
            ("survivors", self.survivors),
            ("place", self.place),
        ):
            for value in values or ():
                yield key, value


def value_of(situation: Situation, key: str) -> int:
    """The value of a situation that the list condition with this key checks."""
    return int(getattr(situation, "round" if key == "rounds" else key))


def _among(values: Collection[int] | None, value: int) -> bool:
    return values is None or value in values
