"""Boards by name, whatever the game."""

from __future__ import annotations

from rulesets import editions
from rulesets.city import board as city
from rulesets.city import edition as city_editions


def board(name: str) -> editions.Edition | city.Edition | None:
    """The edition of the classic board or of Monopoly City of this name; None where it is another game's."""
    if name in editions.names():
        return editions.load(name)
    return city_editions.load(name) if name in city_editions.names() else None


def board_title(name: str, language: str) -> str:
    """A board in words; that of another game is its name."""
    found = board(name)
    return found.names[language] if found else name
