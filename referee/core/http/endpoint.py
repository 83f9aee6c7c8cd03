"""How an endpoint is declared, so that what it takes, returns and refuses is validated and described in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from flask import Blueprint, request
from marshmallow import Schema

from referee.core.http.body_limits import ORDINARY, takes_up_to
from referee.core.http.schemas import Query

View = TypeVar("View", bound=Callable[..., Any])

WITH_BODY = frozenset({400, 408, 413, 415, 422})
"""The statuses with which any endpoint that takes a body can fail."""


@dataclass(frozen=True)
class Endpoint:
    """The declaration of an endpoint; `referee.core.http.description` generates the OpenAPI description from it."""

    view: Callable[..., Any]
    method: str
    query: Schema
    body: Schema | None
    gives: type[Schema] | None
    status: int
    failures: tuple[int, ...]
    open_to_all: bool
    media: tuple[str, ...]


class StrictBlueprint(Blueprint):
    """A group of endpoints with a description; it keeps their declarations in `endpoints`."""

    def __init__(self, name: str, import_name: str, *, url_prefix: str, description: str) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix)
        self.description = description
        self.endpoints: list[Endpoint] = []


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

    The view gets the validated ``query``, the validated ``body`` if there is one, and the parts of the path, all by
    name; invalid ones raise `marshmallow.ValidationError`.  ``gives``: the schema of its response with ``status``;
    ``fails``: statuses of problems, besides those that every endpoint of its kind has.  ``open_to_all``: nobody needs
    to be logged in.  ``media``: the content types of a response that is not JSON.  ``largest``: the maximum size of its
    body in bytes.
    """
    failures = {400, 422, 503, *fails}
    failures |= set() if open_to_all else {401, 403}
    failures |= WITH_BODY if body is not None else set()
    failures |= {404} if "<" in path or "<" in (blueprint.url_prefix or "") else set()

    query_schema, body_schema = query(), body() if body is not None else None
    defaults: dict[str, Any] = query_schema.load({})

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(**parts: Any) -> Any:
            parts["query"] = query_schema.load(request.args.to_dict()) if request.query_string else dict(defaults)
            if body_schema is not None:
                parts["body"] = body_schema.load(request.get_json(cache=False))
            return view(**parts)

        blueprint.endpoints.append(
            Endpoint(
                view, method, query_schema, body_schema, gives, status, tuple(sorted(failures)), open_to_all, media
            )
        )
        blueprint.add_url_rule(path, view.__name__, takes_up_to(largest)(wrapped), methods=[method])
        return view

    return decorate
