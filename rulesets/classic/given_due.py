"""Reading what is due in a given position (record format, Answers and Position)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game.pending import (
    INTEREST,
    JAIL_FEE,
    Auction,
    Debt,
    Draw,
    Payment,
    PayOrDraw,
    Pending,
    Place,
    Purchase,
    TaxChoice,
    Throw,
    in_order,
    is_fee,
)
from rulesets.classic.game.state import TURN, Levels, State
from rulesets.classic.property import win
from rulesets.kernel.refusal import FormFault, Refusal, malformed, refuse
from rulesets.kernel.report import ascending, choice, flag, listed, mapped, shown, whole
from rulesets.kernel.track import fields
from rulesets.kernel.track.table import NONE
from rulesets.wordlist import wordlist


def read(state: State, value: Any, faults: list[Refusal], position: Mapping[str, Any]) -> State:
    """Take over what is due in a given ``position``; figures that the engine derives are left out.

    What a space asks for implies that a turn is running and, as a throw does, whose, unless the position itself says
    so.
    """
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value) or len(value) > 64:
        faults.append(refuse("not_a_list", field="due", value=shown(value), least=0, most=64))
        return state
    pending: list[Pending] = []
    state = in_its_turn(state._replace(declared=(), excluded=(), anew=False), value, position)
    for number, row in enumerate(value):
        where = f"due[{number}]"
        kind = row.get("kind")
        read_kind = KINDS.get(kind) if isinstance(kind, str) else None
        try:
            if strange := sorted(shown(name) for name in row if name not in FIELDS_OF_DUE):
                malformed("position_field_unknown", fields=strange[:5], known=sorted(FIELDS_OF_DUE))
            if kind == "building":
                state = _with_declared(state, row)
            elif kind == "setup":
                continue
            elif read_kind is None:
                malformed("not_one_of", value=shown(kind), values=[*KINDS, "building", "setup"])
            elif (entry := read_kind(row, state)) is not None:
                pending.append(entry)
                if getattr(entry, "piece", ""):
                    state = _with_declared(state, row)
        except FormFault as fault:
            facts = {"field": where, **fault.refusal.facts}
            faults.append(fault.refusal._replace(facts=facts))
        except KeyError as error:
            faults.append(refuse("field_missing", type="due", field=f"{where}.{error.args[0]}"))
    return state._replace(pending=in_order(with_steps(state, pending, value)))


OF_A_LANDING = ("buy_or_decline", "draw", "choose_tax", "pay_or_draw")
"""What is due only in a turn, from the player whose turn it is."""


def in_its_turn(state: State, rows: list[dict[str, Any]], position: Mapping[str, Any]) -> State:
    """Return the state with the turn that what is due implies, and whose it is, unless the position says so itself."""
    landed = [row for row in rows if row.get("kind") in OF_A_LANDING]
    throws = [row for row in reversed(rows) if row.get("kind") == "roll" and "player" in row]
    if "phase" not in position and (landed or any(row.get("why") == "utility_rent" for row in throws)):
        state = state._replace(phase=TURN)
    who = next((row["player"] for row in (*throws, *landed) if "player" in row), None)
    if "turn" not in position and isinstance(who, str) and who in state.table.seat_number:
        state = state._replace(turn=state.table.seat_number[who])
    return state


FIELDS_OF_DUE = frozenset(
    wordlist("""
        kind player why times deed price piece high out amount declared waiting final deck to cause provisional after
        dice taken_over short anew direct deal seats
    """)
)
"""The fields that an entry of due may have, whatever its kind."""


def with_steps(state: State, pending: list[Pending], rows: list[dict[str, Any]]) -> tuple[Pending, ...]:
    """Complete jail fees given without their throw: the rent behind the fee tells how far the throw leads."""
    edition = state.table.edition
    behind = {row.get("player"): row.get("deed") for row in rows if row.get("after") == JAIL_FEE}
    found: list[Pending] = []
    for entry in pending:
        if isinstance(entry, Debt) and is_fee(entry) and entry.dice is None:
            deed = edition.deed_number.get(str(behind.get(state.table.seats[entry.player])))
            steps = edition.deeds[deed].space - edition.jail if deed is not None else 0
            found.append(entry._replace(dice=no_double(steps)) if 2 <= steps <= 12 else entry)
        else:
            found.append(entry)
    return tuple(found)


def no_double(steps: int) -> tuple[int, int]:
    """Return two dice with this sum that are not a double, if there are such."""
    low = (steps - 1) // 2 if 2 < steps < 12 else steps // 2
    return low, steps - low


_declared = mapped(fields.seat, classic_fields.levels, least=0)
_out = listed(fields.seat, least=0)
_lots: Callable[[Any, Any], tuple[int, ...]] = ascending(listed(fields.deed, least=0, most=28))


def _with_declared(state: State, row: Mapping[str, Any]) -> State:
    table = state.table
    declared: dict[int, Levels] = dict(_declared(row.get("declared", {}), table))
    order = [table.seat_number[seat] for seat in row.get("declared", {})]
    out = _out(row.get("out", []), table)
    return state._replace(
        declared=tuple((seat, declared[seat]) for seat in order),
        excluded=out,
        anew=flag(row.get("anew", bool(out)), table) if row["kind"] == "building" else False,
    )


def _throw(row: Mapping[str, Any], state: State) -> Pending | None:
    why = choice("turn", "doubles", "jail", "utility_rent")(row["why"], state.table)
    player = fields.seat(row["player"], state.table)
    if why == "utility_rent":
        return Throw(player, why, whole(1, 100)(row.get("times", 10), state.table), _owner(row, player, state))
    if state.phase != TURN or (why == "doubles" and state.doubles):
        return None
    return Throw(player, why) if why in ("turn", "doubles") else None


def _owner(row: Mapping[str, Any], player: int, state: State) -> int:
    """Return the owner at the landing if the entry names one, else the owner of the utility under the token."""
    if "to" in row:
        return fields.seat(row["to"], state.table)
    deed = state.table.edition.spaces[state.players[player].space].deed
    return state.holdings[deed].owner if deed >= 0 else NONE


def _purchase(row: Mapping[str, Any], state: State) -> Pending:
    return Purchase(fields.seat(row["player"], state.table), fields.deed(row["deed"], state.table))


def _thing(row: Mapping[str, Any], state: State) -> tuple[int, str]:
    if "piece" in row:
        return NONE, choice("house", "hotel")(row["piece"], state.table)
    return fields.deed(row["deed"], state.table), ""


def _auction(row: Mapping[str, Any], state: State) -> Pending:
    deed, piece = _thing(row, state)
    high = row.get("high")
    bidder, amount = NONE, 0
    if high is not None:
        if not isinstance(high, dict):
            malformed("position_malformed", value=shown(high))
        bidder, amount = fields.seat(high["player"], state.table), whole(0)(high["amount"], state.table)
    out = () if piece else _out(row.get("out", []), state.table)
    return Auction(deed, piece, bidder, amount, out)


def _payment(row: Mapping[str, Any], state: State) -> Pending:
    deed, piece = _thing(row, state)
    out = () if piece else _out(row.get("out", []), state.table)
    player, amount = fields.seat(row["player"], state.table), whole(1)(row["amount"], state.table)
    final = bool(piece) and flag(row.get("final", False), state.table)
    return Payment(player, amount, deed, piece, out, _direct(row, state, player, piece), final)


def _place(row: Mapping[str, Any], state: State) -> Pending:
    piece = choice("house", "hotel")(row["piece"], state.table)
    player, amount = fields.seat(row["player"], state.table), whole(0)(row["amount"], state.table)
    return Place(player, piece, amount, _direct(row, state, player, piece), flag(row.get("final", False), state.table))


def _direct(row: Mapping[str, Any], state: State, player: int, piece: str) -> tuple[int, ...]:
    """Return the lots that a hotel may go on directly: those given, else those open to it in the position."""
    if "direct" in row:
        return _lots(row["direct"], state.table)
    return win.direct_lots(state, player, piece)


def _draw(row: Mapping[str, Any], state: State) -> Pending:
    return Draw(fields.seat(row["player"], state.table), classic_fields.deck(row["deck"], state.table))


def _pay_or_draw(row: Mapping[str, Any], state: State) -> Pending:
    table = state.table
    return PayOrDraw(
        fields.seat(row["player"], table), whole(1)(row["amount"], table), classic_fields.deck(row["deck"], table)
    )


def _tax_choice(row: Mapping[str, Any], state: State) -> Pending:
    return TaxChoice(fields.seat(row["player"], state.table))


def _debt(row: Mapping[str, Any], state: State) -> Pending | None:
    if "after" in row:
        return None
    table = state.table
    cause = choice("rent", "tax", "card", JAIL_FEE, INTEREST)(row["cause"], table)
    return Debt(
        fields.seat(row["player"], table),
        classic_fields.party(row["to"], table),
        whole(1)(row["amount"], table),
        cause,
        fields.deed(row["deed"], table) if "deed" in row else NONE,
        fields.dice(row["dice"], table) if "dice" in row else None,
        flag(row.get("taken_over", False), table),
    )


KINDS: Mapping[str, Callable[[Mapping[str, Any], State], Pending | None]] = {
    "roll": _throw,
    "buy_or_decline": _purchase,
    "auction": _auction,
    "payment": _payment,
    "place": _place,
    "draw": _draw,
    "pay_or_draw": _pay_or_draw,
    "choose_tax": _tax_choice,
    "debt": _debt,
}
