"""What a regulation comes to, in sentences: games, final, tables, timetable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import rulesets
from referee.core.language import text
from referee.events.points_text import join_list
from referee.events.regulation_text import CONFIRMED, delay_lines, goes_on_text, planned_title, summary
from tournaments.regulation.outline import timetable
from tournaments.regulation.regulation import Regulation
from tournaments.seating.shapes import shape

USUAL_START = 10 * 60
"""When the first game begins if nobody says, in minutes since midnight."""


@dataclass(frozen=True, slots=True)
class EffectText:
    """What a regulation comes to.  ``timetable``: a line for each game and each long pause."""

    lines: Sequence[str]
    timetable: Sequence[str]


def effect_text(regulation: Regulation, players: int, language: str, starts: int = USUAL_START) -> EffectText:
    """Return what a regulation comes to for a number of players, 0 if there are none yet.

    ``starts``: when the first game begins, in minutes since midnight.
    """
    minutes = sum(each.minutes or 0 for each in regulation.rounds)
    lines = [
        text(language, "effect_games", games=summary(regulation, language)),
        text(language, "effect_rules", ruleset=ruleset_title(regulation, language)),
        tables_text(regulation, players, language),
        text(language, "effect_time", hours=minutes // 60, minutes=minutes % 60),
        day_text(regulation, starts, language),
    ]
    lines += [goes_on_text(regulation, each, language) for each in regulation.finals]
    if regulation.venues is not None and regulation.venues.places:
        lines.append(text(language, "effect_venues", places=regulation.venues.places))
    lines += [text(language, CONFIRMED[regulation.results.confirmation]), *delay_lines(regulation.spectators, language)]
    return EffectText([each for each in lines if each], timetable_lines(regulation, starts, language))


def ruleset_title(regulation: Regulation, language: str) -> str:
    return rulesets.load(regulation.game.ruleset, regulation.game.version).titles[language]


def tables_text(regulation: Regulation, players: int, language: str) -> str:
    """How many tables of each size the players need; empty while there are none."""
    if players == 0:
        return ""
    found = shape(players, regulation.tables.sizes, regulation.tables.fit)
    if found is None:
        sizes = join_list(regulation.tables.sizes, language)
        return text(language, "effect_no_tables", players=players, sizes=sizes)
    tables = [text(language, "effect_tables_of", count=count, size=size) for size, count in Counter(found).items()]
    return text(language, "effect_tables", players=players, tables=join_list(tables, language))


def day_text(regulation: Regulation, starts: int, language: str) -> str:
    """When the first game begins and the last one ends, as far as that is known."""
    ends = timetable(regulation.rounds, starts)[-1].ends
    if ends is None:
        return text(language, "effect_day_open", starts=clock(starts))
    return text(language, "effect_day", starts=clock(starts), ends=clock(ends))


def timetable_lines(regulation: Regulation, starts: int, language: str) -> list[str]:
    """The timetable of the games, a line for each, and for the long pause."""
    lines = []
    for slot in timetable(regulation.rounds, starts):
        games = join_list((planned_title(each, language) for each in slot.rounds), language)
        if slot.starts is None:
            lines.append(text(language, "timetable_after", games=games))
        elif slot.ends is None:
            lines.append(text(language, "timetable_open", starts=clock(slot.starts), games=games))
        else:
            lines.append(
                text(language, "timetable_slot", starts=clock(slot.starts), ends=clock(slot.ends), games=games)
            )
        if slot.meal and slot.ends is not None:
            lines.append(text(language, "timetable_meal", starts=clock(slot.ends)))
    return lines


def clock(minutes: int) -> str:
    """A time of the day, the next day's too."""
    return f"{minutes // 60 % 24}:{minutes % 60:02}"
