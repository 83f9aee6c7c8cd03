"""Endpoints: how one is declared, so that what it takes, gives and refuses is checked and described in one place."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

from flask import Request, request
from flask.globals import request_ctx
from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import BadRequest, UnprocessableEntity, UnsupportedMediaType

from referee.core.http.body_limits import LARGEST, ORDINARY, takes_up_to
from referee.core.http.schemas import ProblemSchema, Query

View = TypeVar("View", bound=Callable[..., Any])

WITH_BODY = (400, 408, 413, 415, 422)
"""How every endpoint that takes a body can fail."""

DESCRIPTIONS = {
    304: "Nothing has changed.",
    400: "The request cannot be read.",
    401: "Nobody is logged in, or the token is unknown, revoked or run out.",
    403: "This role may not do that, or the form token is missing.",
    404: "There is no such thing.",
    408: "The body did not come in time.",
    409: "It does not fit what is there by now; the answer says what is.",
    410: "The link or code is over.",
    412: "It is not any more what `If-Match` names.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "It is refused: with the clauses, or the fields, and what would be right.",
    429: "Too often; `Retry-After` says when again.",
    503: "The database is away or full for the moment, or all streams are taken.",
}


class StrictBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A group of endpoints."""


def read_query(schema: Schema) -> Any:
    """What stands behind ``?``, checked; raises the framework's 422."""
    return _loaded(schema, request.args.to_dict(), "query")


def read_body(schema: Schema) -> Any:
    """The body, read as the application reads JSON (no NaN, no field twice), and checked.

    Raises the framework's 400, 415 and 422.
    """
    asked = request_ctx.request  # itself: each look through a proxy costs, at every move
    if asked.environ.get("CONTENT_TYPE") != "application/json" and not asked.is_json:
        raise UnsupportedMediaType
    try:
        value = asked.json_module.loads(_sent(asked))
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return _loaded(schema, value, "json")


def _sent(asked: Request) -> bytes:
    """The body as it was sent.  In one piece where the web server says how long it is and where it ends: the framework
    asks for more until there is none, and whenever it does other threads take their turn first."""
    environ = asked.environ
    length = environ.get("CONTENT_LENGTH", "")
    if not (environ.get("wsgi.input_terminated") and length.isdecimal() and int(length) <= LARGEST):
        return asked.get_data(cache=False)
    sent: bytes = environ["wsgi.input"].read(int(length))
    return sent


def _loaded(schema: Schema, value: Any, place: str) -> Any:
    try:
        return schema.load(value)
    except ValidationError as error:
        invalid: Any = UnprocessableEntity()
        invalid.data = {"messages": {place: error.messages}}
        raise invalid from error


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
    media: tuple[str, ...] = (),
    largest: int = ORDINARY,
) -> Callable[[View], View]:
    """Declare an endpoint of a blueprint.

    The view gets the checked ``query`` and, where there is one, the checked ``body``, and the parts of the path, all by
    name.  ``gives``: the form of its answer with ``status``;
    ``fails``: statuses of problems, besides those that every endpoint of its kind has.  ``open_to_all``: nobody needs
    to be logged in.  ``media``: the content types of an answer that is no JSON.  ``largest``: the bytes of its body at
    most.
    """
    failures = {400, 422, 503, *fails}
    failures |= set() if open_to_all else {401, 403}
    failures |= set(WITH_BODY) if body is not None else set()
    failures |= {404} if "<" in path or "<" in (blueprint.url_prefix or "") else set()

    asked, sent = query(), body() if body is not None else None
    unasked: dict[str, Any] = asked.load({})
    responses: dict[int, Any] = {
        failure: {
            "description": DESCRIPTIONS[failure],
            "content": {"application/problem+json": {"schema": ProblemSchema}},
        }
        for failure in sorted(failures)
    }
    if media:
        of_media: dict[str, Any] = {kind: {} for kind in media}
        responses[status] = {"description": HTTPStatus(status).phrase, "content": of_media}
    if method == "GET":
        responses[304] = {"description": DESCRIPTIONS[304]}

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(**parts: Any) -> Any:
            parts["query"] = read_query(asked) if request.query_string else dict(unasked)
            if sent is not None:
                parts["body"] = read_body(sent)
            return view(**parts)

        # The framework's decorators describe the endpoint; reading by them too would cost several times as much.
        described: Any = blueprint.arguments(asked, location="query")(view)
        if sent is not None:
            described = blueprint.arguments(sent)(described)
        described = blueprint.response(status, gives)(described) if gives else blueprint.response(status)(described)
        described = blueprint.doc(operationId=view.__name__, responses=responses)(described)
        described = blueprint.doc(security=[])(described) if open_to_all else described
        checked._apidoc = described._apidoc  # type: ignore[attr-defined]
        declared: View = blueprint.route(path, methods=[method])(takes_up_to(largest)(checked))
        return declared

    return decorate
