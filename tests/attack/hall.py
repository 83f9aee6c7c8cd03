"""A service with default settings, two events and people in every role, as a target for attacks."""

from __future__ import annotations

import itertools
import ssl
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.client import HTTPException
from importlib import import_module
from pathlib import Path
from typing import Any

from referee.core.access.guard import PREFIX
from referee.server import certificates
from tests.attack.attack import Broken
from tests.attack.client import Site
from tests.referee.support.running import Answer, Running, free_port, running

COOKIE = "referee"
"""The cookie that carries a token."""
SEATS = ["A", "B", "C", "D"]
PARTS = ["seating", "standings", "bracket", "clock", "tables"]
OTHER = "other-cup"
"""The public address of the event that is not attacked."""
STEP_FILE = "stepped"
"""The file in a service's folder that says by how many seconds its clock is off."""


class Hall:
    """A running service with two events.

    ``site``: its address; ``login`` and ``password``: of its administrator; ``folder``: has its data in ``data``.
    ``service`` and ``plain``: its processes and the address of its plain HTTP port, set by `hall`; a service that is
    served by a thread of this process (`tests.attack.local`) has neither.
    ``event`` and ``other``: ids of events, each with a round and public pages; ``event`` is attacked, the honest
    clients are in ``other``.  ``address``: of the attacked event's public pages.
    ``admin``: the administrator's token.
    ``await_honest``: waits until the honest clients have got new answers during the attack; raises `Broken`.
    ``median``: returns the median wait for their reports, in seconds.
    """

    service: Running
    plain: Site

    def __init__(self, site: Site, account: tuple[str, str], folder: Path) -> None:
        self.site = site
        self.login, self.password = account
        self.folder = folder
        answer = self.site.ask("POST", "/api/v1/sessions", {"login": self.login, "password": self.password})
        self.admin = token_in(answer)
        self.await_honest: Callable[[], None] = lambda: None
        self.median: Callable[[], float] = lambda: 0.0
        self._numbers = itertools.count(101)  # lower numbers are used by tables of a seating
        self._people: dict[tuple[str, str], str] = {}
        self.address = "hall-cup"
        self.event, self.round = self.new_event("The hall's cup", self.address)
        self.other, self.other_round = self.new_event("Another cup", OTHER)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def public(self) -> str:
        """The path of the attacked event's public pages."""
        return f"/p/{self.address}"

    def new_event(self, name: str, address: str) -> tuple[str, str]:
        """Create an event with public pages at an address, and a round; returns their ids."""
        event = self.made("/events", name=name)["id"]
        shown = {"open": True, "parts": PARTS, "address": address}
        self.done("PUT", f"/events/{event}/public", shown)
        return event, self.made(f"/events/{event}/rounds", number=1, minutes=60)["id"]

    # -- requests

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None, **more: Any) -> Answer:
        """Send a request below /api/v1."""
        return self.site.ask(method, f"/api/v1{path}", body, token, **more)

    def done(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Send a request that must succeed, by default as the administrator, and return the JSON.  Raises `Broken`."""
        answer = self.ask(method, path, body, token or self.admin)
        if answer.status >= 300:
            raise Broken(f"an honest {method} {path} was answered {answer.status}: {answer.body[:200]!r}")
        return answer.json if answer.body else None

    def made(self, path: str, token: str | None = None, **body: Any) -> Any:
        """POST below /api/v1, which must succeed, and return the JSON."""
        return self.done("POST", path, body, token)

    # -- people and things

    def new_number(self) -> int:
        """A number that has not been used yet."""
        return next(self._numbers)

    def table(self, round_id: str | None = None, **header: Any) -> str:
        """Create a table, by default in the attacked event, and return its id."""
        body = {"number": self.new_number(), "ruleset": "jma-2006", "seats": SEATS, **header}
        table: str = self.made(f"/rounds/{round_id or self.round}/tables", **body)["id"]
        return table

    def code(self, table: str) -> str:
        """Create a device code for a table."""
        code: str = self.made(f"/tables/{table}/code")["code"]
        return code

    def device(self, table: str) -> str:
        """Bind a new device to a table and return its token."""
        token: str = self.made("/devices", code=self.code(table), label="Tablet")["token"]
        return token

    def person(self, role: str, event: str | None = None) -> str:
        """The token of a person with a role in an event; the same person each time."""
        where = event or self.event
        if (role, where) not in self._people:
            self._people[role, where] = self.newcomer(role, where)[0]
        return self._people[role, where]

    def newcomer(self, role: str, event: str | None = None, name: str | None = None) -> tuple[str, str]:
        """Add a helper with a role, who comes in by a private link; returns the token and the account id."""
        body = {"name": name or f"A {role}", "role": role}
        member = self.made(f"/events/{event or self.event}/members", **body)
        answer = self.site.ask("POST", f"/j/{member['invitation']['code']}", b"")
        return token_in(answer), member["account_id"]

    def report(self, table: str, token: str, base: int, report: Mapping[str, Any], **more: Any) -> Answer:
        body = {"client_id": f"report-{self.new_number():06}", "base": base, "report": report, **more}
        return self.ask("POST", f"/tables/{table}/entries", body, token)

    def log(self, table: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        while True:
            page = self.done("GET", f"/tables/{table}/entries?since={len(rows)}&limit=200")
            rows += page["rows"]
            if page["next"] is None:
                return rows

    def position(self, table: str) -> Any:
        """The current position at a table."""
        return self.done("GET", f"/tables/{table}")["position"]

    def is_alive(self, seconds: float = 5) -> bool:
        """Whether the service answers and is ready."""
        try:
            return self.site.ask("GET", "/readyz", seconds=seconds).status == 200
        except (OSError, HTTPException):
            return False

    def step_clock(self, seconds: int) -> None:
        """Set the service's clock off by so many seconds from now on; for a service started with ``stepping``."""
        fresh = self.folder / f"{STEP_FILE}-new"
        fresh.write_text(str(seconds), "utf-8")
        fresh.rename(self.folder / STEP_FILE)


def token_in(answer: Answer) -> str:
    """The session token that an answer sets as a cookie."""
    for cookie in answer.headers.get("set-cookie", "").splitlines():
        name, _, value = cookie.partition(";")[0].partition("=")
        if name.removeprefix(PREFIX) == COOKIE:
            return value
    raise Broken(f"an honest log-in was answered {answer.status}: {answer.body[:200]!r}")


def prepare(stepping: bool, before: Callable[[], None] | None) -> None:
    """Prepare the process of a service, and with it those that it forks."""
    if stepping:
        import_module("tests.attack.stepped_clock")
    if before is not None:
        before()


@contextmanager
def hall(
    *options: str,
    secure: bool = False,
    stepping: bool = False,
    proxies: int = 0,
    database: str | None = None,
    before: Callable[[], None] | None = None,
) -> Iterator[Hall]:
    """Run a service of its own for the duration of the block.

    ``secure``: over https, with a plain HTTP port as well; ``stepping``: its clock can be stepped (`Hall.step_clock`);
    ``proxies``: how many it is told it is behind; ``database``: the URL of an empty PostgreSQL database; ``before``: is
    called in its process before it starts.
    """
    environment = {"REFEREE_DATABASE_URL": database} if database else {}
    environment |= {"REFEREE_BEHIND_PROXY": str(proxies)} if proxies else {}
    with tempfile.TemporaryDirectory(prefix="referee-attack-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        trusting: ssl.SSLContext | None = None
        plain = free_port()
        if secure:
            own = certificates.folder(folder / "data")
            certificates.init(own)
            trusting = ssl.create_default_context(cafile=str(own.authority))
            options += ("--tls", "--http-port", str(plain))
        if stepping:
            environment["REFEREE_TESTS_STEP"] = str(folder / STEP_FILE)
        with running(
            folder, *options, secure=trusting, before=partial(prepare, stepping, before), **environment
        ) as service:
            started = Hall(Site(service.port, service.secure), service.first_account, folder)
            started.service, started.plain = service, Site(plain)
            yield started
