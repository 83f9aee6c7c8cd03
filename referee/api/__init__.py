"""The interface for programs, and for our own pages: JSON over HTTP under ``/api/v1``, described by OpenAPI 3.1."""

from __future__ import annotations

from threading import Lock

from flask import Flask, Response
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from referee.api import (
    accounts,
    adjustments,
    assignments,
    audit,
    backups,
    bracket,
    calls,
    cases,
    check_ins,
    clocks,
    decisions,
    devices,
    docs,
    entries,
    events,
    explanations,
    exports,
    invitations,
    live,
    me,
    members,
    papers,
    penalties,
    plan,
    player_lists,
    players,
    precedents,
    public,
    regulations,
    result_lists,
    results,
    rounds,
    rules,
    seatings,
    sessions,
    standings,
    tables,
    tablet,
)
from referee.api.answers import answer_text
from referee.api.description import TITLE, completed
from referee.api.endpoint import StrictBlueprint
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
    explanations.blueprint,
    tablet.blueprint,
    calls.blueprint,
    cases.blueprint,
    precedents.blueprint,
    assignments.blueprint,
    results.blueprint,
    result_lists.blueprint,
    standings.blueprint,
    decisions.blueprint,
    adjustments.blueprint,
    penalties.blueprint,
    bracket.blueprint,
    live.blueprint,
    exports.blueprint,
    papers.blueprint,
    public.blueprint,
    backups.blueprint,
    audit.blueprint,
    rules.blueprint,
)


class ProblemApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """The collector of endpoints; what goes wrong is answered as a problem."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        self._undescribed: list[StrictBlueprint] = []
        self._described: str | None = None
        self._describing = Lock()
        super().__init__(app)

    def register_blueprint(self, blueprint: StrictBlueprint) -> None:
        """Add endpoints.  They are described once somebody asks: that takes longer than all the rest of a start."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)
        self._undescribed.append(blueprint)

    def handle_http_exception(self, error: HTTPException) -> object:
        """Errors of the framework in our form."""
        return answer_error(error)

    def _openapi_json(self) -> Response:
        """The description, made once."""
        with self._describing:
            if self._described is None:
                for blueprint in self._undescribed:
                    blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
                    self.spec.tag({"name": blueprint.name, "description": blueprint.description})
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
