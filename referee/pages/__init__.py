"""Pages for people, in the reader's language."""

from __future__ import annotations

from flask import Flask

from referee.pages import (
    answers,
    bracket,
    call,
    calls,
    case,
    cases,
    check_in,
    context,
    decisions,
    desk,
    explain,
    join,
    login,
    my_page,
    own_address,
    papers,
    penalties,
    player,
    players,
    players_import,
    positions,
    precedents,
    public,
    public_spelling,
    publicity,
    regulation,
    result,
    results_import,
    round,
    rounds,
    rules,
    screen,
    seating,
    staff,
    standings,
    start,
    start_order,
    static,
    tablet,
    tablets,
    what_if,
)

BLUEPRINTS = (
    start.blueprint,
    desk.blueprint,
    own_address.blueprint,
    staff.blueprint,
    login.blueprint,
    join.blueprint,
    regulation.blueprint,
    players.blueprint,
    players_import.blueprint,
    player.blueprint,
    check_in.blueprint,
    result.blueprint,
    standings.blueprint,
    what_if.blueprint,
    bracket.blueprint,
    decisions.blueprint,
    seating.blueprint,
    rounds.blueprint,
    results_import.blueprint,
    round.blueprint,
    calls.blueprint,
    call.blueprint,
    cases.blueprint,
    case.blueprint,
    precedents.blueprint,
    penalties.blueprint,
    start_order.blueprint,
    papers.blueprint,
    publicity.blueprint,
    public.blueprint,
    screen.blueprint,
    my_page.blueprint,
    tablet.blueprint,
    tablets.blueprint,
    rules.blueprint,
    answers.blueprint,
    explain.blueprint,
    positions.blueprint,
)


def register(app: Flask) -> None:
    """Add all pages."""
    context.register(app)
    static.register(app)
    app.before_request(public_spelling.one_spelling)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
