"""Who may do what: one table, by role.  `tests/referee/support/role_matrix.py` checks it against every endpoint."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ROLES = ("organizer", "head_judge", "arbiter", "judge", "scorer", "viewer")
"""The roles that a person can have in an event."""

ADMINISTRATOR = "administrator"
"""An account that runs the service itself, and may do everything in every event."""
DEVICE = "device"
"""A device bound to a table, used by whoever is there; it has this role only at that table."""

STAFF = frozenset({"organizer", "head_judge", "arbiter", "judge", "scorer"})
BENCH = frozenset({"organizer", "head_judge", "arbiter"})
LEADERS = frozenset({"organizer", "head_judge"})
NOBODY: frozenset[str] = frozenset()

MAY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        # The service: administrators only, who may do everything below too.
        "account.read": NOBODY,
        "account.change": NOBODY,
        "backup.read": NOBODY,
        "backup.make": NOBODY,
        "backup.restore": NOBODY,
        "event.create": NOBODY,
        "person.read": NOBODY,
        "person.change": NOBODY,
        # An event.
        "event.read": STAFF | {"viewer"},
        "event.change": frozenset({"organizer"}),
        "event.export": LEADERS | {"scorer"},
        "audit.read": LEADERS,
        "member.read": LEADERS,
        "member.change": frozenset({"organizer"}),
        "invitation.read": LEADERS,
        "invitation.change": LEADERS,
        "device.read": LEADERS,
        "device.revoke": LEADERS,
        # Rounds and tables.
        "round.change": frozenset({"organizer"}),
        "round.clock": LEADERS,
        "round.close": LEADERS,
        "table.change": frozenset({"organizer"}),
        "table.close": LEADERS | {"scorer"},
        "table.read": STAFF | {"viewer", DEVICE},
        "table.try": STAFF | {DEVICE},
        "table.report": frozenset({"head_judge", "arbiter", "judge", "organizer", DEVICE}),
        "table.rule": BENCH,
        "table.clock": BENCH | {"judge"},
        "call.make": STAFF | {DEVICE},
        "call.answer": BENCH | {"judge"},
        "assignment.read": STAFF,
        "assignment.change": LEADERS,
        # The tournament.
        "regulation.change": frozenset({"organizer"}),
        "player.read": STAFF,
        "player.change": frozenset({"organizer"}),
        "player.check_in": STAFF,
        "seating.read": STAFF,
        "seating.change": frozenset({"organizer"}),
        "result.read": STAFF,
        "result.enter": STAFF | {DEVICE},
        "result.confirm": STAFF,
        "result.publish": LEADERS,
        "standings.read": STAFF,
        "decision.make": LEADERS,
        "notice.make": LEADERS,
        # Cautions and warnings; severer penalties; and putting these into force, which whoever gave one cannot do.
        "penalty.give": BENCH | {"judge"},
        "penalty.severe": BENCH,
        "penalty.sign_off": LEADERS,
        # Cases: rulings, appeals against them (also by the table), and their standing as precedents.
        "case.read": STAFF,
        "case.open": BENCH | {"judge"},
        "case.decide": BENCH,
        "case.appeal": STAFF | {DEVICE},
        "appeal.decide": LEADERS,
        "precedent.change": BENCH,
        # Printed documents show what the staff may see, published or not.
        "paper.print": STAFF,
        "layout.change": frozenset({"organizer"}),
    }
)
"""The roles that may take an action, besides administrators."""


def may(roles: frozenset[str], action: str) -> bool:
    """Whether somebody with these roles, administrator and device among them, may take the action."""
    return ADMINISTRATOR in roles or not roles.isdisjoint(MAY[action])
