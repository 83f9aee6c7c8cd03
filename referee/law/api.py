"""What devices say about their judging."""

from __future__ import annotations

from referee.core.http.endpoint import StrictBlueprint, operation
from referee.law import commands

blueprint = StrictBlueprint("law_api", __name__, url_prefix="/api/v1/tables", description="Judging on the device")
operation(blueprint, "POST", "/<table_id>/differences", commands.report_difference, fails=(429,))
