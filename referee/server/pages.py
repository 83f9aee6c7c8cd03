"""Pages for people, in the reader's language."""

from __future__ import annotations

from flask import Flask

from referee.accounts.pages import join, own, people, staff
from referee.accounts.pages import log_in as login
from referee.alerts import pages as alerts
from referee.archives import pages as archives
from referee.backup import listing as backups
from referee.backup import pages as chain
from referee.calls import pages as calls
from referee.cases.pages import case, cases, precedents, remedy
from referee.core.pages import static
from referee.core.pages import templates as context
from referee.desk.pages import close, desk, start
from referee.events.pages import audit, regulation, regulation_form, regulation_ready
from referee.finals import pages as decisions
from referee.floor import pages as floor
from referee.help import pages as help_pages
from referee.law import addresses as law
from referee.lookup import guide_pages as guide
from referee.lookup import pages as rules
from referee.penalties import pages as penalties
from referee.people import pages as people_pages
from referee.players.pages import check_in, player, players, taking_over
from referee.players.pages import importing as players_import
from referee.printing import dossier
from referee.printing import pages as papers
from referee.prizes import pages as prizes
from referee.projector import pages as projector
from referee.public.pages import broadcast, event_story, my_page, own_count, public, publicity, replay
from referee.public.pages import pictures as public_pictures
from referee.public.pages import spelling as public_spelling
from referee.registration.pages import desk as registration
from referee.registration.pages import sign_up
from referee.results.pages import importing as results_import
from referee.results.pages import of_round, result
from referee.rota import pages as rota
from referee.rounds.pages import rounds, tablets
from referee.rules.explain import pages as explain
from referee.rules.filling import pages as filling
from referee.rules.positions import pages as positions
from referee.seating.pages import playoff, prepared, seating, stand_in, start_order
from referee.stale import pages as stale
from referee.standings import pages as standings
from referee.tables import pages as tablet
from referee.venues import pages as venues
from referee.webhooks import pages as webhooks

BLUEPRINTS = (
    start.blueprint,
    desk.blueprint,
    close.blueprint,
    staff.blueprint,
    staff.devices,
    own.blueprint,
    people.blueprint,
    backups.blueprint,
    audit.blueprint,
    login.blueprint,
    join.blueprint,
    regulation.blueprint,
    regulation_form.blueprint,
    regulation_ready.blueprint,
    players.blueprint,
    chain.blueprint,
    players_import.blueprint,
    taking_over.blueprint,
    player.blueprint,
    stand_in.blueprint,
    check_in.blueprint,
    result.blueprint,
    of_round.blueprint,
    standings.blueprint,
    decisions.blueprint,
    playoff.blueprint,
    seating.blueprint,
    prepared.blueprint,
    stale.blueprint,
    rounds.blueprint,
    results_import.blueprint,
    calls.blueprint,
    cases.blueprint,
    case.blueprint,
    precedents.blueprint,
    remedy.blueprint,
    penalties.blueprint,
    start_order.blueprint,
    papers.blueprint,
    floor.blueprint,
    rota.blueprint,
    dossier.pages,
    papers.booklets,
    publicity.blueprint,
    webhooks.blueprint,
    alerts.blueprint,
    prizes.blueprint,
    venues.blueprint,
    public.blueprint,
    replay.blueprint,
    broadcast.blueprint,
    event_story.blueprint,
    public_pictures.blueprint,
    registration.blueprint,
    people_pages.blueprint,
    people_pages.ratings,
    sign_up.blueprint,
    projector.screens,
    projector.blueprint,
    projector.remote,
    my_page.blueprint,
    own_count.blueprint,
    tablet.blueprint,
    tablet.trying,
    tablets.blueprint,
    guide.blueprint,
    rules.blueprint,
    explain.blueprint,
    positions.blueprint,
    filling.blueprint,
    law.blueprint,
    help_pages.blueprint,
    archives.blueprint,
)


def register(app: Flask) -> None:
    context.register(app)
    static.register(app)
    app.before_request(public_spelling.redirect_to_canonical_url)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
