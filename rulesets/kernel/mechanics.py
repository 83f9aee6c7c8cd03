"""What a family of games tells the kernel about its states: the methods that it provides, grouped by purpose.

Tables, editions, states, drafts and games are the family's own, and opaque to the kernel (``Any``).  All methods are
pure, except that some write into the draft that they are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from rulesets.kernel.explanation import Explained
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.telling.assets import Assets
from rulesets.kernel.telling.handling import Handling
from rulesets.kernel.telling.money import Money


class Tables(Protocol):
    """What stays the same during a game."""

    def table(
        self, ruleset: Any, seats: tuple[str, ...], edition: Any, options: Mapping[str, Any], names: Mapping[str, str]
    ) -> Any:
        """Return what stays the same during a game of ``ruleset`` with these ``options``; every state carries it."""

    def editions(self) -> tuple[str, ...]:
        """The names of the editions that the family can be played with."""

    def edition(self, name: str) -> Any:
        """The edition ``name``."""


class Positions(Protocol):
    """States, and positions as they are read and written."""

    def opening(self, table: Any) -> Any:
        """The state at the start of a game."""

    def placed(self, table: Any, position: Any) -> tuple[Any, list[Refusal]]:
        """Return the state of a position given as JSON, and every fault that makes it impossible (RECORD/FORM,
        RECORD/START).
        """

    def amended(self, state: Any, partial: Any) -> tuple[Any, list[Refusal]]:
        """Return the state with parts of its position replaced, and every fault of the result."""

    def contradictions(self, state: Any) -> list[Refusal]:
        """Return why not even a ruling may lead to this state: reasons why it could not be on the table."""

    def position(self, state: Any) -> dict[str, Any]:
        """The whole state as a JSON object that `placed` takes back."""

    def restored(self, table: Any, position: Any) -> tuple[Any, list[Refusal]]:
        """Read back a position that `position` wrote: the state, and faults of form; what it says is not checked."""


class Flow(Protocol):
    """How one state follows from another."""

    def draft(self, state: Any) -> Any:
        """Return a draft of the next state, with lists ``events`` and ``warnings`` and a method ``freeze``.

        The draft is not used after ``freeze``.
        """

    def settle(self, draft: Any) -> None:
        """Apply what follows after any accepted report: turns that end, the end of the game.  What stands open is
        looked at before (`matter.Matter`): a game with anything of the kind lists it as ``matters``.
        """

    def due(self, state: Any) -> list[dict[str, Any]]:
        """What the table must do next."""

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""

    def standing(self, state: Any) -> list[dict[str, Any]]:
        """The ranking, best first: ``rank``, ``player`` and ``worth`` (None where the game knows none) of each seat.

        Where a game has such ends, also ``monopoly_win`` and ``out_at``, the place in the order of going out.
        """


class Telling(Protocol):
    """What people at the table read."""

    def legal(self, game: Any) -> list[dict[str, Any]]:
        """Return what may be reported now: exact reports, or bounds if there are too many."""

    def explained(self, game: Any) -> Explained:
        """Return what there is to say about debts, the end and scarce pieces."""

    def money(self, edition: Any) -> Money:
        """How amounts are written in an edition."""

    def assets(self, edition: Any) -> Assets:
        """What players can own in an edition and what may stand there, for boards, forms, pages and papers."""

    def handling(self, table: Any) -> Handling:
        """How a page that logs the game handles it: calls by one tap, timers, what is asked about before."""

    def key_figures(self, edition: Any, options: Mapping[str, Any], language: str) -> Iterable[tuple[str, str]]:
        """The figures of a game that a judge or player looks up most, as label and value."""

    def printed(self, table: Any, language: str) -> dict[str, Any]:
        """Return what is printed on the board and its cards, as a JSON object with the names in a language."""

    def charges(self, state: Any) -> dict[str, dict[str, Any]]:
        """Return what every deed that can charge rent would charge now, by key: ``amount``, or ``times`` the dice."""

    def label(self, table: Any, kind: str, value: Any, language: str) -> str | None:
        """Return the printed form of a fact (a seat, a deed, an amount …) in a language; None for an unknown kind.

        Without a table, the kind ``board`` is the title of an edition by its name.
        """


class RandomPlay(Protocol):
    """What random games need, and what must hold in them."""

    def propose(self, game: Any, random: Any, *, hurry: bool) -> dict[str, Any]:
        """Return a report that a table might make now, legal or not; in a ``hurry``, one that leads towards the end."""

    def scatter(self, state: Any, random: Any) -> dict[str, Any]:
        """Return a random possible position to start from."""

    def conserved(self, state: Any) -> dict[str, int]:
        """Return the quantities that no report may change."""


class Mechanics(Tables, Positions, Flow, Telling, RandomPlay, Protocol):
    """A complete family of games."""
