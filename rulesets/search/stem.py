"""Stems of English words: a small one, which need not be right, only the same for text and query."""

from __future__ import annotations

import re

LATIN = re.compile(r"[a-z]+|[0-9]+")
"""A Latin word, or a number.  Both stand alone: auction1 is two."""

_SAYING_NOTHING = (
    "a about after again all already also am an and any anybody anyone are as at be been being but by can"
    " could couldnt did didn didnt do does doesnt doing done dont during for from get gets getting got had has have"
    " having he her hes him his how i if im in into is isnt it its ive just let lets me may middle might mine must my"
    " need of on one or our ours own owns please s shall she shes should so some somebody somebodys someone someones"
    " something still t than that the their theirs them then there these they theyre this those to until us was we"
    " were what whats when where whether which while who whom whose why will with would yes yet you your youre"
)
PASSED_OVER = frozenset(_SAYING_NOTHING.split())
"""English words that say nothing about what is looked for."""
ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))


def passed_over(word: str) -> bool:
    """Whether a word says nothing about what is looked for."""
    return word in PASSED_OVER


def stem(word: str) -> str:
    """The stem of a folded word: selling, sells and sell are the same; so are mortgage, mortgaged and mortgaging."""
    for ending, instead in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: len(word) - len(ending)] + instead
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
