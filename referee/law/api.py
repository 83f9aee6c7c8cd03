"""What devices say about their judging."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.law import commands
from referee.law.schemas import DifferenceIn

blueprint = StrictBlueprint("law_api", __name__, url_prefix="/api/v1/tables", description="Judging on the device")


@endpoint(blueprint, "POST", "/<table_id>/differences", body=DifferenceIn, gives=None, status=204, fails=(429,))
def report_difference(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Report that a device has judged an entry differently from the server.

    This is a fault; it is recorded in the audit log.
    """
    commands.note_difference(caller(), table_id, commands.Difference(**body))
    return Response(status=204)
