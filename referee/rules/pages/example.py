"""The content of an answer's example: the position, each report with its result, what is due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from markupsafe import Markup

from referee.core.language import text
from referee.log.changes import changes
from referee.log.text import change_sentences
from referee.rules.pages.text import linked
from rulesets.answers.answer import Example
from rulesets.answers.playing import Played, play
from rulesets.kernel.ruleset import Game
from rulesets.kernel.telling.pieces import words_of


@dataclass(frozen=True, slots=True)
class DeedText:
    """A deed that a player owns.  ``built``: the buildings on it, empty for none."""

    name: str
    built: str
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class PlayerText:
    """What a player has at the start of an example.  ``failed``: failed throws in jail, None if not in jail."""

    name: str
    cash: str
    space: str
    failed: int | None
    cards: Sequence[str]
    deeds: Sequence[DeedText]


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A report of an example, and what happened or why it was refused.  ``line``: in notation, empty for a ruling."""

    line: str
    events: Sequence[str]
    refusals: Sequence[Markup]


@dataclass(frozen=True, slots=True)
class ExampleText:
    """An example, played by the engine.  ``ruleset``: the ruleset's title."""

    ruleset: str
    position: Sequence[PlayerText]
    steps: Sequence[ExampleStep]
    due: Sequence[str]


def example_text(example: Example, language: str) -> ExampleText:
    played = play(example)
    ruleset = played.start.ruleset
    return ExampleText(
        ruleset=ruleset.titles[language],
        position=position_text(played.start, language),
        steps=[
            step_text(each, before, language)
            for each, before in zip(
                played.steps, [played.start, *(each.answer.game for each in played.steps)], strict=False
            )
        ],
        due=ruleset.narrate(played.end, ruleset.due(played.end), language),
    )


def step_text(played: Played, before: Game, language: str) -> ExampleStep:
    ruleset, answer = before.ruleset, played.answer
    table = answer.game.state.table
    refusals = [linked(ruleset.explain(each, table, language)["message"], ruleset) for each in answer.refusals[:1]]
    events = ruleset.narrate(answer.game, answer.events, language)
    if played.report["type"] != "ruling":
        return ExampleStep(played.step.line, events, refusals)
    if "set" in played.report:
        rows = [asdict(each) for each in changes(ruleset.position(before), ruleset.position(answer.game))]
        events += change_sentences(answer.game, rows, language)
    return ExampleStep("", events, refusals)


def position_text(game: Game, language: str) -> list[PlayerText]:
    mechanics, table = game.ruleset.mechanics, game.state.table
    position = game.ruleset.position(game)

    def label(kind: str, value: object) -> str:
        return mechanics.label(table, kind, value, language) or str(value)

    def deed(key: str, each: dict[str, Any]) -> DeedText:
        built = text(language, "comma").join(words_of(game, each, language))
        return DeedText(label("deed", key), built, each.get("mortgaged", False))

    return [
        PlayerText(
            name=table.names.get(seat, seat),
            cash=label("money", each["cash"]),
            space=label("space", each["space"]) if "space" in each else "",
            failed=each.get("jail"),
            cards=[label("thing", deck) for deck in each.get("cards", ())],
            deeds=[deed(key, one) for key, one in position["deeds"].items() if one["owner"] == seat],
        )
        for seat, each in position["players"].items()
    ]
