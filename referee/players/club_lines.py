"""What is taken as the same club, and as none, in words: to be checked before clubmates are kept apart by it."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.language import word
from tournaments.players.clubs import club_spellings


def club_lines(written: Iterable[str]) -> list[str]:
    """One line for the clubs that are written in several ways, and one for what is taken as no club."""
    found = club_spellings(written)
    lines = []
    if found.alike:
        lines.append(word("clubs_alike", spellings=word("comma").join(" = ".join(each) for each in found.alike)))
    if found.none:
        lines.append(word("clubs_none", spellings=word("comma").join(found.none)))
    return lines
