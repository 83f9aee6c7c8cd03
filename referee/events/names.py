"""Names of rounds and cases, as people call them."""

from __future__ import annotations

from referee.core.language import word
from referee.models import Round


def round_name(number: int, round_: Round | None) -> str:
    """A round as people call it."""
    return round_.name if round_ is not None and round_.name else word("round", number=number)


def named(number: int) -> str:
    """What a case is called in its event."""
    return f"R-{number}"
