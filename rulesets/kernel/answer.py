"""The referee's answer to one report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.kernel.game import Game
from rulesets.kernel.refusal import Refusal

Event = Mapping[str, Any]


class Answer(NamedTuple):
    """Accepted with events, or refused with every clause that the report breaks, most telling first.

    ``game`` is the game to go on from: after a refusal the same position under the next number.
    """

    seq: int
    accepted: bool
    events: tuple[Event, ...]
    refusals: tuple[Refusal, ...]
    warnings: tuple[Refusal, ...]
    game: Game

    @property
    def due(self) -> list[dict[str, Any]]:
        """What the table must do next, first things first."""
        return self.game.ruleset.due(self.game)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The answer as a JSON object, sentences in en, ja or zh."""
        ruleset = self.game.ruleset
        if not self.accepted:
            return {
                "seq": self.seq,
                "accepted": False,
                "refusals": [ruleset.explain(refusal, self.game.state.table, language) for refusal in self.refusals],
            }
        return {
            "seq": self.seq,
            "accepted": True,
            "events": list(self.events),
            "due": ruleset.due(self.game),
            "warnings": [ruleset.explain(warning, self.game.state.table, language) for warning in self.warnings],
        }
