"""The interface for programs, and for our own pages: JSON over HTTP under ``/api/v1``, described by OpenAPI 3.1."""

from __future__ import annotations

from threading import Lock

from flask import Flask, Response
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from referee.accounts.api import accounts, devices, invitations, me, members, sessions
from referee.backup import api as backups
from referee.calls.api import assignments, calls
from referee.cases.api import cases, precedents
from referee.clocks import api as clocks
from referee.core.chain import canonical
from referee.core.http import documentation as docs
from referee.core.http.description import TITLE, completed
from referee.core.http.endpoint import StrictBlueprint
from referee.core.http.errors import answer_error
from referee.core.http.responses import answer_text
from referee.events.api import audit, events, regulations
from referee.exports import api as exports
from referee.finals.api import bracket, decisions
from referee.lookup import api as rules
from referee.penalties import api as penalties
from referee.players.api import check_ins, players
from referee.players.api import lists as player_lists
from referee.printing import api as papers
from referee.public import api as public
from referee.results.api import lists as result_lists
from referee.results.api import results
from referee.rounds.api import plan, rounds
from referee.rules.api import explanations
from referee.seating import api as seatings
from referee.standings.api import adjustments, standings
from referee.tables.api import entries, live, tables, tablet

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
