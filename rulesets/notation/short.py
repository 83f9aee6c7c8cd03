"""Short codes, derived by rule from the keys of an edition and the seats of a game, and always the same for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from unicodedata import normalize

WORD = re.compile(r"([^\W\d_]+)[^\W_]*")
Pairs = list[tuple[str, str]]
"""Keys with their codes, in the order of the keys."""


def deeds(keys: Sequence[str], taken: set[str]) -> Pairs:
    """Codes of three letters (``med``); where several keys share these, followed by the first letter in which all of
    them differ (``pena`` and ``penr``).
    """
    plain = {key: key.replace("_", "") for key in keys}

    def code(key: str) -> str:
        alike = [name for name in plain.values() if name[:3] == plain[key][:3]]
        shortest = min(map(len, alike))
        differ = (place for place in range(3, shortest) if len({name[place] for name in alike}) == len(alike))
        place = next(differ, None) if len(alike) > 1 else None
        return plain[key][:3] + (plain[key][place] if place is not None else "")

    return _distinct(keys, code, taken)


def initials(keys: Sequence[str], taken: set[str]) -> Pairs:
    """The first letters of the words, numbers in full (``go_back_3``: ``gb3``); three letters of a single word."""

    def code(key: str) -> str:
        words = [word for word in key.split("_") if word]
        return "".join(word if word.isdigit() else word[0] for word in words) if len(words) > 1 else key[:3]

    return _distinct(keys, code, taken)


def _distinct(keys: Sequence[str], code: Callable[[str], str], taken: set[str]) -> Pairs:
    """Codes that are unique and not taken, or else the whole keys; they are added to ``taken``."""
    wanted = [code(key).lower() for key in keys]
    pairs = [
        (key, short if wanted.count(short) == 1 and short not in taken else key.lower())
        for key, short in zip(keys, wanted, strict=True)
    ]
    taken.update(short for _, short in pairs)
    return pairs


def seats(keys: Sequence[str], taken: Iterable[str]) -> Pairs:
    """Codes of seats: the seat's own name where it is a single word that begins with a letter, is unique, and looks
    neither like another word nor like a verb with a number; else ``s1``, ``s2`` … in turn order.
    """
    names = [normalize("NFKC", key) for key in keys]
    small = [name.lower() for name in names]
    words = set(taken)

    def own(name: str) -> bool:
        word = WORD.fullmatch(name)
        if word is None or small.count(name) > 1:
            return False
        return word[1] not in words or (name == word[1] and len(name) == 1)

    return [
        (key, name if own(name.lower()) else f"s{number}")
        for number, (key, name) in enumerate(zip(keys, names, strict=True), 1)
    ]
