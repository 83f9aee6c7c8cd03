"""A running service with the demo event and a session for each role, for tests of pages that are full of data."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from click.testing import CliRunner

from referee.cli.demo import demo
from tests.referee.support.migrated import migrated
from tests.referee.support.running import Running, running

PLAYERS = 12


class Site(NamedTuple):
    """The demo's service.  ``links``: the path of a private link by role; ``cookies``: the session cookie it gave."""

    service: Running
    event: str
    links: dict[str, str]
    cookies: dict[str, str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.service.port}"

    def ask(self, by: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request below /api/v1 as a role, which must succeed, and return the JSON."""
        answer = self.service.ask(
            method, f"/api/v1{path}", body, Authorization=f"Bearer {self.cookies[by].partition('=')[2]}"
        )
        assert answer.status < 300, answer
        return answer.json


@contextmanager
def demo_site(folder: Path) -> Iterator[Site]:
    """Run a service with the demo event in English."""
    (folder / "data").mkdir()
    shutil.copy(migrated(), folder / "data" / "referee.db")
    environment = {"REFEREE_DATA": str(folder / "data")}
    done = CliRunner().invoke(demo, ["--players", str(PLAYERS), "--lang", "en"], env=environment)
    assert done.exit_code == 0, done.output
    event, _, *rest = done.stdout.split()
    links = {role: urlsplit(link).path for role, link in zip(rest[1::2], rest[2::2], strict=True)}
    with running(folder, REFEREE_PUBLIC_URL="http://127.0.0.1:{port}") as service:
        cookies = {}
        for role, link in links.items():
            answer = service.ask("POST", link)
            assert answer.status == 303, answer
            cookies[role] = answer.headers["set-cookie"].partition(";")[0]
        yield Site(service, event.rpartition("/")[2], links, cookies)
