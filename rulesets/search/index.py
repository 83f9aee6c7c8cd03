"""The index of some points of the rules in one language, and what is found in it, best first.

A point counts by the places that a term stands in: its title tells more than all the rest together, then what it is
about, its text, its reading, its example.  Before all words come the points that a case names, then those whose id was
typed, then the chapter that was named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from math import log
from typing import NamedTuple

from rulesets.search.fold import folded
from rulesets.search.terms import only_thing, terms
from rulesets.search.words import words

PLACES = (("title", 10.0), ("about", 2.0), ("text", 4.0), ("reading", 1.6), ("example", 1.0))
"""The places of a point and their weight: each more than all after ``about`` together, in this order."""
HALF = 5.0
"""The weight at which a term counts half of what it can."""
PART = re.compile(r"[a-z]+|[0-9]+")
NO_ID = re.compile(r"[^a-z0-9\s/_.-]")
OTHERS = {"en": ("en", "ja", "zh"), "ja": ("ja", "zh", "en"), "zh": ("zh", "ja", "en")}
"""The languages whose words a query in an index may use, the index's own first."""


class Point(NamedTuple):
    """Something that can be found.  ``about``: its chapter in words, and what else says where it belongs."""

    id: str
    chapter: str
    title: str
    about: str
    text: str
    reading: str
    example: str


class Found(NamedTuple):
    """A point that was found: why (case, id, chapter, words), and how well it fits, to be compared within one query."""

    point: Point
    why: str
    score: float


WHYS = ("case", "id", "chapter", "words")
ORDER = {why: number for number, why in enumerate(WHYS)}


class Index:
    """Points in their order, by their terms."""

    def __init__(self, points: Sequence[Point], language: str) -> None:
        self.points = tuple(points)
        self.language = language
        self.known = words(*OTHERS[language], asked=True)
        own = words(*dict.fromkeys((language, "en")))
        self._weights: dict[str, list[tuple[int, float]]] = {}
        for number, point in enumerate(self.points):
            held: dict[str, float] = {}
            for place, weight in PLACES:
                for term in terms(getattr(point, place), own):
                    held[term] = held.get(term, 0.0) + weight
            for term, weight in held.items():
                self._weights.setdefault(term, []).append((number, weight / (weight + HALF)))
        self._number = {point.id: number for number, point in enumerate(self.points)}
        self._of_chapter: dict[str, list[int]] = {}
        self._of_id: dict[tuple[str, ...], list[int]] = {}
        for number, point in enumerate(self.points):
            for name in self._names(point.chapter):
                self._of_chapter.setdefault(name, []).append(number)
            for run in _runs(PART.findall(folded(point.id))):
                self._of_id.setdefault(run, []).append(number)

    def point(self, point_id: str) -> Point:
        """A point by its id.  Raises KeyError."""
        return self.points[self._number[point_id]]

    def _names(self, text: str) -> set[str]:
        """What a chapter may be asked for by: as it is written, and the thing that it is."""
        thing = only_thing(text, self.known)
        return {folded(text).strip(), *({f"#{thing}"} if thing else ())}

    def search(self, query: str, case: Iterable[str] = (), most: int = 10) -> list[Found]:
        """The points that fit a query best; before them those of ``case``, ids in the order in which they count."""
        scores = self._by_words(query)
        whys = dict.fromkeys(scores, "words")
        for name in self._names(query):
            whys |= dict.fromkeys(self._of_chapter.get(name, ()), "chapter")
        if not NO_ID.search(folded(query)):
            asked = tuple(PART.findall(folded(query)))
            whys |= dict.fromkeys(self._of_id.get(asked, ()), "id" if len(asked) > 1 else "chapter")
        first = {self._number[each]: -place for place, each in enumerate(dict.fromkeys(case)) if each in self._number}
        whys |= dict.fromkeys(first, "case")
        ranked = nsmallest(
            most, whys, key=lambda each: (ORDER[whys[each]], -first.get(each, 0), -scores.get(each, 0.0), each)
        )
        return [Found(self.points[each], whys[each], round(scores.get(each, 0.0), 4)) for each in ranked]

    def _by_words(self, query: str) -> dict[int, float]:
        scores: dict[int, float] = {}
        every = len(self.points)
        for term, tells in terms(query, self.known).items():
            held = self._weights.get(term, ())
            rare = log(1 + every / (1 + len(held)))
            for number, weight in held:
                scores[number] = scores.get(number, 0.0) + tells * rare * weight
        return scores


def _runs(parts: Sequence[str]) -> set[tuple[str, ...]]:
    """All that may be typed of an id: one run of its parts, document, chapter and number."""
    return {tuple(parts[at:end]) for at in range(len(parts)) for end in range(at + 1, len(parts) + 1)}
