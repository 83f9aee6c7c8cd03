"""The differences between two regulations, key by key, for the record of deviations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.regulation.fingerprint import fingerprint


@dataclass(frozen=True, slots=True)
class Change:
    """A key that differs.  ``path``: such as ``points.rule[2].at_most``; ``before``, ``after``: None if the key is
    missing.
    """

    path: str
    before: object
    after: object


def deviation(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[Change, ...]:
    """Every change from one regulation's content to another's, in the order of the old one's keys."""
    before, after = dict(_leaves(old, "")), dict(_leaves(new, ""))
    return tuple(
        Change(path, before.get(path), after.get(path))
        for path in {**before, **after}
        if (path in before) != (path in after) or fingerprint({path: before[path]}) != fingerprint({path: after[path]})
    )


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Every value that is not a section, with its path; a list of plain values is a single value."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _leaves(each, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        for number, each in enumerate(value, 1):
            yield from _leaves(each, f"{path}[{number}]")
    else:
        yield path, value
