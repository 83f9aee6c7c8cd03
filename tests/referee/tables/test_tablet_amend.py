"""A forgotten report holds nothing up: waiting and logged reports can be edited after the changes are shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

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
from tests.referee.support.tablets import new_table, tablet, throw
from tests.referee.support.wire import wire

SURELY_EARLIER = 2000
"""In ms: reports of a device count as later by the latency of its first request, which is long on a busy machine."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service behind a connection that the test can cut."""
    folder = tmp_path_factory.mktemp("amend")
    with running(folder) as started, wire(started.port) as network:
        started.log_in()
        yield Site(started, str(folder / "data" / "referee.db"), network)


@pytest.fixture(autouse=True)
def whole(site: Site) -> None:
    """Make sure that the connection is up when a test begins."""
    site.wire.up = True


def test_a_forgotten_purchase_is_inserted_in_what_waits_and_all_behind_it_is_judged_anew_first(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        tap_throw(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.wire.cut()
        page.locator('[data-test="anyway"] summary').tap()
        page.locator('[data-test="anyway"] [data-thrower="B"]').tap()
        throw(page, 2, 4, within='[data-test="anyway"]')
        expect(page.locator('[data-due="free"]')).to_be_visible()
        tap_purchase(page)
        tap_throw(page, "C")
        expect_unsent(page, 3)
        site.wire.up = True
        question = expect_held(page, "refused")
        expect(question.locator("[data-waiting]")).to_have_count(2)
        question.locator('[data-test="try-again"]').tap()
        expect(question.locator("[data-waiting]")).to_have_count(3)
        first = question.locator("[data-waiting]").first
        expect(first.locator(".refusals")).to_be_visible()  # tried again, it is refused again
        first.locator('[data-test="insert"]').tap()
        first.locator('[data-kind="buy"]').first.tap()
        expect(question.locator('[data-test="stands"]')).to_have_count(4)
        expect(question.locator('[data-change="A cash"]')).to_contain_text("$1,440")
        expect(question.locator('[data-change="oriental_avenue owner"]')).to_contain_text("B")
        assert len(table.entries()) == 2
        question.locator('[data-test="go-on"]').tap()
        expect_unsent(page, 0)
        expect(page.locator('.recent [data-seq="6"]')).to_be_visible()
    check_log(site, table, roll("A"), roll("B"), buy("A"), roll("B"), buy("B"), roll("C"))


def test_before_anything_is_sent_on_every_report_that_waits_says_what_it_would_do(browser: Browser, site: Site) -> None:
    """Behind the first one that would be refused they said nothing, and that nothing would change at the table."""
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        page.locator('[data-seat="D"]').tap()
        page.locator('[data-test="buy"]').tap()
        page.locator('[data-seat="C"]').tap()
        tap_throw(page, "C")
        page.locator('[data-seat="A"]').tap()
        page.locator('[data-test="buy"]').tap()
        expect_unsent(page, 4)
        site.wire.up = True
        question = expect_held(page, "refused")
        waiting = question.locator("[data-waiting]")
        expect(waiting).to_have_count(2)
        expect(waiting.first.locator(".refusals")).to_be_visible()
        expect(waiting.last.locator('[data-test="stands"]')).to_be_visible()
        expect(question.locator('[data-change="A cash"]')).to_contain_text("$1,440")
        question.locator('[data-test="go-on"]').tap()
        expect(page.locator('.recent [data-seq="4"]')).to_be_visible()
        expect_unsent(page, 0)
    assert [each["accepted"] for each in table.entries()] == [True, False, False, True]


def test_what_another_device_logs_while_the_judge_looks_is_shown_and_judged_too(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        tap_throw(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.wire.cut()
        tap_purchase(page)
        tap_throw(page, "B")
        expect_unsent(page, 2)
        table.post_elsewhere({"type": "decline", "player": "A"})
        site.wire.up = True
        question = expect_held(page, "outdated")
        question.locator('[data-waiting="buy"] [data-test="drop"]').tap()
        throw_of_b = question.locator('[data-waiting="roll"]')
        expect(throw_of_b.locator(".refusals")).to_be_visible()  # the auction is open
        table.post_elsewhere({"type": "bid", "player": "C", "amount": 10})
        table.post_elsewhere({"type": "close_auction"})
        expect(question).to_contain_text("C wins Baltic Avenue")
        expect(throw_of_b.locator('[data-test="stands"]')).to_be_visible()
        question.locator('[data-test="go-on"]').tap()
        expect(page.locator('.recent [data-seq="5"]')).to_be_visible()  # without being asked again
        expect_unsent(page, 0)
    assert [each["report"]["type"] for each in table.entries()] == ["roll", "decline", "bid", "close_auction", "roll"]


def test_what_was_taken_out_is_put_back_where_it_was_and_any_report_is_replaced(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device()) as opened:
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        tap_purchase(page)
        tap_throw(page, "B")
        expect_unsent(page, 3)
        page.wait_for_timeout(SURELY_EARLIER)
        table.post_elsewhere({"type": "time_up"})
        page.locator('[data-test="connection"]').tap()
        page.locator("dialog .queue button").first.tap()
        page.locator('dialog [data-test="put-back"]').tap()
        expect(page.locator("dialog .queue").first.locator("li")).to_have_count(3)
        expect(page.locator("dialog .queue").first.locator("li").first).to_contain_text("1 + 2")
        page.locator("dialog .close").tap()
        site.wire.up = True
        expect_held(page, "changed").locator('[data-test="go-on"]').tap()  # it was taken out and put back
        question = expect_held(page, "signal")
        last = question.locator("[data-waiting]").last
        last.locator('[data-test="replace"]').tap()
        last.locator('[data-test="compose-text"]').fill("B 3 5")
        last.locator('[data-test="compose-take"]').tap()
        expect(last).to_contain_text("3 + 5")
        expect(question.locator('[data-change="A cash"]')).to_contain_text("$1,440")
        question.locator('[data-test="before-signal"]').tap()
        expect_unsent(page, 0)
        expect(page.locator('.recent [data-seq="6"]')).to_be_visible()
    kinds = [each["report"]["type"] for each in table.entries()]
    assert kinds == ["time_up", "retract", "roll", "buy", "roll", "time_up"]
    assert table.entries()[4]["report"]["dice"] == [3, 5]


def test_a_move_that_came_too_late_is_put_before_the_signal_by_the_arbiter_in_the_log(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    at = site.service.ask("GET", f"/api/v1/tables/{table.id}/clock").json["now"]
    table.post_elsewhere({"type": "time_up"})
    body = {"client_id": "late-0001", "base": 1, "report": roll("A"), "made_at": at - 9000, "sent_at": at + 50}
    assert site.service.made(f"/tables/{table.id}/entries", **body)["made_at"] < at
    with tablet(browser, table) as opened:
        page = opened.page
        page.locator("nav.tabs button").nth(5).tap()
        line = page.locator('.history [data-seq="2"]')
        expect(line).to_contain_text("made ")
        line.locator("button[aria-expanded]").tap()
        line.locator('[data-test="before-signal"]').tap()
        expect(line.locator('[data-test="changes"]')).to_be_visible()
        line.locator('[data-reason="reason_agreed"]').tap()
        line.locator('[data-test="correct-now"]').tap()
        expect(page.locator('.history [data-seq="5"]')).to_be_visible()
    assert [each["report"]["type"] for each in table.entries()] == ["time_up", "roll", "retract", "roll", "time_up"]


def test_in_the_log_a_report_is_inserted_and_one_taken_back_is_put_back_after_what_it_changes_was_shown(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    for report in (roll("A"), buy("A"), roll("B"), buy("B")):
        table.post_elsewhere(report)
    with tablet(browser, table) as opened:
        page = opened.page
        page.locator("nav.tabs button").nth(5).tap()
        line = page.locator('.history [data-seq="2"]')
        line.locator("button[aria-expanded]").first.tap()
        line.locator('[data-test="replace"]').tap()
        line.locator('[data-test="compose-text"]').fill("A decline")
        line.locator('[data-test="compose-take"]').tap()
        expect(line.locator('[data-change="baltic_avenue owner"]')).to_contain_text("A")
        expect(line.locator('[data-test="plan"] li')).to_have_count(2)  # the auction intervenes, so both are dropped
        line.locator('[data-test="take-out"]').tap()
        expect(line.locator('[data-change="A cash"]')).to_contain_text("$1,440")
        line.locator('[data-reason="slip"]').tap()
        line.locator('[data-test="correct-now"]').tap()
        expect(page.locator('.history [data-seq="5"]')).to_be_visible()
        page.locator('.history [data-seq="2"] button[aria-expanded]').first.tap()
        page.locator('.history [data-seq="2"] [data-test="put-back"]').tap()
        expect(page.locator('.history [data-seq="6"]')).to_be_visible()
    assert [each["report"]["type"] for each in table.entries()] == ["roll", "buy", "roll", "buy", "retract", "buy"]
    assert table.position()["deeds"]["baltic_avenue"]["owner"] == "A"


def test_what_a_correction_drops_comes_back_as_a_list_and_is_logged_again_one_tap_each(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    payment = {"type": "pay", "player": "B", "to": "A"}
    throws = [{"type": "roll", "player": player, "dice": dice} for player, dice in (("A", [1, 2]), ("B", [1, 2]))]
    last = {"type": "roll", "player": "C", "dice": [2, 3]}
    for report in (throws[0], buy("A"), throws[1], payment, last):
        assert table.post_elsewhere(report)["answer"]["accepted"], report
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        page.locator("nav.tabs button").nth(5).tap()
        line = page.locator('main .line[data-seq="2"]')
        line.locator("button.small").tap()
        line.locator('[data-test="take-out"]').tap()
        expect(line.locator('[data-test="plan"]')).to_contain_text("3.")
        line.locator('[data-reason="slip"]').tap()
        line.locator('[data-test="correct-now"]').tap()
        expect(page.locator('main .line[data-seq="6"]')).to_be_visible()
        page.locator("nav.tabs button").nth(0).tap()
        listed, again = page.locator("[data-dropped]"), page.locator('[data-test="log-again"]')
        expect(listed).to_have_count(3)
        # Something is due before the throw: the reason stands at the entry, and once that is logged, it follows.
        why = page.locator('[data-test="dropped-why"]')
        why.locator("summary").tap()
        expect(why.locator(".chip-text").first).to_be_visible()
        expect(again).to_be_disabled()
        page.locator('[data-due="buy_or_decline"] [data-test="buy"]').tap()
        again.tap()
        expect(listed).to_have_count(2)
        page.reload()
        expect(listed).to_have_count(2)  # it is derived from the log
        again.tap()
        expect(listed).to_have_count(1)
        page.locator('[data-test="leave-out"]').tap()
        expect(listed).to_have_count(0)
        page.reload()
        expect(page.locator('[data-due="roll"]')).to_be_visible()
        assert listed.count() == 0
        expect_unsent(page, 0)
    assert [each["report"] for each in table.entries()][-3:] == [buy("A"), throws[1], payment]
