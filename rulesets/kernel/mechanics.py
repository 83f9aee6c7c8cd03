"""What a family of games tells the kernel about its states: the methods that it brings, by what they are for.

Tables, editions, states, drafts and games are the family's own and pass through the kernel unread (``Any``).  All
methods are pure but for the draft that they are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from rulesets.kernel.explanation import Explained
from rulesets.kernel.refusal import Refusal


class Tables(Protocol):
    """What stays the same during a game."""

    def table(self, ruleset: Any, seats: tuple[str, ...], edition: Any, options: Mapping[str, Any],
              names: Mapping[str, str]) -> Any:  # fmt: skip
        """All that stays the same during a game of ``ruleset``; every state carries it.  Its ``options`` are those
        given here.
        """

    def editions(self) -> tuple[str, ...]:
        """The names of the editions that the family can be played with."""

    def edition(self, name: str) -> Any:
        """The edition ``name``."""


class Positions(Protocol):
    """States, and positions as they are written and read."""

    def opening(self, table: Any) -> Any:
        """The state at the start of a game."""

    def placed(self, table: Any, position: Any) -> tuple[Any, list[Refusal]]:
        """The state of a position given as JSON, and every fault that makes it impossible (RECORD/FORM,
        RECORD/START).
        """

    def amended(self, state: Any, partial: Any) -> tuple[Any, list[Refusal]]:
        """The state with parts of its position replaced, and every fault of the result."""

    def contradictions(self, state: Any) -> list[Refusal]:
        """Why no ruling may lead to this state: it could not be on the table."""

    def position(self, state: Any) -> dict[str, Any]:
        """The whole state as a JSON object that `placed` takes back."""

    def restored(self, table: Any, position: Any) -> tuple[Any, list[Refusal]]:
        """A position written by `position`, read back, and its faults of form; what it says is not questioned."""


class Flow(Protocol):
    """How one state follows the other."""

    def draft(self, state: Any) -> Any:
        """A draft of the next state, with lists ``events`` and ``warnings`` and a method ``freeze``, after which nobody
        asks it for anything.
        """

    def settle(self, draft: Any) -> None:
        """What follows after any accepted report: turns that end, offers that lapse, the end of the game."""

    def due(self, state: Any) -> list[dict[str, Any]]:
        """What the table must do next."""

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""

    def standing(self, state: Any) -> list[dict[str, Any]]:
        """The ranking, best first."""


class Telling(Protocol):
    """What people at the table get to read."""

    def legal(self, game: Any) -> list[dict[str, Any]]:
        """What may be reported now: exact reports, or bounds where they are too many."""

    def explained(self, game: Any) -> Explained:
        """What there is to tell of debts, of the end and of scarce pieces."""

    def printed(self, table: Any, language: str) -> dict[str, Any]:
        """What is printed on the board and its cards, as a JSON object with the names in a language."""

    def charges(self, state: Any) -> dict[str, dict[str, Any]]:
        """What every deed that can charge rent would charge now, by its key: ``amount``, or ``times`` the dice."""

    def label(self, table: Any, kind: str, value: Any, language: str) -> str | None:
        """The printed form of a fact (a seat, a deed, an amount …) in a language; None for a kind it does not know."""


class RandomPlay(Protocol):
    """What random games are made of, and what must hold in them."""

    def propose(self, game: Any, random: Any, *, hurry: bool) -> dict[str, Any]:
        """A report that a table might make now, legal or not; in a ``hurry`` towards the end."""

    def scatter(self, state: Any, random: Any) -> dict[str, Any]:
        """A possible position to start from."""

    def conserved(self, state: Any) -> dict[str, int]:
        """Quantities that no report may change."""


class Mechanics(Tables, Positions, Flow, Telling, RandomPlay, Protocol):
    """A family of games, whole."""
