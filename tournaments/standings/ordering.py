"""Orders players or teams by criteria: each criterion splits the groups that the previous ones left tied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.standings.criterion import Criterion, MonopolyWins, ThrownOrder
from tournaments.standings.tally import Value

Source = TypeVar("Source")
Ordered = tuple[str, ...]
Answer = Callable[[str, Ordered], Ordered | None]


@dataclass(frozen=True, slots=True)
class Order:
    """An order.

    ``groups``: from first to last, tied players in one group, sorted by id; ``values``: per player the value for each
    criterion, None if there was nothing to compare; ``undecided``: groups that still have to throw, with the kind of
    throw.
    """

    groups: tuple[Ordered, ...]
    values: Mapping[str, tuple[Value | None, ...]]
    undecided: tuple[tuple[str, Ordered], ...]


def ordered(
    source: Source, ids: Sequence[str], criteria: Sequence[Criterion[Source] | ThrownOrder], thrown: Answer
) -> Order:
    """Order players or teams.

    ``thrown``: a callback that returns the order thrown by a group, best first, or None if it has not thrown yet.
    """
    values: dict[str, list[Value | None]] = {each: [] for each in ids}
    undecided: list[tuple[str, Ordered]] = []
    settled: set[Ordered] = set()
    groups: list[Ordered] = [tuple(sorted(ids))] if ids else []
    for criterion in criteria:
        split: list[Ordered] = []
        own = _own_values(source, ids, criterion)
        for group in groups:
            if len(group) == 1 or group in settled:
                found: Mapping[str, Value | None] = {each: own.get(each) for each in group}
                parts = [group]
            elif isinstance(criterion, ThrownOrder):
                order = thrown(criterion.by, group)
                found = {each: order.index(each) + 1 if order else None for each in group}
                parts = [(each,) for each in order] if order else [group]
                if order is None:
                    undecided.append((criterion.by, group))
            else:
                found = own or criterion.values(source, group)
                parts = _parts(group, found, criterion.high)
                settled.update(part for part in parts if _settles(criterion, found[part[0]]))
            for each in group:
                values[each].append(found[each])
            split += parts
        groups = split
    return Order(tuple(groups), {each: tuple(found) for each, found in values.items()}, tuple(undecided))


def _own_values(
    source: Source, ids: Sequence[str], criterion: Criterion[Source] | ThrownOrder
) -> Mapping[str, Value | None]:
    if isinstance(criterion, ThrownOrder) or criterion.among_tied:
        return {}
    return criterion.values(source, ids)


def _settles(criterion: object, value: Value | None) -> bool:
    return isinstance(criterion, MonopolyWins) and criterion.settles(value)


def _sort_key(value: Value) -> tuple[int, Value]:
    """A sort key equivalent to the value: fractions are slow to compare, so they are compared only if their roundings
    are equal.
    """
    return (value.numerator << 32) // value.denominator, value


def _parts(group: Ordered, values: Mapping[str, Value | None], high: bool) -> list[Ordered]:
    equal: dict[Value | None, list[str]] = {}
    for each in group:
        equal.setdefault(values[each], []).append(each)
    without = equal.pop(None, None)
    parts = [
        tuple(equal[value])
        for value in sorted((each for each in equal if each is not None), key=_sort_key, reverse=high)
    ]
    return [*parts, tuple(without)] if without else parts
