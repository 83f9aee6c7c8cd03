"""The reasons why a position is impossible, assigned to the fields of its form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from referee.rules.positions.fields import ReadPosition
from referee.rules.positions.values import seat_orders
from rulesets.classic.game.table import Table

PLAYER_PATH = re.compile(r"players\.(?P<seat>.+)\.(?P<field>[a-z_]+)")
DEED_PATH = re.compile(r"deeds\.(?P<deed>[a-z0-9_]+)")
DUE_PATH = re.compile(r"due\[(?P<number>\d+)\]")
PLAYER_FIELDS = {"cash": "cash", "space": "space", "jail": "space", "out": "out", "out_at": "out", "cards": "space"}
FIELD_OF_CODE = {
    "turn_of_player_out": "turn",
    "too_few_players": "players",
    "too_many_houses": "deeds",
    "too_many_hotels": "deeds",
    "signal_but_not_over": "time_up",
    "signal_without_limit": "time_up",
    "open_after_signal": "time_up",
    "last_throw_without_signal": "last_throw",
    "last_throw_but_not_over": "last_throw",
    "setup_without_deal": "phase",
    "setup_with_deeds": "phase",
    "setup_with_cards": "phase",
    "setup_after_moves": "phase",
    "setup_with_play": "phase",
    "over_with_play": "phase",
    "doubles_out_of_turn": "doubles",
    "doubles_of_jailed": "doubles",
    "two_purchases": "due",
    "landed_twice": "due",
    "pieces_due_at_once": "due",
    "piece_in_turn": "due",
}
"""The refusal codes that always belong to the same field."""
DEED_CODES = frozenset(
    {"bank_deed_used", "deed_of_player_out", "built_on_no_lot", "built_and_mortgaged", "costs_unfit"}
)
DUE_CODES = frozenset(
    {
        "due_from_player_out",
        "due_for_owned_deed",
        "debt_to_nobody",
        "fee_out_of_jail",
        "utility_throw_elsewhere",
        "rent_to_nobody",
        "not_in_these_rules",
        "deed_due_twice",
        "landed_between_turns",
        "landed_in_jail",
        "landed_out_of_turn",
        "call_below_first",
        "call_by_excluded",
        "call_in_later_auction",
        "call_out_of_steps",
        "piece_without_lot",
        "tax_not_to_bank",
        "fee_not_to_bank",
        "interest_not_to_bank",
        "interest_without_deed",
        "rent_to_each",
        "each_with_a_rest",
        "fee_of_another_sum",
        "fee_twice",
        "fee_before_last_try",
        "fee_by_double",
    }
)


def messages_by_field(refusals: Iterable[Mapping[str, Any]], table: Table, read: ReadPosition) -> dict[str, list[str]]:
    """The messages of refusals by the field or part of the form that they belong to, ``""`` for those without one.

    ``refusals``: as `Ruleset.explain` gives them; ``read``: what the form says.
    """
    found: dict[str, list[str]] = {}
    for each in refusals:
        if each["code"] != "position_impossible":  # says only how many there are
            found.setdefault(_field_of(each["code"], each["facts"], table, read), []).append(each["message"])
    return found


def _field_of(code: str, facts: Mapping[str, Any], table: Table, read: ReadPosition) -> str:
    """The field that a refusal belongs to: the one it names, else that of its code, else that of its facts."""
    order = seat_orders(table.seats)
    return (
        _named_field(str(facts.get("field", "")), order, read)
        or _field_of_code(code, facts, order, read)
        or _field_of_facts(code, facts, order)
    )


def _named_field(where: str, order: Mapping[str, str], read: ReadPosition) -> str:
    if (match := PLAYER_PATH.fullmatch(where)) and match["seat"] in order:
        return f"{PLAYER_FIELDS.get(match['field'], 'cash')}_{order[match['seat']]}"
    if match := DEED_PATH.match(where):
        return f"deed_{match['deed']}"
    if match := DUE_PATH.match(where):
        return _due_row(read, int(match["number"]))
    return where if where in ("phase", "turn", "doubles") else ""


def _field_of_code(code: str, facts: Mapping[str, Any], order: Mapping[str, str], read: ReadPosition) -> str:
    if code in FIELD_OF_CODE:
        return FIELD_OF_CODE[code]
    if code.startswith("option"):
        return "options"
    if code.startswith("declared_"):
        return f"declared_{order[facts['player']]}"
    if code in DUE_CODES:
        rows = (_due_row(read, number) for number, row in enumerate(read.position["due"]) if _is_about(row, facts))
        return next(rows, "due")
    return ""


def _field_of_facts(code: str, facts: Mapping[str, Any], order: Mapping[str, str]) -> str:
    if code in DEED_CODES or "deed" in facts:
        return f"deed_{facts['deed']}"
    if "deeds" in facts:
        return f"deed_{facts['deeds'][0]}"
    if "deck" in facts:
        return f"card_{facts['deck']}"
    if facts.get("player") in order:
        return f"{'out' if code.startswith('out_') else 'space'}_{order[facts['player']]}"
    return ""


def _is_about(row: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    """Whether an entry of ``due`` is about the player or the deed in the facts of a refusal."""
    return any(name in facts and row.get(name) == facts[name] for name in ("player", "deed"))


def _due_row(read: ReadPosition, number: int) -> str:
    row = read.due_rows[number] if number < len(read.due_rows) else 0
    return f"due_{row}" if row else "due"
