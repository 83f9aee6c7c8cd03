"""Links and QR codes lead to the service's own address, never to the host that a request names."""

from __future__ import annotations

import re
from ipaddress import ip_address

import pytest
from PIL import Image, ImageDraw
from werkzeug.test import TestResponse

from referee.core.own_address import OwnAddress, reachable_urls
from referee.core.settings import SettingsFault, listening_url
from referee.printing.catalogue import CATALOGUE
from referee.server import redirect
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import EveryAddress
from tests.referee.support.world import World
from tests.scanner import read_qr_codes
from tests.tournaments.paper_samples import drawn, text_of

EVIL = "evil.example"
FORM = "application/x-www-form-urlencoded"
TWO = ["http://192.0.2.5:8000", "http://198.51.100.7:8000"]


@pytest.fixture
def two(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A service on a machine with two addresses."""
    monkeypatch.setattr("referee.core.own_address.reachable_urls", lambda _listening: list(TWO))
    unnamed = world.service.settings._replace(public_url=None)
    monkeypatch.setattr(world.service, "own_address", OwnAddress(unnamed))
    monkeypatch.setattr(world.service, "settings", unnamed)
    return world


def code_in(svg: str) -> str:
    """Return the content of the QR code in an SVG drawing, which is drawn as lines, row by row."""
    *_ground, path = re.findall(r' d="([^"]+)"', svg)
    drawn = Image.new("L", (400, 400), 255)
    pen = ImageDraw.Draw(drawn)
    x = y = 0.0
    for step, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", path):
        if step == "h":
            pen.rectangle((x * 4, (y - 0.5) * 4, (x + float(first)) * 4 - 1, (y + 0.5) * 4 - 1), fill=0)
            x += float(first)
        else:
            x, y = (float(first), float(second)) if step == "M" else (x + float(first), y + float(second))
    (content,) = read_qr_codes(drawn)
    return str(content)


def codes_in(answer: TestResponse) -> list[str]:
    """Return the contents of the QR codes in a drawing or on a document's first sheet."""
    if answer.mimetype == "image/svg+xml":
        return [code_in(answer.get_data(as_text=True))]
    return read_qr_codes(drawn(answer.get_data()))


def hosts(codes: list[str]) -> set[str]:
    """The hosts that codes lead to."""
    return {code.partition("://")[2].partition("/")[0] for code in codes}


@pytest.mark.slow
@SQLITE_ONLY
def test_whatever_host_a_request_names_it_is_in_no_answer_and_in_no_code(two: World) -> None:
    every = EveryAddress(two)
    wrong: list[str] = []
    codes: list[str] = []
    for rule in every.rules("GET"):
        answer = every.ask("GET", every.path(rule), headers={"Host": EVIL, "Accept": "text/html"})
        assert answer.status_code in (503, *range(500)), rule
        if EVIL.encode() in answer.get_data() or EVIL in str(answer.headers):
            wrong.append(rule.rule)
        assert answer.headers.get("Location", "/").startswith("/")
        codes += codes_in(answer) if answer.mimetype == "image/svg+xml" else []
        answer.close()
    assert not wrong
    assert len(codes) >= 4
    assert hosts(codes) == {"192.0.2.5:8000"}
    assert every.ask("GET", b"//" + EVIL.encode(), headers={"Host": EVIL}).status_code == 404  # no redirect


@pytest.mark.slow
@SQLITE_ONLY
def test_nor_is_it_in_a_document(two: World) -> None:
    cup = Cup(two)
    codes: list[str] = []
    for name in CATALOGUE:
        path = f"/events/{two.event}/papers/{name}?round=1&language=ja"
        answer = two.ask("GET", path, headers={"Host": EVIL})
        if answer.status_code == 200:
            assert EVIL not in text_of(answer.get_data())
            codes += codes_in(answer)
    link = cup.get(f"/players/{cup.players['A']}/link", "organizer")["url"]
    assert len(codes) >= 3
    assert hosts([*codes, link]) == {"192.0.2.5:8000"}


@SQLITE_ONLY
def test_an_organizer_is_asked_once_which_of_two_addresses_links_have(two: World) -> None:
    every = EveryAddress(two)
    desk = f"/events/{two.event}".encode()
    organizer = {"Authorization": f"Bearer {two.tokens['organizer']}", "Content-Type": FORM}

    def link() -> str:
        return str(two.ask("POST", f"/tables/{two.table}/code", json={}).get_json()["url"])

    assert link().startswith(TWO[0])
    assert b'id="address" class="sheet" open>' in every.ask("GET", desk, headers=organizer).get_data()
    done = every.ask("POST", desk + b"/address", headers=organizer, body=f"address={TWO[1]}".encode())
    assert (done.status_code, done.headers["Location"]) == (303, desk.decode())
    assert link().startswith(TWO[1])
    shown = every.ask("GET", desk, headers=organizer).get_data()
    assert b'id="address" class="sheet">' in shown and TWO[1].encode() in shown
    strange = every.ask("POST", desk + b"/address", headers=organizer, body=b"address=http://evil.example")
    assert strange.status_code == 404
    judge = {**organizer, "Authorization": f"Bearer {two.tokens['judge']}"}
    assert every.ask("POST", desk + b"/address", headers=judge, body=f"address={TWO[0]}".encode()).status_code == 403
    again = OwnAddress(two.service.settings)  # as in another process or after a restart
    assert (again.chosen(), again.now()) == (TWO[1], TWO[1])
    named = OwnAddress(two.service.settings._replace(public_url="https://referee.example"))
    assert (named.choices(), named.now()) == (["https://referee.example"], "https://referee.example")


@pytest.mark.parametrize("only", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
@SQLITE_ONLY
def test_an_address_of_this_computer_alone_is_in_no_code_and_the_desk_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch, only: str
) -> None:
    monkeypatch.setattr("referee.core.own_address.reachable_urls", lambda _listening: [only])
    unnamed = world.service.settings._replace(public_url=None)
    monkeypatch.setattr(world.service, "own_address", OwnAddress(unnamed))
    cup = Cup(world)
    world.ask("POST", f"/tables/{cup.tables[1, 1]}/code", json={})
    for name in ("table-signs", "score-sheets", "pairing-slips"):
        drawn = world.ask("GET", f"/events/{world.event}/papers/{name}?round=1&language=en")
        assert drawn.status_code == 200, drawn.get_data(as_text=True)
        assert codes_in(drawn) == []
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["organizer"])
    for page in ("", "/papers"):
        response = browser.get(f"/events/{world.event}{page}", headers={"Accept": "text/html", "Accept-Language": "en"})
        assert f"Links point to {only}" in response.get_data(as_text=True)


@SQLITE_ONLY
def test_a_choice_that_the_machine_has_no_more_is_not_kept_to(two: World, monkeypatch: pytest.MonkeyPatch) -> None:
    two.service.own_address.choose(TWO[1])
    monkeypatch.setattr("referee.core.own_address.reachable_urls", lambda _listening: ["http://203.0.113.9:8000"])
    later = OwnAddress(two.service.settings)
    assert (later.chosen(), later.now()) == (None, "http://203.0.113.9:8000")


def test_the_addresses_are_those_of_the_machine_with_the_port_that_is_listened_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    has = ["192.0.2.5", "198.51.100.7", "169.254.3.3", "2001:db8::5"]
    monkeypatch.setattr("referee.core.own_address.own_addresses", lambda: [ip_address(each) for each in has])
    assert reachable_urls("http://0.0.0.0:8123") == ["http://192.0.2.5:8123", "http://198.51.100.7:8123"]
    assert reachable_urls("https://[::]:443") == ["https://192.0.2.5", "https://198.51.100.7"]
    assert reachable_urls("http://127.0.0.1:80") == ["http://127.0.0.1"]
    has[:] = ["2001:db8::5"]
    assert reachable_urls("http://[::]:8000") == ["http://[2001:db8::5]:8000"]
    has.clear()
    assert reachable_urls("http://0.0.0.0:8000") == ["http://localhost:8000"]


@pytest.mark.parametrize("listening", ["0.0.0.0:8000", "ftp://0.0.0.0:1", "http://", "http://x:99999", "http://x/y"])
def test_where_the_service_listens_is_an_address(listening: str) -> None:
    with pytest.raises(SettingsFault, match="REFEREE_LISTENING"):
        listening_url(listening)


def test_the_redirect_leads_to_names_of_the_certificate_and_everybody_else_to_the_own_address() -> None:
    secure = redirect.Secure(frozenset({"laptop.local", "192.0.2.5"}), 8443, "https://192.0.2.5:8443")
    assert secure.address("Laptop.local") == "https://Laptop.local:8443"
    assert secure.address(EVIL) == "https://192.0.2.5:8443"
