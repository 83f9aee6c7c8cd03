"""Taking players and helpers over from an earlier event, or players from the register: who may come, and who comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, select

from referee.accounts.commands.members import GiveRole, add_member
from referee.core.command import Caller, Change
from referee.core.http.fields import Length, OneOf
from referee.core.http.schemas import Line
from referee.core.rows import get_row
from referee.events.queries import last_begun_round, lock_event, players_of
from referee.models import Account, Appearance, Event, Membership, Person, Player, new_id
from referee.players.commands import new_player_row
from referee.players.queries import entrant, save_entrants
from tournaments.players.clubs import differ
from tournaments.players.entrant import Entrant
from tournaments.players.names import sort_key
from tournaments.players.row import identity

REGISTER = "register"
"""The source that is no event."""
MOST_TAKEN = 2_000
LISTED, PUT_AWAY, DISABLED = "listed", "put_away", "disabled"
REASONS = (LISTED, PUT_AWAY, DISABLED)


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Who is to be taken over, and from where."""

    source: Annotated[str, Line(18), "The id of the earlier event, or `register`."]
    players: Annotated[
        Sequence[Annotated[str, Line(18)]],
        Length(max=MOST_TAKEN),
        "The ids of the players there, or of the people of the register.",
    ] = ()
    staff: Annotated[
        Sequence[Annotated[str, Line(18)]],
        Length(max=MOST_TAKEN),
        "The ids of the accounts of helpers there: those with a log-in get the same roles here, the others also a"
        " private link of their own for this event.",
    ] = ()


@dataclass(frozen=True, slots=True)
class NotTaken:
    """Somebody who was not taken over."""

    name: str
    why: Annotated[
        str,
        OneOf(REASONS),
        "`listed`: they are on the list already; `put_away`: taken off the list there;"
        " `disabled`: their account is switched off.",
    ]
    number: Annotated[int | None, "Their number here, if they are on the list already."] = None


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What was taken over: how many players, and helpers; who of those wanted was left out, and why."""

    players: int
    staff: int
    left_out: Sequence[NotTaken]


@dataclass(frozen=True, slots=True)
class PlayerToTake:
    """Somebody who may be taken over.  ``entrant``: with the id there; ``person``: in the register, if they are known
    there; ``left``: why they are not, at first or at all.
    """

    entrant: Entrant
    person: str | None
    left: NotTaken | None


@dataclass(frozen=True, slots=True)
class HelperToTake:
    """A helper there.  ``roles``: those they do not have here yet; ``log_in``: whether they have one."""

    id: str
    name: str
    roles: Sequence[str]
    log_in: bool
    left: NotTaken | None


def candidates(session: Session, event_id: str, source: str) -> list[PlayerToTake]:
    """The players of an earlier event, or the people of the register, by reading."""
    there: list[tuple[Entrant, str | None, bool]]
    if source == REGISTER:
        there = [
            (Entrant(each.id, 0, each.name, each.reading, each.club), each.id, False)
            for each in session.exec(select(Person))
        ]
    else:
        people = _people(session, source)
        there = [
            (entrant(each), people.get(each.id), each.archived_at is not None) for each in players_of(session, source)
        ]
    here = players_of(session, event_id)
    people_here = {person: player for player, person in _people(session, event_id).items()}
    numbers = {each.id: each.number for each in here}
    known = [entrant(each) for each in here]
    found = []
    for each, person, put_away in sorted(there, key=lambda row: sort_key(row[0])):
        listed = people_here.get(person or "") or next((one.id for one in known if _same(one, each)), None)
        left = NotTaken(each.name, PUT_AWAY) if put_away else None
        found.append(PlayerToTake(each, person, NotTaken(each.name, LISTED, numbers[listed]) if listed else left))
    return found


def staff_candidates(session: Session, event_id: str, source: str) -> list[HelperToTake]:
    """The helpers of an earlier event, by name."""
    if source == REGISTER:
        return []
    here = set(session.exec(select(Membership.account_id, Membership.role).where(Membership.event_id == event_id)))
    names_here = {
        each.name
        for each in session.exec(
            select(Account).where(Membership.event_id == event_id, col(Membership.account_id) == col(Account.id))
        )
        if each.login is None
    }
    rows = session.exec(
        select(Account, Membership.role).where(
            Membership.event_id == source, col(Membership.account_id) == col(Account.id)
        )
    ).all()
    roles: dict[str, list[str]] = {}
    accounts = {account.id: account for account, _ in rows}
    for account, role in rows:
        if (account.id, role) not in here:
            roles.setdefault(account.id, []).append(role)
    found = []
    for account in sorted(accounts.values(), key=lambda each: (each.name, each.id)):
        # Somebody without a log-in is a new account in each event, so that one's link opens no other.
        listed = account.id not in roles or (account.login is None and account.name in names_here)
        why = LISTED if listed else DISABLED if account.disabled_at is not None else ""
        left = NotTaken(account.name, why) if why else None
        found.append(HelperToTake(account.id, account.name, roles.get(account.id, ()), account.login is not None, left))
    return found


def allow_source(caller: Caller, source: str) -> None:
    """Check that the caller may take people over from there.  Raises the problem ``not_allowed``."""
    if source == REGISTER:
        caller.allow("person.read")
    else:
        caller.allow("event.change", source)


def take_over(caller: Caller, event_id: str, given: TakeOver) -> TakenOver:
    """Take players, with reading, club and region, and helpers over from an earlier event or the register.

    Nobody comes twice: whoever is on the list already is left out.  Once a round has begun, those who come start in the
    next one.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("player.change", event_id)
    allow_source(caller, given.source)
    if given.staff:
        caller.allow("member.change", event_id)
    with caller.change() as change:
        session = change.session
        lock_event(session, event_id)
        if given.source != REGISTER:
            get_row(session, Event, given.source)
        wanted = set(given.players)
        chosen = [each for each in candidates(session, event_id, given.source) if each.entrant.id in wanted]
        left = [each.left for each in chosen if each.left is not None and each.left.why == LISTED]
        coming = [each for each in chosen if each.left is None or each.left.why != LISTED]
        new = _add_players(change, event_id, coming)
        helpers = [each for each in staff_candidates(session, event_id, given.source) if each.id in set(given.staff)]
        left += [each.left for each in helpers if each.left is not None]
        joining = [each for each in helpers if each.left is None]
        for helper in joining:
            _add_helper(change, event_id, helper)
        change.audit(
            "player.take_over",
            f"event:{event_id}",
            event_id,
            source=given.source,
            new=new,
            staff=[each.id for each in joining],
            left_out=len(left),
        )
    if joining:
        caller.service.principals.forget()
    return TakenOver(len(new), len(joining), left)


def _add_players(change: Change, event_id: str, coming: Sequence[PlayerToTake]) -> list[str]:
    """Add players to an event, with numbers after those in use; return their ids."""
    session = change.session
    number = max((each.number for each in players_of(session, event_id)), default=0)
    begun = last_begun_round(session, event_id)
    rows: dict[str, Player] = {}
    made = []
    # Ids in the order of the list: draws go by id, so the same list and seed give the same draw.
    for key, each in zip(sorted(new_id() for _ in coming), coming, strict=True):
        number += 1
        there = each.entrant
        here = Entrant(
            key, number, there.name, there.reading, there.club, there.region, first_round=begun + 1 if begun else None
        )
        rows[key] = new_player_row(here, event_id, change.now)
        session.add(rows[key])
        made.append(here)
    session.flush()
    save_entrants(session, rows, made)
    session.add_all(
        Appearance(player_id=here.id, person_id=each.person, made_at=change.now)
        for here, each in zip(made, coming, strict=True)
        if each.person is not None
    )
    session.flush()
    return [each.id for each in made]


def _add_helper(change: Change, event_id: str, helper: HelperToTake) -> None:
    account_id = helper.id if helper.log_in else None
    for role in helper.roles:
        named = None if account_id else helper.name
        account, _ = add_member(change, event_id, GiveRole(role, account_id=account_id, name=named))
        account_id = account.id


def _same(one: Entrant, other: Entrant) -> bool:
    """Whether two are taken for one: the same name and reading, and not two clubs."""
    return identity(one) == identity(other) and not differ(one.club, other.club)


def _people(session: Session, event_id: str) -> Mapping[str, str]:
    query = select(Appearance.player_id, Appearance.person_id).where(
        Appearance.player_id == Player.id, Player.event_id == event_id
    )
    return dict(session.exec(query).all())
