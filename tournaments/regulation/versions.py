"""Versions of a regulation: the fingerprint of one, and the differences between two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rulesets.kernel.fingerprint import fingerprint as of_facts


def fingerprint(content: Mapping[str, object]) -> str:
    """The first sixteen hexadecimal digits of the SHA-256 of the content in canonical form."""
    return of_facts(canonical(content))


def canonical(value: object) -> object:
    """The value in canonical JSON form: 1.20 becomes 1.2, and 1.0 becomes 1, because they mean the same points."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            return {"number": str(value)}
        exact = Fraction(value)
        return exact.numerator if exact.denominator == 1 else {"number": str(exact)}
    if isinstance(value, Mapping):
        return {str(key): canonical(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [canonical(each) for each in value]
    if isinstance(value, str | int | None):
        return value
    return {"other": str(value)}


@dataclass(frozen=True, slots=True)
class RegulationChange:
    """A key that differs.  ``path``: such as ``points.rule[2].at_most``; ``before``, ``after``: None if the key is
    missing.
    """

    path: str
    before: object
    after: object


def deviation(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[RegulationChange, ...]:
    """Every change from one regulation's content to another's, in the order of the old one's keys."""
    before, after = dict(_leaves(old, "")), dict(_leaves(new, ""))
    return tuple(
        RegulationChange(path, before.get(path), after.get(path))
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
