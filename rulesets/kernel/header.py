"""What a header says about a game besides its rules: the seats and the names of their players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unicodedata import category

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import shown

UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories of control characters, line separators and surrogates."""
RESERVED = ("bank", "each")
"""Names of parties, which no seat may have."""


class HeaderRefused(Exception):
    """A header that no game can be started from; ``refusals`` holds one for each fault.

    ``table``: the table, if it could be set up.  The exception's text is ``sentences``, one for each fault.
    """

    def __init__(self, refusals: list[Refusal], table: Any, sentences: Iterable[str]) -> None:
        super().__init__(" ".join(sentences))
        self.refusals = tuple(refusals)
        self.table = table


def seat_faults(seats: Any, least: int, most: int) -> list[Refusal]:
    """Return why these cannot be the seats, in turn order: keys on one line, all different (RECORD/FORM)."""
    if not isinstance(seats, list | tuple) or not least <= len(seats) <= most:
        count = len(seats) if isinstance(seats, list | tuple) else shown(seats)
        return [refuse("seats_number", count=count, least=least, most=most)]
    wrong = [seat for seat in seats if not (_is_name(seat) and 0 < len(seat) <= 40) or seat in RESERVED]
    if wrong:
        return [refuse("seat_malformed", value=shown(wrong[0]))]
    if len(set(seats)) != len(seats):
        return [refuse("seat_twice", value=next(seat for seat in seats if list(seats).count(seat) > 1))]
    return []


def name_faults(names: Any, seats: Any) -> list[Refusal]:
    """Return why these cannot be the names of players by seat; ``seats``: empty if they are not known (RECORD/FORM)."""
    if names is None:
        return []
    if not isinstance(names, dict) or not all(_is_name(name) for name in names.values()):
        return [refuse("names_malformed", value=shown(names))]
    if seats and (strange := [seat for seat in names if seat not in seats]):
        return [refuse("name_of_no_seat", seat=shown(strange[0]), seats=[shown(seat) for seat in seats[:10]])]
    return []


def _is_name(name: Any) -> bool:
    """Whether a text is a name on one line: it may hold ideographic spaces and variation selectors, but no controls."""
    return isinstance(name, str) and len(name) <= 200 and not any(category(letter) in UNSEEN for letter in name)
