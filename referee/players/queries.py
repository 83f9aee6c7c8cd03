"""The players of an event, as rows and as `tournaments` knows them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sqlmodel import Session

from referee.models import Player
from tournaments.players.entrant import Entrant


def entrant(player: Player) -> Entrant:
    """A row as an entrant."""
    return Entrant(
        id=player.id,
        number=player.number,
        name=player.name,
        reading=player.reading,
        club=player.club,
        region=player.region,
        flags=tuple(json.loads(player.flags)),
        qualified_by=player.qualified_by,
        class_=player.class_name,
        team=player.team,
        reserve=player.reserve,
        first_round=player.first_round,
        dropped_after=player.dropped_after,
        walk_in=player.walk_in,
        note=player.note,
    )


def keep(session: Session, rows: Mapping[str, Player], entrants: Sequence[Entrant]) -> None:
    """Write entrants back to their rows, by id."""
    moved = [rows[each.id] for each in entrants if rows[each.id].number != each.number]
    for player in moved:  # numbers may go round among them, and no two may have the same for a moment
        player.number = -player.number
        session.add(player)
    session.flush()
    for each in entrants:
        player = rows[each.id]
        player.number = each.number
        player.name = each.name
        player.reading = each.reading
        player.club = each.club
        player.region = each.region
        player.flags = json.dumps(each.flags)
        player.qualified_by = each.qualified_by
        player.class_name = each.class_
        player.team = each.team
        player.reserve = each.reserve
        player.first_round = each.first_round
        player.dropped_after = each.dropped_after
        player.walk_in = each.walk_in
        player.note = each.note
        session.add(player)
    session.flush()
