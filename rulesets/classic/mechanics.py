"""What the kernel needs to know about the classic game's states (`kernel.mechanics.Mechanics`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets import editions
from rulesets.classic import amending, due, ending, legal, position, possible, proposals, ranking
from rulesets.classic.bargain import BOXED, Bargains
from rulesets.classic.explain import explained
from rulesets.classic.game import labels, printed, telling
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.state import OVER, State
from rulesets.classic.game.table import Table
from rulesets.classic.property import rent
from rulesets.editions import Edition
from rulesets.frozen import FrozenDict
from rulesets.kernel.matter import Matter
from rulesets.kernel.refusal import Refusal

if TYPE_CHECKING:
    from rulesets.kernel.ruleset import Ruleset


def table(
    ruleset: Ruleset, seats: tuple[str, ...], edition: Edition, options: Mapping[str, Any], names: Mapping[str, str]
) -> Table:
    """Return a game's constants; an option with the name of a figure sets that figure."""
    release = {deck: card.key for deck, pile in edition.decks.items() for card in pile if card.effect.kind == "keep"}
    return Table(
        seats=seats,
        reports=frozenset(ruleset.rules),
        edition=edition,
        options=options,
        figures=ruleset.figures._replace(
            **{name: options[name] for name in options if name in ruleset.figures._fields}
        ),
        names=FrozenDict(dict(names)),
        seat_number=FrozenDict({seat: number for number, seat in enumerate(seats)}),
        decks=tuple(edition.decks),
        release=FrozenDict(release),
    )


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == OVER


def conserved(state: State) -> dict[str, int]:
    """Return what no report may change: cash, pot and the bank's ledger, pieces with the stock, deeds, cards."""
    levels = [holding.level for holding in state.holdings]
    return {
        "cash": state.ledger + state.pot + sum(player.cash for player in state.players),
        "houses": state.houses + sum(level for level in levels if level < 5),
        "hotels": state.hotels + levels.count(5),
        "deeds": len(state.holdings),
        "cards": sum(len(pile) for pile in state.table.edition.decks.values())
        - sum(
            deck in player.cards and state.table.release[deck] in known
            for player in state.players
            for deck, known in zip(state.table.decks, state.known, strict=True)
        ),
    }


@dataclass(frozen=True)
class ClassicMechanics:
    """The classic game for the kernel: each attribute is the function behind one of the kernel's methods.

    ``matters``: what these rules keep open, in the order in which it is looked at again.  ``bargains``: where `legal`
    looks for terms of deals and rescues.
    """

    matters: tuple[Matter, ...]
    bargains: Bargains = BOXED

    table = staticmethod(table)
    edition = staticmethod(editions.load)
    editions = staticmethod(editions.names)
    opening = staticmethod(position.opening)
    placed = staticmethod(position.placed)
    restored = staticmethod(position.restored)
    contradictions = staticmethod(possible.contradictions)
    draft = staticmethod(Draft)
    due = staticmethod(due.listing)
    over = staticmethod(over)
    standing = staticmethod(ranking.as_json)
    completions = staticmethod(legal.completions)
    arrived = staticmethod(amending.arrived)
    legal = staticmethod(legal.reports)
    explained = staticmethod(explained)
    money = staticmethod(labels.money)
    assets = staticmethod(telling.assets)
    handling = staticmethod(telling.handling)
    key_figures = staticmethod(telling.key_figures)
    printed = staticmethod(printed.printed)
    charges = staticmethod(rent.charges)
    label = staticmethod(labels.label)
    propose = staticmethod(proposals.propose)
    scatter = staticmethod(proposals.scatter)
    conserved = staticmethod(conserved)

    def amended(self, state: State, partial: Any) -> tuple[State, list[Refusal]]:
        """Return a position corrected by a ruling, and its faults.

        If the ruling names no phase, a turn with nothing left to do ends.
        """
        changed, faults = amending.amended(state, partial)
        if faults:
            return state, faults
        if "phase" not in partial:
            draft = Draft(changed)
            ending.settle(draft)
            changed = draft.freeze()
        return changed, amending.new_faults(state, changed, partial)

    def settle(self, draft: Draft) -> None:
        """Apply what follows after any accepted report; the first answer names groups that a ruling left uneven."""
        if draft.untold:
            position.tell_of_uneven_groups(draft)
        ending.settle(draft)

    position = staticmethod(position.as_json)
