"""What pages say about penalties, in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.access.principal import Principal
from referee.access.roles import may
from referee.event.penalty_view import STATES, STEPS
from referee.pages.decisions import moment
from referee.pages.rules_told import anchor
from referee.rules.points import REGULATION, ruleset_of


def told(rows: Sequence[Mapping[str, Any]], who: Principal, event_id: str) -> list[dict[str, Any]]:
    """Penalties as a page shows them, with what the reader may do about each."""
    return [
        {
            **row,
            "at": moment(row["given_at"]),
            "state_told": STATES[row["state"]](),
            "done": [
                {"told": STEPS[each["kind"]](each["author"]), "note": each["note"], "at": moment(each["at"])}
                for each in row["steps"]
            ],
            "points": [{"id": each, "address": address(event_id, each)} for each in row["clauses"]],
            "own": row["steps"][0]["account_id"] == who.account_id,
            "may_do": may_do(row, who, event_id),
        }
        for row in rows
    ]


def address(event_id: str, clause: str) -> str:
    """Where a clause, or a point of the event's regulation, is read; empty where it is not there any more."""
    home = ruleset_of().get(clause)
    if home is not None:
        return f"/rules/{home}/{clause}"
    return f"/events/{event_id}/regulation#{anchor(clause)}" if clause.startswith(f"{REGULATION}/") else ""


def may_do(row: Mapping[str, Any], who: Principal, event_id: str) -> set[str]:
    """What the page offers somebody: ``sign``, ``cancel``, ``note``."""
    roles = who.roles_in(event_id)
    if row["state"] == "cancelled":
        return set()
    offered = set() if row["noted"] else {"note"}
    if (
        row["state"] == "proposed"
        and may(roles, "penalty.sign_off")
        and row["steps"][0]["account_id"] != who.account_id
    ):
        offered.add("sign")
    to_cancel = "penalty.severe" if row["state"] == "proposed" else "penalty.sign_off"
    if may(roles, to_cancel if row["step"]["severe"] else "penalty.give"):
        offered.add("cancel")
    return offered
