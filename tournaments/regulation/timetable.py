"""When the games of a plan begin and end, with the pauses between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.regulation.round import PlannedRound

PAUSE = 15
"""Minutes between two games: to count, to enter the results, to change tables."""
MEAL = 45
"""Minutes of the pause in the middle of a long day."""
LONG = 5 * 60
"""From how many minutes on a day has a meal in it."""


@dataclass(frozen=True, slots=True)
class PlayingTime:
    """Games that are played at the same time.

    ``starts``, ``ends``: minutes since midnight; the end is None for a game without limit, and so is the start of what
    follows it.  ``meal``: whether the pause after it is a long one.
    """

    rounds: tuple[PlannedRound, ...]
    starts: int | None
    ends: int | None
    meal: bool


def span(minutes: Sequence[int]) -> int:
    """The minutes from the start of the first game to the end of the last, ``minutes`` being those of each game."""
    return sum(minutes) + sum(_pauses(minutes))


def timetable(rounds: Sequence[PlannedRound], starts: int) -> list[PlayingTime]:
    """The timetable of a plan whose first game begins at ``starts``, in minutes since midnight."""
    together: dict[int, list[PlannedRound]] = {}
    for each in rounds:
        together.setdefault(each.beside or each.number, []).append(each)
    games = [tuple(together[number]) for number in sorted(together)]
    lasting = [max(each.minutes or 0 for each in game) for game in games]
    pauses = [*_pauses(lasting), 0]
    slots, at = [], starts if games else None
    for game, minutes, pause in zip(games, lasting, pauses, strict=True):
        ends = None if at is None or any(each.minutes is None for each in game) else at + minutes
        slots.append(PlayingTime(game, at, ends, pause == MEAL))
        at = None if ends is None else ends + pause
    return slots


def _pauses(minutes: Sequence[int]) -> list[int]:
    """The pauses between games; the one nearest to the middle of a long day is for a meal."""
    pauses = [PAUSE] * (len(minutes) - 1)
    if pauses and sum(minutes) + sum(pauses) >= LONG:
        half, done = sum(minutes) / 2, [sum(minutes[: number + 1]) for number in range(len(pauses))]
        pauses[min(range(len(pauses)), key=lambda number: abs(done[number] - half))] = MEAL
    return pauses
