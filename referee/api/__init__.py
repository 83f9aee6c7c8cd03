"""The interface for programs, and for our own pages: JSON over HTTP under ``/api/v1``, described by OpenAPI 3.1."""

from __future__ import annotations

from flask import Flask
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from referee.api import entries, events, rounds, tables
from referee.errors import answer_error

BLUEPRINTS = (events.blueprint, rounds.blueprint, tables.blueprint, entries.blueprint)


class ProblemApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """The collector of endpoints; what goes wrong is answered as a problem."""

    def handle_http_exception(self, error: HTTPException) -> object:
        """Errors of the framework in our form."""
        return answer_error(error)


def register(app: Flask) -> None:
    """Add all endpoints and their description."""
    app.config.update(
        API_TITLE="Referee",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
            "security": [{"token": []}],
        },
        OPENAPI_URL_PREFIX="/api/v1",
        OPENAPI_JSON_PATH="openapi.json",
    )
    collector = ProblemApi(app)
    for blueprint in BLUEPRINTS:
        collector.register_blueprint(blueprint)
