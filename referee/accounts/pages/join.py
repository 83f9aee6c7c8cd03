"""The pages of private links and table codes: a button redeems them, so that a link preview does not."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from sqlmodel import Session, select
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts.commands import invitations as commands
from referee.accounts.invitations import OpenInvitation, find_invitation, free_label
from referee.core.access.guard import form_token, principal, require_principal, set_token_cookie
from referee.core.access.limits import network_of
from referee.core.access.principal import Principal
from referee.core.access.roles import ROLES
from referee.core.language import language, word, words
from referee.core.pages.format import round_name
from referee.core.pages.static import tablet_modules
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.pages.carried import table_line
from referee.events.queries import NamedTable, at_table
from referee.models import Event, GameTable, Membership, Round

blueprint = Blueprint("join", __name__)


def event_name(session: Session, found: OpenInvitation) -> str:
    event = session.get(Event, found.invitation.event_id)
    return event.name if event else ""


def lost_access(who: Principal | None) -> list[str]:
    """The line that warns of the session or device that this browser would lose, if any."""
    if who is None:
        return []
    return [word("device_ends" if who.kind == "device" else "session_ends", name=who.author.name)]


def redeem(code: str, *, for_table: bool) -> AnyResponse:
    given = commands.RedeemCode(code, for_table, principal(), network_of(request.remote_addr), language(), replace=True)
    redeemed = commands.redeem_code(service(), given)
    target = f"/tables/{redeemed.device.table_id}" if redeemed.device else f"/events/{redeemed.event_id}"
    response = make_response(redirect(target, 303))
    set_token_cookie(response, redeemed.token, redeemed.span)
    return response


@blueprint.get("/j/<code>")
def show_link(code: str) -> str:
    database = service().database
    with database.read() as session:
        found = find_invitation(session, code, database.now(), network_of(request.remote_addr), for_table=False)
        assert found.account is not None
        roles = session.exec(
            select(Membership.role).where(
                Membership.account_id == found.account.id, Membership.event_id == found.invitation.event_id
            )
        ).all()
        named = word("comma").join(word(f"role_{role}") for role in ROLES if role in roles)
        return render_template(
            "accounts/join.html",
            event=event_name(session, found),
            title=word("welcome", name=found.account.name),
            lines=[word("link_says", roles=named), *lost_access(principal())],
            button=word("come_in"),
            note=word("link_note"),
        )


@blueprint.post("/j/<code>")
def redeem_link(code: str) -> AnyResponse:
    """Begin the session of the person whom a private link is for."""
    return redeem(code, for_table=False)


@blueprint.get("/t/<code>")
def show_code(code: str) -> str:
    """Show which table a code is for, or that no further device can be bound to it."""
    database = service().database
    with database.read() as session:
        found = find_invitation(session, code, database.now(), network_of(request.remote_addr), for_table=True)
        who = principal()
        problem = None
        if who is None or who.table_id != found.invitation.table_id:
            try:
                free_label(session, database.now(), found, "")
            except Problem as full:
                problem = full
        return code_page(session, found, problem)


def code_page(session: Session, found: OpenInvitation, problem: Problem | None) -> str:
    """Render the page of a table's code.  ``problem``: why no further device can be bound."""
    assert found.table is not None
    round_ = session.get_one(Round, found.table.round_id)
    who = principal()
    lines = [word("bound_by", name=who.author.name)] if who and who.kind != "device" else lost_access(who)
    carried = carried_from(session, who, found)
    if carried is not None:
        lines = [
            table_line("carried_from", "carried_from_empty", carried),
            table_line("carried_here", "carried_here_empty", at_table(session, found.table)),
        ]
    return render_template(
        "accounts/join.html",
        event=f"{event_name(session, found)} · {round_name(round_.number, round_, language())}",
        title=word("table_number", number=found.table.number),
        lines=[] if problem else [word("code_says"), *lines],
        button=word("bind_again")
        if problem
        else word("carried_take" if carried else "bind", number=found.table.number),
        carried=carried and {"from": carried, "given": script_data(carried), "module": tablet_modules("carried.js")[0]},
        note="" if problem else word("code_note"),
        problem=problem and problem.to_json(language()),
    )


def carried_from(session: Session, who: Principal | None, found: OpenInvitation) -> NamedTable | None:
    """The other table that the browser's device is bound to so far; None if there is none."""
    if who is None or who.table_id in (None, found.invitation.table_id):
        return None
    return at_table(session, session.get_one(GameTable, who.table_id))


def script_data(carried: NamedTable) -> dict[str, object]:
    """The data of the script that first sends the reports still queued for the table that the device leaves."""
    who = require_principal()
    texts = {name: words(language())[name] for name in ("carried_sending", "carried_unsent")}
    return {
        "table": carried.id,
        "number": carried.number,
        "name": who.author.name,
        "language": language(),
        "form_token": form_token(who),
        "words": texts,
    }


@blueprint.post("/t/<code>")
def redeem_code(code: str) -> AnyResponse:
    """Bind this device to the table."""
    try:
        return redeem(code, for_table=True)
    except Problem as problem:
        if problem.code != "table_bound":
            raise
        database = service().database
        with database.read() as session:
            found = find_invitation(session, code, database.now(), network_of(request.remote_addr), for_table=True)
            return make_response(code_page(session, found, problem), problem.status)
