"""Classes within one event (beginners, juniors, …): all play together, and each class has an order of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.standings.standings import StandingRow


def class_ranks(
    rows: Sequence[StandingRow],
    classes: Mapping[str, str],
    finals: Mapping[str, Sequence[Sequence[str]]] | None = None,
) -> dict[str, int]:
    """The rank of each player among those of the same class: in the order of its final, then of all; nobody without a
    class.

    ``rows``: by rank; ``classes``: by player, empty for none; ``finals``: the order of each class's final that is over,
    those together who share a place.  Players who share a rank share it in their class.
    """
    orders = (finals or {}).values()
    placed = {player: place for order in orders for place, group in enumerate(order) for player in group}
    standing = {row.player: (1, row.rank) for row in rows} | {each: (0, place) for each, place in placed.items()}
    ahead: dict[str, list[tuple[int, int]]] = {}
    found: dict[str, int] = {}
    for player in sorted(standing, key=standing.__getitem__):
        if name := classes.get(player, ""):
            ranks = ahead.setdefault(name, [])
            found[player] = 1 + sum(each < standing[player] for each in ranks)
            ranks.append(standing[player])
    return found
