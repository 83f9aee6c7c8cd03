"""What each player could raise now without others, whether or not somebody owes something (JMA/BANKR-1)."""

from __future__ import annotations

from rulesets.classic.debts import debt
from rulesets.classic.explain.raising import sources
from rulesets.classic.game.state import State
from rulesets.classic.property.worth import worth
from rulesets.kernel.explanation import Facts
from rulesets.kernel.track.order import active


def means(state: State) -> tuple[Facts, ...]:
    """Return a row for every player in the game, in turn order.

    ``assets`` is the sum of ``sources``, ``worth`` what counts at the end.
    """
    return tuple(
        {
            "player": state.table.seats[seat],
            "cash": state.players[seat].cash,
            "assets": debt.assets(state, seat),
            "worth": worth(state, seat),
            "sources": sources(state, seat),
        }
        for seat in active(state)
    )
