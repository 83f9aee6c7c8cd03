"""Attacks on the ways in: passwords, private links and table codes, guessed, flooded, and locked for others."""

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
from tests.attack.hall import COOKIE, Hall

WRONG = "not the password"
GUESSES = 60
"""Guesses at one account, from as many addresses, which somebody must have noticed."""
WRONG_CODES = 400
"""Codes that are none, from the address that the hall's tablets have too."""
MOST_MEDIAN = 0.5
"""Seconds that a report may usually take during a flood; fifty milliseconds are wanted on an idle machine."""
ANSWERED = 25
"""Reports of the honest tablet that are waited for during a flood."""


def somewhere(chance: random.Random) -> str:
    """An address of the wide world."""
    return ".".join(str(chance.randint(1, 250)) for _ in range(4))


@contextmanager
def crowd(count: int, act: Callable[[int], None]) -> Iterator[None]:
    """So many threads that do something again and again while the block lasts."""
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

    A password is slow to check, by design.  Reports must go through meanwhile as if nothing were.
    """
    numbers = itertools.count()
    answers: list[int] = []

    def guess(number: int) -> None:
        body = {"login": f"nobody-{next(numbers)}", "password": WRONG}
        answers.append(hall.ask("POST", "/sessions", body, X_Forwarded_For=f"10.{number}.0.1").status)

    with crowd(30, guess):
        for _ in range(ANSWERED // 3):
            hall.goes_on()
    if other := [status for status in answers if status not in (401, 429, 503)]:
        raise Broken(f"a wrong log-in was answered {other[0]}")
    median = hall.median()
    if median > MOST_MEDIAN:
        raise Broken(f"during {len(answers)} wrong log-ins a report usually took {median * 1000:.0f} ms")
    return f"{len(answers)} log-ins, {answers.count(401)} of them checked"


def a_flood_of_log_ins_by_page(hall: Hall) -> str:
    """Thirty visitors log in by the page with wrong passwords, and between them the administrator with the right one.

    Who has logged in before with this browser gets in, though it may take its time.
    """
    body = {"login": hall.login, "password": hall.password}
    before = hall.ask("POST", "/sessions", body).headers.get("set-cookie", "").splitlines()
    kept = "; ".join(each.partition(";")[0] for each in before if not each.startswith(f"{COOKIE}="))

    def guess(number: int) -> None:
        form = f"login=nobody-{number}&password=wrong+wrong+wrong".encode()
        kind = "application/x-www-form-urlencoded"
        hall.site.ask("POST", "/login", form, Content_Type=kind, X_Forwarded_For=f"10.{number}.0.1")

    with crowd(30, guess):
        hall.goes_on()
        for _ in range(10):
            own: dict[str, Any] = {"Cookie": kept or "none=none", "X_Forwarded_For": "10.200.0.1"}
            status = hall.ask("POST", "/sessions", body, seconds=30, **own).status
            if status == 201:
                return "the administrator got in"
            if status not in (429, 503):
                break
            hall.goes_on()
    raise Broken(f"the administrator's right password was answered {status}")


def guesses_by_forwarded_addresses(hall: Hall) -> str:
    """One machine guesses at one account, and says in X-Forwarded-For that it is another each time.

    No proxy is set up: the header is not believed, and the guesses are one visitor's.
    """
    return enough(hall)


def guesses_from_everywhere(hall: Hall) -> str:
    """Sixty machines, behind the proxy that is set up, guess at one account, once each.

    An account has its measure whatever the addresses are; whoever is in goes on.
    """
    done = enough(hall)
    hall.done("GET", "/me")
    return done


def enough(hall: Hall) -> str:
    """Guess at an account from a new address each time, until the service says that it is enough."""
    login = f"victim-{hall.new_number()}"
    hall.made("/accounts", login=login, name="A victim")
    chance = random.Random(7)
    connection = hall.site.connection()
    for number in range(1, GUESSES + 1):
        body = {"login": login, "password": f"{WRONG} {number}"}
        answer = request(connection, "POST", "/api/v1/sessions", body, X_Forwarded_For=somewhere(chance))
        if answer.status == 429:
            connection.close()
            return f"enough after {number} guesses"
        if answer.status not in (401, 503):
            raise Broken(f"a guess was answered {answer.status}")
    connection.close()
    raise Broken(f"{GUESSES} guesses were taken, and the service never said that it is enough")


def wrong_codes_from_the_hall(hall: Hall) -> str:
    """A visitor tries four hundred table codes and links that are none, from the address that all the hall has.

    A tablet with the right code is bound all the same, and a helper with the right link comes in.
    """
    connection = hall.site.connection()
    chance = random.Random(8)
    letters = "abcdefghijkmnpqrstuvwxyz23456789"
    for number in range(WRONG_CODES):
        code = "".join(chance.choices(letters, k=26))
        if number % 2:
            request(connection, "POST", "/api/v1/devices", {"code": code})
        else:
            request(connection, "POST", f"/t/{code}", b"")
    connection.close()
    table = hall.table()
    code = hall.code(table)
    answer = hall.ask("POST", "/devices", {"code": code, "label": "Tablet"})
    if answer.status != 201:
        raise Broken(f"the hall's own tablet was answered {answer.status}")
    hall.newcomer("judge")
    return f"{WRONG_CODES} wrong codes, and the right ones got in"


def a_code_of_another_kind(hall: Hall) -> str:
    """A helper's link is redeemed as a table's code, a table's as a link, an ended one again, and one cut short.

    None of them opens anything, and all are answered alike.
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
    return "none opened anything"


ATTACKS = (
    Attack(a_flood_of_log_ins, proxies=1),  # which tells the addresses of the visitors
    Attack(a_flood_of_log_ins_by_page, proxies=1),
    Attack(guesses_by_forwarded_addresses, quick=True),
    Attack(guesses_from_everywhere, proxies=1),
    Attack(wrong_codes_from_the_hall, quick=True),
    Attack(a_code_of_another_kind, quick=True),
)
