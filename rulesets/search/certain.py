"""Decides whether search results answer a question: for certain, likely, or not at all.

Two sums of what the search saw of its best match say so.  Their weights were fitted by logistic regression on the
questions of `tests/referee/lookup/measured` that are there to work with, and on questions that no rule answers; the
bound of "certain" is where none of those written without a look at phrases was wrong.  Of what was kept back, it was
right 81 times of 82 at a table.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rulesets.languages.texts import document
from rulesets.search.fold import folded, in_katakana

CERTAIN, LIKELY, NONE = ANSWERED = ("certain", "likely", "none")
"""The first result is the answer; it or one of the next is; no rule is about this."""
LATIN = re.compile(r"[a-z]+")


class Weights(NamedTuple):
    """What each thing adds to a sum that is positive or not: the share of the question that the best match covers, its
    lead over the next, its score, each word of `outside` in the question; and what is added always.
    """

    covered: float
    lead: float
    score: float
    outside: float
    always: float

    def holds(self, covered: float, lead: float, score: float, outside: int) -> bool:
        parts = (covered, lead, score, outside, 1)
        return sum(weight * part for weight, part in zip(self, parts, strict=True)) > 0


SURE = Weights(4.2, 7.9, 0.17, -2.1, -6.9)
"""Positive where the first result is right in 95 of 100 questions, or more."""
ABOUT_THIS = Weights(5.5, 0.0, 0.45, -3.3, -3.7)
"""Positive where a rule is about the question at all."""


@cache
def outside() -> tuple[str, ...]:
    """The words for subjects that no rule is about, normalised for comparison; English ones between spaces."""
    words = document(files("rulesets") / "search", "outside").values()
    return tuple(
        dict.fromkeys(flat(each) for by_language in words for listed in by_language.values() for each in listed)
    )


def flat(text: str) -> str:
    """Normalise a text for comparison with these words."""
    known = folded(text)
    if LATIN.search(known) and not re.search(r"[぀-ヿ㐀-鿿]", known):
        return f" {' '.join(LATIN.findall(known))} "
    return in_katakana(known)


def answered(query: str, covered: float, lead: float, score: float) -> str:
    """Whether the best match by words answers a question: one of `ANSWERED`."""
    question = flat(query)
    seen = covered, lead, score, sum(each in question for each in outside())
    if not ABOUT_THIS.holds(*seen):
        return NONE
    return CERTAIN if SURE.holds(*seen) else LIKELY
