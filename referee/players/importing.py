"""Import: a list of players as a file; first what it would do, with every fault, then done or not at all."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlmodel import Session

from referee.core import audit
from referee.core.access.principal import Principal
from referee.events.queries import begun, held, players_of
from referee.events.regulation import Known, known
from referee.models import new_id
from referee.players.commands import row_for
from referee.players.queries import entrant, keep
from tournaments.players.entrant import Entrant
from tournaments.players.late import late_fault
from tournaments.players.preview import Preview, apply, preview
from tournaments.players.walk_in import merge_day_list


class Ground(NamedTuple):
    """What an import is held against: the list as it is, the rounds that have begun, the regulation."""

    entrants: tuple[Entrant, ...]
    begun: int
    known: Known


def ground(session: Session, event_id: str) -> Ground:
    """What a list is held against now."""
    entrants = tuple(entrant(each) for each in players_of(session, event_id))
    return Ground(entrants, begun(session, event_id), known(session, event_id))


def looked_at(data: bytes, given: Ground) -> Preview:
    """What an import of a file would do.  Raises `Faulty` where the file cannot be read."""
    found = preview(data, given.entrants, given.known.flags, given.known.team_size, keep_ids=False)
    rows = []
    for row in found.rows:
        late = late_fault(row.existing, row.entrant, given.begun, f"{row.line}")
        rows.append(replace(row, faults=(*row.faults, late)) if late else row)
    return replace(found, rows=tuple(rows))


def bring(
    session: Session,
    now: int,
    who: Principal,
    event_id: str,
    data: bytes,
    before: tuple[Ground, Preview],
    day_list: bool,
) -> Preview:
    """Import a file; what was found out about it.

    ``before``: what it was held against and what came of it, just now; it is looked at again if the list has changed
    since.  ``day_list``: the list that a desk wrote on the day: whoever stands in it is there, and somebody new is a
    walk-in.  Raises `Faulty` with every fault, and the problem ``not_found``.
    """
    held(session, event_id)
    there = ground(session, event_id)
    found = before[1] if there == before[0] else looked_at(data, there)
    listed: Sequence[str]
    # Ids in the order of the list: a draw goes by ids, and so the same list and seed give the same draw.
    fresh = iter(sorted(new_id() for _ in found.rows))
    if day_list:
        merged = merge_day_list(found, lambda: next(fresh))
        entrants, listed = merged.entrants, merged.checked_in
    else:
        entrants, listed = apply(found, lambda: next(fresh)).entrants, ()
    rows = {each.id: each for each in players_of(session, event_id)}
    old = {each.id: each for each in there.entrants}
    new = [each for each in entrants if each.id not in old]
    changed = [each for each in entrants if each.id in old and each != old[each.id]]
    for each in new:
        rows[each.id] = row_for(each, event_id, now)
        # A number may be free only once somebody who had it has got another: it is given last.
        rows[each.id].number = -each.number - LAST_NUMBER
        session.add(rows[each.id])
    session.flush()
    keep(session, rows, [*changed, *new])
    here = [rows[each] for each in listed if rows[each].checked_in_at is None]
    for player in here:
        player.checked_in_at = now
        session.add(player)
    if new or changed or here:
        audit.record(
            session, now, who, "player.import", f"event:{event_id}", event_id,
            sha256=hashlib.sha256(data).hexdigest(), day_list=day_list, rows=len(found.rows),
            new=[each.id for each in new], changed=[each.id for each in changed],
            checked_in=[each.id for each in here],
        )  # fmt: skip
    return found


LAST_NUMBER = 100_000
"""Beyond every number that a player may have."""


def counted(found: Preview) -> dict[str, int]:
    """How many rows are new, changed, the same and faulty."""
    counts = Counter(row.status for row in found.rows)
    return {status: counts[status] for status in ("new", "changed", "same", "faulty")}
