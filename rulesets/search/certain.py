"""Whether what was found answers a question: a floor below which nothing is certain, and matters of no rule."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import document
from rulesets.search.fold import folded, in_katakana

LEAST, LEAST_LONG = 4.0, 6.0
"""The score below which words alone say nothing for certain, of short questions and of others: of many words some fit
by chance.  Of the questions that have an answer none is below."""
SHORT = 6, 32
"""Letters of a short question: in Japanese or Chinese, in English."""
LEAST_OUTSIDE = 12.0
"""The same for each word of `outside` in a question."""
LATIN = re.compile(r"[a-z]+")


@cache
def outside() -> tuple[str, ...]:
    """The words for matters that no rule is about, as they are compared: English ones with a space around them."""
    words = document(files("rulesets") / "search", "outside").values()
    return tuple(
        dict.fromkeys(flat(each) for by_language in words for listed in by_language.values() for each in listed)
    )


def flat(text: str) -> str:
    """A text as it is compared with them."""
    known = folded(text)
    if LATIN.search(known) and not re.search(r"[぀-ヿ㐀-鿿]", known):
        return f" {' '.join(LATIN.findall(known))} "
    return in_katakana(known)


def least(query: str) -> float:
    """The score that words alone must reach to answer a question."""
    question = flat(query)
    short = len(question) <= SHORT[question.startswith(" ")]
    return max(LEAST if short else LEAST_LONG, LEAST_OUTSIDE * sum(each in question for each in outside()))
