"""The end signal in the association's rules: everything stops, and one last throw is left (JMA/TIME-5 to TIME-7)."""

from __future__ import annotations

from rulesets.classic.debts import bankruptcy, debt
from rulesets.classic.ending import TimeUp
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.order import next_place
from rulesets.classic.game.pending import Auction
from rulesets.classic.game.state import OVER
from rulesets.classic.turns import jail
from rulesets.jma.taking_over import may_be_taken_over
from rulesets.kernel.track.order import active


def signal(draft: Draft, _report: TimeUp) -> None:
    """Stop negotiations, auctions and building; what is not concluded is void (JMA/TIME-5).

    Players who are provisionally bankrupt go bankrupt (JMA/TIME-6), all of them at one place.  A jail fee that somebody
    may take over stays due until that is decided (JMA/BANKR-10).

    Clauses: JMA/TIME-1.
    """
    draft.event("time_up")
    draft.time_up = True
    for entry in draft.pending:
        if type(entry) is Auction:
            facts = {"piece": entry.piece} if entry.piece else {"deed": draft.table.deed_key(entry.deed)}
            draft.event("auction_void", **facts)
    draft.pending = tuple(entry for entry in draft.pending if type(entry) is not Auction)
    if draft.declared:
        draft.event("declarations_lapsed")
    draft.declared = draft.excluded = ()
    draft.close_window()
    draft.fell_at = 0  # whom a card made bankrupt before went out before
    place = next_place(draft)
    for seat in [seat for seat in active(draft) if bankrupt_by_signal(draft, seat)]:
        if draft.phase != OVER:
            bankruptcy.go_bankrupt(draft, seat, place)


def bankrupt_by_signal(view: View, player: int) -> bool:
    """Whether the signal makes a player bankrupt: provisionally bankrupt, and no jail fee that may be taken over."""
    if not debt.provisional(view, player):
        return False
    fee = jail.fee_due(view, player)
    return fee is None or not may_be_taken_over(view, fee)
