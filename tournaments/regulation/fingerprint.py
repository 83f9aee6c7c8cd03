"""The fingerprint of a regulation: sixteen characters that depend only on its content, not on comments."""

from __future__ import annotations

from collections.abc import Mapping
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
