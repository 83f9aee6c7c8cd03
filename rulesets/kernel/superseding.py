"""Which clause is in force when later documents replace clauses of earlier ones (``supersedes`` in a catalogue).

Here a catalogue is only ids: for each clause, the ones that it replaces.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

Replaced = Mapping[str, tuple[str, ...]]
"""For every clause of a catalogue, the ids of those that it replaces."""


def faults(replaced: Replaced, fixed: Collection[str] = ()) -> list[str]:
    """Return what is contradictory about it, in words; ``fixed``: clauses that no document can replace."""
    return [*_each_fault(replaced, fixed), *_replaced_twice(replaced), *_circles(replaced)]


def in_force_instead(replaced: Replaced) -> dict[str, str]:
    """Return, for every clause that is replaced, the one in force in its place: the last of a chain.

    ``replaced`` must be free of `faults`.
    """
    after = {old: later for later, olds in replaced.items() for old in olds}

    def last(clause: str) -> str:
        return last(after[clause]) if clause in after else clause

    return {old: last(old) for old in after}


def _each_fault(replaced: Replaced, fixed: Collection[str]) -> list[str]:
    """Return faults of clauses that replace an unknown clause, a fixed one, themselves, or the same clause twice."""
    found = []
    for later, olds in replaced.items():
        for old in dict.fromkeys(olds):
            if old not in replaced:
                found.append(f"{later} supersedes {old}, and there is no such clause")
            elif old == later:
                found.append(f"{later} supersedes itself")
            elif old in fixed:
                found.append(f"{later} supersedes {old}, which every ruleset has")
            if olds.count(old) > 1:
                found.append(f"{later} supersedes {old} more than once")
    return found


def _replaced_twice(replaced: Replaced) -> list[str]:
    """Return a fault for each clause that several others replace."""
    laters: dict[str, list[str]] = {}
    for later, olds in replaced.items():
        for old in dict.fromkeys(olds):
            laters.setdefault(old, []).append(later)
    return [f"{old} is superseded by {' and by '.join(each)}" for old, each in laters.items() if len(each) > 1]


def _circles(replaced: Replaced) -> list[str]:
    """Return a fault for each cycle of clauses that replace each other."""
    before = {later: _all_before(later, replaced) for later in replaced}
    rounds = {
        frozenset(each for each in olds if later in before[each]): None
        for later, olds in before.items()
        if later in olds
    }
    return [f"{', '.join(sorted(each))} supersede each other in a circle" for each in rounds]


def _all_before(later: str, replaced: Replaced) -> set[str]:
    """Return the clauses that one replaces, directly or indirectly, ignoring clauses that name themselves."""
    found: set[str] = set()
    ahead = [later]
    while ahead:
        clause = ahead.pop()
        news = {old for old in replaced[clause] if old in replaced and old != clause} - found
        found |= news
        ahead += news
    return found
