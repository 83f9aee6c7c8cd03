"""What the kernel needs to know about City's states (`kernel.mechanics.Mechanics`): which function does what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesets.city import due, ending, legal, position, possible, proposals, ranking
from rulesets.city.explain import explained
from rulesets.city.game import edition, filling, labels, placing, printed, telling
from rulesets.city.game.board import Edition
from rulesets.city.game.draft import Draft
from rulesets.city.game.pending import Auction, Throw
from rulesets.city.game.state import FREE, OVER, TURN, State, Step
from rulesets.city.game.table import Table
from rulesets.city.property import rent
from rulesets.city.turns import chance, landing
from rulesets.frozen import FrozenDict
from rulesets.kernel.refusal import Refusal

if TYPE_CHECKING:
    from rulesets.kernel.ruleset import Ruleset


def table(
    ruleset: Ruleset, seats: tuple[str, ...], edition: Edition, options: Mapping[str, Any], names: Mapping[str, str]
) -> Table:
    """Return the constants of a game."""
    return Table(
        seats=seats,
        edition=edition,
        options=options,
        figures=ruleset.figures,
        names=FrozenDict(dict(names)),
        seat_number=FrozenDict({seat: number for number, seat in enumerate(seats)}),
    )


def amended(state: State, partial: Any) -> tuple[State, list[Refusal]]:
    """Return a position corrected by a ruling; unless it names a phase, a turn with nothing left to do ends."""
    changed, faults = position.amended(state, partial)
    if faults:
        return state, faults
    if "phase" not in partial:
        draft = Draft(changed)
        ending.settle(draft)
        changed = draft.freeze()._replace(told=changed.told)
    return changed, position.new_faults(state, changed)


def arrived(state: State, player: int, dice: int | None) -> State:
    """Return the state once a token that was set where it belongs has come there by its player's throw: what its other
    space asked for is gone, and what this one asks for is due.

    ``dice``: the sum of the throw, if it was the last one at the table; None: the token just stands there, unless it is
    that player's turn.
    """
    if state.phase == OVER or (dice is None and (state.phase, state.turn) != (TURN, player)):
        return state
    draft = Draft(state)
    stays = (Auction, Throw)
    draft.pending = tuple(entry for entry in draft.pending if isinstance(entry, stays) or entry.player != player)
    to_throw = any(isinstance(entry, Throw) and entry.player == player for entry in draft.pending)
    if draft.players[player].jail == FREE and not to_throw:
        draft.phase, draft.turn = TURN, player
        step = draft.step if draft.step and draft.step.player == player else Step(player)
        draft.step = step._replace(landed=True, right="")
        landing.land(draft, player)
    ending.settle(draft)
    return draft.freeze()


def contradictions(state: State) -> list[Refusal]:
    """Why no ruling can bring about this position."""
    return possible.impossible(state) if state.phase != OVER else []


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == OVER


def conserved(state: State) -> dict[str, int]:
    """Totals that no report may change: cash and the bank's ledger, stadiums and tower and the stock, districts, cards.

    There is one Rent Dodge card: with a player who is still in the game, or by Free Parking.
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


class CityMechanics:
    """Monopoly City's implementation of the kernel's interface: each question with the function that answers it."""

    table = staticmethod(table)
    editions = staticmethod(edition.names)
    edition = staticmethod(edition.load)
    opening = staticmethod(position.opening)
    placed = staticmethod(position.placed)
    restored = staticmethod(position.restored)
    amended = staticmethod(amended)
    contradictions = staticmethod(contradictions)
    position = staticmethod(position.as_json)
    draft = staticmethod(Draft)
    settle = staticmethod(ending.settle)
    due = staticmethod(due.listing)
    over = staticmethod(over)
    standing = staticmethod(ranking.as_json)
    completions = staticmethod(legal.completions)
    arrived = staticmethod(arrived)
    legal = staticmethod(legal.reports)
    explained = staticmethod(explained)
    money = staticmethod(labels.money)
    assets = staticmethod(telling.assets)
    handling = staticmethod(telling.handling)
    placing = staticmethod(placing.placing)
    filling = filling.FILLING
    key_figures = staticmethod(telling.key_figures)
    printed = staticmethod(printed.printed)
    charges = staticmethod(rent.charges)
    label = staticmethod(labels.label)
    propose = staticmethod(proposals.propose)
    scatter = staticmethod(proposals.scatter)
    conserved = staticmethod(conserved)
