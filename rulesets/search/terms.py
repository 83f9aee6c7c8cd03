"""Terms: the pieces that a text is split into, and the weight of each.

English is split into stems; Japanese and Chinese into pairs of neighbouring characters and single kanji, since most of
their words have two characters and no spaces between them.  Words of the hall also yield the thing that they stand for:
``#rent``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulesets.search.fold import folded, in_katakana
from rulesets.search.stem import LATIN, passed_over, stem
from rulesets.search.words import Words

RUN = re.compile(r"[a-z]+|[0-9]*[぀-ヿ㐀-䶿一-鿿々〇][0-9぀-ヿ㐀-䶿一-鿿々〇]*|[0-9]+")
"""An English word; a run of Japanese or Chinese characters with the digits among them (3回目); a number."""
PARTICLES = frozenset("がをはにのへでともや的了吗呢吧没")
"""Characters that join words or inflect a sentence: a pair with one of them tells less than another."""
NUMBER = re.compile(r"[0-9]+")
THING, WORD, KANJI, PAIR, PART, JOINING, INFLECTED = 1.5, 1.0, 0.8, 0.4, 0.3, 0.5, 0.2
"""The weights of terms: a word of the hall; a stem or number; a single kanji; a pair of characters; a pair with a
particle, or one English word out of several that form a word of the hall; an English stop word, since "who", "before"
and "again" tell questions apart; a pair of hiragana, which is mostly grammar."""


def terms(text: str, known: Words, stemmed: Callable[[str], str] = stem) -> dict[str, float]:
    """Return the terms of a text with their weights; ``stemmed``: the function that stems an English word."""
    found: dict[str, float] = {}
    stems: list[str] = []
    for run in RUN.findall(folded(text)):
        if LATIN.fullmatch(run):
            if not passed_over(run):
                stems.append(stemmed(run))
                continue
            found[run] = JOINING
            if run in known.latin and not stems:  # "when may I …", but not "the bell rang when …"
                found[f"#{known.latin[run]}"] = THING
        else:
            _letters(run, known, found)
    _latin(stems, known, found)
    return found


def _latin(stems: list[str], known: Words, found: dict[str, float]) -> None:
    at = 0
    while at < len(stems):
        length = min(known.longest[0], len(stems) - at)
        while length and (thing := known.latin.get(" ".join(stems[at : at + length]))) is None:
            length -= 1
        if length:
            found[f"#{thing}"] = THING
        for each in stems[at : at + max(length, 1)]:
            found.setdefault(each, WORD if length < 2 else PART)
        at += max(length, 1)


def _letters(run: str, known: Words, found: dict[str, float]) -> None:
    flat = in_katakana(run)
    taken: set[int] = set()
    at = 0
    while at < len(flat):
        length = min(known.starts.get(flat[at], 0), len(flat) - at)
        while length and (thing := known.letters.get(flat[at : at + length])) is None:
            length -= 1
        if length:
            found[f"#{thing}"] = THING
            taken.update(range(at, at + length))
        at += max(length, 1)
    found.update(dict.fromkeys(NUMBER.findall(run), WORD))
    for at, letter in enumerate(run):
        if _is_kanji(letter) and at not in taken:
            found.setdefault(flat[at], KANJI)
        pair = run[at : at + 2]
        if len(pair) > 1:
            inflected = all("ぁ" <= each <= "ゟ" for each in pair)
            found.setdefault(flat[at : at + 2], INFLECTED if inflected else PART if PARTICLES & {*pair} else PAIR)


def _is_kanji(letter: str) -> bool:
    return letter >= "㐀" or letter in "々〇"


def only_thing(text: str, known: Words) -> str | None:
    """The thing that a text names, if it names exactly one and says nothing else."""
    runs = [run for run in RUN.findall(folded(text)) if not (LATIN.fullmatch(run) and passed_over(run))]
    if not runs:
        return None
    if all(LATIN.fullmatch(run) for run in runs):
        return known.latin.get(" ".join(map(stem, runs)))
    return known.letters.get(in_katakana(runs[0])) if len(runs) == 1 else None
