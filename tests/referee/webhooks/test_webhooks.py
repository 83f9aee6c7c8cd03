"""News is sent signed and once, only as far as it is public, and never into the hall's own network."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.server
import json
import re
import socket
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import fromstring

import pytest
from sqlmodel import select

from referee.core.deliveries import KEPT, RETRY_DELAYS
from referee.core.http.field_faults import sentences
from referee.core.outgoing import CutOff
from referee.models import WebhookDelivery
from referee.public.news import NewsItem, feed
from referee.webhooks.sending import NotSent, RefusedTarget, Webhooks, send
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.support.world import World

ATOM = "{http://www.w3.org/2005/Atom}"


class Receiver(http.server.ThreadingHTTPServer):
    """A server that receives messages.  ``taken``: their headers and bodies; ``answers``: the status of its answers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Message)
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.answers = 204

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook?key=1"


class Message(http.server.BaseHTTPRequestHandler):
    """A handler that records a message."""

    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.answers)
        self.send_header("Location", self.server.url)
        self.end_headers()

    def log_message(self, *_more: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Desk(Browser):
    """The organizer, with a clock that stands still until the test moves it."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(world, world.tokens["organizer"])
        self.world = world
        self.now = world.service.database.now()
        monkeypatch.setattr(world.service.database, "now", lambda: self.now)
        world.service.settings = world.service.settings._replace(webhooks_local=True)
        self.here = f"/events/{world.event}/webhooks"
        self.open(is_open=True)

    def open(self, *, is_open: bool) -> None:
        """Open the public pages, or close them."""
        body = {"open": is_open, "address": None, "parts": ["standings"]}
        self.world.ask("PUT", f"/events/{self.world.event}/public", json=body)

    def add(self, url: str, status: int = 303) -> str:
        return self.send(self.here, self.read(self.here), status, url=url)

    def tell(self, text: str, **more: Any) -> None:
        self.now += 1000
        self.world.made(f"/events/{self.world.event}/notices", text=text, **more)

    def run(self) -> None:
        """Run the job once, as a fresh process would."""
        self.now += 1000
        Webhooks(self.world.service).run()

    def deliveries(self) -> list[WebhookDelivery]:
        """All deliveries, pending and finished."""
        with self.world.service.database.read() as session:
            return sorted(session.exec(select(WebhookDelivery)), key=lambda each: each.id)


@pytest.fixture
def desk(world: World, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The desk, with the cache of public pages checked on every request."""
    monkeypatch.setattr("referee.public.cache.LOOK_SECONDS", 0.0)
    return Desk(world, monkeypatch)


def test_news_are_sent_once_and_signed_as_standard_webhooks_are(desk: Desk, receiver: Receiver) -> None:
    desk.tell("before there was a webhook")
    desk.now += 1000
    desk.add(receiver.url)
    (secret,) = re.findall(r"whsec_([\w+/=]+)", desk.read(desk.here))
    desk.tell("昼食は13時まで")
    player = desk.world.made(f"/events/{desk.world.event}/players", name="x")
    desk.tell("for one alone", player=player)
    for _ in range(3):
        desk.run()
    ((headers, body),) = receiver.taken
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.new(base64.b64decode(secret), signed, hashlib.sha256).digest()
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"
    assert int(headers["webhook-timestamp"]) == pytest.approx(desk.now / 1000, abs=10)
    payload = json.loads(body)
    assert (payload["type"], payload["data"]["text"]) == ("notice.made", "昼食は13時まで")
    assert payload["data"]["event"]["url"].endswith(f"/p/{desk.world.event}")
    desk.now += KEPT + 1
    Webhooks(desk.world.service).forget()
    assert desk.deliveries() == []
    desk.run()
    assert len(receiver.taken) == 1  # what was forgotten does not become news again


def test_nothing_is_sent_of_pages_that_are_closed(desk: Desk, receiver: Receiver) -> None:
    desk.add(receiver.url)
    desk.open(is_open=False)
    desk.tell("nobody's business")
    desk.run()
    assert receiver.taken == []


@pytest.mark.parametrize("status", [500, 302, 404])
def test_what_is_not_taken_is_tried_again_with_the_same_id_and_given_up_in_the_end(
    desk: Desk, receiver: Receiver, status: int
) -> None:
    receiver.answers = status
    desk.add(receiver.url)
    desk.tell("x")
    for pause in (*RETRY_DELAYS, 10**9):
        with pytest.raises(NotSent, match=str(status)):
            desk.run()
        (delivery,) = desk.deliveries()
        assert str(status) in delivery.fault
        desk.now += pause
    receiver.answers = 204
    desk.run()
    assert len(receiver.taken) == len(RETRY_DELAYS) + 1  # and no redirect was followed
    assert len({headers["webhook-id"] for headers, _ in receiver.taken}) == 1
    assert str(status) in desk.read(desk.here)


def test_a_webhook_leads_into_no_network_of_the_halls_own(desk: Desk, receiver: Receiver) -> None:
    desk.add(receiver.url)
    desk.add(receiver.url.replace("http:", "https:"))
    desk.world.service.settings = desk.world.service.settings._replace(webhooks_local=False)
    desk.tell("x")
    desk.run()  # which has not failed: nothing was tried
    said = sentences("en")
    told = {said["webhook_not_https"], said["webhook_own"].format(host="127.0.0.1")}
    assert {each.fault for each in desk.deliveries()} == told
    assert {each.tries for each in desk.deliveries()} == {1}  # and will be tried again: the setting may change
    assert receiver.taken == []
    for host in ("10.1.2.3", "192.168.0.1", "169.254.169.254", "[::1]", "[fd00::1]", "0.0.0.0"):
        with pytest.raises(RefusedTarget, match="own network"):
            send(f"https://{host}/", {}, b"", CutOff(30), local=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_would_not_be_sent_to_is_refused_when_it_is_saved(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    known = {"inside.example": "192.168.0.7", "outside.example": "93.184.216.34"}

    def look_up(host: str, port: int, **_more: object) -> list[tuple[object, ...]]:
        if host not in known and not host[0].isdigit():
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (known.get(host, host), port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    desk.world.service.settings = desk.world.service.settings._replace(webhooks_local=False)
    desk.here += f"?lang={language}"
    refused = {
        "http://outside.example/": "webhook_not_https",
        "https://inside.example/": "webhook_own",
        "https://10.0.0.1/": "webhook_own",
        "https://224.0.0.1/": "webhook_many",
        "https://203.0.113.5/": "webhook_reserved",
        "https://[::1/": "not_web_address",
        "https://a.example:99999/": "not_web_address",
        "https://:1/": "not_web_address",
    }
    for url, fault in refused.items():
        said = sentences(language)[fault].format(host=urlsplit(url.replace("[", "")).hostname)
        assert said in desk.add(url, 422)
    for url in ("https://outside.example/", "https://not-yet.example/"):
        desk.add(url)
        assert url in desk.read(desk.here)


def test_a_fault_is_told_without_the_name_of_a_class(desk: Desk, receiver: Receiver) -> None:
    receiver.answers = 500
    desk.add(receiver.url)
    desk.tell("x")
    with pytest.raises(NotSent):
        desk.run()
    receiver.server_close()
    desk.now += 10**9
    told = {each.fault for each in desk.deliveries()}
    with pytest.raises(ConnectionError):
        desk.run()
    told |= {each.fault for each in desk.deliveries()}
    refused, reset = {"answered with 500", "Connection refused"}, {"answered with 500", "Connection reset by peer"}
    assert told in (refused, reset), "a new connection is refused, one that is still open reset"


def test_webhooks_are_the_organizers_and_some_addresses_are_none(desk: Desk) -> None:
    for url in ("ftp://example.org", "https://exämple.org", "javascript:x", "https://a b.org"):
        assert 'role="alert"' in desk.add(url, 422)
    judge = Browser(desk.world, desk.world.tokens["judge"])
    judge.read(desk.here, 403)
    for number in range(10):
        desk.add(f"https://example.org/{number}")
    assert "10" in desk.add("https://example.org/one-more", 409)
    (first, *_) = re.findall(r'name="remove" value="(\w+)"', desk.read(desk.here))
    desk.send(desk.here, desk.read(desk.here), remove=first)
    assert first not in desk.read(desk.here)
    assert desk.send(desk.here, desk.read(desk.here), 404, remove=first)


def test_the_feed_has_the_news_and_is_xml_whatever_a_notice_says(desk: Desk) -> None:
    desk.tell("a <b> & ]]> ' \" 髙")
    stranger = desk.world.app.test_client()
    answer = stranger.get(f"/p/{desk.world.event}/news.atom")
    assert answer.mimetype == "application/atom+xml"
    root = fromstring(answer.get_data())
    assert [each.text for each in root.iter(f"{ATOM}content")] == ["a <b> & ]]> ' \" 髙"]
    again = stranger.get(f"/p/{desk.world.event}/news.atom", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    desk.open(is_open=False)
    assert stranger.get(f"/p/{desk.world.event}/news.atom").status_code == 404


def test_a_feed_says_what_atom_wants() -> None:
    news = [NewsItem("notice:1", "notice.made", 1_795_000_000_123, "x", "/standings")]
    root = fromstring(feed("01", "Cup\x0b \ud800", "ja", "https://r.example/p/cup", 1, news))
    assert root.findtext(f"{ATOM}title") == "Cup ?"
    assert root.findtext(f"{ATOM}updated") == "2026-11-18T11:06:40.123Z"
    for parent in (root, root.find(f"{ATOM}entry")):
        assert parent is not None
        assert all(parent.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))
    assert [each.get("href") for each in root.findall(f"{ATOM}link")] == [
        "https://r.example/p/cup/news.atom?lang=ja",
        "https://r.example/p/cup?lang=ja",
    ]
