"""Opening and closing an event's public pages, and notices on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, TypeAlias

from sqlalchemy.exc import IntegrityError

from referee.core.command import Caller
from referee.core.http import fields
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Length, OneOf, Regexp
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.models import Event, Notice, Player, PublicPages
from referee.public.settings import PARTS, PublicNoticeView, PublicView, default_delay, public_view
from tournaments.regulation.sections import FURTHEST
from tournaments.typed import Whole

ADDRESS = r"^(?![0-9a-z]{18}\Z)[a-z0-9](-?[a-z0-9]){2,29}\Z"
"""A short address: 3 to 30 lowercase letters, digits and single hyphens, but nothing that could be an id."""
Delay: TypeAlias = Annotated[int | None, Whole(0, FURTHEST), FieldExample(10)]


@dataclass(frozen=True, slots=True)
class ChangePublic:
    """What an event is to show to everybody."""

    open: Annotated[bool, "Whether the event has public pages."]
    parts: Annotated[
        Sequence[Annotated[str, OneOf(PARTS)]],
        Length(max=len(PARTS)),
        "The parts that are shown.",
        FieldExample(["seating", "standings", "bracket", "clock", "tables"]),
    ]
    address: Annotated[
        str | None,
        fields.String(validate=Regexp(ADDRESS, error="not_address")),
        "A short address; null: the event's id is used.",
        FieldExample("spring-cup"),
    ] = None
    delay_minutes: Annotated[Delay, "The delay of live games in minutes; null: as in the regulation."] = None
    delay_turns: Annotated[Delay, "The delay of live games in turns; null: as in the regulation."] = None
    alerts: Annotated[bool, "Whether players may have themselves told what concerns them, by push or e-mail."] = False


@dataclass(frozen=True, slots=True)
class MakeNotice:
    """A notice."""

    text: Annotated[str, Line(1000), FieldExample("昼休みは12時50分までです。")]
    player: Annotated[str | None, Line(18), "The id of the only player it is for; null: for everybody."] = None


def change_public(caller: Caller, event_id: str, given: ChangePublic) -> PublicView:
    """Open or close an event's public pages, and choose what they show.

    Only published information is ever shown, with one exception: with ``live``, a table's page shows its game as it
    stands.

    Raises the problems ``not_allowed``, ``not_found`` and ``address_taken``.
    """
    caller.allow("event.change", event_id)
    with caller.change() as change:
        session = change.session
        if session.get(Event, event_id, with_for_update={"key_share": True}) is None:
            raise Problem("not_found", path=event_id)
        row = session.get(PublicPages, event_id) or PublicPages(event_id=event_id)
        row.open, row.address = given.open, given.address
        usual = default_delay(session, event_id)
        row.delay_minutes = usual.minutes if given.delay_minutes is None else given.delay_minutes
        row.delay_turns = usual.turns if given.delay_turns is None else given.delay_turns
        row.alerts = given.alerts
        row.shown = json.dumps([part for part in PARTS if part in given.parts])
        session.add(row)
        try:
            session.flush()
        except IntegrityError as error:
            raise Problem("address_taken", address=given.address) from error
        # The event may have a new address now: the audit entry is what invalidates the cached pages.
        change.audit("public.change", f"event:{event_id}", event_id, **asdict(given))
        return public_view(session, event_id)


def make_notice(caller: Caller, event_id: str, given: MakeNotice) -> PublicNoticeView:
    """Publish a notice on the public pages, or on one player's private page.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("notice.make", event_id)
    with caller.change() as change:
        change.row(Event, event_id)
        found = change.session.get(Player, given.player) if given.player is not None else None
        if given.player is not None and (found is None or found.event_id != event_id):
            raise Problem("not_found", path=given.player)
        author = change.author
        notice = Notice(
            event_id=event_id,
            player_id=given.player,
            text=given.text,
            author=author.name,
            account_id=author.account_id,
            made_at=change.now,
        )
        change.session.add(notice)
        change.session.flush()
        change.audit("notice.make", f"notice:{notice.id}", event_id, text=given.text, player=given.player)
    return notice


def withdraw_notice(caller: Caller, notice_id: str) -> PublicNoticeView:
    """Withdraw a notice.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        found = change.session.get(Notice, notice_id, with_for_update=True)
        if found is None:
            raise Problem("not_found", path=notice_id)
        caller.allow("notice.make", found.event_id)
        if found.withdrawn_at is None:
            found.withdrawn_at = change.now
            change.session.add(found)
            change.audit("notice.withdraw", f"notice:{notice_id}", found.event_id)
    return found
