"""Every URL route of the service, filled in with the ids of a world, for tests that request them all."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from referee.core.pages.templates import folder
from rulesets.wordlist import pairs
from tests.referee.core.test_role_matrix import Targets
from tests.referee.support.world import World

PARTS = pairs("""
    event_id={event} round_id={round} table_id={table} account_id={account} credential_id={device}
    invitation_id={link} code=nobody address=hall-cup player_id={player} seating_id={seating} name=jma-2006 number=1
    table=1 seq=1 result_id={result} decision_id={decision} adjustment_id={adjustment} document={document}
    call_id={call} notice_id={notice} run_id=none penalty_id={penalty} case_id={case} precedent_id={precedent}
    role=judge clause_id=JMA/MOVE-5 answer_id=x filename=pages.css tag=x version=0 kind=minutes given=none
    key=rent-wrong picture_id=none person_id={person} season_id=none taken_id={venue} seat=A left_id={left}
""")
"""The value for each variable part of a path."""
SHOWN = ["clock", "seating", "standings", "bracket", "tables", "live", "replays"]
PUBLIC = {"open": True, "address": "hall-cup", "parts": SHOWN}
LEFT_OUT = frozenset({"/logout", "/api/v1/sessions/current", "/api/v1/me/password"})
"""Addresses left out because they would invalidate the session or password that the tests use."""


class EveryAddress:
    """The routes of an application with a world in it.  Rate limits are off."""

    def __init__(self, world: World) -> None:
        self.world = world
        world.service.limits.spend = lambda *_whom, **_more: 2**60  # type: ignore[method-assign]
        self.targets = Targets(world)
        world.ask("PUT", f"/events/{world.event}/public", json=PUBLIC)
        self.description: Any = world.ask("GET", "/openapi.json").get_json()
        self._filled: dict[str, bytes] = {}

    def rules(self, method: str) -> Iterator[Rule]:
        """Yield the routes that accept a method."""
        yield from (
            rule
            for rule in self.world.app.url_map.iter_rules()
            if method in (rule.methods or ()) and rule.rule not in LEFT_OUT
        )

    def path(self, rule: Rule, hole: str | None = None, value: bytes = b"") -> bytes:
        """The percent-encoded path of a route, with ``value`` for its variable part ``hole``."""

        def part(found: re.Match[bytes]) -> bytes:
            name = found[1].decode().rpartition(":")[2]
            if name == hole:
                return value
            if name not in self._filled:
                self._filled[name] = str(self.targets.filled(PARTS[name])).encode()
            return self._filled[name]

        return re.sub(rb"<([^>]+)>", part, rule.rule.encode())

    def ask(
        self, method: str, path: bytes, query: bytes = b"", headers: Mapping[str, str] = {}, body: bytes = b""
    ) -> TestResponse:
        """Send exactly these bytes to the application, as the administrator unless a header says otherwise.

        ``headers``: as WSGI passes them on, one character (Latin-1) for each byte.
        """
        environ: dict[str, Any] = {
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query.decode("latin-1"),
            "RAW_URI": (path + (b"?" + query if query else b"")).decode("latin-1"),
            "HTTP_AUTHORIZATION": f"Bearer {self.world.tokens['administrator']}",
        }
        for name, value in headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
        return self.world.app.test_client().open("/", method=method, environ_overrides=environ, data=body)

    def query_names(self, rule: Rule) -> list[str]:
        """The query parameters of a route: from the OpenAPI description, or for a page from its source."""
        if not rule.rule.startswith("/api/"):
            return self.names_in(rule, r'(?:args|values)(?:\.get|\.getlist)?[\[(]"(\w+)"')
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        found = self.description["paths"].get(path, {}).get("get", {}).get("parameters", ())
        return [each["name"] for each in found if each.get("in") == "query"]

    def form_fields(self, rule: Rule) -> list[str]:
        """The form fields that a route reads: those named in its module and in that module's templates."""
        found = set(self.names_in(rule, r'form(?:\.get|\.getlist)?[\[(]"(\w+)"'))
        for template in self.names_in(rule, r'"([\w/]+\.html)"'):
            found |= set(re.findall(r'name="([\w.]+)"', (folder() / template).read_text("utf-8")))
        return sorted(found)

    def names_in(self, rule: Rule, pattern: str) -> list[str]:
        """The names that a pattern finds in the module of a route's view function."""
        source = inspect.getsource(sys.modules[self.world.app.view_functions[rule.endpoint].__module__])
        return sorted(set(re.findall(pattern, source)))

    def body_fields(self, method: str, path: str) -> list[str]:
        """The fields that an endpoint accepts in its body."""
        general = re.sub(r"\{\w+\}", "*", path)
        for described, methods in self.description["paths"].items():
            if re.sub(r"\{\w+\}", "*", described).removeprefix("/api/v1") == general:
                body = methods[method.lower()].get("requestBody", {}).get("content", {})
                name = body.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
                return list(self.description["components"]["schemas"].get(name, {}).get("properties", {}))
        return []
