"""Resolves a typed word to a name: by its code, its whole key, or an unambiguous prefix of the key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

SHORTEST = 2
"""The fewest letters of a prefix."""


def plain(text: str) -> str:
    """A name without the parts that may be left out when typing."""
    return text.lower().replace("_", "").replace("-", "")


def find(codes: Mapping[str, Any], kinds: Iterable[str], word: str) -> list[str]:
    """The keys that a word may stand for: one if it is unambiguous.  Seats have to be typed in full."""
    pairs = [(key, code, kind) for kind in kinds for key, code in codes[kind]]
    for exact in (
        [key for key, code, _ in pairs if code.lower() == word],
        [key for key, _, kind in pairs if kind != "seats" and plain(key) == plain(word)],
    ):
        if exact:
            return exact[:1]
    begun = plain(word)
    if len(begun) < SHORTEST:
        return []
    return [key for key, _, kind in pairs if kind != "seats" and plain(key).startswith(begun)]


def known(codes: Mapping[str, Any], kinds: Iterable[str], word: str) -> list[str]:
    """The codes to suggest for a word that matches nothing: those with the same first letter, or else all."""
    every = [code for kind in kinds for _, code in codes[kind]]
    return [code for code in every if word and code[0].lower() == word[0]] or every


def codes_of(codes: Mapping[str, Any], kinds: Iterable[str], keys: Iterable[str]) -> list[str]:
    by_key = {key: code for kind in kinds for key, code in codes[kind]}
    return [by_key[key] for key in keys]
