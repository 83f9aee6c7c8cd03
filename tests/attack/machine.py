"""Attacks on the machine, and accidents: files that others could read, killed processes, clocks that are set."""

from __future__ import annotations

import os
import signal
import stat
import time
from contextlib import suppress
from pathlib import Path

from tests.attack.attack import Attack, Broken
from tests.attack.hall import Hall
from tests.attack.processes import workers

OTHERS = stat.S_IRWXG | stat.S_IRWXO
ROUNDS_OF_DEATH = 3
BETWEEN = 1.5
"""Seconds between two kills, so that each comes within five seconds of the previous one."""
HOUR = 60 * 60
YEAR = 365 * 24 * HOUR
WINDOW = 5 * 60
"""Seconds of the window in which failed log-ins are counted."""
TICKS = 4.0
"""Seconds in which the service checks its clocks more than once."""
COMES_BACK = 30.0
"""Seconds within which the service must recover by itself."""


def files_that_others_read(hall: Hall) -> str:
    """Another user of the laptop tries to read the database, its journal, the secret, backups and certificates.

    Only the owner may read or write any file, because of its own mode or that of a folder above it.
    """
    hall.done("POST", "/backups")
    open_to = [path for path in hall.data.rglob("*") if path.is_file() and not is_private(path, hall.data)]
    if open_to:
        named = ", ".join(f"{path.relative_to(hall.data)} {stat.filemode(path.stat().st_mode)}" for path in open_to[:4])
        raise Broken(f"{len(open_to)} files are open to others: {named}")
    return "every file is the owner's alone"


def is_private(path: Path, top: Path) -> bool:
    """Whether others have no access to a file, because of its mode or that of a folder up to ``top``."""
    while True:
        if not path.stat().st_mode & OTHERS:
            return True
        if path == top:
            return False
        path = path.parent


def processes_that_die(hall: Hall) -> str:
    """All worker processes are killed, several times within a few seconds.

    The service must recover by itself each time, and nothing that was acknowledged may be lost.
    """
    for number in range(ROUNDS_OF_DEATH):
        until = time.monotonic() + COMES_BACK
        while not (living := workers(hall.service.process.pid)):
            if time.monotonic() > until:
                raise Broken(f"no process came back after {number} deaths")
            time.sleep(0.1)
        for each in living:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        time.sleep(BETWEEN)
        if hall.service.process.poll() is not None:
            raise Broken(f"the service ended with {hall.service.process.returncode} after {number + 1} deaths")
    began = time.monotonic()
    while not hall.is_alive():
        if time.monotonic() - began > COMES_BACK or hall.service.process.poll() is not None:
            raise Broken(f"the service is not back {COMES_BACK:.0f} s after {ROUNDS_OF_DEATH} deaths")
        time.sleep(0.1)
    return f"{ROUNDS_OF_DEATH} deaths, and it was back after {time.monotonic() - began:.1f} s more"


def one_of_two_dies(hall: Hall) -> str:
    """One of two worker processes is killed, again and again.

    The other one must answer meanwhile, and the dead one must be replaced.
    """
    before = set(workers(hall.service.process.pid))
    for _ in range(ROUNDS_OF_DEATH):
        for each in workers(hall.service.process.pid)[:1]:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        hall.await_honest()
        if hall.service.process.poll() is not None:
            raise Broken(f"the service ended with {hall.service.process.returncode}")
    until = time.monotonic() + COMES_BACK
    while len(now := workers(hall.service.process.pid)) < len(before):
        if time.monotonic() > until:
            raise Broken(f"of {len(before)} processes {len(now)} are left")
        time.sleep(0.1)
    return "replaced each time"


def a_clock_set_back(hall: Hall) -> str:
    """The laptop's clock is set back by an hour after somebody has tried wrong passwords too often.

    A rate limit's window must not last an hour longer because of that: the right password must be accepted at once,
    or after no more than the window's usual minutes.
    """
    login = f"late-{hall.new_number()}"
    account = hall.made("/accounts", login=login, name="Somebody late")
    while hall.ask("POST", "/sessions", {"login": login, "password": "a wrong password"}).status == 401:
        pass
    hall.step_clock(-HOUR)
    time.sleep(TICKS)
    answer = hall.ask("POST", "/sessions", {"login": login, "password": account["password"]})
    again = int(answer.headers.get("retry-after", 0))
    if answer.status != 201 and not (answer.status == 429 and again <= WINDOW):
        raise Broken(f"the right password is answered {answer.status}, to be tried again in {again} s")
    table = hall.table()
    for _ in range(5):
        tried = hall.ask("POST", f"/tables/{table}/trials", {"reports": [{"type": "roll"}]}, hall.admin)
        if tried.status != 200:
            raise Broken(f"a trial is answered {tried.status}")
    return f"the right password is answered {answer.status}, and trials go on"


def a_clock_set_forward(hall: Hall) -> str:
    """The laptop's clock is set forward by two hours during a round of one hour, and back again.

    No time may be up that has not really passed: nothing is logged, and the round's clock goes on as before.
    """
    hall.done("POST", f"/rounds/{hall.round}/clock", {"kind": "start"})
    table = hall.table()
    before = hall.done("GET", f"/rounds/{hall.round}/clock")["remaining"]
    hall.step_clock(2 * HOUR)
    time.sleep(TICKS)
    logged = [entry["report"]["type"] for entry in hall.log(table)]
    if "time_up" in logged:
        raise Broken("the time of a round that has just begun is up, for good")
    hall.step_clock(0)
    time.sleep(TICKS)
    clock = hall.done("GET", f"/rounds/{hall.round}/clock")
    passed = (before - clock["remaining"]) / 1000
    if "time_up" in [entry["report"]["type"] for entry in hall.log(table)] or passed > HOUR / 6:
        raise Broken(f"{passed:.0f} s are gone from the round's clock")
    return f"{passed:.0f} s are gone from the round's clock, nothing was logged"


def a_clock_set_forward_ends_nobody(hall: Hall) -> str:
    """The laptop's clock is set forward by a year and back while tablets report.

    Nobody may be logged out by it, in either direction.
    """
    for seconds in (YEAR, 0, -HOUR, 0):
        hall.step_clock(seconds)
        hall.await_honest()
        hall.done("GET", "/me")
    return "everybody is still in"


ATTACKS = (
    Attack(files_that_others_read, quick=True),
    Attack(processes_that_die, alone=(), silence=COMES_BACK),
    Attack(one_of_two_dies, alone=("--workers", "2"), silence=15),
    Attack(a_clock_set_back, stepping=True),
    Attack(a_clock_set_forward, stepping=True),
    Attack(a_clock_set_forward_ends_nobody, stepping=True),
)
