"""What the kernel needs to know of City's states (`kernel.mechanics.Mechanics`)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rulesets.city import chance, due, edition, ending, labels, legal, position, possible, printed, proposals, ranking
from rulesets.city.board import Edition
from rulesets.city.draft import Draft
from rulesets.city.explain import explained
from rulesets.city.state import OVER, State
from rulesets.city.table import Table
from rulesets.kernel.explanation import Explained
from rulesets.kernel.game import Game
from rulesets.kernel.refusal import Refusal

if TYPE_CHECKING:
    from rulesets.kernel.ruleset import Ruleset


class CityMechanics:
    """Monopoly City for the kernel."""

    def table(
        self,
        ruleset: Ruleset,
        seats: tuple[str, ...],
        edition: Edition,
        options: Mapping[str, Any],
        names: Mapping[str, str],
    ) -> Table:
        """A game's constants."""
        return Table(
            seats=seats,
            edition=edition,
            options=options,
            figures=ruleset.figures,
            names=MappingProxyType(dict(names)),
            seat_number=MappingProxyType({seat: number for number, seat in enumerate(seats)}),
        )

    def editions(self) -> tuple[str, ...]:
        """The sample, and the editions that have been made known."""
        return edition.names()

    def edition(self, name: str) -> Edition:
        """An edition by name."""
        return edition.load(name)

    def opening(self, table: Table) -> State:
        """The start of a game."""
        return position.opening(table)

    def placed(self, table: Table, value: Any) -> tuple[State, list[Refusal]]:
        """A position to start from."""
        return position.placed(table, value)

    def amended(self, state: State, partial: Any) -> tuple[State, list[Refusal]]:
        """A position corrected by a ruling; where it names no phase, a turn with nothing left to do is over."""
        changed, faults = position.amended(state, partial)
        if faults or "phase" in partial:
            return changed, faults
        draft = Draft(changed)
        ending.settle(draft)
        return draft.freeze()._replace(told=changed.told), []

    def contradictions(self, state: State) -> list[Refusal]:
        """What no ruling can bring about."""
        return possible.impossible(state) if state.phase != OVER else []

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON."""
        return position.as_json(state)

    def due(self, state: State) -> list[dict[str, Any]]:
        """What is due."""
        return due.listing(state)

    def standing(self, state: State) -> list[dict[str, Any]]:
        """The ranking."""
        return ranking.as_json(state)

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return state.phase == OVER

    def draft(self, state: State) -> Draft:
        """A draft of the next state."""
        return Draft(state)

    def settle(self, draft: Draft) -> None:
        """What follows after any accepted report."""
        ending.settle(draft)

    def legal(self, game: Game) -> list[dict[str, Any]]:
        """What may be reported now."""
        return legal.reports(game)

    def explained(self, game: Game) -> Explained:
        """What there is to tell of debts."""
        return explained(game)

    def restored(self, table: Table, value: Any) -> tuple[State, list[Refusal]]:
        """A position of our own, read back."""
        return position.restored(table, value)

    def propose(self, game: Game, random: Random, *, hurry: bool) -> dict[str, Any]:
        """A report for random play."""
        return proposals.hurry(game, random) if hurry else proposals.propose(game, random)

    def scatter(self, state: State, random: Random) -> dict[str, Any]:
        """A position to start random play from."""
        return proposals.scatter(state, random)

    def conserved(self, state: State) -> dict[str, int]:
        """What no report may change: cash with the bank's ledger, stadiums and tower with the stock, districts, cards.

        There is one Rent Dodge card: with a player in the game, or by Free Parking.
        """
        held = sum(len(player.cards) for player in state.players)
        return {
            "cash": state.ledger + sum(player.cash for player in state.players),
            "stadiums": state.stadiums + sum(district.stadium for district in state.districts),
            "towers": state.towers + sum(district.tower for district in state.districts),
            "districts": len(state.districts),
            "cards": len(chance.pile(state)) + held,
            "dodge": int(state.dodge < 0 or not state.players[state.dodge].out),
        }

    def printed(self, table: Table, language: str) -> dict[str, Any]:
        """What is printed on board and cards."""
        return printed.printed(table, language)

    def label(self, table: Table | None, kind: str, value: Any, language: str) -> str | None:
        """The printed form of a fact."""
        return labels.label(table, kind, value, language)
