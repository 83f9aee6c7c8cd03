"""The pages for accounts, devices, backups and the log of changes."""

from __future__ import annotations

import html
import re
from pathlib import Path

import referee
from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.support.world import World

AUDITED = re.compile(r'audit(?:\.record)?\(\s*(?:[a-z_.]+, )*"([a-z]+)\.([a-z_]+)"')


class Browser:
    """Somebody's browser, set to Japanese."""

    def __init__(self, world: World, token: str) -> None:
        self.client = world.app.test_client()
        self.client.set_cookie("referee", token)

    def read(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path, headers={"Accept": "text/html", "Accept-Language": "ja"})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return html.unescape(answer.get_data(as_text=True))

    def send(self, path: str, page: str, status: int = 303, **form: str) -> str:
        """Submit a form of a page and return the response."""
        token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
        answer = self.client.post(path, data={"csrf_token": token, **form}, headers={"Accept": "text/html"})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return html.unescape(answer.get_data(as_text=True))


def test_an_administrator_adds_a_person_who_changes_the_password_that_was_made_for_them(world: World) -> None:
    admin = Browser(world, world.tokens["administrator"])
    page = admin.send("/people", admin.read("/people"), 200, name="記録 係子", login="kiroku")
    (password,) = re.findall(r'<code class="secret">([^<]+)</code>', page)
    assert password not in admin.read("/people")
    begun = world.ask("POST", "/sessions", None, json={"login": "kiroku", "password": password})
    own = Browser(world, begun.headers["Set-Cookie"].partition("=")[2].partition(";")[0])
    wrong = own.send("/account/password", own.read("/account"), 422, old="no such one", new="ein neues Passwort")
    assert words("en")["own_old"] in wrong
    own.send("/account/password", own.read("/account"), 200, old=password, new="ein neues Passwort")
    again = {"login": "kiroku", "password": "ein neues Passwort"}
    assert world.ask("POST", "/sessions", None, json=again).status_code == 201
    (account,) = re.findall(r'<td>kiroku</td>.*?action="/people/(\w+)"', page, re.DOTALL)
    admin.send(f"/people/{account}", admin.read("/people"), do="disable")
    assert world.ask("POST", "/sessions", None, json=again).status_code == 401
    own.read("/people", 401)


def test_a_backup_is_made_and_taken_away_by_administrators_alone(world: World) -> None:
    admin = Browser(world, world.tokens["administrator"])
    admin.send("/backups", admin.read("/backups"))
    (address,) = re.findall(r'href="(/backups/[^"]+)" download', admin.read("/backups"))
    with admin.client.get(address) as answer:
        assert answer.get_data()[:2] == b"\x1f\x8b"
    admin.read("/backups/../referee.db", 404)
    organizer = Browser(world, world.tokens["organizer"])
    for path in ("/backups", address, "/people", "/audit"):
        organizer.read(path, 403)


def test_whatever_is_written_into_the_log_of_changes_is_told_in_every_language(world: World) -> None:
    organizer = Browser(world, world.tokens["organizer"])
    world.ask("POST", f"/events/{world.event}/players", json={"name": "山田"})
    page = organizer.read(f"/events/{world.event}/audit")
    assert f"{words('ja')['audit_of_player']}: " in page
    sources = Path(referee.__file__).parent.rglob("*.py")
    found = {each for path in sources for each in AUDITED.findall(path.read_text("utf-8"))}
    assert len(found) > 30
    for language in LANGUAGES:
        known = words(language)
        assert [each for each in found if {f"audit_of_{each[0]}", f"audit_{each[1]}"} - known.keys()] == []
