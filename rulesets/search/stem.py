"""A small stemmer for English: a stem need not be correct, only the same in text and query."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import document

LATIN = re.compile(r"[a-z]+|[0-9]+")
"""A Latin word, or a number.  They are separate terms: auction1 is two."""

_SAYING_NOTHING = (
    "a about after again all already also am an and any anybody anyone are as at be been being but by can"
    " could did didn do does doing done during for from get gets getting got had has have"
    " having he her hes him his how i if im in into is it its ive just let lets me may middle might mine must my"
    " need of on one or our ours own owns please s shall she shes should so some somebody somebodys someone someones"
    " something still t than that the their theirs them then there these they theyre this those to until us was we"
    " were what whats when where whether which while who whom whose why will with would yes yet you your youre"
)
PASSED_OVER = frozenset(_SAYING_NOTHING.split())
"""English stop words."""
ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))


def passed_over(word: str) -> bool:
    """Whether a word is a stop word."""
    return word in PASSED_OVER


@cache
def forms() -> Mapping[str, str]:
    """Irregular forms, with the word that each stands for and no ending reveals: took is take, fifty is 50."""
    return {form: word for word, known in document(files("rulesets") / "search", "forms").items() for form in known}


def stem(word: str) -> str:
    """The stem of a folded word: selling, sold and sell are the same; so are mortgage, mortgaged and mortgaging."""
    word = forms().get(word, word)
    if word == "note":  # or it would become "not"
        return word
    for ending, instead in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: len(word) - len(ending)] + instead
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
