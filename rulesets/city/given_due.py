"""Reads what is due in a given position back into pending entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.city.game.pending import CARD, JAIL_FEE, RENT, TAX, Auction, Draw, Pending, Purchase, Throw
from rulesets.city.game.state import BETWEEN_TURNS, TURN, State
from rulesets.city.game.table import Table
from rulesets.kernel.refusal import Refusal, malformed
from rulesets.kernel.report import choice, flag, shown, whole
from rulesets.kernel.track import fields
from rulesets.kernel.track.fields import or_none
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.position import MOST_DUE, read_due, take
from rulesets.kernel.track.table import BANK, NONE

CAUSES = (RENT, TAX, CARD, JAIL_FEE)
OWN_THROWS = ("turn", "doubles")
"""Throws that are pending in a running turn; those that begin a turn follow from whose turn it is."""


def read(state: State, value: Any, faults: list[Refusal], *, keep_turn: bool) -> State:
    """Return the state with the entries of what is due; faults of form are added to ``faults``.

    A throw that follows by itself is ignored.  Without ``turn`` in the position, a throw determines whose turn it is.
    """
    entries = read_due(value, faults, lambda row: READERS[choice(*READERS)(row.get("kind"), state.table)](row, state))
    if entries is None:
        return state
    pending = [entry for entry in entries if not (isinstance(entry, Throw) and follows_by_itself(state, value, entry))]
    throwing = [entry.player for entry in entries if isinstance(entry, Throw)]
    if throwing and not keep_turn:
        state = state._replace(turn=throwing[-1])
    return state._replace(pending=tuple(pending))


def follows_by_itself(state: State, rows: list[Any], entry: Throw) -> bool:
    """Whether a throw need not be kept: that of the next turn, or the one for doubles."""
    if state.phase == BETWEEN_TURNS:
        return True
    return state.phase == TURN and len(rows) == 1 and entry.why == "doubles" and bool(state.doubles)


def _calls(value: Any, table: Table) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or not all(isinstance(call, list) and len(call) == 2 for call in value):
        malformed("not_a_list", value=shown(value), least=0, most=MOST_DUE)
    return tuple((fields.seat(seat, table), whole(1)(amount, table)) for seat, amount in value)


def _high(value: Any, table: Table) -> tuple[tuple[int, int], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict) or set(value) != {"player", "amount"}:
        malformed("not_an_object", value=shown(value), least=2)
    return ((fields.seat(value["player"], table), whole(1)(value["amount"], table)),)


def _purchase(row: Mapping[str, Any], state: State) -> Pending:
    table = state.table
    return Purchase(take(row, "player", fields.seat, table), take(row, "deed", fields.deed, table))


def _auction(row: Mapping[str, Any], state: State) -> Pending:
    table = state.table
    return Auction(
        take(row, "deed", fields.deed, table),
        take(row, "caller", or_none(fields.seat, NONE), table, NONE),
        take(row, "calls", _calls, table, None) or take(row, "high", _high, table, ()),
        row["kind"] == "auction",
        take(row, "since", or_none(fields.moment, None), table, None),
        take(row, "estate", flag, table, False),
    )


def _draw(row: Mapping[str, Any], state: State) -> Pending:
    return Draw(take(row, "player", fields.seat, state.table))


def _debt(row: Mapping[str, Any], state: State) -> Pending:
    table = state.table
    return Debt(
        take(row, "player", fields.seat, table),
        take(row, "to", fields.party, table, BANK),
        take(row, "amount", whole(1), table),
        take(row, "cause", choice(*CAUSES), table),
        take(row, "deed", fields.deed, table, NONE),
    )


def _throw(row: Mapping[str, Any], state: State) -> Pending:
    why = take(row, "why", choice(*OWN_THROWS, "jail"), state.table, "turn")
    return Throw(take(row, "player", fields.seat, state.table), "turn" if why == "jail" else why)


READERS: dict[str, Callable[[Mapping[str, Any], State], Pending]] = {
    "buy_or_decline": _purchase,
    "start_auction": _auction,
    "auction": _auction,
    "draw": _draw,
    "debt": _debt,
    "roll": _throw,
}
