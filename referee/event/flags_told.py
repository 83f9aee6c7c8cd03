"""Flags of players in words."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language import language
from tournaments.players.row import columns


def flag_title(flag: str) -> str:
    """A flag as people read it; one of the regulation's own is its word."""
    titles = columns().titles.get(f"flag.{flag}")
    return titles[language()] if titles else flag


def flag_titles(flags: Iterable[str]) -> list[str]:
    """Flags as people read them."""
    return [flag_title(flag) for flag in flags]
