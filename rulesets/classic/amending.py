"""A position corrected by a referee: what follows from the parts that a ruling sets (a ruling's ``set``).

What the ruling does not name is adapted to what it does: nobody has to decide on a purchase of a deed that has an owner
now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.classic import ending
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.pending import (
    INTEREST,
    Auction,
    Debt,
    Payment,
    Pending,
    Place,
    Throw,
)
from rulesets.classic.game.state import BETWEEN_TURNS, FREE, OVER, SETUP, TURN, State
from rulesets.classic.game.table import EACH
from rulesets.classic.position import read, with_throw_ahead
from rulesets.classic.possible import LEAVABLE, but_for, calls, debts, due, impossible, phase
from rulesets.classic.possible.board import UNEVEN
from rulesets.classic.turns import landing
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.track import position
from rulesets.kernel.track.order import active, after
from rulesets.kernel.track.table import NONE

MEAN_THROW = 7
"""What counts as thrown where a position was set and no throw is known."""
Given = Mapping[str, Any]
"""The parts of a position that a ruling sets."""
Fit = Callable[[State, State, Given], State]
"""``fit(before, changed, given)``: the changed state, with one part of it adapted to what was given."""


def amended(state: State, value: Any) -> tuple[State, list[Refusal]]:
    """Return the state with the given parts of its position replaced, all else adapted to them, and faults of form."""
    changed, faults = read(state.table, state, value)
    if faults:
        return state, faults
    for fit in FITTING:
        changed = fit(state, changed, value)
    return changed, []


def arrived(state: State, player: int, dice: int | None) -> State:
    """Return the state once a token that was set where it belongs has come there by its player's throw: what its other
    space asked for is gone, and what this one asks for is due.

    ``dice``: the sum of the throw, if it was the last one at the table; None: the token just stands there, unless it is
    that player's turn.
    """
    if state.phase in (OVER, SETUP) or (dice is None and (state.phase, state.turn) != (TURN, player)):
        return state
    draft = Draft(state)
    draft.keep_due(lambda entry: not _asked_by_a_space(entry, player))
    draft.rents = tuple(rent for rent in draft.rents if rent.player != player or rent.lapsed != NONE)
    to_throw = any(isinstance(entry, Throw) and entry.player == player for entry in draft.pending)
    if draft.players[player].jail == FREE and not to_throw:
        if draft.phase == BETWEEN_TURNS:
            draft.close_window()
            draft.declared = draft.excluded = ()
        draft.phase, draft.turn = TURN, player
        landing.land(draft, player, MEAN_THROW if dice is None else dice)
    ending.settle(draft)
    return draft.freeze()


def _asked_by_a_space(entry: Pending, player: int) -> bool:
    if isinstance(entry, Auction | Payment | Place) or entry.player != player:
        return False
    if isinstance(entry, Throw):
        return entry.why == "utility_rent"
    return not isinstance(entry, Debt) or entry.cause != INTEREST


def new_faults(before: State, changed: State, given: Given) -> list[Refusal]:
    """Return why the changed position is impossible, leaving out faults that it had before.

    A ruling may leave a group uneven, and does not touch what it does not name.
    """
    named = {"due", "talks", "offers"} & given.keys()
    old = impossible(before)
    found = but_for(impossible(changed), (UNEVEN, *(() if named else LEAVABLE)))
    return [fault for fault in found if fault not in old]


def places_of_those_out(before: State, changed: State, _given: Given) -> State:
    """Place those just set out after all who went out before; a player who is in again has no place."""
    return changed._replace(players=position.places_of_those_out(before.players, changed.players))


def turn_of_one_in_the_game(_before: State, changed: State, given: Given) -> State:
    """End the turn of a player who is set out, and what is due in it; one that has not begun passes to the next."""
    if "turn" in given or not changed.players[changed.turn].out or not active(changed):
        return changed
    if changed.phase == TURN and "phase" not in given:
        return changed._replace(doubles=0)
    return changed._replace(turn=after(changed, changed.turn), doubles=0)


def doubles_of_a_turn(_before: State, changed: State, given: Given) -> State:
    """Reset the doubles outside a turn, and for a player in jail."""
    if "doubles" in given or (changed.phase == TURN and changed.players[changed.turn].jail == FREE):
        return changed
    return changed._replace(doubles=0)


def still_due(before: State, changed: State, given: Given) -> State:
    """Drop what was due for a deed that has an owner now, from a player who is out now, or in a turn that is over."""
    if "due" in given:
        return changed
    shared = (_without_those_out(before, changed, entry) for entry in changed.pending)
    pending = tuple(entry for entry in shared if type(entry) is Place or not _impossible_alone(changed, entry))
    gone = {seat for seat, player in enumerate(changed.players) if player.out}
    declared = tuple(row for row in changed.declared if row[0] not in gone)
    if changed.phase == TURN and changed.table.figures.builds_between_turns:
        declared = ()
    return changed._replace(pending=pending, declared=declared)


def _without_those_out(before: State, changed: State, entry: Pending) -> Pending:
    """Return an entry once players are set out: without their high call, or their share of a debt to each."""
    if isinstance(entry, Auction) and entry.bidder != NONE and changed.players[entry.bidder].out:
        return entry._replace(bidder=NONE, amount=0)
    if isinstance(entry, Debt) and entry.to == EACH:
        had, have = (sum(seat != entry.player for seat in active(state)) for state in (before, changed))
        return entry._replace(amount=entry.amount // had * have) if had and have else entry
    return entry


def _impossible_alone(state: State, entry: Pending) -> bool:
    lone = state._replace(pending=(entry,), declared=(), rents=())
    checks = (*due.CHECKS, *debts.CHECKS, phase.misplaced_doubles, calls.pieces_in_turn)
    return any(check(lone) for check in checks)


def stopped_by_the_signal(_before: State, changed: State, given: Given) -> State:
    """If the ruling gives the end signal, void what the signal would have stopped."""
    if "time_up" not in given or not phase.stopped_by_the_signal(changed):
        return changed
    if "due" not in given:
        pending = tuple(entry for entry in changed.pending if type(entry) is not Auction)
        changed = changed._replace(pending=pending, declared=(), excluded=())
    talks = changed.talks if "talks" in given else ()
    return changed._replace(talks=talks, offers=changed.offers if "offers" in given else ())


def of_those_in_the_game(_before: State, changed: State, given: Given) -> State:
    """Drop talks, offers and open rents of players who are out."""
    out = {seat for seat, player in enumerate(changed.players) if player.out}
    if "talks" not in given:
        changed = changed._replace(talks=tuple(talk for talk in changed.talks if not out & set(talk)))
    if "offers" not in given:
        changed = changed._replace(offers=tuple(offer for offer in changed.offers if not out & set(offer[:2])))
    if "rents" not in given:
        changed = changed._replace(rents=tuple(rent for rent in changed.rents if not out & {rent.player, rent.to}))
    return changed


def cards_in_no_deck(_before: State, changed: State, given: Given) -> State:
    """Remove the release cards that players hold from what is known of the decks."""
    if "decks" in given:
        return changed
    held = {deck for player in changed.players for deck in player.cards}
    release = changed.table.release
    known = tuple(
        tuple(card for card in pile if deck not in held or card != release.get(deck))
        for deck, pile in zip(changed.table.decks, changed.known, strict=True)
    )
    return changed._replace(known=known)


def throw_ahead(_before: State, changed: State, given: Given) -> State:
    """If the ruling gives a turn to a player and nothing else is due in it, make the throw for doubles due."""
    if "phase" not in given and ("due" in given or not given.keys() & {"turn", "doubles"}):
        return changed
    rest = tuple(entry for entry in changed.pending if type(entry) is not Throw or entry.why != "doubles")
    return with_throw_ahead(changed._replace(pending=rest))


def last_throw_after_the_signal(before: State, changed: State, given: Given) -> State:
    """Take back the last throw if there is no signal, or if the game, or the turn, begins again."""
    if not changed.last_throw or changed.phase == OVER or "last_throw" in given:
        return changed
    settled = all(type(entry) is Throw and entry.why != "utility_rent" for entry in changed.pending)
    again = "phase" in given and (changed.phase != TURN or settled)
    if not changed.time_up or before.phase == OVER or again:
        return changed._replace(last_throw=False)
    return changed


def nothing_before_or_after_play(_before: State, changed: State, given: Given) -> State:
    """Clear what is due, negotiated or open if the game is in set-up or finished."""
    if changed.phase not in (OVER, SETUP):
        return changed
    if "due" not in given:
        changed = changed._replace(pending=(), declared=(), excluded=())
    nothing: dict[str, Any] = {"talks": (), "offers": (), "rents": (), "inherited": (), "closing": False}
    return changed._replace(**{part: empty for part, empty in nothing.items() if part not in given})


FITTING: tuple[Fit, ...] = (
    places_of_those_out,
    turn_of_one_in_the_game,
    doubles_of_a_turn,
    still_due,
    stopped_by_the_signal,
    of_those_in_the_game,
    cards_in_no_deck,
    last_throw_after_the_signal,
    throw_ahead,
    nothing_before_or_after_play,
)
