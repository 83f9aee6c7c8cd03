"""A step of a game, and the type of a law."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulesets import Answer, Game
from tests.fuzz.opening import Header
from tests.fuzz.seen import Seen


@dataclass(frozen=True)
class Step:
    """One report of a game: the game before it, the report, the answer, the game after it.

    ``opening``: the game at the start.  ``states``: the state before each report, by its number.
    """

    header: Header
    opening: Game
    before: Seen
    report: Any
    answer: Answer
    after: Seen
    states: Mapping[int, Any]

    @property
    def kind(self) -> Any:
        """The type of the report, if it has one."""
        return self.report.get("type") if isinstance(self.report, dict) else None

    @property
    def played(self) -> bool:
        """Whether it is an accepted report of the table itself, not a ruling or retraction."""
        return self.answer.accepted and self.kind not in ("ruling", "retract")


Check = Callable[[Step], str | None]


class Law(NamedTuple):
    """A law.  ``every``: in random play it is checked only at every so many reports."""

    name: str
    every: int
    check: Check
