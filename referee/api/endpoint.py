"""Endpoints: how one is declared, so that what it takes, gives and refuses is checked and described in one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Request, current_app
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema
from webargs.core import missing
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from referee.api.schemas.base import ProblemSchema, Query

View = TypeVar("View", bound=Callable[..., Any])

WITH_BODY = (400, 413, 415, 422)
"""How every endpoint that takes a body can fail."""

DESCRIPTIONS = {
    304: "Nothing has changed.",
    400: "The body cannot be read.",
    401: "Nobody is logged in, or the token is unknown, revoked or run out.",
    403: "This role may not do that, or the form token is missing.",
    404: "There is no such thing.",
    409: "It does not fit what is there by now; the answer says what is.",
    410: "The link or code is over.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "It is refused: with the clauses, or the fields, and what would be right.",
    429: "Too often; `Retry-After` says when again.",
    503: "The database is away or full for the moment, or all streams are taken.",
}


class StrictParser(FlaskParser):
    """Reads bodies as the application does (no NaN, no field twice), and refuses what a query does not know."""

    def __init__(self) -> None:
        super().__init__()
        self.DEFAULT_UNKNOWN_BY_LOCATION = {**self.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE, "json": RAISE}

    def load_json(self, req: Request, schema: Any) -> Any:
        """The body.  Raises the framework's 400 and 415."""
        if not req.is_json:
            if not req.content_length:
                return missing
            raise UnsupportedMediaType
        try:
            return current_app.json.loads(req.get_data(cache=True))
        except ValueError as error:
            raise BadRequest(str(error)) from error


class StrictBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A group of endpoints."""

    ARGUMENTS_PARSER = StrictParser()


def endpoint(
    blueprint: StrictBlueprint,
    method: str,
    path: str,
    *,
    gives: type[Schema] | None,
    status: int = 200,
    body: type[Schema] | None = None,
    query: type[Schema] = Query,
    fails: tuple[int, ...] = (),
    open_to_all: bool = False,
) -> Callable[[View], View]:
    """Declare an endpoint of a blueprint.

    The view gets the checked ``query`` and, where there is one, the checked ``body``, and the parts of the path, all by
    name.  ``gives``: the form of its answer with ``status``;
    ``fails``: statuses of problems, besides those that every endpoint of its kind has.  ``open_to_all``: nobody needs
    to be logged in.
    """
    failures = {422, 503, *fails}
    failures |= set() if open_to_all else {401, 403}
    failures |= set(WITH_BODY) if body is not None else set()
    failures |= {404} if "<" in path or "<" in (blueprint.url_prefix or "") else set()

    def decorate(view: View) -> View:
        declared: Any = view
        declared = blueprint.arguments(query, location="query", as_kwargs=False, arg_name="query")(declared)
        if body is not None:
            declared = blueprint.arguments(body, arg_name="body")(declared)
        if gives is None:
            declared = blueprint.response(status)(declared)
        else:
            declared = blueprint.response(status, gives)(declared)
        responses: dict[int, Any] = {
            failure: {
                "description": DESCRIPTIONS[failure],
                "content": {"application/problem+json": {"schema": ProblemSchema}},
            }
            for failure in sorted(failures)
        }
        if method == "GET":
            responses[304] = {"description": DESCRIPTIONS[304]}
        declared = blueprint.doc(responses=responses, **({"security": []} if open_to_all else {}))(declared)
        done: View = blueprint.route(path, methods=[method])(declared)
        return done

    return decorate
