"""The HTTP API of the rota."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.access.scope import event_for
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.service import service
from referee.rota import commands
from referee.rota.queries import Rota, RotaRow, RotaView

blueprint = StrictBlueprint("rota_api", __name__, url_prefix="/api/v1", description="Who does what in which round")


@dataclass(frozen=True, slots=True)
class RotaProposal:
    """A rota to start from, not set yet."""

    rows: Sequence[RotaRow]


def rota_of(event_id: str) -> RotaView:
    with service().database.read() as session:
        rota = Rota(session, event_id)
        return rota.view(rota.event.language)


@endpoint(blueprint, "GET", "/events/<event_id>/rota", gives=RotaView)
def show_rota(event_id: str) -> RotaView:
    """Get the rota of an event: the rounds with their tables, the staff, and who does what."""
    event_for("assignment.read", event_id)
    return rota_of(event_id)


@endpoint(blueprint, "GET", "/events/<event_id>/rota/proposal", gives=RotaProposal)
def propose_rota(event_id: str) -> RotaProposal:
    """Get a rota to start from.

    The tables are spread evenly over the judges, who stand in another part of the hall in each round; one organizer has
    the clock, scorers enter the results, and in the first round somebody is at the desk. Other duties that are set
    stay. Nothing is changed.
    """
    event_for("assignment.change", event_id)
    with service().database.read() as session:
        return RotaProposal(Rota(session, event_id).proposed())


operation(blueprint, "PUT", "/events/<event_id>/rota", commands.set_rota, shows=rota_of, fails=(409,))
