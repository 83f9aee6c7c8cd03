"""The demo event: every page can be found from it, and a seed makes the same event again."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from referee.accounts.people import create_first_administrator
from referee.cli.demo import demo as command
from referee.core.access.roles import ROLES as EVERY_ROLE
from referee.core.settings import Settings, from_environment
from referee.demo.event import DemoEvent, make_demo_event
from referee.server.app import attach_service
from referee.server.assembly import assemble
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.running import free_port
from tests.referee.support.templates import Templates

PLAYERS = 12
ROLES = ("organizer", "judge", "viewer")


class Demo(NamedTuple):
    """A demo event and the application that it is in."""

    app: Flask
    made: DemoEvent

    def browser(self, role: str) -> FlaskClient:
        """A browser that has used the private link of a role."""
        client = self.app.test_client()
        assert client.post(urlsplit(self.made.links[role]).path).status_code == 303
        return client

    def exported(self, list_: str) -> str:
        """An exported list, as CSV."""
        path = f"/api/v1/events/{self.made.event_id}/{list_}/export?as=csv&lang=ja"
        answer = self.browser("organizer").get(path)
        assert answer.status_code == 200
        return answer.get_data(as_text=True)


def demo(app: Flask, seed: str) -> Demo:
    made = make_demo_event(
        app, players=PLAYERS, regulation="jma-national-2012", seed=seed, language="ja", address="http://localhost"
    )
    return Demo(app, made)


@pytest.fixture(scope="module")
def shown(other_addresses: Flask, templates: Templates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """One demo event for all tests that only read it."""
    # What the demo does is tested on both databases in the tests of each part, so that SQLite is enough here.
    parts = assemble(from_environment(templates.copy("sqlite", "migrated", tmp_path_factory.mktemp("demo"))))
    attach_service(other_addresses, parts)
    yield demo(other_addresses, "spring")
    parts.close()


def walked(shown: Demo, role: str) -> set[str]:
    """Follow every link but those to other languages and return the pages found; each must exist."""
    browser = shown.browser(role)
    event = f"/events/{shown.made.event_id}"
    left, seen = [event], set()
    while left:
        path = left.pop()
        seen.add(path)
        answer = browser.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 200, path
        if answer.mimetype == "text/html":
            links = re.findall(rf'href="({event}[^"#]*)', answer.get_data(as_text=True))
            found = {link.replace("&amp;", "&") for link in links if "/papers/" not in link and "lang=" not in link}
            left += found - seen - set(left)
        answer.close()
    return {path.removeprefix(event).partition("?")[0].strip("/").partition("/")[0] for path in seen}


@pytest.mark.slow
def test_every_page_that_the_demo_leads_to_is_there(shown: Demo) -> None:
    for role in ROLES:
        ends = walked(shown, role)
        assert {"standings", "bracket", "regulation"} <= ends
        assert ("seating" in ends, "rounds" in ends, "tables" in ends) == (role != "viewer",) * 3


@pytest.mark.slow
def test_a_stranger_sees_the_clock_the_seats_and_the_standings_of_the_demo(shown: Demo) -> None:
    stranger, here = shown.app.test_client(), urlsplit(shown.made.public).path

    def read(end: str) -> str:
        answer = stranger.get(f"{here}{end}?lang=en")
        assert answer.status_code == 200, end
        return answer.get_data(as_text=True)

    assert 'class="clock"' in read("") and "Standings" in read("")
    player = shown.browser("organizer").get(f"/api/v1/events/{shown.made.event_id}/players").get_json()["rows"][0]
    assert player["name"] in read("/seats.json")
    assert "after Round 1" in read("/standings") and player["name"] in read("/standings")
    assert "event.ics" in read("") and read("/event.ics").startswith("BEGIN:VCALENDAR")
    assert 'id="replay"' in read("/tables/1/1/replay")
    assert 'class="small-board"' in read("/live") and "<polyline" in read("/live")
    assert stranger.get(f"/events/{shown.made.event_id}").status_code == 401


@pytest.mark.slow
def test_the_games_of_the_demo_took_as_long_as_in_a_hall(shown: Demo) -> None:
    organizer = shown.browser("organizer")

    def read(path: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = organizer.get(f"/api/v1{path}").get_json()["rows"]
        return rows

    first, second, *_ = read(f"/events/{shown.made.event_id}/rounds")
    for played, least, most in ((first, 45, 60), (second, 15, 30)):
        logs = [read(f"/tables/{table['id']}/entries?limit=1000") for table in read(f"/rounds/{played['id']}/tables")]
        minutes = [round((log[-1]["at"] - log[0]["at"]) / 60_000) for log in logs if log]
        assert minutes and all(least <= lasted <= most for lasted in minutes), minutes


@pytest.mark.slow
def test_the_case_of_the_demo_cites_the_clause_that_it_is_about(shown: Demo) -> None:
    answer = shown.browser("organizer").get(f"/api/v1/events/{shown.made.event_id}/cases?state=all").get_json()
    decided = [case["decision"] for case in answer["rows"]]
    assert [[clause["id"] for clause in each["clauses"]] for each in decided] == [["JMA/MOVE-5"]]


@pytest.mark.slow
def test_the_pages_of_the_demo_speak_every_language(shown: Demo) -> None:
    browser = shown.browser("organizer")
    for language in LANGUAGES:
        for end in ("", "/players", "/seating", "/rounds", "/standings", "/bracket", "/decisions", "/regulation"):
            page = browser.get(f"/events/{shown.made.event_id}{end}?lang={language}")
            assert f'<html lang="{language}">' in page.get_data(as_text=True)


@SQLITE_ONLY
@pytest.mark.slow
def test_another_seed_makes_other_results_and_a_demo_before_the_first_start_leaves_the_service_to_an_administrator(
    shown: Demo, app: Flask
) -> None:
    assert shown.exported("results") != demo(app, "autumn").exported("results")
    account = create_first_administrator(app.extensions["referee"])
    assert account is not None
    login, password = account
    session = app.test_client().post("/api/v1/sessions", json={"login": login, "password": password}).get_json()
    assert session["administrator"] is True
    assert create_first_administrator(app.extensions["referee"]) is None


@SQLITE_ONLY
def test_the_command_says_where_the_event_is_how_each_role_comes_in_and_makes_the_same_of_a_seed_again(
    shown: Demo, settings: Settings, addresses: Flask
) -> None:
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    options = ["--players", str(PLAYERS), "--seed", "spring", "--lang", "ja"]
    done = CliRunner().invoke(command, [*options, "--address", "http://hall.example:8000/"], env=environment)
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    event, public, *links = done.stdout.splitlines()
    assert public.split() == ["everybody", event.replace("/events/", "/p/")]
    assert event.startswith("http://hall.example:8000/events/")
    assert [link.split()[0] for link in links] == list(EVERY_ROLE)
    assert all(link.split()[1].startswith("http://hall.example:8000/j/") for link in links)
    parts = assemble(settings)
    attach_service(addresses, parts)
    ways = dict(link.split() for link in links)
    again = Demo(addresses, DemoEvent(event.rpartition("/")[2], "", ways, ()))
    for list_ in ("results", "standings", "seatings"):
        assert shown.exported(list_) == again.exported(list_)
    assert shown.exported("results").count("\n") > PLAYERS
    parts.close()


@pytest.mark.process
def test_a_demo_that_is_served_plays_on_by_itself_and_leaves_nothing(tmp_path: Path) -> None:
    port = free_port()
    options = ("--serve", "--players", "8", "--host", "127.0.0.1", "--port", str(port))
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "referee.cli", "demo", *options]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = dict(line.split(maxsplit=1) for line in (process.stdout.readline() for _ in range(8)) if " " in line)
        event = urlsplit(printed["everybody"].strip()).path.rpartition("/")[2]
        assert {"organizer", "judge", "viewer"} <= set(printed)
        (database,) = tmp_path.glob("*/referee.db")
        count = "SELECT count(*) FROM entry JOIN game_table ON game_table.id = table_id WHERE event_id = ?"
        with closing(sqlite3.connect(database, timeout=10)) as reader:
            (before,) = reader.execute(count, (event,)).fetchone()
            assert before > 0
            while reader.execute(count, (event,)).fetchone()[0] < before + 2:
                assert process.poll() is None
                time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert list(tmp_path.iterdir()) == []
