"""What is stale in an event, for programs."""

from __future__ import annotations

from referee.core.access.scope import event_for
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.language import language
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Event
from referee.stale import commands
from referee.stale.queries import stale_things
from referee.stale.views import StaleList, stale_views

blueprint = StrictBlueprint("stale", __name__, url_prefix="/api/v1/events", description="What is out of date")


def stale_list(event_id: str) -> StaleList:
    with service().database.read() as session:
        event = get_row(session, Event, event_id)
        return StaleList(stale_views(session, event_id, stale_things(session, event), language()))


@endpoint(blueprint, "GET", "/<event_id>/stale", gives=StaleList)
def list_stale(event_id: str) -> StaleList:
    """List what no longer says what it would if it were made now: seats, published standings, papers, files, prizes.

    Each with what it says and what it would say.  Make it anew, or leave it as it is with a reason.
    """
    event_for("result.read", event_id)
    return stale_list(event_id)


operation(blueprint, "POST", "/<event_id>/stale/anew", commands.make_anew, shows=stale_list, fails=(409,))
operation(blueprint, "POST", "/<event_id>/stale/keep", commands.keep_stale, shows=stale_list, fails=(409,))
