"""The form of a position, whatever the game: the classic board has its own, any other one what it declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.problems import Problem
from referee.rules.positions.declared import declared_form, read_declared
from referee.rules.positions.fields import difference, has_fields, read_position
from referee.rules.positions.values import form_values
from rulesets.kernel.ruleset import Game
from rulesets.kernel.telling.placing import placing_of


def shown_values(game: Game, language: str) -> dict[str, str]:
    """What would have been typed for the position of a game."""
    return form_values(game) if has_fields(game) else declared_form(game, language).values()


def read_change(form: Mapping[str, str], game: Game, language: str) -> dict[str, Any]:
    """The ``set`` of a ruling that makes the position of a game the one that a form stands for.

    Raises the problem ``faulty`` with everything that cannot be read.
    """
    before = game.ruleset.position(game)
    if has_fields(game):
        return difference(before, read_position(form, game, language))
    after, faults = read_declared(form, game, language)
    if faults:
        said = [(field, message) for field, messages in faults.items() for message in messages]
        errors = [{"field": field, "fault": "misread", "message": message} for field, message in said]
        raise Problem("faulty", more={"errors": errors}, faults=[message for _, message in said])
    closed: dict[str, Any] = {part: [] if isinstance(before[part], list) else None for part in placing_of(game).opened}
    return difference(before, closed | after)
