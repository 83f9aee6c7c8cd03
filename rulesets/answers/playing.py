"""Plays an example and collects the engine's answer to each of its reports."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets import notation
from rulesets.answers.answer import Example, Step
from rulesets.kernel.record import open_header, read_line
from rulesets.kernel.ruleset import Answer, Game


class Played(NamedTuple):
    """A step, the report that it stands for and the engine's answer."""

    step: Step
    report: Any
    answer: Answer


class Shown(NamedTuple):
    """An example after it has been played; refused reports changed nothing."""

    start: Game
    steps: tuple[Played, ...]

    @property
    def end(self) -> Game:
        """The game after the last report."""
        return self.steps[-1].answer.game if self.steps else self.start


def play(example: Example) -> Shown:
    """Play an example.  Raises ValueError where the header is refused, `Unreadable` for a line that cannot be read."""
    opening = open_header(example.header)
    if opening.game is None:
        raise ValueError(f"refused: {[each.code for each in opening.refusals]}")
    game, steps = opening.game, []
    for step in example.steps:
        report = read(step.line, game)
        steps.append(Played(step, report, game.ruleset.judge(game, report)))
        game = steps[-1].answer.game
    return Shown(opening.game, tuple(steps))


def read(line: str, game: Game) -> Any:
    """Read a line of an example as a report: as JSON where it begins with a brace, else as the short notation."""
    if line.startswith("{"):
        return read_line(line)
    return notation.parse(line, notation.codes(game), notation.meant(game.ruleset.due(game)))
