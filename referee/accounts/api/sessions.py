"""The API of the caller's own sessions, program tokens, identity and password, and of devices bound to tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Protocol

from flask import Response, request

from referee.accounts import known_browser
from referee.accounts.commands import sessions as commands
from referee.accounts.commands.accounts import ChangeOwnPassword, change_own_password
from referee.accounts.commands.invitations import RedeemCode, redeem_code, revoke_device
from referee.accounts.commands.next_table import NextGame, move_to_next_game, next_game
from referee.accounts.commands.second_factor import ConfirmPassword, confirm_password
from referee.accounts.credentials import SESSION_SPAN
from referee.accounts.queries import DeviceMade, DeviceView, OwnView, SessionList, me_view, own_sessions
from referee.accounts.queries import list_devices as devices_of
from referee.core.access.guard import (
    allowed,
    delete_token_cookie,
    form_token,
    principal,
    require_principal,
    require_session,
    set_token_cookie,
)
from referee.core.access.limits import network_of
from referee.core.access.principal import Principal
from referee.core.access.scope import table_for
from referee.core.command import caller
from referee.core.http.declared import FieldExample, dump, view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, list_schema, operation
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Line, Page
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service

blueprint = StrictBlueprint("sessions", __name__, url_prefix="/api/v1", description="Sessions and programs")
me = StrictBlueprint("me", __name__, url_prefix="/api/v1/me", description="Your own account")


def own_list(kind: str) -> SessionList:
    """The caller's valid sessions or programs."""
    who, database = require_session(), service().database
    with database.read() as session:
        return SessionList(own_sessions(session, database.now(), who, kind))


@endpoint(
    blueprint,
    "POST",
    "/sessions",
    body=commands.BeginSession,
    gives=OwnView,
    status=201,
    fails=(401, 403, 429),
    open_to_all=True,
)
def begin_session(body: commands.BeginSession) -> Response:
    """Log in.

    An account with a second factor needs a ``code`` too (``factor_needed``); where one is required and missing
    (``factor_setup``), it is set up on the log-in page.  The token is set as a cookie that scripts cannot read; the
    response contains the form token that goes with it.
    """
    token = commands.log_in(service(), known_browser.attempt(body.login, body.password, body.code))
    who = service().principals.find(token)
    if who is None:  # the account has been disabled since the log-in
        raise Problem("unknown_person")
    response = answer(dump(OwnView, own_view(who)), 201)
    set_token_cookie(response, token, SESSION_SPAN)
    known_browser.remember(response, body.login)
    return response


@endpoint(blueprint, "DELETE", "/sessions/current", gives=None, status=204)
def end_current() -> Response:
    """Log out.

    Ends the session, program or device that the request was made with.
    """
    commands.log_out(caller())
    response = Response(status=204)
    delete_token_cookie(response)
    return response


@endpoint(blueprint, "GET", "/sessions", gives=SessionList)
def list_sessions() -> SessionList:
    """List your own sessions."""
    return own_list("session")


@endpoint(blueprint, "DELETE", "/sessions/<credential_id>", gives=None, status=204)
def end_session(credential_id: str) -> Response:
    """End one of your own sessions, such as one on a lost phone."""
    commands.end_own(caller(), "session", credential_id)
    return Response(status=204)


@endpoint(blueprint, "GET", "/programs", gives=SessionList)
def list_programs() -> SessionList:
    """List the programs that act in your name."""
    return own_list("program")


operation(blueprint, "POST", "/programs", commands.make_program, status=201)


@endpoint(blueprint, "DELETE", "/programs/<credential_id>", gives=None, status=204)
def end_program(credential_id: str) -> Response:
    """End one of your own programs."""
    commands.end_own(caller(), "program", credential_id)
    return Response(status=204)


def own_view(who: Principal) -> OwnView:
    """The caller, with the form token of a browser's session."""
    with service().database.read() as session:
        return OwnView(**asdict(me_view(session, who)), form_token=form_token(who))


@endpoint(me, "GET", "", gives=OwnView)
def show_me() -> OwnView:
    """Get who you are, what you may do in which event, and the form token of a browser session."""
    return own_view(require_principal())


@endpoint(me, "PUT", "/password", body=ChangeOwnPassword, gives=None, status=204, fails=(401, 429))
def change_password(body: ChangeOwnPassword) -> Response:
    """Change your own password.

    Your other sessions and programs end, because somebody may have known the old password.
    """
    change_own_password(caller(), body)
    return Response(status=204)


@endpoint(me, "PUT", "/confirmation", body=ConfirmPassword, gives=None, status=204, fails=(401, 429))
def confirm(body: ConfirmPassword) -> Response:
    """Type your password again.

    In a session this is asked for (``password_needed``) before what cannot be undone or shows secrets, if it was not
    typed in the last ten minutes.
    """
    confirm_password(caller(), body.password)
    return Response(status=204)


devices = StrictBlueprint("devices", __name__, url_prefix="/api/v1", description="Devices bound to tables")


DevicePage = list_schema(view_schema(DeviceView), "DevicePage")


@dataclass(frozen=True, slots=True)
class BindDevice:
    """A device that binds itself to a table with the table's code."""

    code: Annotated[str, Line(60), "The part after `/t/` in the address of the table's QR code."]
    label: Annotated[str | None, Line(), FieldExample("iPad 3")] = None


class NextGameOut(Protocol):
    """The game at a table in the next round.  All fields are null, empty or false if there is none."""

    table_id: str | None
    number: int | None
    round: int | None
    name: Annotated[str | None, "The round's name; may be empty."]
    players: Annotated[Sequence[str], "The players' names, in start order."]
    runs: Annotated[bool, "Whether its round is running."]
    open: Annotated[bool, "Whether the table's device may move on to it because its own game is over."]


def device_page(query: dict[str, Any], event_id: str, table_id: str | None = None) -> Response:
    with service().database.read() as session:
        views = devices_of(session, event_id, query["limit"] + 1, query.get("cursor"), table_id)
    return page(view_schema(DeviceView), views, query["limit"])


@endpoint(
    devices,
    "POST",
    "/devices",
    body=BindDevice,
    gives=DeviceMade,
    status=201,
    fails=(403, 409, 410, 429),
    open_to_all=True,
)
def bind_device(body: BindDevice) -> DeviceMade:
    """Bind a device to a table with the table's code.

    409 ``table_bound``: the table already has as many devices as its code allows; the desk has to end one of them or
    allow a second one.  If somebody is logged in with the request, they are recorded as the person who bound the
    device.  The token is shown only in this response.
    """
    given = RedeemCode(body.code, True, principal(), network_of(request.remote_addr), language(), body.label)
    redeemed = redeem_code(service(), given)
    assert redeemed.device is not None  # the code is a table's
    return DeviceMade(**asdict(redeemed.device), token=redeemed.token)


@endpoint(devices, "GET", "/events/<event_id>/devices", query=Page, gives=DevicePage)
def list_devices(query: dict[str, Any], event_id: str) -> Response:
    """List the devices of an event."""
    allowed("device.read", event_id)
    return device_page(query, event_id)


@endpoint(devices, "GET", "/tables/<table_id>/devices", query=Page, gives=DevicePage)
def list_table_devices(query: dict[str, Any], table_id: str) -> Response:
    """List the devices of a table."""
    table, _ = table_for("device.read", table_id)
    return device_page(query, table.event_id, table_id)


UNKNOWN = ("table_id", "number", "round", "name")
NOTHING: Mapping[str, Any] = {**dict.fromkeys(UNKNOWN), "players": [], "runs": False, "open": False}


@endpoint(devices, "GET", "/tables/<table_id>/next", gives=NextGameOut)
def show_next_game(table_id: str) -> Mapping[str, Any] | NextGame:
    """Get the game at this table in the next round and its players, once its seating is public."""
    table, _ = table_for("table.read", table_id)
    with service().database.read() as session:
        found = next_game(session, table)
    return NOTHING if found is None else found


@endpoint(devices, "POST", "/tables/<table_id>/next", gives=NextGameOut)
def go_to_next_game(table_id: str) -> NextGame:
    """Move the requesting device on to this table's next game, without a new code.

    404 if there is no next game, or if the device's own game is not over: no result has been entered and neither the
    table nor the round is closed.
    """
    return move_to_next_game(caller(), table_id)


operation(devices, "DELETE", "/devices/<credential_id>", revoke_device)
