"""Classes within one event (beginners, juniors, …): all play together, and each class has an order of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.standings.standings import StandingRow


def class_ranks(rows: Sequence[StandingRow], classes: Mapping[str, str]) -> dict[str, int]:
    """The rank of each player among those of the same class, in the order of all; nobody without a class.

    ``rows``: by rank; ``classes``: by player, empty for none.  Players who share a rank share it in their class.
    """
    ahead: dict[str, list[int]] = {}
    found: dict[str, int] = {}
    for row in rows:
        if name := classes.get(row.player, ""):
            ranks = ahead.setdefault(name, [])
            found[row.player] = 1 + sum(each < row.rank for each in ranks)
            ranks.append(row.rank)
    return found
