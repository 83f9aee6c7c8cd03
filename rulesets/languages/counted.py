"""Counts in sentences: ``{rounds:round/rounds}`` prints the number with the word that goes with it, 1 round, 3 rounds.

Languages whose words do not change with the number write ``{rounds}`` alone.
"""

from __future__ import annotations

from string import Formatter
from typing import Any


def counted(value: Any, words: str) -> str:
    """A number with the first of two words, separated by a slash, if it is or reads 1, else with the second."""
    one, _, many = words.partition("/")
    return f"{value} {one if str(value) == '1' else many}"


class Filler(Formatter):
    """Fills a text in as `str.format` does, and prints counts."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        if "/" in format_spec:
            return counted(value, format_spec)
        return super().format_field(value, format_spec)


FILLER = Filler()


def fill(text: str, /, **facts: Any) -> str:
    """A text with its facts filled in; without a slash there is no count in it, and `str.format` does it faster."""
    return FILLER.vformat(text, (), facts) if "/" in text else text.format(**facts)
