"""How somebody's game ended, in words: the same on every page, on paper and in the API."""

from __future__ import annotations

from referee.core.language import text
from tournaments.result import GameResult, PlayerResult, ending


def ended(result: GameResult, each: PlayerResult, language: str) -> str:
    """How a game ended for one of its players; empty for somebody who was left at its end."""
    found = ending(result, each)
    return text(language, f"result_ended_{found}", number=each.fell) if found else ""
