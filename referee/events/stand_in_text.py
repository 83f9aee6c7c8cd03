"""Who keeps whose seat, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.language import text
from tournaments.players.entrant import Entrant


def stand_in_lines(entrants: Sequence[Entrant], player: str, language: str) -> list[str]:
    """Who kept a player's seat in which rounds, and whose seat the player keeps: a sentence for each."""
    names = {each.id: each.shown for each in entrants}
    found = []
    for each in entrants:
        first, last = each.first_round or 1, each.dropped_after
        if not each.stands_for or player not in (each.id, each.stands_for) or (last is not None and last < first):
            continue
        if each.id == player:
            about = {"name": names.get(each.stands_for, each.stands_for)}
            key = "stand_in_for" if last is None else "stand_in_for_until"
        else:
            about = {"other": each.shown}
            key = "stand_in_keeps" if last is None else "stand_in_kept"
        found.append(text(language, key, **about, first=first, last=last))
    return found
