"""How an endpoint is declared, so that what it takes, returns and refuses is validated and described in one place."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cached_property, wraps
from types import NoneType
from typing import Annotated, Any, TypeVar, get_origin, get_type_hints

from flask import Blueprint, Response, request
from marshmallow import Schema
from werkzeug.wrappers import Response as AnyResponse

from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.body_limits import ORDINARY, takes_up_to
from referee.core.http.declared import body_schema, is_schema, query_schema, view_schema
from referee.core.http.fields import as_typed
from referee.core.http.responses import answer
from referee.core.http.schemas import Query

View = TypeVar("View", bound=Callable[..., Any])

WITH_BODY = frozenset({400, 408, 413, 415, 422})
"""The statuses with which any endpoint that takes a body can fail."""


@dataclass(frozen=True)
class Endpoint:
    """The declaration of an endpoint; `referee.core.http.description` generates the OpenAPI description from it.

    Its schemas are derived when they are first used: two hundred endpoints have four hundred, of which a command or a
    test uses a few.  A service derives all of them before it answers (`referee.server.preload`).
    """

    view: Callable[..., Any]
    method: str
    asks: type[Any]
    takes: type[Any] | None
    shows: type[Any] | None
    status: int
    failures: tuple[int, ...]
    open_to_all: bool
    media: tuple[str, ...]
    bare: bool = False

    @cached_property
    def query(self) -> Schema:
        return (_schema(self.asks, query_schema) or Query)()

    @cached_property
    def read_query(self) -> Callable[[dict[str, str]], Any]:
        """Reads a query; one that is declared as people type it."""
        return self.query.load if isinstance(self.query, self.asks) else as_typed()(self.query.load)

    @cached_property
    def defaults(self) -> Any:
        return self.query.load({})

    @cached_property
    def body(self) -> Schema | None:
        schema = _schema(self.takes, body_schema)
        return schema() if schema is not None else None

    @cached_property
    def gives(self) -> type[Schema] | None:
        return _schema(self.shows, view_schema)

    @cached_property
    def dumper(self) -> Schema | None:
        return self.gives() if self.gives is not None else None

    def derive(self) -> None:
        """Derive all that a request needs.  Raises TypeError for a declaration that says too little."""
        _ = self.read_query, self.defaults, self.body, self.dumper


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
    gives: type[Any] | None,
    status: int = 200,
    body: type[Any] | None = None,
    query: type[Any] = Query,
    fails: tuple[int, ...] = (),
    open_to_all: bool = False,
    media: tuple[str, ...] = (),
    largest: int = ORDINARY,
    bare: bool = False,
) -> Callable[[View], View]:
    """Declare an endpoint of a blueprint.

    The view gets the validated ``query`` if it has a parameter for it, the validated ``body`` if there is one, and the
    parts of the path, all by name; invalid ones raise `marshmallow.ValidationError`.  It returns a response, or else
    what is shown with ``status``.  ``query``, ``body`` and ``gives``, what is asked for and what is shown: schemas, or
    declarations (`referee.core.http.declared`).  ``fails``: statuses of problems, besides those that every endpoint of
    its kind has.  ``open_to_all``: nobody needs to be logged in.  ``media``: the content types of a response that is
    not JSON.  ``largest``: the maximum size of its body in bytes; ``bare``: whether it may be left out, and then says
    nothing: of an endpoint that had none at first, and whose clients send none.
    """
    failures = {400, 422, 503, *fails}
    failures |= set() if open_to_all else {401, 403}
    failures |= WITH_BODY if body is not None else set()
    failures |= {404} if "<" in path or "<" in (blueprint.url_prefix or "") else set()

    def decorate(view: View) -> View:
        takes_query = "query" in inspect.signature(view).parameters
        declared = Endpoint(view, method, query, body, gives, status, tuple(sorted(failures)), open_to_all, media, bare)

        @wraps(view)
        def wrapped(**parts: Any) -> Any:
            given = declared.read_query(request.args.to_dict()) if request.query_string else copy(declared.defaults)
            if takes_query:
                parts["query"] = given
            if declared.body is not None:
                nothing = bare and not request.get_data()
                parts["body"] = declared.body.load({} if nothing else request.get_json(cache=False))
            done = view(**parts)
            if declared.dumper is None or isinstance(done, AnyResponse):
                return done
            return answer(declared.dumper.dump(done), status)

        blueprint.endpoints.append(declared)
        blueprint.add_url_rule(path, view.__name__, takes_up_to(largest)(wrapped), methods=[method])
        return view

    return decorate


def operation(
    blueprint: StrictBlueprint,
    method: str,
    path: str,
    command: Callable[..., object],
    *,
    shows: Callable[..., object] | None = None,
    status: int = 200,
    fails: tuple[int, ...] = (),
    largest: int = ORDINARY,
    bare: bool = False,
) -> None:
    """Declare the endpoint of a command: its name, its body and its description are the command's.

    The command takes the caller, the parts of the path by their names, and as ``given`` what is asked for, if that is
    more.  ``shows`` takes the parts of the path, and returns the view that is the answer; without it, that is what the
    command returns, and nothing (204) if it returns nothing.  What is asked for and what is shown are declarations, or
    ``Annotated`` with their schemas.  A command or view of other parts is a TypeError when it is declared.
    """
    parts = set(re.findall(r"<(?:\w+:)?(\w+)>", (blueprint.url_prefix or "") + path))
    for each in (command, shows or command):
        wanted = inspect.signature(each).parameters.keys() - {"caller", "given"}
        if wanted != parts:
            raise TypeError(f"{each.__name__} takes {sorted(wanted)}, but {path} has {sorted(parts)}")
    body = get_type_hints(command, include_extras=True).get("given")
    gives = get_type_hints(shows or command, include_extras=True)["return"]
    if gives is NoneType:
        gives, status = None, 204

    def view(**given: Any) -> Any:
        ids = {name: given[name] for name in parts}
        done = command(caller(), **ids, **({"given": given["body"]} if "body" in given else {}))
        shown = done if shows is None else shows(**ids)
        return Response(status=204) if gives is None else shown

    view.__name__ = command.__name__
    described = (inspect.getdoc(command) or "").split("\n\n")
    view.__doc__ = "\n\n".join(each for each in described if not each.startswith("Raises "))
    endpoint(blueprint, method, path, body=body, gives=gives, status=status, fails=fails, largest=largest, bare=bare)(
        view
    )


def _schema(declared: Any, derive: Callable[[type[Any]], type[Schema]]) -> type[Schema] | None:
    """The schema of a declaration, if it is none itself and names none."""
    if get_origin(declared) is Annotated:
        (schema,) = declared.__metadata__
        return _schema(schema, derive)
    return declared if declared is None or is_schema(declared) else derive(declared)


def list_schema(row: type[Any], name: str) -> type[Schema]:
    """The schema of a page of a list; ``next`` is the cursor of the following page, null at the end.  ``row``: a
    schema, or a view.
    """
    rows = fields.List(fields.Nested(row if is_schema(row) else view_schema(row)), required=True)
    return Schema.from_dict({"rows": rows, "next": fields.String(required=True, allow_none=True)}, name=name)
