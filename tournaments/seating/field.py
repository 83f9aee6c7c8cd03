"""Arithmetic in which a product of two non-zero numbers is never zero, as far as the number of tables allows."""

from __future__ import annotations

from collections.abc import Callable

Times = Callable[[int, int], int]
Plus = Callable[[int, int], int]

POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""The irreducible polynomials that define multiplication in the fields of these sizes."""


def arithmetic(count: int) -> tuple[Plus, Times]:
    """Addition and multiplication on 0 to ``count`` - 1: a field for primes and small powers of two, else a ring."""
    if count not in POLYNOMIALS:
        return (lambda one, other: (one + other) % count), (lambda one, other: one * other % count)
    polynomial = POLYNOMIALS[count]

    def times(one: int, other: int) -> int:
        product = 0
        while other:
            if other & 1:
                product ^= one
            one <<= 1
            if one >= count:
                one ^= polynomial
            other >>= 1
        return product

    return (lambda one, other: one ^ other), times
