"""The pages of the second factor and of the password asked again, in a browser, in every language, on two sizes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.support.browser import Visit, accessibility_violations, page_width, visit
from tests.referee.support.people import PASSWORD
from tests.referee.support.running import Running

EN = words("en")


def sound(opened: Visit) -> None:
    """Check that the page as shown fits, can be tapped, and can be read by everybody."""
    page = opened.page
    assert page_width(page) == opened.width
    assert accessibility_violations(page) == []  # and small tap targets
    assert opened.faults == []


def in_every_language(opened: Visit, path: str, key: str) -> None:
    """Check a page in every language; the last one is English."""
    for language in sorted(LANGUAGES, key=lambda each: each == "en"):
        opened.page.goto(f"{path}?lang={language}")
        expect(opened.page.get_by_role("heading", level=1)).to_have_text(words(language)[key])
        sound(opened)


def log_in(page: Page, login: str) -> None:
    page.goto("/login?lang=en&next=/account/second-factor")
    page.get_by_label(EN["login_name"]).fill(login)
    page.get_by_label(EN["password"]).fill(PASSWORD)
    page.get_by_role("button", name=EN["log_in"]).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(EN["factor_title"])


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_it_is_set_up_and_asked_for(browser: Browser, service: Running, size: str) -> None:
    service.log_in()  # the service may have been running for long: accounts need a password typed just now
    login = f"yamada-{size}"
    service.made("/accounts", login=login, name="山田", password=PASSWORD, administrator=True)
    site = f"http://127.0.0.1:{service.port}"
    with visit(browser, site, size) as opened:
        page = opened.page
        log_in(page, login)
        in_every_language(opened, "/account/second-factor", "factor_title")
        page.get_by_role("button", name=EN["factor_begin"]).tap()
        expect(page.get_by_role("img", name=EN["factor_qr"])).to_be_visible()
        sound(opened)
        secret = page.locator("code.secret").inner_text().replace(" ", "")
        page.get_by_label(EN["factor_code"], exact=True).fill(pyotp.TOTP(secret).now())
        page.get_by_role("button", name=EN["factor_finish"]).tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(EN["factor_codes_title"])
        sound(opened)
        printed = page.locator("code.secret").all_inner_texts()
        page.get_by_role("link", name=EN["factor_next"]).tap()
        page.wait_for_url("**/account")
        in_every_language(opened, "/account/second-factor", "factor_title")
        in_every_language(opened, "/people", "people_title")
    with visit(browser, site, size) as opened:
        log_in(opened.page, login)
        sound(opened)
        opened.page.get_by_label(EN["factor_code"], exact=True).fill(printed[0])
        opened.page.get_by_role("button", name=EN["log_in"]).tap()
        expect(opened.page.get_by_role("status")).to_contain_text("9")


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_form_is_kept_while_the_password_is_asked_again(browser: Browser, service: Running, size: str) -> None:
    service.log_in()
    account = service.made("/accounts", login=f"sato-{size}", name="佐藤", password=PASSWORD, administrator=True)
    with visit(browser, f"http://127.0.0.1:{service.port}", size) as opened:
        page = opened.page
        log_in(page, f"sato-{size}")
        with closing(sqlite3.connect(service.data / "referee.db", timeout=60)) as database, database:
            database.execute("UPDATE credential SET confirmed_at = 0 WHERE account_id = ?", (account["id"],))
        page.goto("/people?lang=en")
        page.get_by_label(EN["staff_name"], exact=True).fill("記録 係子")
        page.get_by_label(EN["login_name"]).fill(f"kiroku-{size}")
        page.get_by_role("button", name=EN["people_new"]).tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(EN["again_title"])
        assert [each for each in opened.faults if "403 (Forbidden)" not in each] == []
        opened.faults.clear()
        sound(opened)
        page.get_by_label(EN["password"]).fill(PASSWORD)
        page.get_by_role("button", name=EN["again_do"]).tap()
        expect(page.get_by_role("status")).to_contain_text(f"kiroku-{size}")
