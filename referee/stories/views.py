"""The views of a game's story, for pages and their scripts, in a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from referee.core.language import text
from referee.log.table_game import TableGame
from referee.log.text import change_sentences, narrate
from referee.stories.moves import Positions, ruled
from referee.stories.queries import TableStory
from referee.stories.turning import GROUP, TurningPoint
from rulesets.kernel.ruleset import Event

DRAWN_FACTS = ("cash", "space", "jail", "out")
"""The facts about a player that are drawn."""
PROCEDURE = frozenset({"phase", "turn", "doubles", "due"})
"""What a ruling changes in the course of play; who watches sees what goes on from there."""


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A moment.  ``told``: what happened, as a sentence; ``changes``: the parts of the drawing that changed."""

    seq: int
    told: str
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TurningPointView:
    """A turning point.  ``step``: the index of its moment; ``seq``: the number of its entry."""

    step: int
    seq: int
    kind: str
    told: str


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A game to replay.  ``start``: the drawing of its first moment; ``worth``, ``cash``: by seat, at every moment."""

    seats: Sequence[Mapping[str, str]]
    printed: Mapping[str, Any]
    start: Mapping[str, Any]
    steps: Sequence[StoryStep]
    turning_points: Sequence[TurningPointView]
    worth: Mapping[str, Sequence[int]]
    cash: Mapping[str, Sequence[int]]


def replay_view(found: TableStory, language: str) -> ReplayView:
    """The story of a game for the script that replays it."""
    mechanics, table, story = found.story.game.ruleset.mechanics, found.story.game.state.table, found.story
    return ReplayView(
        seats=[{"key": seat, "name": table.names.get(seat, seat)} for seat in table.seats],
        printed=mechanics.printed(table, language),
        start=drawn(mechanics.position(story.moments[0].state)),
        steps=list(_steps(found, language)),
        turning_points=turning_point_views(found, language),
        worth=story.figures.worths,
        cash=story.cash,
    )


def drawn(position: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a position that are drawn."""
    players = {
        seat: {name: each[name] for name in DRAWN_FACTS if name in each} for seat, each in position["players"].items()
    }
    pot = {"pot": position["pot"]} if "pot" in position else {}
    return {"turn": position["turn"], "players": players, "deeds": position["deeds"], **pot}


def _steps(found: TableStory, language: str) -> Iterator[StoryStep]:
    before: dict[str, Any] = {}
    for number, each in enumerate(found.story.moments):
        now = drawn(found.story.game.ruleset.mechanics.position(each.state))
        yield StoryStep(each.at, sentence(found, number, language), _changes(before, now) if before else {})
        before = now


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a drawing that differ; a deed that nobody owns any more is None."""
    found: dict[str, Any] = {}
    for part in ("players", "deeds"):
        new = {key: each for key, each in now[part].items() if before[part].get(key) != each}
        new |= dict.fromkeys(before[part].keys() - now[part].keys())
        if new:
            found[part] = new
    return {**found, **{part: now[part] for part in ("turn", "pot") if before.get(part) != now.get(part)}}


def sentence(found: TableStory, number: int, language: str) -> str:
    """What happened in a moment, by its index; for the first one, that the game begins."""
    return in_words(found.table, _events(found, number), language) if number else text(language, "replay_start")


def _events(found: TableStory, number: int) -> Sequence[Event]:
    """What happened in a moment, with what a ruling changed."""
    mechanics, moments = found.story.game.ruleset.mechanics, found.story.moments

    def positions() -> Positions:
        return mechanics.position(moments[number - 1].state), mechanics.position(moments[number].state)

    return ruled(moments[number].events, positions)


def in_words(game: TableGame, events: Sequence[Event], language: str) -> str:
    """What happened, in words for the public: of a ruling what it changed in the game, not who made it or why."""
    parts = []
    for is_ruling, run in groupby(events, key=lambda each: each["kind"] == "ruling"):
        told = [dict(each) for each in run]
        parts += [_ruling(game, each, language) for each in told] if is_ruling else narrate(game, told, language)
    return " · ".join(parts)


def _ruling(game: TableGame, ruling: Event, language: str) -> str:
    """A ruling in words for the public.  The position is public with the game; the rest is for those concerned."""
    changes = [each for each in ruling.get("changes", ()) if each["path"] not in PROCEDURE]
    changed = change_sentences(game.game, changes, language)
    if not changed:
        return text(language, "replay_ruling")
    return text(language, "replay_ruling_changes", changes=text(language, "comma").join(changed))


def turning_point_views(found: TableStory, language: str) -> list[TurningPointView]:
    """The turning points of a game, each with its sentence."""
    moments = found.story.moments
    return [
        TurningPointView(
            each.moment, moments[each.moment].at, each.kind, _turning_point_sentence(found, each, language)
        )
        for each in found.story.turning_points
    ]


def _turning_point_sentence(found: TableStory, point: TurningPoint, language: str) -> str:
    table = found.story.game.state.table
    if point.kind == GROUP:
        printed = found.story.game.ruleset.mechanics.printed(table, language)
        name = next(each["name"] for each in printed["groups"] if each["key"] == point.group)
        return text(language, "replay_group", name=table.names.get(point.player, point.player), group=name)
    assert point.event is not None
    if point.event["kind"] == "ruling":
        return in_words(found.table, _events(found, point.moment), language)
    return in_words(found.table, [point.event], language)
