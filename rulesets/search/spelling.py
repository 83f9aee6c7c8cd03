"""Corrects typing errors: an unknown English word is taken for a known one that differs by one letter."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulesets.search.fold import folded
from rulesets.search.stem import stem
from rulesets.search.words import Words

WORD = re.compile(r"[a-z]+")
SHORTEST = 5
"""The fewest letters of a word that may be corrected: a shorter one is similar to too many others."""


class Spelling:
    """The English words of some texts, and those of the hall."""

    def __init__(self, texts: Iterable[str], known: Words) -> None:
        counts: dict[str, int] = {}
        for text in texts:
            for word in WORD.findall(folded(text)):
                counts[word] = counts.get(word, 0) + 1
        stems = {word: stem(word) for word in sorted(counts, key=lambda each: -counts[each])}
        # Of the words of the hall only the stems are known; they come last.
        self._stems = stems | {part: part for key in known.latin for part in WORD.findall(key) if part not in stems}
        self._known = set(self._stems.values())

    def stem(self, word: str) -> str:
        """The stem of a word, or of the most frequent word that it may be a slip of; the first letter has to match."""
        found = stem(word)
        if len(word) < SHORTEST or not word.isalpha() or found in self._known:
            return found
        typed = [each for each in (word, found) if len(each) >= SHORTEST]
        near = (
            stem_there
            for there, stem_there in self._stems.items()
            if there[0] == word[0] and any(map(slip, typed, (there, stem_there)))
        )
        return next(near, found)


def slip(typed: str, meant: str) -> bool:
    """Whether two words differ by one letter missing, added or replaced, or by two neighbours swapped."""
    at = 0
    while at < min(len(typed), len(meant)) and typed[at] == meant[at]:
        at += 1
    here, there = typed[at:], meant[at:]
    return here[1:] in (there[1:], there) or here == there[1:] or (here[:2] == there[1::-1] and here[2:] == there[2:])
