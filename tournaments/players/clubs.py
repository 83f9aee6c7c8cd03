"""Clubs as people write them: which spellings mean one club, and which say that somebody has none."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tournaments.players.row import same_text


@cache
def _none_words() -> frozenset[str]:
    text = (files("tournaments") / "players" / "no_club.toml").read_text("utf-8")
    return frozenset(same_text(word) for words in tomllib.loads(text).values() for word in words)


def club_key(written: str) -> str | None:
    """What spellings of one club have in common, whatever their width, case and spaces; None for no club.

    Nothing but signs ("-", "—", "×", "ー") says that somebody has none, as do the words of `no_club.toml`.
    """
    key = same_text(written)
    return key if any(map(str.isalnum, key.replace("ー", ""))) and key not in _none_words() else None


def differ(one: str, other: str) -> bool:
    """Whether two people are in different clubs; not if either has none."""
    first, second = club_key(one), club_key(other)
    return first is not None and second is not None and first != second


@dataclass(frozen=True, slots=True)
class ClubSpellings:
    """The clubs of some people.

    ``labels``: by what is written, the most frequent spelling of that club, None for no club; ``alike``: the clubs
    that are spelled in several ways, each with its spellings; ``none``: what says "no club", blanks left out.
    """

    labels: Mapping[str, str | None]
    alike: tuple[tuple[str, ...], ...]
    none: tuple[str, ...]


def club_spellings(written: Iterable[str]) -> ClubSpellings:
    """Which of the clubs written are one.  Of equally frequent spellings, the first stands for the club."""
    counts = Counter(written)
    spellings: dict[str, list[str]] = {}
    for text, _ in counts.most_common():
        key = club_key(text)
        if key is not None:
            spellings.setdefault(key, []).append(text)
    labels = {text: spellings[key][0] if (key := club_key(text)) is not None else None for text in counts}
    return ClubSpellings(
        labels,
        tuple(tuple(each) for each in spellings.values() if len(each) > 1),
        tuple(text for text, label in labels.items() if label is None and text.strip()),
    )
