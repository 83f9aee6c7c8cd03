"""What the kernel needs to know of the classic game's states (`kernel.mechanics.Mechanics`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets import editions
from rulesets.classic import amending, due, labels, legal, position, possible, printed, proposals, ranking
from rulesets.classic.draft import Draft
from rulesets.classic.explain import explained
from rulesets.classic.state import OVER, State
from rulesets.classic.table import Table
from rulesets.editions import Edition
from rulesets.kernel.explanation import Explained
from rulesets.kernel.game import Game
from rulesets.kernel.refusal import Refusal

if TYPE_CHECKING:
    from rulesets.kernel.ruleset import Ruleset


class ClassicMechanics(NamedTuple):
    """The classic game for the kernel.  ``after``: what follows after any accepted report, in order."""

    after: tuple[Callable[[Draft], None], ...]

    def table(
        self,
        ruleset: Ruleset,
        seats: tuple[str, ...],
        edition: Edition,
        options: Mapping[str, Any],
        names: Mapping[str, str],
    ) -> Table:
        """A game's constants; options with the name of a figure set that figure."""
        release = {
            deck: card.key for deck, pile in edition.decks.items() for card in pile if card.effect.kind == "keep"
        }
        return Table(
            seats=seats,
            reports=frozenset(ruleset.rules),
            edition=edition,
            options=options,
            figures=ruleset.figures._replace(
                **{name: options[name] for name in options if name in ruleset.figures._fields}
            ),
            names=MappingProxyType(dict(names)),
            seat_number=MappingProxyType({seat: number for number, seat in enumerate(seats)}),
            decks=tuple(edition.decks),
            release=MappingProxyType(release),
        )

    def editions(self) -> tuple[str, ...]:
        """The editions of the classic board."""
        return editions.names()

    def edition(self, name: str) -> Edition:
        """An edition by name."""
        return editions.load(name)

    def opening(self, table: Table) -> State:
        """The start of a game."""
        return position.opening(table)

    def placed(self, table: Table, value: Any) -> tuple[State, list[Refusal]]:
        """A position to start from."""
        return position.placed(table, value)

    def amended(self, state: State, partial: Any) -> tuple[State, list[Refusal]]:
        """A position corrected by a ruling; where it names no phase, a turn with nothing left to do is over."""
        changed, faults = amending.amended(state, partial)
        if faults:
            return state, faults
        if "phase" not in partial:
            draft = Draft(changed)
            for step in self.after:
                step(draft)
            changed = draft.freeze()
        return changed, amending.new_faults(state, changed, partial)

    def contradictions(self, state: State) -> list[Refusal]:
        """What no ruling can bring about."""
        return possible.contradictions(state)

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
        """What follows after any accepted report; the first one is told of groups that a ruling has left uneven."""
        if draft.untold:
            position.tell_of_uneven_groups(draft)
        for step in self.after:
            step(draft)

    def legal(self, game: Game) -> list[dict[str, Any]]:
        """What may be reported now."""
        return legal.reports(game)

    def explained(self, game: Game) -> Explained:
        """What there is to tell of debts, the end and scarce pieces."""
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
        """What no report may change: cash with the bank's ledger, pieces with the stock, deeds, cards."""
        levels = [holding.level for holding in state.holdings]
        return {
            "cash": state.ledger + sum(player.cash for player in state.players),
            "houses": state.houses + sum(level for level in levels if level < 5),
            "hotels": state.hotels + levels.count(5),
            "deeds": len(state.holdings),
            "cards": sum(len(pile) for pile in state.table.edition.decks.values())
            - sum(deck in player.cards and state.table.release[deck] in known
                  for player in state.players
                  for deck, known in zip(state.table.decks, state.known, strict=True)),
        }  # fmt: skip

    def printed(self, table: Table, language: str) -> dict[str, Any]:
        """What is printed on board, deeds and cards."""
        return printed.printed(table, language)

    def label(self, table: Table | None, kind: str, value: Any, language: str) -> str | None:
        """The printed form of a fact."""
        return labels.label(table, kind, value, language)
