"""Logging in under attack: floods, guesses from everywhere, wrong codes. The rightful still get in, and the hall goes
on.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.test import TestResponse

from referee.accounts import passwords
from referee.core.access import limits
from referee.core.access.limits import LOG_IN_ACCOUNT, MOST, RecentAttempts, network_of
from referee.core.problems import Problem
from referee.server.start import REQUEST_THREADS
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.people import PASSWORD, THROW, account, helper, new_code
from tests.referee.support.world import World

HALL = "203.0.113.7"


class Hashing:
    """A stand-in for the password hasher: waits when the test wants it to, and records the hashes it compared with."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.real = passwords.HASHER
        self.against: list[str] = []
        self.go = threading.Event()
        self.go.set()
        monkeypatch.setattr(passwords, "HASHER", self)

    def verify(self, kept: str, password: str) -> bool:
        """Verify as the real one does, as soon as the test lets it."""
        self.against.append(kept)
        assert self.go.wait(60)
        return self.real.verify(kept, password)

    def check_needs_rehash(self, kept: str) -> bool:
        """Check as the real one does."""
        return self.real.check_needs_rehash(kept)


def try_in(
    world: World, login: str = "yamada", password: str = "wrong", at: str = HALL, by: FlaskClient | None = None
) -> TestResponse:
    body = {"login": login, "password": password}
    by = by or world.app.test_client()
    return by.post("/api/v1/sessions", json=body, environ_overrides={"REMOTE_ADDR": at})


def got_in(world: World, login: str = "yamada") -> FlaskClient:
    """Return a browser in which somebody has logged in and out again."""
    browser = world.app.test_client()
    response = try_in(world, login, PASSWORD, by=browser)
    assert response.status_code == 201
    shown = {"X-CSRF-Token": response.get_json()["form_token"]}
    assert browser.delete("/api/v1/sessions/current", headers=shown).status_code == 204
    return browser


@contextmanager
def statements(world: World) -> Iterator[list[str]]:
    """Collect the statements sent to the database."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        seen.append(statement)

    engine = world.service.database.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)


# -- floods


def test_log_ins_use_fewer_threads_than_a_process_has() -> None:
    assert passwords.STRANGER_SLOTS + passwords.KNOWN_SLOTS < REQUEST_THREADS


@EACH_DATABASE
def test_reports_and_pages_are_answered_while_log_ins_hold_all_their_places(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(world)
    known = got_in(world)
    hashing = Hashing(monkeypatch)
    hashing.go.clear()
    with ThreadPoolExecutor(REQUEST_THREADS) as threads:  # as many as the web server has
        try:
            flood = [threads.submit(try_in, world, at=f"198.51.100.{number}") for number in range(40)]
            flood.append(threads.submit(try_in, world, by=known))
            report = threads.submit(world.report, 0, THROW).result(60)
            page = threads.submit(lambda: world.app.test_client().get("/login")).result(60)
            assert (report.status_code, page.status_code) == (201, 200)
            without_place = len(flood) - passwords.STRANGER_SLOTS - passwords.KNOWN_SLOTS
            refused = [each.result() for each in islice(as_completed(flood, 60), without_place)]
            assert {(each.status_code, each.headers["Retry-After"]) for each in refused} == {(429, "1")}
        finally:
            hashing.go.set()
        assert sorted(each.result(60).status_code for each in flood)[:3] == [401, 401, 401]
    assert try_in(world, password=PASSWORD).status_code == 201  # a refused log-in does not count as a guess


def test_a_browser_that_got_in_before_has_a_place_that_strangers_cannot_take(world: World) -> None:
    account(world)
    browser = got_in(world)
    with ExitStack() as taken:
        for _ in range(passwords.STRANGER_SLOTS):
            taken.enter_context(passwords.hashing_slot(known=False))
        assert try_in(world, password=PASSWORD).status_code == 429
        assert try_in(world, password=PASSWORD, by=browser).status_code == 201


# -- guesses


def test_an_address_that_guesses_is_refused_before_anything_is_read_written_or_hashed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(world)
    account(world, "sato")
    for _ in range(limits.LOG_IN.most):
        assert try_in(world).status_code == 401
    hashing = Hashing(monkeypatch)
    with statements(world) as seen:
        response = try_in(world, password=PASSWORD)
    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= limits.LOG_IN.seconds
    assert (seen, hashing.against) == ([], [])
    assert try_in(world, "sato", PASSWORD).status_code == 201
    assert try_in(world, password=PASSWORD, at="203.0.113.8").status_code == 201


def test_an_address_that_guesses_at_many_names_is_refused_for_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(world)
    monkeypatch.setattr("referee.accounts.commands.sessions.LOG_IN_ADDRESS", limits.LOG_IN_ADDRESS._replace(most=4))
    browser = got_in(world)
    assert [try_in(world, f"guess-{number}").status_code for number in range(5)] == [401] * 4 + [429]
    assert try_in(world, password=PASSWORD).status_code == 429
    assert try_in(world, password=PASSWORD, by=browser).status_code == 201


@pytest.mark.parametrize("login", ["yamada", "nobody"])
def test_guesses_from_many_addresses_are_counted_for_the_name_and_its_own_browser_still_gets_in(
    world: World, monkeypatch: pytest.MonkeyPatch, login: str
) -> None:
    account(world)
    browser = got_in(world)
    monkeypatch.setattr("referee.accounts.commands.sessions.LOG_IN_ACCOUNT", limits.LOG_IN_ACCOUNT._replace(most=5))
    guesses = [try_in(world, login, at=f"198.51.100.{number}").status_code for number in range(7)]
    assert guesses == [401] * 5 + [429] * 2
    assert try_in(world, login, PASSWORD, at="192.0.2.1").status_code == 429
    assert try_in(world, "yamada", PASSWORD, at="192.0.2.1", by=browser).status_code == 201


def test_whoever_sits_at_the_machine_gets_in_whatever_is_guessed_elsewhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(world)
    monkeypatch.setattr("referee.accounts.commands.sessions.LOG_IN_ACCOUNT", limits.LOG_IN_ACCOUNT._replace(most=2))
    for number in range(4):
        try_in(world, at=f"198.51.100.{number}")
    assert try_in(world, password=PASSWORD).status_code == 429
    for address in ("127.0.0.1", "::1"):
        assert try_in(world, password=PASSWORD, at=address).status_code == 201
    body, passed_on = {"login": "yamada", "password": PASSWORD}, {"X-Forwarded-For": HALL}
    answer = world.app.test_client().post("/api/v1/sessions", json=body, headers=passed_on)
    assert answer.status_code == 429  # through a proxy on the same machine it may come from anywhere
    guesses = [try_in(world, at="127.0.0.1").status_code for _ in range(limits.LOG_IN.most + 1)]
    assert guesses == [401] * limits.LOG_IN.most + [429]


def test_a_known_browser_guesses_no_more_than_others(world: World) -> None:
    account(world)
    account(world, "sato")
    browser = got_in(world)
    for _ in range(limits.LOG_IN.most):
        assert try_in(world, by=browser).status_code == 401
    assert try_in(world, password=PASSWORD, by=browser).status_code == 429
    assert try_in(world, password=PASSWORD).status_code == 201  # others are not affected
    for _ in range(limits.LOG_IN.most):
        assert try_in(world, "sato", by=browser).status_code == 401
    assert try_in(world, "sato", PASSWORD, by=browser).status_code == 429  # this browser is not known for sato


def test_a_made_up_mark_makes_no_browser_known(world: World) -> None:
    account(world)
    browser = world.app.test_client()
    for value in ("x", "WyJhIl0.bad", ""):
        browser.set_cookie("referee_known", value)
        assert try_in(world, by=browser).status_code == 401


def test_an_unknown_account_costs_as_much_as_a_wrong_password(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    account(world)
    disabled = account(world, "gone")
    assert world.ask("PATCH", f"/accounts/{disabled}", json={"disabled": True}).status_code == 200
    hashing = Hashing(monkeypatch)
    queries = []
    for login in ("yamada", "nobody", "gone"):
        with statements(world) as seen:
            assert try_in(world, login).status_code == 401
        queries.append([each for each in seen if not each.startswith("DELETE")])
    assert queries[0] == queries[1] == queries[2]
    kept = {each.rpartition("$")[0].rpartition("$")[0] for each in hashing.against}
    assert len(hashing.against) == 3
    assert kept == {PasswordHasher.hash(hashing.real, "x").rpartition("$")[0].rpartition("$")[0]}


def test_names_that_strangers_make_up_fill_no_table(world: World) -> None:
    limits = world.service.limits
    rows = {limits.bucket(LOG_IN_ACCOUNT, f"name-{number}") for number in range(2000)}
    assert len(rows) > 1900
    assert all(int(each.partition(":")[2], 16) < 2**16 for each in rows)
    assert limits.bucket(LOG_IN_ACCOUNT, "yamada") == limits.bucket(LOG_IN_ACCOUNT, "yamada")


# -- addresses


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("192.0.2.1", "192.0.2.2", False),
        (None, "unknown", True),
    ],
)
def test_ipv6_addresses_are_limited_by_network(one: str | None, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


def test_many_addresses_do_not_fill_the_memory_and_evict_no_active_one() -> None:
    seconds = [0.0]
    recent, rate = RecentAttempts(lambda: seconds[0]), limits.Rate("x", 2, 10)
    for _ in range(rate.most):
        recent.spend(rate, "guesser")
    for number in range(3 * MOST):
        recent.spend(rate, network_of(f"2001:db8:{number:x}::1"))
        if number % 1000 == 0:
            with pytest.raises(Problem):
                recent.spend(rate, "guesser")
    assert len(recent) == MOST
    seconds[0] = 10.0
    recent.spend(rate, "guesser")


# -- codes


def test_wrong_codes_of_one_visitor_do_not_lock_the_hall_behind_its_router(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = limits.WRONG_CODE._replace(most=3)
    monkeypatch.setattr("referee.accounts.invitations.WRONG_CODE", few)
    link, code = helper(world)["invitation"]["code"], new_code(world)
    visitor, hall = world.app.test_client(), {"REMOTE_ADDR": HALL}
    wrong = [code[:-4] + ("0000" if code[-4:] != "0000" else "1111"), "0" * 34, "short"]
    attempts = [(method, f"/{kind}/{each}") for each in wrong for kind in "tj" for method in ("GET", "POST")]
    answers = [visitor.open(path, method=method, environ_overrides=hall).status_code for method, path in attempts]
    assert answers == [410] * few.most + [429] * (len(attempts) - few.most)
    body = {"code": "0" * 34}
    assert visitor.post("/api/v1/devices", json=body, environ_overrides=hall).status_code == 429
    assert (
        world.app.test_client().post("/api/v1/devices", json={"code": code}, environ_overrides=hall).status_code == 201
    )
    assert world.app.test_client().get(f"/j/{link}", environ_overrides=hall).status_code == 200
    assert world.app.test_client().post(f"/j/{link}", environ_overrides=hall).status_code == 303


def test_a_code_that_is_redeemed_again_and_again_holds_up_only_itself(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.accounts.commands.invitations.CODE", limits.CODE._replace(most=2))
    first, second = new_code(world), new_code(world, world.new_table(2))
    bound = [world.ask("POST", "/devices", None, json={"code": first}).status_code for _ in range(3)]
    assert bound == [201, 409, 429]  # the second time, the table already has a device
    assert world.ask("POST", "/devices", None, json={"code": second}).status_code == 201
