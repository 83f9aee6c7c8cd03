"""The page on which a player turns alerts on, in a real browser whose push service is a stand-in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.alerts.push import encoded
from referee.core.language import words
from tests.referee.alerts.push_service import PhoneBrowser
from tests.referee.public.test_public_browser import Site, done
from tests.referee.public.test_public_browser import site as site  # noqa: PLC0414 - a fixture
from tests.referee.support.browser import accessibility_violations, page_width, visit

EN = words("en")
SUBSCRIBING = """({endpoint, p256dh, auth}) => {
    const made = {endpoint, toJSON: () => ({endpoint, keys: {p256dh, auth}}), unsubscribe: async () => true};
    const kept = () => localStorage.getItem("subscribed") ? made : null;
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => kept();
    PushManager.prototype.subscribe = async options => {
        if (options.applicationServerKey.length !== 65) throw new Error("no key of the service");
        localStorage.setItem("subscribed", "1");
        return made;
    };
}"""


@pytest.fixture
def alerts(site: Site) -> str:
    """The page of alerts of a player, in an event that has turned them on."""
    parts = ["seating", "standings", "bracket", "clock", "tables", "live"]
    body = {"open": True, "address": site.public.removeprefix("/p/"), "parts": parts, "alerts": True}
    done(site.service, "PUT", f"/events/{site.event}/public", body)
    return f"{site.mine}/alerts"


def subscribing(page: Page) -> None:
    """Give the browser a push service: headless, it has none."""
    phone = PhoneBrowser("https://push.example.org/phone")
    made = {"endpoint": phone.endpoint, "p256dh": encoded(phone.point), "auth": encoded(phone.auth)}
    page.add_init_script(f"({SUBSCRIBING})({made})")


def test_a_player_turns_alerts_on_and_off_on_their_phone(browser: Browser, site: Site, alerts: str) -> None:
    with visit(browser, site.address, "phone") as visitor:
        page = visitor.page
        subscribing(page)
        page.goto(f"{site.mine}?lang=en")
        page.get_by_role("link", name=EN["alerts_title"]).click()
        on, off = (page.get_by_role("button", name=EN[f"alerts_turn_{each}"]) for each in ("on", "off"))
        expect(on).to_be_visible()
        on.click()
        expect(page.get_by_text(EN["alerts_are_on"])).to_be_visible()
        page.reload()
        expect(off).to_be_visible()  # the service knows this browser
        off.click()
        expect(on).to_be_visible()
        page.reload()
        expect(on).to_be_visible()
        assert visitor.faults == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("Object.defineProperty(window, 'isSecureContext', {value: false})", "alerts_insecure"),
        ("delete window.PushManager", "alerts_missing"),
        ("Notification.requestPermission = async () => 'denied'", "alerts_denied"),
    ],
)
def test_where_it_cannot_be_the_page_says_why(
    browser: Browser, site: Site, alerts: str, script: str, said: str
) -> None:
    with visit(browser, site.address, "phone") as visitor:
        page = visitor.page
        page.add_init_script(script)
        page.goto(f"{alerts}?lang=en")
        if said == "alerts_denied":
            page.get_by_role("button", name=EN["alerts_turn_on"]).click()
        expect(page.get_by_text(EN[said])).to_be_visible()
        assert visitor.faults == []


def test_the_page_is_accessible_in_every_language(browser: Browser, site: Site, alerts: str) -> None:
    with visit(browser, site.address, "phone") as visitor:
        subscribing(visitor.page)
        for language, colours in (("en", "light"), ("ja", "dark"), ("zh", "light")):
            visitor.page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            visitor.page.goto(f"{alerts}?lang={language}")
            expect(visitor.page.get_by_role("button", name=words(language)["alerts_turn_on"])).to_be_visible()
            assert accessibility_violations(visitor.page) == []
            assert page_width(visitor.page) <= visitor.width
        assert visitor.faults == []
