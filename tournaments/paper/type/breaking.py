"""Line breaking: where Unicode's algorithm (UAX 14) allows it, between the phrases of Japanese and words of Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from uniseg.linebreak import LineBreak, line_break, line_break_units

from rulesets.glossary import glossary
from tournaments.paper.type.characters import KANA, NOT_FIRST, NOT_LAST, clusters, wide
from tournaments.paper.type.direction import mark, unmarked
from tournaments.paper.type.runs import width

LONG = 7
"""As many characters are more than a word (手番と手番の間)."""
LAST = 5.0
"""The least width of the last line, at size 1, unless the paragraph has one line."""
SHORT_LAST, IN_BRACKETS = 1_000.0, 25.0
"""How much worse a text is set if its last line is shorter, and if a line ends within brackets, beside the squares of
what its lines are short of the measure.
"""


def break_lines(
    text: str,
    room: float,
    language: str,
    weight: str,
    *,
    tight: bool = False,
    names: tuple[str, ...] = (),
) -> list[str]:
    """Break a cleaned text into lines no wider than ``room`` (at size 1).

    Lines break where UAX 14 allows it, and between the `phrases` of Japanese and Chinese.

    A phrase wider than a line, and every phrase where the text is to be ``tight``, is split between kanji and kana, a
    word at the end of the line.  Unless it is, the lines are as even as they can be without one more, and no word or
    two are left over for the last.  No line tears one of the cleaned ``names`` that has room on a line.  If some of a
    paragraph is read from right to left, each of its lines begins with the mark of the paragraph's direction.
    """
    return [
        mark(part) + line
        for part in text.split("\n")
        for line in _broken(unmarked(part), room, language, weight, names, tight=tight)
    ]


@lru_cache(maxsize=2_000)
def unbreakable(text: str) -> tuple[str, ...]:
    """Split a line into pieces without a line break opportunity (UAX 14), each with the space after it.  The star of a
    note stays with what it is about, a figure with what it counts, and the two parts of a clause's id.
    """
    pieces: list[str] = []
    for part in _parts(text):
        for each in _units(part):
            counted = pieces and pieces[-1][-1].isdecimal() and _script(each[0]) != "narrow"
            if pieces and (counted or each.startswith("*") or (ID.search(pieces[-1]) and each[0].isupper())):
                pieces[-1] += each
            else:
                pieces.append(each)
    return tuple(pieces)


ID = re.compile("[A-Z]/$")
"""The first part of a clause's id."""
BRACKETED = re.compile("（[^（）]{1,4}）")
"""What stands in brackets and stays on one line, such as `（预赛）` in a heading."""
FORMAL = re.compile(r"(?<=[うくぐすつぬぶむるたいなだ])(?:とき|ため|たび|こと|もの|ところ|うち|ほか|まま|まで)")
"""The nouns in hiragana with which a phrase begins, although it does not show: 通り過ぎる|たびに, 認める|ものだけ."""
CERTAIN = re.compile(r"(?<=[ainck.] )(?=[ain])|(?<=i)(?=[aio])|(?<=a)(?=i)|(?<=c)(?=[io])|(?<=k)(?=[aionp])")
"""Where a line may break whatever else stands before and behind, in terms of `_kind`: after a single space, around
ideographs and kana, and after their commas, before a sum too.
"""
WHOLE = re.compile(r"o*(?:a+|i|n+)[ck.]* *")
"""Where no line may break."""


def _parts(text: str) -> Iterator[str]:
    """Split a text at those of its opportunities that two characters decide, so that uniseg, which is slow, is asked
    only about what is left, and about the same only once.
    """
    kinds = "".join(map(_kind, text))
    begin = 0
    for end in (*(found.start() for found in CERTAIN.finditer(kinds)), len(text)):
        yield text[begin:end]
        begin = end


@lru_cache(maxsize=10_000)
def _units(part: str) -> tuple[str, ...]:
    """The pieces of a part by UAX 14."""
    return (part,) if WHOLE.fullmatch("".join(map(_kind, part))) else tuple(line_break_units(part))


@lru_cache(maxsize=10_000)
def _kind(character: str) -> str:
    """``k`` for a full-width comma or stop, else the letter of its class in `KINDS`, ``?`` for all others."""
    return "k" if character in "、。，；" else KINDS.get(line_break(character), "?")


KINDS = {
    LineBreak.AL: "a",  # letters
    LineBreak.ID: "i",  # ideographs and kana
    LineBreak.NU: "n",
    LineBreak.OP: "o",
    LineBreak.CL: "c",
    LineBreak.IS: ".",
    LineBreak.EX: ".",
    LineBreak.SP: " ",
    LineBreak.PR: "p",  # signs of currencies
}


@lru_cache(maxsize=2_000)
def phrases(text: str, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Split a line into phrases, each with the space after it; none of them begins or ends within one of the ``names``.

    In Japanese a phrase is a word with its particles and endings (文節), recognised by its kana, or a word in katakana
    or in kanji; in Chinese it is a word of `whole`; otherwise the phrases are the pieces of `unbreakable`.  A few
    characters in brackets are one phrase.
    """
    pieces = _joined(text, names)
    if not any(_script(each) in ("hiragana", "katakana") for each in text):
        return pieces
    parts, begun = [*pieces[:1]], {found.start() for found in FORMAL.finditer(text)}
    at = 0
    for before, after in pairwise(pieces):
        at += len(before)
        if at in begun or _phrase_ends(before[-1], after[0]):
            parts.append(after)
        else:
            parts[-1] += after
    return tuple(parts)


@cache
def whole() -> Mapping[str, tuple[str, ...]]:
    """The words that no line tears, by their first character, the longest first: those of the glossary, and those of
    our texts (`words.txt`), whose ends Chinese does not show and Japanese shows wrongly (埋め合わせ).
    """
    listed = (files(__package__) / "words.txt").read_text("utf-8").partition("\n\n")[2].split()
    terms = (each for term in glossary().values() for words in (term.words, term.city) for each in words.values())
    return _by_first(tuple(each for each in {*listed, *terms} if 1 < len(each) < LONG and wide(each)))


@lru_cache(maxsize=20)
def _by_first(words: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Words by their first character, the longest first."""
    found: dict[str, list[str]] = {}
    for each in sorted(filter(None, words), key=len, reverse=True):
        found.setdefault(each[0], []).append(each)
    return {first: tuple(words) for first, words in found.items()}


def _joined(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The pieces of a text, with its words and names joined, and what stands in brackets if it is short."""
    named = _by_first(names)
    inside = {at for found in BRACKETED.finditer(text) for at in range(found.start() + 1, found.end())}
    at = 0
    while at < len(text):
        known = (*named.get(text[at], ()), *whole().get(text[at], ()))
        word = next((each for each in known if text.startswith(each, at)), text[at])
        inside.update(range(at + 1, at + len(word)))
        at += len(word)
    pieces: list[str] = []
    at = 0
    for piece in unbreakable(text):
        if at in inside:
            pieces[-1] += piece
        else:
            pieces.append(piece)
        at += len(piece)
    return tuple(pieces)


def whole_words(text: str) -> list[str]:
    """The words of a text: what spaces part, and in Japanese also the phrases within."""
    kana = any(_script(character) in ("hiragana", "katakana") for character in text)
    return [part.rstrip() for part in phrases(text)] if kana else text.split()


def _phrase_ends(before: str, after: str) -> bool:
    """Whether a phrase ends between two characters."""
    if before.isspace() or before in NOT_FIRST - KANA or after in NOT_LAST:
        return True
    return _script(after) not in ("hiragana", _script(before))


def _script(character: str) -> str:
    if "\u3041" <= character <= "\u309f":
        return "hiragana"
    if "\u30a0" <= character <= "\u30ff":
        return "katakana"
    return "han" if wide(character) else "narrow"


def _broken(text: str, room: float, language: str, weight: str, names: tuple[str, ...], *, tight: bool) -> list[str]:
    lines = [""]

    def place(parts: Sequence[str], *finer: Callable[[str], Sequence[str]]) -> None:
        """Place parts one after the other; split those that are wider than a line with the next finer method."""
        for part in parts:
            if width((lines[-1] + part).rstrip(), language, weight) <= room or not (lines[-1] or finer):
                lines[-1] += part
            elif finer and width(part.rstrip(), language, weight) > room:
                place(finer[0](part), *finer[1:])
            else:
                lines.append(part)

    if tight:
        place(unbreakable(text), clusters)
    elif width(text.rstrip(), language, weight) <= room:
        return [text.rstrip()]
    elif not (lines := _even(_measured(text, names, language, weight), room)):
        lines = [""]
        place(phrases(text, names), partial(_joined, names=names), unbreakable, clusters)
    stripped = [line.rstrip() for line in lines]
    return stripped if len(stripped) == 1 else [line for line in stripped if line]


class _Phrase(NamedTuple):
    """A phrase with its width, that without the space after it, and the last bracket in it."""

    text: str
    across: float
    visible: float
    bracket: str


@lru_cache(maxsize=2_000)
def _measured(text: str, names: tuple[str, ...], language: str, weight: str) -> tuple[_Phrase, ...]:
    """The phrases of a text, which is broken again and again until it fits."""
    return tuple(
        _Phrase(
            part,
            width(part, language, weight),
            width(part.rstrip(), language, weight),
            next((each for each in reversed(part) if each in "(（)）"), ""),
        )
        for part in phrases(text, names)
    )


def _even(parts: Sequence[_Phrase], room: float) -> list[str]:
    """The fewest lines of phrases, as even as they can be; none if a phrase is wider than a line."""
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    """To the end of each part: how many lines, how bad they are, and the part that begins the last of them."""
    for end, last in enumerate(parts, 1):
        choices, across, bracket = list[tuple[int, float, int]](), last.visible - last.across, ""
        for start in reversed(range(end)):
            bracket = bracket or parts[start].bracket
            across += parts[start].across
            if across > room:
                break
            if end == len(parts):
                worse = SHORT_LAST * (across < min(LAST, room / 3))
            else:
                worse = (room - across) ** 2 + IN_BRACKETS * (bracket in ("(", "（"))
            count, bad, _ = best[start]
            choices.append((count + 1, bad + worse, start))
        if not choices:
            return []
        best.append(min(choices))
    lines, end = list[str](), len(parts)
    while end:
        start = best[end][2]
        lines.insert(0, "".join(part.text for part in parts[start:end]))
        end = start
    return lines
