"""The house rule of Free Parking: money in the middle of the board (HOUSE/PARKING), if options say so."""

from __future__ import annotations

from rulesets.classic.game.draft import Draft
from rulesets.classic.game.table import POT_FROM, POT_STAKE, Table


def is_played(table: Table) -> bool:
    """Whether a game has the house rule: something goes in the middle, or the bank puts a stake there."""
    return any(table.options.get(name) for name in (*POT_FROM.values(), POT_STAKE))


def stake(table: Table) -> int:
    """Return what the bank puts in the middle at the start, and again when it has been taken (HOUSE/PARKING-3)."""
    return int(table.options.get(POT_STAKE, 0))


def fill(draft: Draft, cause: str, amount: int) -> None:
    """Put what the bank has just been paid in the middle, if the options name its ``cause`` (HOUSE/PARKING-2)."""
    if draft.table.options.get(POT_FROM.get(cause, "")):
        draft.put_in_the_middle(amount)
        draft.event("pot_filled", amount=amount, pot=draft.pot)


def take(draft: Draft, player: int) -> None:
    """Give the player who has landed on Free Parking all that lies in the middle; the bank then puts its stake there
    again (HOUSE/PARKING-1, PARKING-3).
    """
    if not draft.pot:
        return
    draft.event("pot_taken", player=draft.table.seats[player], amount=draft.take_from_the_middle(player))
    if again := stake(draft.table):
        draft.put_in_the_middle(again)
        draft.event("pot_staked", amount=again)
