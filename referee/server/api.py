"""The HTTP API for programs and for our own pages: JSON under ``/api/v1``, described by OpenAPI 3.1."""

from __future__ import annotations

from flask import Flask

from referee.accounts.api import accounts, sessions
from referee.archives import api as archives
from referee.backup import api as backups
from referee.calls import api as calls
from referee.cases import api as cases
from referee.clocks import api as clocks
from referee.core.http import description
from referee.counts import api as counts
from referee.events import api as events
from referee.exports import api as exports
from referee.finals import api as finals
from referee.floor import api as floor
from referee.law import api as law
from referee.lookup import api as rules
from referee.penalties import api as penalties
from referee.people import api as people
from referee.players import api as players
from referee.printing import api as papers
from referee.printing import dossier
from referee.projector import api as projector
from referee.public import api as public
from referee.results import api as results
from referee.rota import api as rota
from referee.rounds import api as rounds
from referee.rules import api as explanations
from referee.seating import api as seatings
from referee.stale import api as stale
from referee.standings import api as standings
from referee.tables.api import entries, tables, tablet
from referee.venues import api as venues

BLUEPRINTS = (
    sessions.me,
    sessions.blueprint,
    accounts.blueprint,
    events.blueprint,
    accounts.members,
    accounts.invitations,
    sessions.devices,
    events.regulations,
    people.blueprint,
    people.players,
    players.blueprint,
    players.lists,
    venues.blueprint,
    players.check_ins,
    rounds.blueprint,
    rounds.plan,
    seatings.blueprint,
    stale.blueprint,
    tables.blueprint,
    clocks.blueprint,
    entries.blueprint,
    explanations.blueprint,
    law.blueprint,
    tablet.blueprint,
    calls.blueprint,
    cases.blueprint,
    cases.precedents,
    calls.assignments,
    rota.blueprint,
    counts.blueprint,
    results.blueprint,
    results.lists,
    standings.blueprint,
    finals.decisions,
    standings.adjustments,
    penalties.blueprint,
    finals.bracket,
    exports.blueprint,
    archives.blueprint,
    papers.blueprint,
    floor.blueprint,
    dossier.blueprint,
    public.blueprint,
    projector.blueprint,
    backups.blueprint,
    events.audit,
    rules.blueprint,
)


def register(app: Flask) -> None:
    """Register the blueprints of all endpoints and of the OpenAPI description."""
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_blueprint(description.blueprint)
