"""What is due in a given position: read back into the entries that wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesets.city import fields
from rulesets.city.pending import CARD, JAIL_FEE, NONE, RENT, TAX, Auction, Debt, Draw, Pending, Purchase, Throw
from rulesets.city.state import BETWEEN_TURNS, TURN, State
from rulesets.city.table import BANK, Table
from rulesets.kernel.refusal import FormFault, Refusal, malformed, refuse
from rulesets.kernel.report import choice, flag, shown, whole

CAUSES = (RENT, TAX, CARD, JAIL_FEE)
OWN_THROWS = ("turn", "doubles")
"""Throws that wait in a running turn; those that begin one follow from whose turn it is."""
MOST = 64


def read(state: State, value: Any, faults: list[Refusal], *, keep_turn: bool) -> State:
    """The state with what is due taken over; faults of form are added to ``faults``.

    A throw that follows by itself is passed over.  Without ``turn`` in the position, a throw says whose turn it is;
    something due in a position between turns makes it a running turn unless ``keep_turn`` says otherwise.
    """
    if not isinstance(value, list) or len(value) > MOST or not all(isinstance(row, dict) for row in value):
        faults.append(refuse("not_a_list", field="due", value=shown(value), least=0, most=MOST))
        return state
    pending: list[Pending] = []
    turn = state.turn
    for number, row in enumerate(value):
        try:
            entry = READERS[choice(*READERS)(row.get("kind"), state.table)](row, state)
        except FormFault as fault:
            where = f"due[{number}].{fault.refusal.facts.get('field', 'kind')}"
            faults.append(fault.refusal._replace(facts={**fault.refusal.facts, "field": where}))
            continue
        if isinstance(entry, Throw):
            turn = entry.player
            if follows_by_itself(state, value, entry):
                continue
        pending.append(entry)
    if not keep_turn:
        state = state._replace(turn=turn)
    return state._replace(pending=tuple(pending))


def follows_by_itself(state: State, rows: list[Any], entry: Throw) -> bool:
    """Whether a throw need not be kept: the next turn's, or the one for doubles."""
    if state.phase == BETWEEN_TURNS:
        return True
    return state.phase == TURN and len(rows) == 1 and entry.why == "doubles" and bool(state.doubles)


def _take(row: dict[str, Any], name: str, parse: Callable[[Any, Any], Any], table: Table, *default: Any) -> Any:
    if name not in row:
        if default:
            return default[0]
        malformed("field_missing", type="due", field=name)
    try:
        return parse(row[name], table)
    except FormFault as fault:
        raise FormFault(fault.refusal._replace(facts={"field": name, **fault.refusal.facts})) from None


def _or_nobody(value: Any, table: Table) -> int:
    return NONE if value is None else fields.seat(value, table)


def _since(value: Any, table: Table) -> float | None:
    return None if value is None else fields.moment(value, table)


def _calls(value: Any, table: Table) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or not all(isinstance(call, list) and len(call) == 2 for call in value):
        malformed("not_a_list", value=shown(value), least=0, most=MOST)
    return tuple((fields.seat(seat, table), whole(1)(amount, table)) for seat, amount in value)


def _high(value: Any, table: Table) -> tuple[tuple[int, int], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict) or set(value) != {"player", "amount"}:
        malformed("not_an_object", value=shown(value), least=2)
    return ((fields.seat(value["player"], table), whole(1)(value["amount"], table)),)


def _purchase(row: dict[str, Any], state: State) -> Pending:
    table = state.table
    return Purchase(_take(row, "player", fields.seat, table), _take(row, "deed", fields.deed, table))


def _auction(row: dict[str, Any], state: State) -> Pending:
    table = state.table
    return Auction(
        _take(row, "deed", fields.deed, table),
        _take(row, "caller", _or_nobody, table, NONE),
        _take(row, "calls", _calls, table, None) or _take(row, "high", _high, table, ()),
        row["kind"] == "auction",
        _take(row, "since", _since, table, None),
        _take(row, "estate", flag, table, False),
    )


def _draw(row: dict[str, Any], state: State) -> Pending:
    return Draw(_take(row, "player", fields.seat, state.table))


def _debt(row: dict[str, Any], state: State) -> Pending:
    table = state.table
    return Debt(
        _take(row, "player", fields.seat, table),
        _take(row, "to", fields.party, table, BANK),
        _take(row, "amount", whole(1), table),
        _take(row, "cause", choice(*CAUSES), table),
        _take(row, "deed", fields.deed, table, NONE),
    )


def _throw(row: dict[str, Any], state: State) -> Pending:
    why = _take(row, "why", choice(*OWN_THROWS, "jail"), state.table, "turn")
    return Throw(_take(row, "player", fields.seat, state.table), "turn" if why == "jail" else why)


READERS: dict[str, Callable[[dict[str, Any], State], Pending]] = {
    "buy_or_decline": _purchase,
    "start_auction": _auction,
    "auction": _auction,
    "draw": _draw,
    "debt": _debt,
    "roll": _throw,
}
