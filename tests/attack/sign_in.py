"""Attacks on signing in: guessing passwords, private links and table codes, floods, locking others out."""

from __future__ import annotations

import http.client
import itertools
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.attack.attack import Attack, Broken
from tests.attack.client import request
from tests.attack.hall import COOKIE, Hall, token_in

WRONG = "not the password"
GUESSES = 60
"""The number of guesses at one account before which the service must have limited them."""
WRONG_CODES = 400
"""Wrong codes, sent from the same address as the hall's tablets."""
MOST_MEDIAN = 0.5
"""The maximum median time for a report during a flood, in seconds; the target on an idle machine is 50 ms."""
ANSWERED = 25
"""The number of answers to the honest tablet to wait for during a flood."""


def random_address(chance: random.Random) -> str:
    """A random IP address."""
    return ".".join(str(chance.randint(1, 250)) for _ in range(4))


@contextmanager
def crowd(count: int, act: Callable[[int], None]) -> Iterator[None]:
    """Run ``act`` in a loop in so many threads for the duration of the block."""
    over = threading.Event()

    def go(number: int) -> None:
        while not over.is_set():
            try:
                act(number)
            except (OSError, http.client.HTTPException):
                over.wait(0.1)

    threads = [threading.Thread(target=go, args=(number,), daemon=True) for number in range(count)]
    for each in threads:
        each.start()
    try:
        yield
    finally:
        over.set()
        for each in threads:
            each.join(30)


def a_flood_of_log_ins(hall: Hall) -> str:
    """Thirty visitors at thirty addresses log in with wrong passwords, as fast as they are answered.

    Passwords are slow to check, by design.  Reports must be as fast as ever meanwhile.
    """
    numbers = itertools.count()
    answers: list[int] = []

    def guess(number: int) -> None:
        body = {"login": f"nobody-{next(numbers)}", "password": WRONG}
        answers.append(hall.ask("POST", "/sessions", body, X_Forwarded_For=f"10.{number}.0.1").status)

    with crowd(30, guess):
        for _ in range(ANSWERED // 3):
            hall.await_honest()
    if other := [status for status in answers if status not in (401, 429, 503)]:
        raise Broken(f"a wrong log-in was answered {other[0]}")
    median = hall.median()
    if median > MOST_MEDIAN:
        raise Broken(f"during {len(answers)} wrong log-ins a report usually took {median * 1000:.0f} ms")
    return f"{len(answers)} log-ins, {answers.count(401)} of them checked"


def a_flood_of_log_ins_by_page(hall: Hall) -> str:
    """Thirty visitors, each time from another network, use the log-in page with wrong passwords while the administrator
    logs in with the right one.

    Whoever has logged in with this browser before must get in, even if it takes a while.
    """
    body = {"login": hall.login, "password": hall.password}
    before = hall.ask("POST", "/sessions", body).headers.get("set-cookie", "").splitlines()
    kept = "; ".join(each.partition(";")[0] for each in before if not each.startswith(f"{COOKIE}="))
    numbers = itertools.count()

    def guess(_number: int) -> None:
        number = next(numbers)  # another name and another network each time, or their own limits would end the flood
        form = f"login=nobody-{number}&password=wrong+wrong+wrong".encode()
        kind, address = "application/x-www-form-urlencoded", f"10.{number >> 8 & 255}.{number & 255}.1"
        hall.site.ask("POST", "/login", form, Content_Type=kind, X_Forwarded_For=address)

    with crowd(30, guess):
        hall.await_honest()
        for _ in range(10):
            own: dict[str, Any] = {"Cookie": kept or "none=none", "X_Forwarded_For": "10.200.0.1"}
            status = hall.ask("POST", "/sessions", body, seconds=30, **own).status
            if status == 201:
                return "the administrator got in"
            if status not in (429, 503):
                break
            hall.await_honest()
    raise Broken(f"the administrator's right password was answered {status}")


def guesses_by_forwarded_addresses(hall: Hall) -> str:
    """One machine guesses the password of an account, with another address in X-Forwarded-For each time.

    No proxy is configured: the header must be ignored, and the guesses count as one visitor's.
    """
    return guess_until_limited(hall)


def guesses_from_everywhere(hall: Hall) -> str:
    """Sixty machines behind the configured proxy guess the password of one account, once each.

    Guesses must be limited by account, whatever the addresses are; whoever is logged in goes on.
    """
    done = guess_until_limited(hall)
    hall.done("GET", "/me")
    return done


def guess_until_limited(hall: Hall) -> str:
    """Guess an account's password from a new address each time until the service limits it, or raise `Broken`."""
    login = f"victim-{hall.new_number()}"
    hall.made("/accounts", login=login, name="A victim")
    chance = random.Random(7)
    connection = hall.site.connection()
    for number in range(1, GUESSES + 1):
        body = {"login": login, "password": f"{WRONG} {number}"}
        answer = request(connection, "POST", "/api/v1/sessions", body, X_Forwarded_For=random_address(chance))
        if answer.status == 429:
            connection.close()
            return f"enough after {number} guesses"
        if answer.status not in (401, 503):
            raise Broken(f"a guess was answered {answer.status}")
    connection.close()
    raise Broken(f"{GUESSES} guesses were taken, and the service never said that it is enough")


def wrong_codes_from_the_hall(hall: Hall) -> str:
    """A visitor tries four hundred wrong table codes and links from the address that the whole hall shares.

    A tablet with the right code must still be bound, and a helper with the right link must still get in.
    """
    connection = hall.site.connection()
    chance = random.Random(8)
    letters = "abcdefghijkmnpqrstuvwxyz23456789"
    for number in range(WRONG_CODES):
        code = "".join(chance.choices(letters, k=26))
        path, body = (("/api/v1/devices", {"code": code}), (f"/t/{code}", b""), (f"/j/{code}", b""))[number % 3]
        request(connection, "POST", path, body)
    connection.close()
    table = hall.table()
    code = hall.code(table)
    answer = hall.ask("POST", "/devices", {"code": code, "label": "Tablet"})
    if answer.status != 201:
        raise Broken(f"the hall's own tablet was answered {answer.status}")
    hall.newcomer("judge")
    return f"{WRONG_CODES} wrong codes and links, and the right ones got in"


def a_code_of_another_kind(hall: Hall) -> str:
    """Somebody uses a helper's link as a table's code, a table's code as a link, an ended code, and one cut short.

    None of them may grant access, and a link must be answered like a code that nobody made.  The link still works.
    """
    table = hall.table()
    code = hall.code(table)
    member = hall.made(f"/events/{hall.event}/members", name="A judge", role="judge")
    link = member["invitation"]["code"]
    hall.code(table)
    answers = {
        "a link as a code": hall.ask("POST", "/devices", {"code": link}),
        "a code as a link": hall.site.ask("POST", f"/j/{code}", b""),
        "an ended code": hall.ask("POST", "/devices", {"code": code}),
        "a code cut short": hall.ask("POST", "/devices", {"code": link[:-1]}),
    }
    for what, answer in answers.items():
        if answer.status not in (404, 410, 422, 429) or "set-cookie" in answer.headers:
            raise Broken(f"{what} was answered {answer.status}")
    unknown = hall.ask("POST", "/devices", {"code": "x" * len(link)})
    for what in ("a link as a code", "a code cut short"):
        seen = {(answer.status, answer.json["code"]) for answer in (answers[what], unknown) if answer.status != 429}
        if len(seen) > 1:
            raise Broken(f"{what} was answered {answers[what].status}, a code that nobody made {unknown.status}")
    token_in(hall.site.ask("POST", f"/j/{link}", b""))
    return "none opened anything"


ATTACKS = (
    Attack(a_flood_of_log_ins, proxies=1),  # the proxy's header carries the visitors' addresses
    Attack(a_flood_of_log_ins_by_page, proxies=1),
    Attack(guesses_by_forwarded_addresses, quick=True),
    Attack(guesses_from_everywhere, proxies=1),
    Attack(wrong_codes_from_the_hall, quick=True),
    Attack(a_code_of_another_kind, quick=True),
)
