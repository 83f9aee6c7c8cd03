"""Who one is, and one's own password."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.accounts.commands import accounts as commands
from referee.accounts.queries import me_view
from referee.accounts.schemas import MeOut, OwnPasswordIn
from referee.core.access.guard import form_token, somebody
from referee.core.access.principal import Principal
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service

blueprint = StrictBlueprint("me", __name__, url_prefix="/api/v1/me", description="Oneself")


def me_json(who: Principal) -> dict[str, Any]:
    """Who somebody is, with the form token of a browser's session."""
    with service().database.read() as session:
        view = me_view(session, who)
    return {**MeOut().dump(view), "form_token": form_token(who)}


@endpoint(blueprint, "GET", "", gives=MeOut)
def show_me(query: dict[str, Any]) -> Response:
    """Who one is, what one may do where, and the form token of a browser's session."""
    return answer(me_json(somebody()))


@endpoint(blueprint, "PUT", "/password", body=OwnPasswordIn, gives=None, status=204, fails=(401, 429))
def change_password(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Change one's own password.  One's other sessions and programs end, for somebody may have known the old one."""
    commands.change_own_password(caller(), body["old"], body["new"])
    return Response(status=204)
