"""Board editions: the facts printed on boards, deeds and cards, as immutable data.

    edition = load("atlantic-city")
    edition.deeds[edition.deed_number["boardwalk"]].price    # 400

An edition is one TOML file; `parse` reports all of its faults at once.
"""

from rulesets.kernel.edition_faults import EditionError

from .edition import DECKS, DEED_KINDS, SPACE_KINDS, Card, Deed, Edition, Effect, Space
from .loader import load, names
from .parser import parse

__all__ = [
    "DECKS",
    "DEED_KINDS",
    "SPACE_KINDS",
    "Card",
    "Deed",
    "Edition",
    "EditionError",
    "Effect",
    "Space",
    "load",
    "names",
    "parse",
]
