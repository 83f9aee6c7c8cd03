"""How a game writes its money: declared once beside its law, and read by everything that shows or takes an amount."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

_TYPED = re.compile(r"(-?[0-9]{1,15}(\.[0-9]{1,6})?)(\D*)")


@dataclass(frozen=True, slots=True)
class Money:
    """The money of a game.  Amounts are whole numbers of its unit everywhere; here is how they are written.

    ``sign``: in front (``$``).  ``multiples``: the words behind, the largest first, with the units that each stands
    for: a game that counts in thousands has ``(("M", 1000), ("K", 1))``.  ``also``: words that are only typed, in the
    same way (``240万``).
    """

    sign: str = ""
    multiples: Sequence[tuple[str, int]] = ()
    also: Sequence[tuple[str, int]] = ()

    @classmethod
    def of(cls, shape: Mapping[str, Any]) -> Money:
        """The money of a `shape`."""
        return cls(shape["sign"], *(tuple(map(tuple, shape[words])) for words in ("multiples", "also")))

    def shown(self, amount: int | Decimal) -> str:
        """An amount as it is written: ``$1,500``, ``37.7M``."""
        size = -amount if amount < 0 else amount
        every: Sequence[tuple[str, int]] = self.multiples or (("", 1),)
        word, units = every[-1]
        for larger, stands_for in reversed(every):
            if size >= stands_for:
                word, units = larger, stands_for
        digits = f"{size:,}" if units == 1 else f"{(Decimal(size) / units).normalize():,f}"
        return f"{'-' if amount < 0 else ''}{self.sign}{digits}{word}"

    def figure(self, amount: int) -> str:
        """An amount in a column of figures: in dollars a number, which the sign would only widen."""
        return self.shown(amount) if self.multiples else str(amount)

    def typed(self, amount: int) -> str:
        """An amount as people type it: without the sign."""
        return replace(self, sign="").shown(amount)

    @property
    def words(self) -> Sequence[tuple[str, int]]:
        """The words that may be typed behind a number."""
        return (*self.multiples, *self.also)

    def read(self, text: str) -> int | None:
        """The units of an amount in one word (``2.4M``, ``$120``); None if it is none of this money.

        A number alone is in units; one with decimals can only be of the largest word.
        """
        found = _TYPED.fullmatch(text.removeprefix(self.sign))
        if found is None:
            return None
        number, decimals, word = found.groups()
        units = {each.strip().casefold(): units for each, units in self.words}.get(word.casefold())
        if not word:
            units = self.multiples[0][1] if decimals and self.multiples else 1
        amount = Decimal(number) * units if units else None
        return int(amount) if amount is not None and amount == int(amount) else None

    def shape(self) -> dict[str, Any]:
        """The declaration as JSON, for pages that write amounts themselves."""
        multiples, also = ([list(each) for each in words] for words in (self.multiples, self.also))
        return {"sign": self.sign, "multiples": multiples, "also": also}

    @property
    def one(self) -> str:
        """One unit, as in "a point for each $1"."""
        return self.shown(1)
