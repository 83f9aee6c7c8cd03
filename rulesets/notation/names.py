"""Finding what a typed word names: by its code, its whole key, or as long a beginning as tells it from others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

SHORTEST = 2
"""Letters of a beginning that is looked for."""


def plain(text: str) -> str:
    """A name without what may be left out in typing."""
    return text.lower().replace("_", "").replace("-", "")


def find(codes: Mapping[str, Any], kinds: Iterable[str], word: str) -> list[str]:
    """The keys that a word may stand for: one where it is clear.  Seats are named in full."""
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
    """The codes to choose from for a word that names nothing: those with its first letter, or all."""
    every = [code for kind in kinds for _, code in codes[kind]]
    return [code for code in every if word and code[0].lower() == word[0]] or every


def codes_of(codes: Mapping[str, Any], kinds: Iterable[str], keys: Iterable[str]) -> list[str]:
    """The codes of keys."""
    by_key = {key: code for kind in kinds for key, code in codes[kind]}
    return [by_key[key] for key in keys]
