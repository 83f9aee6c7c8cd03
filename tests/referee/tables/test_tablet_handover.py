"""A replaced tablet hands over what it has not sent: by codes, a link or a text; nothing of it is logged unseen."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from referee.core.language import words
from referee.tables.pages import tablet_words
from tests.referee.support.browser import SIZES, page_width, small_tap_targets, visit
from tests.referee.support.faulty_tablets import (
    Site,
    buy,
    check_log,
    expect_held,
    expect_unsent,
    open_tablet,
    roll,
    tap_purchase,
    tap_throw,
)
from tests.referee.support.running import running
from tests.referee.support.tablets import Table, new_table
from tests.referee.support.wire import wire
from tests.scanner import read_qr_codes

EN = words("en")
REFUSED = tablet_words("en")["take_camera_refused"]
CAMERA = """
navigator.mediaDevices.getUserMedia = async () => {
    const bytes = code => Uint8Array.from(atob(code), letter => letter.charCodeAt(0));
    const codes = await Promise.all(window.codes.map(code => createImageBitmap(new Blob([bytes(code)]))));
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 640 });
    let turn = 0;
    setInterval(() => {
        const seen = canvas.getContext("2d");
        seen.fillRect(0, 0, 640, 640);
        seen.drawImage(codes[(turn += 1) % codes.length], 64, 64);
    }, 100);
    window.stream = canvas.captureStream();
    return window.stream;
};
"""
"""A camera that sees `window.codes`, one after another: Debian's headless shell has no cameras, not even a fake one."""
READER = """
window.BarcodeDetector = class {
    async detect(video) {
        const canvas = document.createElement("canvas");
        Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
        canvas.getContext("2d").drawImage(video, 0, 0);
        return (await window.readCodes(canvas.toDataURL())).map(rawValue => ({ rawValue }));
    }
};
"""
"""Reads the codes in what the camera sees: browsers do so by themselves on some systems."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service behind a connection that the test can cut."""
    folder = tmp_path_factory.mktemp("handover")
    with running(folder) as started, wire(started.port) as network:
        started.log_in()
        yield Site(started, str(folder / "data" / "referee.db"), network)


@pytest.fixture(autouse=True)
def whole(site: Site) -> None:
    """Make sure that the connection is up when a test begins."""
    site.wire.up = True


def log_without_network(page: Page, site: Site) -> None:
    """Log three reports that are not sent."""
    site.wire.cut()
    tap_throw(page, "A")
    tap_purchase(page)
    tap_throw(page, "B")
    expect_unsent(page, 3)


def unpair(table: Table, label: str) -> None:
    """Unpair a device at the desk."""
    rows = table.service.ask("GET", f"/api/v1/tables/{table.id}/devices").json["rows"]
    (device,) = (row["id"] for row in rows if row["label"] == label and row["revoked_at"] is None)
    assert table.service.ask("DELETE", f"/api/v1/devices/{device}").status == 204


def pictures_of_codes(page: Page) -> Iterator[bytes]:
    """A picture of each code that a tablet shows."""
    code = page.locator("dialog .hand-code")
    while True:
        shown = code.get_attribute("data-code") or ""
        yield code.screenshot()
        following = page.locator('[data-test="code-next"]')
        if not following.count() or following.is_disabled():
            return
        following.tap()
        expect(code).not_to_have_attribute("data-code", shown)


def codes_of(page: Page) -> list[str]:
    """The links of the codes that a tablet shows, read from its screen as by a camera."""
    code, found = page.locator("dialog .hand-code"), []
    for picture in pictures_of_codes(page):
        read = read_qr_codes(Image.open(io.BytesIO(picture)))
        assert read == [code.get_attribute("data-code")]
        found += read
    return found


def test_what_a_replaced_tablet_has_not_sent_goes_over_by_codes_and_is_looked_at_before_it_is_sent(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device("Old")) as old:
        log_without_network(old.page, site)
        unpair(table, "Old")
        site.wire.up = True
        expect(old.page.locator(".dice")).to_have_count(0)  # nothing more is logged into nowhere
        expect_held(old.page, "access").locator('[data-test="hand-over"]').tap()
        expect(old.page.locator("dialog .hand-code")).to_be_visible()
        links = codes_of(old.page)
        assert (small_tap_targets(old.page), page_width(old.page)) == ([], old.width)
        token = table.bind_device("New")
        address = f"http://127.0.0.1:{site.service.port}"
        with visit(browser, address, "phone", f"referee={token}") as new:
            page = new.page
            for link in links:  # each link opens the page anew, as the camera of a phone does
                page.goto("about:blank")
                page.goto(f"{table.page}#{link.partition('#')[2]}")
            question = expect_held(page, "handed")
            assert "take" not in page.url
            expect(question).to_contain_text("Old")
            expect(question.locator("[data-waiting]")).to_have_count(3)
            expect(question.locator('[data-test="stands"]')).to_have_count(3)
            expect(question.locator('[data-change="A cash"]')).to_contain_text("$1,440")
            for width, height in SIZES.values():
                page.set_viewport_size({"width": width, "height": height})
                assert (small_tap_targets(page), page_width(page)) == ([], width)
            assert table.entries() == []
            question.locator('[data-test="go-on"]').tap()
            expect_unsent(page, 0)
            expect(page.locator('.recent [data-seq="3"]')).to_be_visible()
            # Once more, the same codes bring nothing.
            page.locator('[data-test="connection"]').tap()
            page.locator('dialog [data-test="take-over"]').tap()
            page.locator('[data-test="take-text"]').fill("\n".join(links))
            page.locator('[data-test="take-read"]').tap()
            expect(page.locator('[data-test="take-fault"]')).to_be_visible()
            assert new.faults == []
        old.page.locator('[data-test="hand-done"]').tap()
        expect_unsent_denied(old.page)
    check_log(site, table, roll("A"), buy("A"), roll("B"))
    assert {each["author"] for each in table.entries()} == {"New"}


def seen_as_png(data: str) -> list[str]:
    """What stands in the codes of a picture, which comes as a data address."""
    return read_qr_codes(Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))))


def test_the_new_tablets_camera_reads_what_the_old_one_shows_and_without_one_it_says_so(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device("Old")) as old:
        log_without_network(old.page, site)
        unpair(table, "Old")
        site.wire.up = True
        expect_held(old.page, "access").locator('[data-test="hand-over"]').tap()
        expect(old.page.locator("dialog .hand-code")).to_be_visible()
        pictures = [base64.b64encode(each).decode() for each in pictures_of_codes(old.page)]
    with open_tablet(browser, site, table, table.bind_device("New")) as new:
        page = new.page
        page.expose_function("readCodes", seen_as_png)
        page.evaluate(f"() => {{ window.codes = {json.dumps(pictures)};{READER} }}")
        page.locator('[data-test="connection"]').tap()
        page.locator('dialog [data-test="take-over"]').tap()
        page.locator('[data-test="camera"]').tap()
        expect(page.locator("dialog .wrong")).to_have_text(REFUSED)
        page.evaluate(f"() => {{ {CAMERA} }}")
        page.locator('[data-test="camera"]').tap()
        expect(expect_held(page, "handed").locator("[data-waiting]")).to_have_count(3)
        page.wait_for_function("window.stream.getTracks().every(each => each.readyState === 'ended')")  # its light
    assert table.entries() == []


@pytest.mark.parametrize("opened_anew", [False, True], ids=["as it was", "opened anew"])
def test_a_replaced_tablet_with_a_connection_leaves_its_reports_at_the_server_for_the_next_one(
    browser: Browser, site: Site, opened_anew: bool
) -> None:
    table = new_table(site.service)
    with (
        open_tablet(browser, site, table, table.bind_device("Old")) as old,
        open_tablet(browser, site, table, table.bind_device("New")) as new,
    ):
        log_without_network(old.page, site)
        unpair(table, "Old")
        site.wire.up = True
        question = expect_held(old.page, "access")
        if opened_anew:
            question.locator('[data-test="open-anew"]').tap()
            old.page.locator('[data-test="left-behind"] [data-test="hand-over"]').tap()
        else:
            question.locator('[data-test="hand-over"]').tap()
        old.page.route("**/left-behind*", lambda route: route.abort())
        old.page.locator('[data-test="put-down"]').tap()
        expect(old.page.locator('[data-test="put-down-fault"]')).to_be_visible()
        old.page.unroute("**/left-behind*")
        assert (small_tap_targets(old.page), page_width(old.page)) == ([], old.width)
        old.page.locator('[data-test="put-down"]').tap()
        expect(old.page.locator('[data-test="put-down-done"]')).to_be_visible()
        page = new.page
        here = page.locator('[data-test="left-here"]')
        expect(here).to_contain_text("3 unsent reports")
        assert (small_tap_targets(page), page_width(page)) == ([], new.width)
        here.locator('[data-test="take-up"]').tap()
        waiting = expect_held(page, "handed")
        expect(waiting.locator("[data-waiting]")).to_have_count(3)
        expect(waiting.locator('[data-test="stands"]')).to_have_count(3)
        expect(here).to_have_count(0)
        assert table.entries() == []
        waiting.locator('[data-test="go-on"]').tap()
        expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("A"), roll("B"))
    assert {each["author"] for each in table.entries()} == {"New"}


def expect_unsent_denied(page: Page) -> None:
    """Wait until an unpaired tablet has nothing left to send."""
    expect(page.locator(".link.waiting")).to_have_count(0)
    expect(page.locator('[data-test="held"]')).to_have_count(0)


def test_a_tablet_that_was_opened_anew_still_hands_over_what_it_left(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device("Old")) as old:
        log_without_network(old.page, site)
        unpair(table, "Old")
        site.wire.up = True
        expect_held(old.page, "access").locator('[data-test="open-anew"]').tap()
        left = old.page.locator('[data-test="left-behind"]')
        expect(left).to_contain_text("3 unsent reports")
        left.locator('[data-test="hand-over"]').tap()
        expect(old.page.locator("dialog .hand-code")).to_be_visible()
        assert (small_tap_targets(old.page), page_width(old.page)) == ([], old.width)
        old.page.locator("summary", has_text="Without a camera").tap()
        text = old.page.locator('[data-test="hand-text"]').input_value()
    with open_tablet(browser, site, table, table.bind_device("New")) as new:
        page = new.page
        tap_throw(page, "A")  # the table went on meanwhile, with the same throw
        expect_unsent(page, 0)
        page.locator('[data-test="connection"]').tap()
        page.locator('dialog [data-test="take-over"]').tap()
        page.locator('[data-test="take-text"]').fill("something else")
        page.locator('[data-test="take-read"]').tap()
        expect(page.locator('[data-test="take-fault"]')).to_be_visible()
        page.locator('[data-test="take-text"]').fill(text)
        page.locator('[data-test="take-read"]').tap()
        expect_held(page, "handed").locator('[data-test="go-on"]').tap()
        # The throw is in the log already; what follows it is looked at once more, or goes on.
        expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("A"), roll("B"))


def test_the_desk_asks_before_it_unpairs_and_says_what_is_unsent_as_does_the_tablet_after(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    token = table.bind_device("Old")
    headers = {"Authorization": f"Bearer {token}", "Cookie": ""}
    assert site.service.ask("GET", f"/api/v1/tables/{table.id}/lines?unsent=4", **headers).status == 200
    address = f"http://127.0.0.1:{site.service.port}"
    with visit(browser, address, "phone", site.service.headers["Cookie"]) as desk:
        desk.page.goto(f"/events/{table.event}/rounds/{table.round}/codes")
        card = desk.page.locator(f"#table-{table.number}")
        card.locator(".tablet details.unpair summary").tap()
        expect(card.locator(".tablet .wrong")).to_contain_text("4 unsent reports")
        assert (small_tap_targets(desk.page), page_width(desk.page)) == ([], desk.width)
        card.get_by_role("button", name=EN["tablet_end_ask"].format(name="Old")).tap()
        expect(card).to_contain_text(EN["no_tablet"])
        assert desk.faults == []
    with open_tablet(browser, site, table, table.bind_device("New")) as new:
        before = new.page.locator('[data-test="before"]')
        expect(before).to_contain_text("4 unsent reports")
        before.locator('[data-test="before-gone"]').tap()
        expect(before).to_have_count(0)
        new.page.reload()
        new.page.locator("main#panel").wait_for()
        expect(before).to_have_count(0)


def test_a_tablet_tells_the_desk_what_it_cannot_send(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device("Old")) as old:
        page = old.page
        page.route("**/entries?*", lambda route: route.abort())
        tap_throw(page, "A")
        expect_unsent(page, 1)
        with page.expect_request("**/lines?*unsent=1*"):
            pass
        page.unroute("**/entries?*")
        expect_unsent(page, 0)
        with page.expect_response("**/lines?*unsent=0*"):
            pass
    rows = table.service.ask("GET", f"/api/v1/tables/{table.id}/devices").json["rows"]
    assert [row["unsent"] for row in rows] == [0]


def test_unpairing_on_the_tablet_asks_and_says_what_is_unsent(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device("Old")) as old:
        page = old.page
        page.route("**/entries?*", lambda route: route.abort())
        tap_throw(page, "A")
        expect_unsent(page, 1)
        page.goto("/")
        page.get_by_role("button", name=EN["unbind"]).tap()
        expect(page.locator("#leaving")).to_contain_text("1 report is unsent")
        expect(page.locator("#leaving-table a")).to_be_visible()
        assert (small_tap_targets(page), page_width(page)) == ([], old.width)
        page.get_by_role("button", name=EN["leaving_now"]).tap()
        expect(page.locator('[data-test="left-behind"]')).to_contain_text("1 unsent report")
    assert table.entries() == []
