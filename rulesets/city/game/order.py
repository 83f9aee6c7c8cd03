"""Order of play: when throwing and building are open, what they wait for, and how turns begin and end."""

from __future__ import annotations

from rulesets.city.game.draft import Draft
from rulesets.city.game.pending import JAIL_FEE, RENT, TAX, Auction, Draw, Pending, Purchase, Throw
from rulesets.city.game.state import BETWEEN_TURNS, OVER, TURN, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.order import after


def running(state: State, _report: object) -> list[Refusal] | None:
    """A finished game accepts only rulings and retractions (CITY/LENGTH-2, END-0)."""
    if state.phase == OVER:
        return [refuse("count_is_final" if state.time_up else "one_player_left")]
    return None


def in_time(state: State, report: object) -> list[Refusal] | None:
    """After the agreed time only debts already due are settled (CITY/END-0)."""
    if found := running(state, report):
        return found
    return [refuse("time_is_up")] if state.time_up else None


DEBT_WAITS = {RENT: "rent_first", TAX: "tax_first", JAIL_FEE: "fee_first"}


def wait_for(state: State, entry: Pending) -> list[Refusal]:
    """What a throw or building has to wait for: step B comes before step C (CITY/PLAY-5) and before the next turn."""
    table = state.table
    if isinstance(entry, Purchase):
        return [refuse("purchase_first", player=table.seats[entry.player], deed=table.deed_key(entry.deed))]
    if isinstance(entry, Auction):
        return [refuse("estate_first" if entry.estate else "auction_first", deed=table.deed_key(entry.deed))]
    if isinstance(entry, Draw):
        return [refuse("card_first", player=table.seats[entry.player])]
    if isinstance(entry, Throw):
        return []
    cash = state.players[entry.player].cash
    facts = {"player": table.seats[entry.player], "to": table.party(entry.to), "amount": entry.amount}
    found = [refuse(DEBT_WAITS.get(entry.cause, "debt_first"), **facts)]
    if entry.cause == RENT and cash < entry.amount:
        found.append(refuse("rent_by_mortgage", **facts, cash=cash, missing=entry.amount - cash))
    return found


def waits(state: State) -> list[Refusal]:
    """Everything that throws and building have to wait for."""
    return [refusal for entry in state.pending for refusal in wait_for(state, entry)]


def just_jailed(state: State, player: int) -> bool:
    """Whether this player's turn has just ended by going to jail."""
    part = state.players[player]
    return state.phase == BETWEEN_TURNS and state.step is None and part.jail == 0 and after(state, player) == state.turn


def may_throw(state: State, player: int) -> list[Refusal] | None:
    """``player`` may throw, or begin the turn, now (CITY/PLAY-7, PLAY-8, JAIL-4)."""
    found = waits(state)
    if player != state.turn:
        seats = state.table.seats
        if just_jailed(state, player):
            found.append(refuse("turn_ended_in_jail", player=seats[player], turn=seats[state.turn]))
        found.append(refuse("turn_of_another", player=seats[player], turn=seats[state.turn]))
    return found or None


def begin_turn(draft: Draft, player: int) -> None:
    """Begin this player's turn; whatever was open to the previous player is over (PLAY-8)."""
    if draft.phase == BETWEEN_TURNS or draft.turn != player:
        draft.phase = TURN
        draft.turn = player
        draft.doubles = 0
    draft.begun = True
    draft.step = None
    draft.timer = None
    draft.dodge_fresh = False
    draft.pending = tuple(entry for entry in draft.pending if isinstance(entry, Debt))


def go_on(draft: Draft, player: int) -> None:
    """Resume the turn of the player whose optional rights are open, because something is due in it again."""
    if draft.phase == BETWEEN_TURNS:
        draft.phase = TURN
        draft.turn = player
        draft.doubles = 0


def end_turn(draft: Draft) -> None:
    """End the turn, with nothing left due: the next player clockwise may throw (PLAY-8)."""
    draft.phase = BETWEEN_TURNS
    draft.turn = after(draft, draft.turn)
    draft.doubles = 0


def finish(draft: Draft) -> None:
    """End the game: nothing is due any more."""
    draft.phase = OVER
    draft.pending = ()
    draft.doubles = 0
    draft.step = None
    draft.timer = None


def whose(state: State) -> int:
    """Whose turn it is: that of the player who threw last, until somebody else begins one."""
    return state.step.player if state.step is not None else state.turn
