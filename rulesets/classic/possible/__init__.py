"""What makes a position impossible: every reason at once (RECORD/START).

One subject per file: `board` (what stands on it), `players` with their cards, `phase` of the game, `due` (what waits),
`calls` of auctions, `declared` building, `debts`, `negotiation`.  Each check is a small pure function ``(state) ->
list[Refusal]`` named after what it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from rulesets.classic.game.state import State
from rulesets.classic.possible import board, calls, debts, declared, due, negotiation, phase, players
from rulesets.kernel.refusal import Refusal
from rulesets.wordlist import wordlist

CHECKS: tuple[Callable[[State], list[Refusal]], ...] = (
    *board.CHECKS,
    *players.CHECKS,
    *phase.CHECKS,
    *due.CHECKS,
    *calls.CHECKS,
    *declared.CHECKS,
    *debts.CHECKS,
    *negotiation.CHECKS,
)

LEFT_BEHIND: tuple[Callable[[State], list[Refusal]], ...] = (
    calls.low_calls,
    calls.calls_out_of_steps,
    calls.calls_by_the_excluded,
    calls.pieces_without_lot,
    calls.pieces_in_turn,
    declared.by_the_excluded,
    declared.unfit_lots,
    declared.uneven,
    declared.in_turn,
    negotiation.talks_without_debt,
    negotiation.offers_without_debt,
    negotiation.offers_by_creditors,
    negotiation.unfit_partners,
)
"""Checks for what no position can begin with, but a position may come to contain: a ruling has let a report stand, or
what it rested on has gone since (a declared group is mortgaged, a claim has passed to the rescuer).
"""

LEAVABLE = wordlist("""
    call_below_first call_out_of_steps call_by_excluded piece_without_lot piece_in_turn declared_by_excluded
    declared_above_nothing declared_on_no_lot declared_group_divided declared_group_mortgaged declared_uneven
    declared_in_turn talk_without_debt offer_without_debt offer_by_creditor offer_with_unfit_partner
""")
"""The codes of `LEFT_BEHIND`, as a position names them in ``irregular``."""


def impossible(state: State) -> list[Refusal]:
    """Return every reason why a position is impossible (RECORD/START)."""
    return [fault for check in CHECKS for fault in check(state)]


def but_for(faults: list[Refusal], codes: Collection[str]) -> list[Refusal]:
    return [fault for fault in faults if fault.code not in codes]


def contradictions(state: State) -> list[Refusal]:
    """Return why a position is impossible, even by a ruling that lets a report stand."""
    return but_for(impossible(state), (*LEAVABLE, board.UNEVEN))


def irregular(state: State) -> list[str]:
    """Return the codes of what a ruling or later reports have left in a position, and no game can begin with."""
    found = {fault.code for check in LEFT_BEHIND for fault in check(state)}
    return sorted(found)
