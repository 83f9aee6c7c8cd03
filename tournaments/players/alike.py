"""Which names look alike, though they are written in different letters: by Unicode's confusables (UTS 39).

A Cyrillic а looks like a Latin one, a katakana ニ like the kanji 二, and a zero like an O.  No name is refused for it,
since each may be right; but two in one event are worth a look.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from tournaments.unseen import UNSEEN


def looks(name: str) -> str:
    """What a name looks like: equal for names that the eye cannot tell apart, whatever their width, case and spaces."""
    plain = UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    letters = _prototypes()
    drawn = "".join(letters.get(each, each) for each in unicodedata.normalize("NFD", plain) if not each.isspace())
    return unicodedata.normalize("NFD", drawn).casefold()


@cache
def _prototypes() -> Mapping[str, str]:
    """The character or characters that stand for each that looks like them.

    In the library's table, one that stands for others lists them all, and each of them lists only that one.
    """
    from confusable_homoglyphs.confusables import confusables_data

    def bare(text: str) -> str:  # some entries are wrapped in marks of direction
        return text.strip("\u200e\u200f")

    found = {}
    for given, others in confusables_data.items():
        letter, alike = bare(given), bare(others[0]["c"])
        if len(letter) == 1 and len(others) == 1:
            paired = len(confusables_data[others[0]["c"]]) == 1
            found[letter] = min(letter, alike) if paired and len(alike) == 1 else alike
    return found
