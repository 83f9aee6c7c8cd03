"""Why the cash that a player counted can differ from the log's: the entries of the log that could make the difference.

A payment that the log has and the table has not made (or has logged twice), one made once more than logged, one that
went the wrong way, two of them together, a rent of just this amount that the log never had: nobody can know which, but
the players remember once they are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

UNDONE, AGAIN, TURNED, TWO, RENT, BETWEEN = KINDS = ("undone", "again", "turned", "two", "rent", "between")
MOST_OF_A_KIND = 3
"""How many causes of a kind are named: the latest, which people remember."""
PAIRED = 120
"""How many of the latest entries are looked at two by two."""


@dataclass(frozen=True, slots=True)
class CashMove:
    """An entry of the log that moved cash: by how much that of each seat changed."""

    seq: int
    changes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Cause:
    """What could have made a difference.

    ``kind``: ``undone`` (the log has the entry, the table has not paid it, or it was logged twice), ``again`` (it was
    paid once more), ``turned`` (it was paid the other way), ``two`` (two entries were not paid), ``rent`` (a rent of a
    ``deed`` that is not in the log), ``between`` (as much is missing with ``other``, or too much).  ``seqs``: the
    entries.
    """

    kind: str
    seqs: tuple[int, ...] = ()
    deed: str = ""
    other: str = ""


def causes(
    seat: str,
    difference: int,
    moves: Sequence[CashMove],
    rents: Mapping[str, tuple[str, int]],
    others: Mapping[str, int],
) -> tuple[Cause, ...]:
    """The likely causes of a difference, the likeliest first.

    ``difference``: what was counted less what the log says, not 0; ``moves``: in order; ``rents``: by deed, who would
    get it and how much, where that is a fixed sum; ``others``: the differences of other players that were counted.
    """
    own = [(move.seq, move.changes[seat]) for move in moves if move.changes.get(seat)]
    opposite = [other for other, theirs in others.items() if theirs == -difference]
    found = [Cause(BETWEEN, _between(seat, other, difference, moves), other=other) for other in opposite]
    found += _latest(Cause(UNDONE, (seq,)) for seq, change in own if change == -difference)
    found += _latest((Cause(AGAIN, (seq,)) for seq, change in own if change == difference), 1)
    found += _latest(Cause(TURNED, (seq,)) for seq, change in own if 2 * change == -difference)
    found += [
        Cause(RENT, deed=deed)
        for deed, (owner, amount) in rents.items()
        if amount == abs(difference) and (owner == seat) == (difference > 0)
    ][:MOST_OF_A_KIND]
    if not any(cause.kind in (UNDONE, BETWEEN) for cause in found):
        pairs = combinations(own[-PAIRED:], 2)
        found += _latest(Cause(TWO, (one[0], two[0])) for one, two in pairs if one[1] + two[1] == -difference)
    return tuple(found)


def _latest(found: Iterable[Cause], most: int = MOST_OF_A_KIND) -> list[Cause]:
    return sorted(found, key=lambda cause: cause.seqs[::-1], reverse=True)[:most]


def _between(seat: str, other: str, difference: int, moves: Sequence[CashMove]) -> tuple[int, ...]:
    """The latest entry in which just this sum, or half of it the wrong way, went between two players; or none."""
    for move in reversed(moves):
        mine, theirs = move.changes.get(seat, 0), move.changes.get(other, 0)
        if mine == -theirs and mine and difference in (-mine, mine, -2 * mine):
            return (move.seq,)
    return ()
