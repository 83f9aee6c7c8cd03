"""The pages of an event in a real browser: all are accessible (WCAG 2.2 AA), a scanner reads their QR codes, and a
penalty goes through all its steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from referee.core.language import words
from rulesets.wordlist import wordlist
from tests.referee.support.browser import CONTRAST, WCAG, accessibility_violations, page_width, small_tap_targets, visit
from tests.referee.support.demo_site import Site, demo_site
from tests.scanner import read_qr_codes

EN = words("en")
HEAVIEST = 150_000
"""Most bytes that a page may fetch, with everything it shows, as sent over the network.

Not counted is the index of the search as you type, which the pages of the rules fetch after loading, for offline use.
"""
WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(each => !(each.initiatorType === "fetch" && new URL(each.name).pathname.endsWith("/index.json")))
    .reduce((sum, each) => sum + each.encodedBodySize, 0)"""
OPEN = "() => document.querySelectorAll('details').forEach(each => { each.open = true; })"
LINKS = "() => [...document.querySelectorAll('a[href]')].map(each => each.getAttribute('href'))"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PAGES = (
    *("", "/players", "/players/*", "/players/import", "/check-in", "/seating", "/rounds", "/rounds/*", "/calls"),
    *(
        "/calls/*",
        "/cases",
        "/cases/*",
        "/cases/new",
        "/precedents",
        "/penalties",
        "/standings",
        "/what-if",
        "/bracket",
        "/decisions",
        "/public",
        "/papers",
    ),
    *("/regulation", "/staff", "/tables/*/result", "/tables/*/start-order", "/check-in/*", "/rounds/*/codes"),
)
"""Pages of an event that must be among those found."""
GENERAL = {"/tables/*/explain", "/positions/new", "/rules", "/rules/*", "/rules/answers", "/help", "/help/*"}
"""The same for pages that belong to no event."""
CODES = {"events", "j", "m", "p", "t"}
"""The beginnings of the addresses in QR codes: check-in, invitation, private and public page, table."""
ELSEWHERE = re.compile(
    r"^/tables/\w+$|^/(api|p|m|static)/|^/events/\w+/papers/.|/dossier(\?|$)|\.(atom|ics|pdf|csv|svg|json)$"
)
"""Addresses that are no pages, or that have tests of their own: the tablet, the public pages."""
SEEN_BY_NAME = frozenset({"way", "do", "live"})
"""The query parameters of which each value makes a different page."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo event with a waiting call, an answered one, and penalties."""
    with demo_site(tmp_path_factory.mktemp("event")) as demo:
        at = f"/events/{demo.event}"
        rounds = demo.ask("organizer", "GET", f"{at}/rounds")["rows"]
        tables = demo.ask("organizer", "GET", f"/rounds/{rounds[1]['id']}/tables")["rows"]
        for number, table in enumerate(tables[:2]):
            body = {"client_id": f"call-{number:04}", "kind": "judge", "about": "rule", "text": "May he build now?"}
            call = demo.ask("judge", "POST", f"/tables/{table['id']}/calls", body)["id"]
        demo.ask("judge", "POST", f"/calls/{call}/claim")
        demo.ask("judge", "POST", f"/calls/{call}/resolve", {"note": "Shown in the rules."})
        demo.ask("judge", "PUT", f"/tables/{tables[0]['id']}/note", {"text": "The clock stood still for a minute."})
        demo.ask("organizer", "POST", f"/tables/{tables[0]['id']}/code", {})
        players = demo.ask("organizer", "GET", f"{at}/players")["rows"]
        for player, step in ((players[0], "caution"), (players[1], "disqualification")):
            body = {"player": player["id"], "category": "insult", "step": step, "facts": "Called the judge names."}
            demo.ask("arbiter", "POST", f"{at}/penalties", body)
        yield demo


def shape(address: str) -> tuple[str, ...]:
    """What pages of the same kind share: the address without its ids, and the names of the query parameters."""
    parts = urlsplit(address)
    path = [re.sub(r"^(?=.*\d)[0-9a-z]{18,20}$|^\d+$", "*", each) for each in parts.path.split("/")]
    if path[1] == "rules":
        kind = path[2] if path[2:] and path[2] in ("regulations", "answers") else "*"
        path[2:] = [kind, *("*" for _ in path[3:4])][: len(path) - 2]
    if path[1] == "help":
        path[2:] = ["*" for _ in path[2:3]]
    query = parse_qs(parts.query)
    return ("/".join(path), *sorted(f"{key}={query[key][0] if key in SEEN_BY_NAME else ''}" for key in query))


def scan(shown: Locator) -> str:
    """Return what a scanner reads from a QR code on the screen."""
    (text,) = read_qr_codes(Image.open(BytesIO(shown.screenshot())))
    return text


def faults(page: Page) -> list[str]:
    """The accessibility faults of the page as it is, on a phone in light colours and on a desktop in dark ones."""
    weight = page.evaluate(WEIGHT)
    found = [f"heavy: {weight}"] if weight > HEAVIEST else []
    page.evaluate(OPEN)
    for size, colours, rules in ((PHONE, "light", WCAG), (DESK, "dark", CONTRAST)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
        found += accessibility_violations(page, rules)
        found += [f"wide: {page_width(page)}"] if page_width(page) > size["width"] else []
    return list(dict.fromkeys(found))


def test_every_page_of_an_organizer_is_accessible_and_its_codes_are_readable(browser: Browser, site: Site) -> None:
    with visit(browser, site.address, "phone", site.cookies["organizer"]) as (page, console, _):
        here = f"/events/{site.event}"
        player = site.ask("organizer", "GET", f"{here}/players")["rows"][0]
        rounds = site.ask("organizer", "GET", f"{here}/rounds")["rows"]
        table = site.ask("organizer", "GET", f"/rounds/{rounds[0]['id']}/tables")["rows"][0]
        # No link leads to the first three: a private link, a QR code, and where the order is rolled.
        by_hand = [
            site.links["viewer"],
            f"{here}/check-in/{player['code']}",
            f"{here}/tables/{table['id']}/start-order",
            f"{here}/rounds/{rounds[1]['id']}/codes",  # of the round in play
        ]
        left, seen, found, read = ["/", *by_hand], set(), {}, set()
        while left:
            path = left.pop(0)
            if shape(path) in seen:
                continue
            seen.add(shape(path))
            answer = page.goto(path)
            assert answer is not None and answer.status == 200, path
            if wrong := faults(page):
                found[path] = wrong
            read |= {scan(each) for each in page.locator("img.qr").all()[:2]}
            links = [each.partition("#")[0] for each in page.evaluate(LINKS)]
            left += [each for each in links if each[:1] == "/" and not ELSEWHERE.search(each) and "lang=" not in each]
        page.context.clear_cookies()
        for path in ("/login", here, "/nowhere"):
            page.goto(path)
            if wrong := faults(page):
                found[path] = wrong
        assert found == {}
        assert {f"/events/*{end}" for end in PAGES} | GENERAL <= {each[0] for each in seen}, sorted(seen)
        assert {urlsplit(each).path.split("/")[1] for each in read} == CODES
        assert [page.goto(each).status for each in read] == [200] * len(read)  # type: ignore[union-attr]
        assert [each for each in console if "status of 40" not in each] == []


def test_the_pages_of_administrators_and_of_strangers_are_accessible(browser: Browser, site: Site) -> None:
    site.service.log_in()
    cookie = site.service.headers["Cookie"]
    here, people = f"/events/{site.event}", site.ask("organizer", "GET", f"/events/{site.event}/players")["rows"]
    persons = [site.service.made("/people", name=each["name"], shown=True)["id"] for each in people[:3]]
    for person, player in zip(persons, people, strict=False):
        body = {"person": person}
        assert site.service.ask("PUT", f"/api/v1/players/{player['id']}/person", body).status == 204
    backup = site.service.made("/backups")["name"]
    with visit(browser, site.address, "phone", cookie) as (page, console, _):
        page.goto(f"{here}/about?lang=en")
        for kind in ("logo", "sponsor"):
            page.locator("#kind").select_option(kind)
            page.locator("#picture-name").fill(f"The {kind}")
            page.locator("#file").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": logo()})
            page.get_by_role("button", name=EN["event_picture_add"]).tap()
            expect(page.get_by_role("img", name=f"The {kind}")).to_be_visible()
        page.goto("/register/seasons/new?lang=en")
        page.locator("#name").fill("The year")
        page.get_by_role("checkbox").first.check()
        page.get_by_role("button", name=EN["event_keep"]).tap()
        page.wait_for_url(re.compile("^[^?]*/seasons/(?!new)"))
        season = urlsplit(page.url).path
        page.goto(f"{here}/prizes?lang=en")
        page.locator("#name").fill("A board")
        page.get_by_role("button", name=EN["prizes_add"]).tap()
        page.get_by_role("button", name=EN["prizes_draw"]).tap()
        expect(page.locator("summary", has_text=EN["prizes_check"])).to_be_visible()
        found = {}
        for path in wordlist(f"""
            {here}/prizes /p/{site.event}/prizes / /backups /backups/{backup}/restore /people /audit /account
            {here}/registration /register /register/{persons[0]} /register/seasons/new /register{season}
            {here}/webhooks /ratings /ratings/{persons[0]} {season} {here}/about /p/{site.event} /help?lang=ja
            /help/operating?lang=ja /help/tournament?lang=zh /help/record-format?lang=en
        """):
            answer = page.goto(path)
            assert answer is not None and answer.status == 200, path
            if wrong := faults(page):
                found[path] = wrong
        assert found == {}
        assert console == []


def logo() -> bytes:
    """A picture as a file."""
    file = BytesIO()
    Image.new("RGB", (300, 120), "navy").save(file, "PNG")
    return file.getvalue()


def test_a_severe_penalty_is_proposed_signed_shown_and_taken_back(browser: Browser, site: Site) -> None:
    here = f"/events/{site.event}"
    row = site.ask("organizer", "GET", f"{here}/standings?lang=en")["rows"][0]
    body = {"player": row["player"], "category": "protest", "step": "warning", "facts": "Went on and on."}
    site.ask("judge", "POST", f"{here}/penalties", body)
    with (
        visit(browser, site.address, "phone", site.cookies["arbiter"]) as (arbiter, arbiter_console, _),
        visit(browser, site.address, "tablet", site.cookies["head_judge"]) as (head, head_console, _),
    ):
        head.goto(f"{here}/penalties?lang=en")
        waiting = head.locator("[data-live=waiting] li", has_text=row["name"])
        expect(waiting).to_have_count(0)

        arbiter.goto(f"{here}/penalties?lang=en")
        arbiter.locator("#player").select_option(row["player"])
        arbiter.locator("#category").select_option("protest")
        arbiter.get_by_role("button", name=EN["penalties_next"]).tap()
        expect(arbiter.locator(".why b")).to_have_text(EN["penalties_suggested"].format(step="Game loss"))
        expect(arbiter.locator("#step")).to_have_value("game_loss")
        arbiter.locator("#table_id").select_option(index=arbiter.locator("#table_id option").count() - 1)
        arbiter.locator("#clauses").fill("JMA/REFF-2")
        arbiter.locator("#facts").fill("Shouted at the judge.")
        arbiter.get_by_role("button", name=EN["penalties_do"]).tap()
        expect(arbiter.locator(".wrong")).to_contain_text("JMA/REF-2")
        expect(arbiter.locator("#facts")).to_have_value("Shouted at the judge.")
        arbiter.locator("#clauses").fill("JMA/REF-2")
        arbiter.get_by_role("button", name=EN["penalties_do"]).tap()
        expect(arbiter.locator("[data-live=waiting] li", has_text=row["name"])).to_contain_text(EN["penalties_own"])

        expect(waiting).to_be_visible()  # without reloading the page
        head.goto(f"{here}?lang=en")
        expect(head.get_by_role("link", name=re.compile("^Penalties to be approved"))).to_be_visible()
        head.goto(f"{here}/penalties?lang=en")
        waiting.get_by_role("button", name=EN["penalties_sign"]).tap()
        expect(waiting).to_have_count(0)

        arbiter.goto(f"{here}/standings?lang=en")
        marked = arbiter.locator("tbody tr", has_text=row["name"])
        expect(marked.locator(".state.late")).to_contain_text("Game loss: last of round 1")
        assert marked.locator("td").first.inner_text() != "1"

        penalty = head.locator("[data-live=all] li", has_text="Shouted at the judge.")
        penalty.locator("summary", has_text=EN["penalties_cancel"]).tap()
        penalty.get_by_label(EN["penalties_cancel_reason"]).fill("It was the next table.")
        penalty.get_by_role("button", name=EN["penalties_cancel"]).tap()
        expect(penalty).to_contain_text("It was the next table.")
        arbiter.reload()
        expect(marked.locator(".state.late")).to_have_count(0)
        assert marked.locator("td").first.inner_text() == "1"
        assert [each for each in arbiter_console if "422" not in each] == []
        assert head_console == []


def test_the_clause_of_a_refusal_opens_beside_the_table(browser: Browser, site: Site) -> None:
    rounds = site.ask("organizer", "GET", f"/events/{site.event}/rounds")["rows"]
    table = site.ask("organizer", "GET", f"/rounds/{rounds[1]['id']}/tables")["rows"][0]["id"]
    base = site.ask("judge", "GET", f"/tables/{table}/tablet")["seq"]
    body = {"client_id": "refused-01", "base": base, "report": {"type": "roll", "player": "A", "dice": [9, 9]}}
    bearer = f"Bearer {site.cookies['judge'].partition('=')[2]}"
    answer = site.service.ask("POST", f"/api/v1/tables/{table}/entries", body, Authorization=bearer)
    clause = answer.json["refusals"][0]["clause"]
    with visit(browser, site.address, "tablet", site.cookies["judge"]) as (page, console, _):
        page.goto(f"/tables/{table}")
        link = page.locator(".line.not a").first
        expect(link).to_have_text(clause)
        with page.expect_popup() as opened:
            link.tap()
        expect(opened.value.locator("article p").first).to_contain_text(clause)
        assert urlsplit(opened.value.url).path == f"/rules/jma-2006/{clause}"
        assert small_tap_targets(page) == []
        assert console == []
