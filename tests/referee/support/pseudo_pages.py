"""``python -m tests.referee.support.pseudo_pages FOLDER`` renders every page and document of the demo event in the
pseudo-language (`tests.pseudo`), with the first copy of the project on the import path, and prints the texts that
appear in plain letters.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask
from flask.testing import FlaskClient

import rulesets
from referee.core.access.principal import new_token, token_hash
from referee.core.access.roles import ROLES
from referee.core.database.migrate import upgrade
from referee.core.service import Service
from referee.core.settings import from_environment
from referee.demo.event import make_demo_event
from referee.models import Account, Credential, Membership
from referee.printing.catalogue import CATALOGUE, OF_ROUND, OF_TABLE
from referee.server.app import create_app
from tests.pseudo import CODE, plain_texts, visible_texts
from tests.tournaments.paper_samples import text_of
from tournaments.paper.facts import PrintedPerson, spelled
from tournaments.regulation import shipped

FOREVER = 2**45
LINK = re.compile(r'(?:href|src|action)="(/[^"#]*)')
SKIPPED_LINKS = re.compile(
    r"^/(static|api|help)/|^/(logout|events/\w+/papers/.+)|/dossier(\?|$)|\.(svg|png|js|css|json|pdf)$|lang="
)
FOR_EVERYBODY = re.compile(r"^/(p|rules|try)\b")
"""Pages that are the same whoever asks: they are asked for once."""
VALUE_PARAMETERS = frozenset({"way", "do", "live"})
"""Query parameters whose values select different pages."""
NAMES = sorted((*rulesets.names(), *shipped.names()), key=len, reverse=True)
ALLOWED = re.compile(
    r"https?://\S+|sha256:\w+|\b[0-9a-f]{16}\b"
    r"|\b(?:JMA|US|CITY|WIKI|CLASSIC-JA|HOUSE|RECORD|ANSWER|PRECEDENT)/[A-Z]+"  # ids of clauses and the like
    r"|\b[a-z]+(?:_[a-z0-9]+)+\b"  # codes of refusals
    rf"|\b(?:{'|'.join(NAMES)})\b"  # rulesets and regulations
    r"|\b[\d.]+ [kM]B\b"  # units
    r"|\b(?:Central Quay|Old Town|Harbor Heights)\b"  # districts of an edition, called as their owner calls them
    r"|\b(?:English|CSV|HTML|PNG|SVG|XLSX|JSON|TOML|Excel|Letter)\b"  # proper names
)
"""Text that is the same in every language."""
CODE_NAMES = re.compile(r"^\w+(?=: \[\[)|(?<=: )[a-z_]+(?:, [a-z_]+)+(?=\.\]\])")
"""The field names and allowed values that the fault of a form quotes from the code."""


def without_address(text: str, path: str) -> str:
    """A text without what it quotes of the address that was asked for: the whole, or its last part."""
    return text.replace(path, "").replace(path.rpartition("/")[2], "")


class Hall:
    """The demo event in the pseudo-language, with a session for every role."""

    def __init__(self, folder: Path) -> None:
        settings = from_environment()._replace(data=folder, log_level="warning")
        upgrade(settings.database_url)
        self.app: Flask = create_app(settings)
        self.service: Service = self.app.extensions["referee"]
        demo = make_demo_event(
            self.app, players=12, regulation="jma-national-2012", seed="x", language=CODE, address="http://localhost"
        )
        self.event, self.public = demo.event_id, urlsplit(demo.public).path
        self.service.limits.spend = lambda *_whom, **_more: 2**60
        self.tokens = {role: self.token(role) for role in (*ROLES, "administrator")}

    def token(self, role: str) -> str:
        """Create an account with a role and return a session token."""
        token = new_token()
        with self.service.database.write() as session:
            account = Account(name="花子", language=CODE, administrator=role == "administrator", created_at=1)
            session.add(account)
            session.flush()
            if role in ROLES:
                session.add(Membership(account_id=account.id, event_id=self.event, role=role, created_at=1))
            session.add(
                Credential(
                    kind="session",
                    token_hash=token_hash(token),
                    label="花",
                    account_id=account.id,
                    created_at=1,
                    expires_at=FOREVER,
                )
            )
        return token

    def ask(self, path: str, role: str | None, method: str = "GET", **more: Any) -> Any:
        """Send a request as a role, from a browser that accepts only the pseudo-language."""
        client: FlaskClient = self.app.test_client()
        headers = {"Accept-Language": CODE, "Accept": "text/html, */*"}
        if role is not None:
            headers["Authorization"] = f"Bearer {self.tokens[role]}"
        return client.open(path, method=method, headers=headers, **more)

    def rows(self, path: str) -> list[dict[str, Any]]:
        """The rows of a list from the API."""
        rows: list[dict[str, Any]] = self.ask(f"/api/v1{path}", "administrator").get_json()["rows"]
        return rows


def page_key(address: str) -> tuple[str, ...]:
    """The key by which pages count as alike: the address without ids, and the names of its query parameters."""
    parts = urlsplit(address)
    path = [re.sub(r"^(?=.*\d)[0-9a-z]{18,20}$|^\d+$", "*", each) for each in parts.path.split("/")]
    if path[1] == "rules" and len(path) > 3:
        path[2:] = [path[2] if path[2] in ("regulations", "answers") else "*", "*"]
    query = parse_qs(parts.query)
    return ("/".join(path), *sorted(f"{key}={query[key][0] if key in VALUE_PARAMETERS else ''}" for key in query))


def pages(hall: Hall) -> Iterator[tuple[str, str | None, int, str]]:
    """Crawl all pages reachable by links as each role, each shape once: yields address, role, status, content."""
    at = f"/events/{hall.event}"
    rounds = hall.rows(f"{at}/rounds")
    tables = hall.rows(f"/rounds/{rounds[1]['id']}/tables")
    player = hall.rows(f"{at}/players")[0]
    by_hand = [
        f"{at}/check-in/{player['code']}",
        f"{at}/tables/{tables[0]['id']}/start-order",
        f"{at}/tables/{tables[0]['id']}/result",
        f"{at}/rounds/{rounds[1]['id']}/codes",
        f"/tables/{tables[0]['id']}",
        f"/tables/{tables[0]['id']}/explain",
        "/positions/new",
        "/editions/new",
        "/rules",
        "/rules/answers",
        "/login",
        "/help",
        "/nowhere",
        hall.public,
        f"{hall.public}/screen",
    ]
    general: set[tuple[str, ...]] = set()
    for role in (*hall.tokens, None):
        left, known = ["/", at, *by_hand], set(general)
        while left:
            path = left.pop(0)
            if page_key(path) in known:
                continue
            known.add(page_key(path))
            if FOR_EVERYBODY.search(path):
                general.add(page_key(path))
            answer = hall.ask(path, role)
            if answer.mimetype != "text/html" or answer.location or answer.status_code == 405:  # takes forms only
                answer.close()
                left += [answer.location] if answer.location else []
                continue
            page = answer.get_data(as_text=True)
            yield path, role, answer.status_code, page
            links = map(unescape, LINK.findall(page))
            left += [each for each in links if not SKIPPED_LINKS.search(each)]


def script_texts(page: str) -> Iterator[str]:
    """Yield the texts that a page passes to its scripts."""
    for found in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.S):
        words = json.loads(found).get("words", {})
        yield from (re.sub(r"{\w+(?:}|(?=:))", "", text) for text in words.values())


def refused_forms(hall: Hall, found: Iterable[tuple[str, str]]) -> Iterator[tuple[str, int, str]]:
    """Submit every form of some pages without filling it in: yields the path, status and content of the error pages."""
    tried = set()
    for here, page in found:
        for attributes, form in re.findall(r'<form([^>]*method="post"[^>]*)>(.*?)</form>', page, re.S):
            action = re.search(r'action="([^"]+)"', attributes)
            path = unescape(action[1]) if action else here
            buttons = re.findall(r'<button[^>]*name="(\w+)" value="([^"]*)"', form) or [("", "")]
            for button in buttons:
                if (page_key(path), button) in tried or path == "/logout":
                    continue
                tried.add((page_key(path), button))
                hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
                answer = hall.ask(path, "administrator", "POST", data=dict([*hidden, button]))
                if answer.mimetype == "text/html" and not answer.location:
                    yield path, answer.status_code, answer.get_data(as_text=True)


def documents(hall: Hall) -> Iterator[tuple[str, bytes]]:
    """Yield name and PDF of every document that is available in the pseudo-language."""
    tables = hall.rows(f"/rounds/{hall.rows(f'/events/{hall.event}/rounds')[1]['id']}/tables")
    for name, paper in CATALOGUE.items():
        if CODE not in paper.languages:
            continue
        about = {OF_ROUND: "&round=1", OF_TABLE: f"&round=2&table={tables[0]['number']}"}.get(paper.about, "")
        answer = hall.ask(f"/api/v1/events/{hall.event}/papers/{name}?language={CODE}{about}", "organizer")
        if answer.status_code != 200:
            raise RuntimeError(f"{name}: {answer.get_data(as_text=True)}")
        yield name, answer.data


def main(folder: Path) -> None:
    """Print as JSON the pages, the numbers of documents and of texts, and the texts in plain letters."""
    hall = Hall(folder)
    shown: dict[str, str] = {}
    every: set[str] = set()
    paths: set[str] = set()

    def look(where: str, texts: Iterable[str]) -> None:
        found = list(texts)
        every.update(found)
        for text in plain_texts(found, ALLOWED):
            shown.setdefault(text, where)

    contents = []
    for path, role, status, page in pages(hall):
        paths.add(page_key(path)[0])
        contents.append((path, page))
        look(
            f"{path} {role}",
            [
                *(without_address(each, path) if status == 404 else each for each in visible_texts(page)),
                *script_texts(page),
                *([f"status {status}"] if status >= 500 else []),
            ],
        )
    for path, status, page in refused_forms(hall, contents):
        paths.add(f"POST {page_key(path)[0]} {status}")
        look(f"POST {path} {status}", (CODE_NAMES.sub("", each) for each in visible_texts(page)))
    printed = list(documents(hall))
    people = [PrintedPerson(each["name"], each["reading"]) for each in hall.rows(f"/events/{hall.event}/players")]
    romanised = re.compile("|".join(re.escape(spelled(each, "en")) for each in people))  # how lists spell them
    for name, pdf in printed:
        text = re.sub(r"-\n\s*", "-", text_of(pdf))  # names may be hyphenated
        look(name, romanised.sub("", text).splitlines())
    summary = {"pages": sorted(paths), "documents": len(printed), "texts": len(every), "plain": shown}
    json.dump(summary, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
