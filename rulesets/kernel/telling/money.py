"""How a game writes its money: declared once beside its law, and read by everything that shows or takes an amount."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

_TYPED = re.compile(r"(-?[0-9]{1,15}(?:\.[0-9]{1,6})?)(\D*)")


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

    def readings(self, text: str) -> Sequence[int]:
        """What an amount in one word (``2.4M``, ``$120``) can mean, in units: nothing if it is none of this money.

        A number alone is in units (``2400``), or with decimals in the largest word (``2.4``).  Below one of that it
        could be either: ``40`` is 40K or 40M, and one of them has to be written.
        """
        found = _TYPED.fullmatch(text.removeprefix(self.sign))
        if found is None:
            return ()
        number, word = Decimal(found[1]), found[2].strip().casefold()
        every = [units for _, units in reversed(self.multiples)] or [1]
        if word:
            named = (*self.multiples, *self.also)
            every = [units for each, units in named if each.strip().casefold() == word][:1]
        elif "." in found[1]:
            every = every[-1:]
        elif abs(number) >= every[-1]:
            every = [1]
        amounts = dict.fromkeys(number * units for units in every)
        return [int(amount) for amount in amounts if amount == int(amount)]

    @property
    def examples(self) -> str:
        """Amounts as they are typed, the largest word first: ``3.5M, 500K``."""
        units = [units for _, units in self.multiples] or [1]
        return ", ".join(self.typed(500 if each == 1 else each * 7 // 2) for each in units)

    @property
    def keys(self) -> str:
        """The keyboard of a phone on which it is typed (``inputmode``)."""
        return "text" if self.multiples else "numeric"

    def shape(self) -> dict[str, Any]:
        """The declaration as JSON, for pages that write amounts themselves."""
        multiples, also = ([list(each) for each in words] for words in (self.multiples, self.also))
        return {"sign": self.sign, "multiples": multiples, "also": also}

    @property
    def one(self) -> str:
        """One unit, as in "a point for each $1"."""
        return self.shown(1)
