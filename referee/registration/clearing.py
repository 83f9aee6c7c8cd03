"""Many registrations at once: found by what they have in common, confirmed, removed in one step, and put back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import col, delete, select

from referee.core.command import Caller
from referee.events.queries import lock_event
from referee.models import Letter, Registration
from referee.players.commands import change_of_names
from referee.registration.places import ENDED, HELD, REMOVED, WAITING, give_up, move_up, registrations
from tournaments.players.entrant import Entrant
from tournaments.players.names import first_form, looks
from tournaments.players.row import same_text

MANY = 5
"""How many registrations with something in common are worth a line."""
MAX_GROUPS = 6
"""The most groups that are shown, the largest first."""
HOUR_MS = 3_600_000
STEP = 10
"""How many are removed or put back in one transaction."""


@dataclass(frozen=True, slots=True)
class RegistrationGroup:
    """Registrations with something in common.  ``kind``: network, contact or hour; ``value``: which one, the hour as
    the ms since 1970 at which it begins; ``ids``: theirs.
    """

    kind: str
    value: str
    ids: Sequence[str]

    @property
    def key(self) -> str:
        """What tells this group from others in an address."""
        return f"{self.kind}:{self.value}"


def groups(rows: Iterable[Registration]) -> list[RegistrationGroup]:
    """What `MANY` or more of the registrations that stand have in common, the largest group first."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        if row.state not in ENDED:
            if row.network:
                found["network", row.network].append(row.id)
            found["contact", row.contact.casefold()].append(row.id)
            found["hour", str(row.made_at // HOUR_MS * HOUR_MS)].append(row.id)
    large = [RegistrationGroup(*what, ids) for what, ids in found.items() if len(ids) >= MANY]
    return sorted(large, key=lambda each: -len(each.ids))[:MAX_GROUPS]


def look_alikes(rows: Iterable[Registration], entrants: Iterable[Entrant]) -> dict[str, str]:
    """By the id of a registration that stands, the name of another one or of a player that it looks like, if any."""
    standing = [each for each in rows if each.state not in ENDED]
    names: dict[str, dict[str, str]] = defaultdict(dict)
    for name in (*(each.name for each in entrants), *(each.name for each in standing)):
        for key in (looks(name), first_form(same_text(name))):
            names[key][same_text(name)] = name
    found = {}
    for each in standing:
        own = same_text(each.name)
        others = [
            name for key in (looks(each.name), first_form(own)) for text, name in names[key].items() if text != own
        ]
        if others:
            found[each.id] = others[0]
    return found


def remove_many(caller: Caller, event_id: str, ids: Iterable[str]) -> set[str]:
    """Remove registrations with their players; return those (ids) that were there to be removed.  Those who wait move
    up once all are gone.

    No letters are written, and those not sent yet are dropped: the addresses may be anybody's.  Reports wait for a few
    at a time, not for all (`STEP`); what they have in common is the moment, by which they are put back together.

    Raises the problem ``not_allowed``.
    """
    caller.allow("player.change", event_id)
    chosen, at = list(dict.fromkeys(ids)), caller.service.database.now()
    removed: set[str] = set()
    for start in range(0, len(chosen), STEP):
        removed |= _remove(caller, event_id, chosen[start : start + STEP], at)
    with change_of_names(caller) as change:
        lock_event(change.session, event_id)
        move_up(change, event_id)
    return removed


def _remove(caller: Caller, event_id: str, ids: Sequence[str], at: int) -> set[str]:
    with caller.change() as change:
        lock_event(change.session, event_id)
        chosen = select(Registration).where(col(Registration.id).in_(ids), Registration.event_id == event_id)
        standing = change.session.exec(chosen.where(col(Registration.state).not_in(ENDED))).all()
        for row in standing:
            give_up(change, row, REMOVED, at)
        if standing:
            about = [each.id for each in standing]
            change.session.exec(delete(Letter).where(col(Letter.about).in_(about), col(Letter.sent_at).is_(None)))
            names = [each.name for each in standing]
            change.audit("registration.remove", f"event:{event_id}", event_id, count=len(names), names=names)
        return {each.id for each in standing}


def put_back(caller: Caller, event_id: str, removed_at: int) -> int:
    """Put back what was removed in one step; return how many.  Their former places may have gone to others meanwhile.

    ``removed_at``: when (ms).  Raises the problem ``not_allowed``.
    """
    caller.allow("player.change", event_id)
    count = 0
    while step := _put_back(caller, event_id, removed_at):
        count += step
    return count


def _put_back(caller: Caller, event_id: str, removed_at: int) -> int:
    with change_of_names(caller) as change:
        lock_event(change.session, event_id)
        removed = [each for each in registrations(change.session, event_id) if each.state == REMOVED]
        rows = [each for each in removed if each.cancelled_at == removed_at][:STEP]
        for row in rows:
            row.state, row.cancelled_at = HELD if row.confirmed_at is None else WAITING, None
            change.session.add(row)
        if rows:
            names = [each.name for each in rows]
            change.audit("registration.restore", f"event:{event_id}", event_id, count=len(names), names=names)
            move_up(change, event_id, quiet=True)
        return len(rows)
