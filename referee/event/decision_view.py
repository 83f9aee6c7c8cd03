"""Decisions and adjustments as people read them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from referee.models import Adjustment, DecisionMade


def decision(made: DecisionMade, names: Mapping[str, str]) -> dict[str, Any]:
    """A decision.  ``names``: the players' by id."""
    details = json.loads(made.details)
    withdrawn = details.get("withdrawn", {})
    return {
        "id": made.id,
        "event_id": made.event_id,
        "about": made.about,
        "by": made.by,
        "players": [{"player": each, "name": names.get(each, each)} for each in json.loads(made.players)],
        "note": details.get("note"),
        "race": details.get("race"),
        "author": made.author,
        "made_at": made.made_at,
        "withdrawn_at": made.withdrawn_at,
        "withdrawn_by": withdrawn.get("by"),
        "withdrawn_reason": withdrawn.get("reason"),
    }


def adjustment(made: Adjustment, names: Mapping[str, str]) -> dict[str, Any]:
    """An adjustment.  ``names``: the players' by id."""
    return {
        "id": made.id,
        "event_id": made.event_id,
        "player": made.player_id,
        "name": names.get(made.player_id, made.player_id),
        "points": made.points,
        "round": made.round,
        "reason": made.reason,
        "author": made.author,
        "made_at": made.made_at,
        "withdrawn_at": made.withdrawn_at,
    }
