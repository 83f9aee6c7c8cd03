"""For each attack of `tests.attack`, the check without which it succeeds: ``python3 dev.py attack --mutants``."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterable, Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import has_request_context, request
from granian.constants import HTTPModes
from granian.server import Server

from referee.accounts import invitations
from referee.accounts.credentials import id_in_code
from referee.core.access import limits
from referee.core.http import errors
from referee.core.http.security import NAMED_HOST
from referee.core.own_address import OwnAddress
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, GameTable, Invitation
from referee.server import gateway, start
from tests.mutation.removed import ForGood, Mutant

EVER = 3600
"""Seconds that are for ever to an attack."""
HUGE = 2**30
WITHOUT_PROOF = {
    "access-that-has-ended": "a write asks again in its transaction, so that no single change lets anybody through",
    "explanations-without-pause": "four people stay below every limit; only a slower law would let them through",
    "handshakes-that-never-come": "handshakes end within granian, which has no option without that",
    "options-that-are-echoed": "no mutant has been found that it notices",
    "pipelines": "no mutant has been found that it notices",
    "readers-that-do-not-read": "the system keeps megabytes of unread answers for each before a service has to wait",
    "toml-bombs-as-layout": "a layout is refused for its length before its text is read",
    "smuggled-requests": "where a request ends is decided within granian, which has no such option",
}
"""Attacks that no change of this program lets through, and why."""


def nothing(*_asked: Any, **_more: Any) -> None:
    """Check nothing."""


@contextmanager
def no_limit(**_more: Any) -> Iterator[None]:
    """Let everybody in at once."""
    yield


whole_request = gateway.Gateway.__rsgi__
read_up_to = gateway._read_up_to


async def a_thread_for_each(self: Any, scope: Any, protocol: Any) -> None:
    """Occupy one of a few places from the head of a request to the last byte of its answer."""
    places = self.__dict__.setdefault("places", asyncio.Semaphore(start.REQUEST_THREADS))
    async with places:
        await whole_request(self, scope, protocol)


async def of_any_size(_limit: int, protocol: AsyncIterable[bytes]) -> bytes:
    """Read a body, however large."""
    body: bytes = await read_up_to(HUGE, protocol)  # type: ignore[arg-type]  # the protocol yields the body
    return body


async def whenever_it_comes(_length: int, body: Awaitable[bytes]) -> bytes:
    """Await a body without a time limit."""
    return await body


def of_any_kind(session: Any, given: str, now: int, *, for_table: bool, lock: bool = False) -> Any:
    """Open an invitation, whether it is for a table or for a person."""
    found = session.get(Invitation, id_in_code(given), with_for_update=lock)
    if found is None:
        raise Problem("invitation_over")
    account = session.get(Account, found.account_id) if found.account_id else None
    table = session.get(GameTable, found.table_id) if found.table_id else None
    return invitations.OpenInvitation(found, account, table)


find_invitation = invitations.find_invitation


def counted_first(session: Any, given: str, now: int, network: str, *, for_table: bool) -> Any:
    """Count every code against the hall's address, the right ones too."""
    service().limits.recent.spend(limits.WRONG_CODE, network)
    return find_invitation(session, given, now, network, for_table=for_table)


def one_more_label(_session: Any, _now: int, _found: Any, label: str) -> str:
    """Name one more device, however many there are."""
    return label


def as_it_came(report: dict[str, Any], _who: Any) -> dict[str, Any]:
    """Leave the name on a ruling that it came with."""
    return report


own_address = OwnAddress.now


def as_asked(self: OwnAddress) -> str:
    """Make links with the host of the request."""
    if not has_request_context():
        return own_address(self)
    return f"http://{request.environ[NAMED_HOST]}"


def every_line(self: Any, table_id: str, after: int, most: int) -> Any:
    """A page of a log, whatever its size."""
    found = self.lines(table_id, after, most=most + 1)
    return found[:most], len(found) > most


as_problem = errors.as_problem


def found_out(error: Exception) -> Any:
    """Take what somebody sent wrongly for an error of the service."""
    problem = as_problem(error)
    if problem.code == "invalid":
        raise RuntimeError("nobody has thought of this") from error
    return problem


def never_respawned(*given: Any, **more: Any) -> Any:
    """A web server that does not replace a process that has died."""
    return Server(*given, **{**more, "respawn_failed_workers": False})


def once(serve: Any, **_more: Any) -> None:
    """Serve until the web server gives up."""
    serve()


def open_file(path: Any) -> None:
    """Create a file with the system's default mode."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o644))


def by_the_wall(self: Any) -> int:
    """The time of the machine's clock, whatever somebody has set it to."""
    now: int = self._read()[0]
    return now


begin_counting = limits.RecentAttempts.__init__


def by_the_clock_on_the_wall(self: limits.RecentAttempts, _seconds: object = None) -> None:
    """Count attempts by the clock that people set."""
    begin_counting(self, lambda: time.time())  # noqa: PLW0108  # looked up each time: the clock is stepped by replacing it


def as_spelled(path: str) -> str:
    """Take a path for the right one, however it is spelled."""
    return path


kept = limits.network_of.__wrapped__


def remember_all(address: str | None) -> str:
    """Keep something of every request for good."""
    KEPT.append(bytearray(200_000))
    return str(kept(address))


KEPT: list[bytearray] = []
REMEMBERING = {"referee.core.access.limits:network_of": remember_all}
make_folder = Path.mkdir


def open_folder(self: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
    """Create a folder with the system's default mode."""
    make_folder(self, 0o755, parents, exist_ok)


BENCH = {"referee.log.bench:refuse_bench_only": nothing}
BODY_IN_TIME = {"referee.server.gateway:_body_in_time": whenever_it_comes}
COUNTS = {
    "referee.core.access.limits:RecentAttempts.spend": nothing,
    "referee.core.access.limits:Limits.refuse": nothing,
}
ODD = {"referee.core.http.errors:as_problem": found_out}
LARGE_REPORTS = {"referee.tables.commands:refuse_large": nothing}
LARGE_LOGOS = {
    "tournaments.paper.page.logo:MOST_SCANS": HUGE,
    "tournaments.paper.page.logo:MOST_PIXELS": HUGE,
    "tournaments.paper.page.logo:MOST_SIDE": HUGE,
}
WALL_CLOCK = {"referee.core.steady_clock:Steady.now": by_the_wall}

MUTANTS = (
    Mutant(
        "http2-streams-without-a-body",
        "HTTP/1 only",
        {"referee.server.start:HTTPModes": SimpleNamespace(http1=HTTPModes.auto)},
    ),
    Mutant(
        "bodies-that-never-come",
        "waiting for a body without a thread",
        {**BODY_IN_TIME, "referee.server.gateway:Gateway.__rsgi__": a_thread_for_each},
    ),
    Mutant("bodies-that-never-come-are-ended", "the time limit of a body", BODY_IN_TIME),
    Mutant("bodies-by-the-byte", "the time limit of a body", BODY_IN_TIME),
    Mutant("heads-by-the-line", "the time limit of a head", {"referee.server.start:HEADER_MILLISECONDS": EVER * 1000}),
    Mutant("heads-without-measure", "the size limit of a head", {"referee.server.start:HEADER_BYTES": HUGE}),
    Mutant("chunks-without-an-end", "the size limit of a body", {"referee.server.gateway:_read_up_to": of_any_size}),
    # As many again wait in the system; whoever comes after these is not even connected.
    Mutant(
        "idle-connections",
        "room for many, and closing the idlest",
        {"referee.server.supervisor:most_connections": lambda: 1000, "referee.server.crowding:Crowding.start": nothing},
    ),
    Mutant("toml-bombs-as-regulation", "the bounds of a TOML text", {"tournaments.toml_text:_check": nothing}),
    Mutant("json-bombs", "an answer to wrong fields", ODD),
    Mutant("logos-that-take-all-day", "the bounds of a logo", LARGE_LOGOS),
    Mutant("lists-that-are-bombs", "the bound of a list", {"tournaments.lists.read:MOST_ROWS": HUGE}),
    Mutant(
        "a-report-of-a-megabyte",
        "the size limits of reports and bodies",
        {**LARGE_REPORTS, "referee.core.http.body_limits:limit_of": lambda *_asked: HUGE},
        quick=True,
    ),
    Mutant("a-flood-of-refused-reports", "the pace of reports", {"referee.log.flow:_require": nothing}),
    Mutant(
        "pages-of-a-log",
        "the size limits of reports and of a page",
        {
            **LARGE_REPORTS,
            "referee.log.table_game:TableGames.page": every_line,
            "referee.log.flow:_require": nothing,
            "referee.core.http.body_limits:limit_of": lambda *_asked: HUGE,
        },
    ),
    Mutant("a-ruling-taken-back", "whose entries the bench's are", BENCH, quick=True),
    Mutant("what-was-before-a-ruling-taken-back", "whose entries the bench's are", BENCH, quick=True),
    Mutant("a-taking-back-taken-back", "whose entries the bench's are", BENCH, quick=True),
    Mutant("a-ruling-of-ones-own", "whose entries the bench's are", BENCH, quick=True),
    Mutant(
        "a-trial-that-tells-or-does",
        "what a trial is, and whose entries the bench's are",
        {**BENCH, "referee.tables.corrections:CorrectEntry.trial": property(nothing, nothing)},
        quick=True,
    ),
    Mutant(
        "a-photographed-code",
        "one device at a table",
        {"referee.accounts.invitations:free_label": one_more_label},
        quick=True,
    ),
    Mutant(
        "signing-as-another",
        "the author's name on a ruling",
        {"referee.tables.commands:signed": as_it_came},
        quick=True,
    ),
    Mutant(
        "a-flood-of-log-ins",
        "the slots for hashing, and the count of guesses",
        {"referee.accounts.passwords:hashing_slot": no_limit, **COUNTS},
    ),
    Mutant(
        "a-flood-of-log-ins-by-page",
        "the known browser's own slot",
        {"referee.accounts.known_browser:KnownBrowser.knows": lambda *_asked: False},
    ),
    Mutant("guesses-by-forwarded-addresses", "the count of guesses", COUNTS),
    Mutant("guesses-from-everywhere", "the count of guesses", COUNTS),
    Mutant(
        "wrong-codes-from-the-hall",
        "the difference between right and wrong codes",
        {"referee.accounts.invitations:find_invitation": counted_first},
    ),
    Mutant(
        "a-code-of-another-kind",
        "the kind and the signature of a code",
        {"referee.accounts.invitations:open_invitation": of_any_kind},
        quick=True,
    ),
    Mutant("values-that-nobody-sends", "an answer to wrong fields", ODD),
    Mutant("addresses-that-nobody-asks-for", "an answer to wrong fields", ODD),
    Mutant("requests-that-were-faults", "an answer to wrong fields", ODD),
    Mutant(
        "a-host-that-is-not-ours", "the service's own address", {"referee.core.own_address:OwnAddress.now": as_asked}
    ),
    Mutant(
        "spellings-of-public-pages",
        "one address for each page",
        {"referee.public.pages.spelling:canonical_path": as_spelled, "referee.public.pages.spelling:raw_path": nothing},
    ),
    Mutant("names-without-number", "the bounds of what is remembered", REMEMBERING),
    Mutant(
        "the-matrix-of-roles", "the table of rights", {"referee.core.access.guard:ensure_allowed": lambda who, *_: who}
    ),
    Mutant(
        "files-that-others-read",
        "the modes of files",
        {
            "referee.core.files:new_file": open_file,
            "referee.core.files:restrict": nothing,
            "pathlib:Path.mkdir": open_folder,
        },
    ),
    Mutant(
        "processes-that-die", "starting the web server again", {"referee.server.supervisor:run_with_restarts": once}
    ),
    Mutant(
        "one-of-two-dies",
        "replacing a process, and starting the web server again",
        {"referee.server.start:Server": never_respawned, "referee.server.supervisor:run_with_restarts": once},
    ),
    Mutant(
        "a-clock-set-back",
        "counting attempts by a clock that nobody sets",
        {**WALL_CLOCK, "referee.core.access.limits:RecentAttempts.__init__": by_the_clock_on_the_wall},
    ),
    Mutant("a-clock-set-forward", "the steady clock", WALL_CLOCK),
    Mutant("a-clock-set-forward-ends-nobody", "the steady clock", WALL_CLOCK),
)
"""One for each attack but those of `WITHOUT_PROOF`, in the order of `tests.attack.chapters`."""


def mutant_of(attack: str) -> Mutant:
    """The program without the check that an attack is about."""
    return next(each for each in MUTANTS if each.attack == attack)


def apply(attack: str) -> None:
    """Take the check against an attack out of this process for good."""
    mutant_of(attack).apply(ForGood())
