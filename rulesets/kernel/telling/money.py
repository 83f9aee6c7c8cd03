"""How a game writes its money: declared once beside its law, and read by everything that shows or takes an amount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True)
class Money:
    """The money of a game.  Amounts are whole numbers of its unit everywhere; here is how they are written.

    ``sign``: in front (``$``).  ``multiples``: the words behind, the largest first, with the units that each stands
    for: a game that counts in thousands has ``(("M", 1000), ("K", 1))``.
    """

    sign: str = ""
    multiples: Sequence[tuple[str, int]] = ()

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

    def typed(self, amount: int) -> str:
        """An amount as people type it: without the sign."""
        return replace(self, sign="").shown(amount)

    def shape(self) -> dict[str, Any]:
        """The declaration as JSON, for pages that write amounts themselves."""
        return {"sign": self.sign, "multiples": [list(each) for each in self.multiples]}

    @property
    def one(self) -> str:
        """One unit, as in "a point for each $1"."""
        return self.shown(1)
