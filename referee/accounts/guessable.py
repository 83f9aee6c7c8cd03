"""Whether a new password would be guessed: common ones, patterns, and what everybody in the hall knows.

zxcvbn estimates how many guesses a good guesser needs; its lists of common passwords, words and names come with it, so
nothing leaves the machine.  Passwords that are in use already are not judged again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from referee.core.http.field_faults import FieldFault

LEAST_GUESSES = 10**10
"""As many as zxcvbn calls hard to guess even for whoever has the hash: backups hold it, and travel on sticks."""
JUDGED = 20
"""How many characters are judged, the first ones: what they withstand, the whole password does too.  The time that
zxcvbn takes grows without bounds with the number of signs: 0.3 s here at most, 13 s for 72 of them."""
KNOWN_EVERYWHERE = (
    "monopoly",
    "referee",
    "tournament",
    "judge",
    "arbiter",
    "organizer",
    "admin",
    "jma",
    "hasbro",
    "boardwalk",
    "モノポリー",
    "モノポリ",
    "大会",
    "審判",
    "さいばん",
    "パスワード",
    "ぱすわーど",
    "盤",
    "銀行",
    "大富翁",
    "地产大亨",
    "比赛",
    "裁判",
    "密码",
    "管理员",
)
"""Words that anybody would try here, besides those of zxcvbn's lists, which are English."""
SHORTEST_KNOWN = 3
"""Characters of a known word that count; two of Japanese or Chinese do."""


def guessable(password: str, known: Iterable[str]) -> FieldFault | None:
    """What is wrong with a new password; None if it is hard to guess, even without what is ``known``: the log-in name,
    the person's name, names of events.
    """
    from zxcvbn import zxcvbn

    plain = normalize("NFKC", password)
    words = known_words(known)
    rest = re.sub("|".join(map(re.escape, words)), "", plain, flags=re.IGNORECASE)[:JUDGED]
    if rest and zxcvbn(rest)["guesses"] >= LEAST_GUESSES:
        return None
    inside = [each for each in words if each in plain.casefold()]
    if inside:
        longest = [each for each in inside if not any(each in other and each != other for other in inside)]
        return FieldFault("", "password_known", {"words": ", ".join(longest)})
    return FieldFault("", "password_guessable", {})


def known_words(known: Iterable[str]) -> list[str]:
    """The texts and the words in them, the longest first."""
    found: set[str] = set()
    for text in (*known, *KNOWN_EVERYWHERE):
        plain = normalize("NFKC", text).casefold()
        found.update(
            each
            for each in (plain, *re.split(r"[\W_]+", plain))
            if len(each) >= (SHORTEST_KNOWN if each.isascii() else 2)
        )
    return sorted(found, key=lambda each: (-len(each), each))
