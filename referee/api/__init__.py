"""The interface for programs, and for our own pages: JSON over HTTP under ``/api/v1``, described by OpenAPI 3.1."""

from __future__ import annotations

from flask import Flask, Response
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from referee.api import (
    accounts,
    adjustments,
    audit,
    backups,
    bracket,
    check_ins,
    clocks,
    decisions,
    devices,
    docs,
    entries,
    events,
    exports,
    invitations,
    live,
    me,
    members,
    papers,
    plan,
    player_lists,
    players,
    regulations,
    result_lists,
    results,
    rounds,
    seatings,
    sessions,
    standings,
    tables,
)
from referee.api.answers import answer_text
from referee.api.description import TITLE, completed
from referee.errors import answer_error
from referee.log.chain import canonical

BLUEPRINTS = (
    me.blueprint,
    sessions.blueprint,
    accounts.blueprint,
    events.blueprint,
    members.blueprint,
    invitations.blueprint,
    devices.blueprint,
    regulations.blueprint,
    players.blueprint,
    player_lists.blueprint,
    check_ins.blueprint,
    rounds.blueprint,
    plan.blueprint,
    seatings.blueprint,
    tables.blueprint,
    clocks.blueprint,
    entries.blueprint,
    results.blueprint,
    result_lists.blueprint,
    standings.blueprint,
    decisions.blueprint,
    adjustments.blueprint,
    bracket.blueprint,
    live.blueprint,
    exports.blueprint,
    papers.blueprint,
    backups.blueprint,
    audit.blueprint,
)


class ProblemApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """The collector of endpoints; what goes wrong is answered as a problem."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    _described: str | None = None

    def handle_http_exception(self, error: HTTPException) -> object:
        """Errors of the framework in our form."""
        return answer_error(error)

    def _openapi_json(self) -> Response:
        """The description, made once."""
        if self._described is None:
            self._described = canonical(completed(self.spec.to_dict()))
        return answer_text(self._described, tag=self._described)


def register(app: Flask) -> None:
    """Add all endpoints and their description."""
    app.config.update(
        API_TITLE=TITLE,
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api/v1",
        OPENAPI_JSON_PATH="openapi.json",
    )
    collector = ProblemApi(app)
    for blueprint in BLUEPRINTS:
        collector.register_blueprint(blueprint)
    app.register_blueprint(docs.blueprint)
