"""Long lists of plain words, written as text: many to a line, however the code is formatted."""

from __future__ import annotations


def wordlist(text: str) -> tuple[str, ...]:
    """The words of a text, as blanks and line breaks part them."""
    return tuple(text.split())


def pairs(text: str) -> dict[str, str]:
    """What a text of ``NAME=VALUE`` says, pair by pair."""
    return dict(each.split("=", 1) for each in wordlist(text))
