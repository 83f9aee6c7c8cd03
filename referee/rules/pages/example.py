"""An example of an answer as its page shows it: the position, each report with what the engine said, what is due."""

from __future__ import annotations

from typing import Any

from referee.rules.pages.text import linked
from rulesets.answers.answer import Example
from rulesets.answers.playing import Played, play
from rulesets.kernel.ruleset import Game
from rulesets.kernel.telling import tell


def example_told(example: Example, spoken: str) -> dict[str, Any]:
    """An example, played by the engine, in a language."""
    shown = play(example)
    ruleset = shown.start.ruleset
    return {
        "ruleset": ruleset.titles[spoken],
        "position": position_told(shown.start, spoken),
        "steps": [step_told(each, shown.start, spoken) for each in shown.steps],
        "due": sentences(shown.end, ruleset.due(shown.end), spoken),
    }


def step_told(played: Played, start: Game, spoken: str) -> dict[str, Any]:
    """A report with its answer."""
    ruleset, table = start.ruleset, played.answer.game.state.table
    return {
        "line": played.step.line,
        "told": sentences(played.answer.game, played.answer.events, spoken),
        "refused": [
            linked(ruleset.explain(each, table, spoken)["message"], ruleset) for each in played.answer.refusals[:1]
        ],
    }


def position_told(game: Game, spoken: str) -> list[dict[str, Any]]:
    """What everybody has at the start."""
    mechanics, table = game.ruleset.mechanics, game.state.table
    stands = game.ruleset.position(game)

    def label(kind: str, value: object) -> str:
        return mechanics.label(table, kind, value, spoken) or str(value)

    def deed(key: str, each: dict[str, Any]) -> dict[str, Any]:
        return {
            "name": label("deed", key),
            "built": label("level", each["level"]) if each["level"] else "",
            "mortgaged": each["mortgaged"],
        }

    return [
        {
            "name": table.names.get(seat, seat),
            "cash": label("money", each["cash"]),
            "space": label("space", each["space"]),
            "failed": each["jail"],
            "cards": [label("thing", deck) for deck in each["cards"]],
            "deeds": [deed(key, one) for key, one in stands["deeds"].items() if one["owner"] == seat],
        }
        for seat, each in stands["players"].items()
    ]


def sentences(game: Game, entries: Any, spoken: str) -> list[str]:
    """What happened, or is due, as sentences without a full stop."""
    ruleset, table = game.ruleset, game.state.table

    def label(kind: str, value: Any, language: str) -> str | None:
        return ruleset.mechanics.label(table, kind, value, language)

    return [each for each in tell(entries, spoken, label, ruleset.told_by) if each]
