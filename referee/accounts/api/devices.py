"""Devices bound to tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Protocol

from flask import Response, request

from referee.accounts.commands.invitations import RedeemCode, redeem_code, revoke_device
from referee.accounts.commands.next_table import NextGame, move_to_next_game, next_game
from referee.accounts.queries import DeviceMade, DeviceView
from referee.accounts.queries import list_devices as devices_of
from referee.core.access.guard import allowed, principal
from referee.core.access.limits import network_of
from referee.core.access.scope import table_for
from referee.core.command import caller
from referee.core.http.answers import list_schema
from referee.core.http.declared import FieldExample, view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import page
from referee.core.http.schemas import Line, Page
from referee.core.language import language
from referee.core.service import service

blueprint = StrictBlueprint("devices", __name__, url_prefix="/api/v1", description="Devices bound to tables")


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
    """One page of the devices of an event or of a table."""
    with service().database.read() as session:
        views = devices_of(session, event_id, query["limit"] + 1, query.get("cursor"), table_id)
    return page(view_schema(DeviceView), views, query["limit"])


@endpoint(
    blueprint,
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


@endpoint(blueprint, "GET", "/events/<event_id>/devices", query=Page, gives=DevicePage)
def list_devices(query: dict[str, Any], event_id: str) -> Response:
    """List the devices of an event."""
    allowed("device.read", event_id)
    return device_page(query, event_id)


@endpoint(blueprint, "GET", "/tables/<table_id>/devices", query=Page, gives=DevicePage)
def list_table_devices(query: dict[str, Any], table_id: str) -> Response:
    """List the devices of a table."""
    table, _ = table_for("device.read", table_id)
    return device_page(query, table.event_id, table_id)


UNKNOWN = ("table_id", "number", "round", "name")
NOTHING: Mapping[str, Any] = {**dict.fromkeys(UNKNOWN), "players": [], "runs": False, "open": False}


@endpoint(blueprint, "GET", "/tables/<table_id>/next", gives=NextGameOut)
def show_next_game(table_id: str) -> Mapping[str, Any] | NextGame:
    """Get the game at this table in the next round and its players, once its seating is public."""
    table, _ = table_for("table.read", table_id)
    with service().database.read() as session:
        found = next_game(session, table)
    return NOTHING if found is None else found


@endpoint(blueprint, "POST", "/tables/<table_id>/next", gives=NextGameOut)
def go_to_next_game(table_id: str) -> NextGame:
    """Move the requesting device on to this table's next game, without a new code.

    404 if there is no next game, or if the device's own game is not over: no result has been entered and neither the
    table nor the round is closed.
    """
    return move_to_next_game(caller(), table_id)


operation(blueprint, "DELETE", "/devices/<credential_id>", revoke_device)
