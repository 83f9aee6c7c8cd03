"""Decides whether search results answer a question: a minimum score, raised for subjects that no rule is about."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import document
from rulesets.search.fold import folded, in_katakana

LEAST, LEAST_LONG = 4.0, 6.0
"""The score below which matching words alone prove nothing, for short and for longer questions: where there are many
words, some match by chance.  No question that has an answer scores below it."""
SHORT = 6, 32
"""The most letters of a short question: in Japanese or Chinese, in English."""
LEAST_OUTSIDE = 12.0
"""The score needed for each word of `outside` that a question contains."""
LATIN = re.compile(r"[a-z]+")


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


def least(query: str) -> float:
    """The score that matching words must reach to count as an answer to a question."""
    question = flat(query)
    short = len(question) <= SHORT[question.startswith(" ")]
    return max(LEAST if short else LEAST_LONG, LEAST_OUTSIDE * sum(each in question for each in outside()))
