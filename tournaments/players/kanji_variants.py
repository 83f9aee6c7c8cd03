"""Forms of one kanji, so that a search for 高橋 finds 髙橋, and one for 渡辺 also 渡邊 and 渡邉.

Forms are alike for searches only: 斉藤 and 斎藤 are two names, and nobody is taken for somebody else because of this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("kanji") / "variants.txt"
"""A group of forms a line, in the order of their codes.  `tests/kanji_variants.py` generates it; ``VENDORED.toml`` next
to it says from what."""


@cache
def _first_forms() -> Mapping[int, str]:
    groups = TABLE.read_text("utf-8").split()
    return {ord(each): group[0] for group in groups for each in group[1:]}


@cache
def _groups() -> Mapping[str, str]:
    return {each: group for group in TABLE.read_text("utf-8").split() for each in group}


def first_form(text: str) -> str:
    """A text with every kanji in the first of its forms."""
    return text.translate(_first_forms())


def forms_of(texts: Iterable[str]) -> str:
    """The forms of the kanji in some texts, in pairs: a form, and the first form of its group.

    A page folds with these what is typed into it; the whole table would be larger than the page.
    """
    known = _groups()
    groups = {known[letter] for letter in sorted(set("".join(texts))) if letter in known}
    return "".join(f"{each}{group[0]}" for group in sorted(groups) for each in group[1:])
