"""A tablet: a judge logs a random game, undoes mistakes, calls for help; its outbox retries reports until answered.

It behaves like the page (templates/static/tablet/queue/outbox.js): reports are queued in order, each with a client id,
the first one is retried until it is answered, and entries that others have logged meanwhile are applied before it goes
on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Any

from rulesets import Game
from rulesets.kernel.record import open_header
from rulesets.reports import as_report
from tests.chaos.hall import Table
from tests.chaos.http import Line, Message
from tests.chaos.insist import LEAST_WAIT, MOST_WAIT, Participant

BETWEEN_REPORTS, BETWEEN_LOOKS, BETWEEN_CALLS = 7.7, 2.0, 600.0
"""Seconds in a real hall: 700 reports in 90 minutes, polling for news, an occasional call."""
MOST_WAITING = 6
"""The maximum number of reports that a judge logs before they are answered."""
NOT_PLAYED = frozenset({"ruling", "retract", "time_up", "declare_bankruptcy"})
ATTEMPTS = 40
SLIP, CORRECTION, HOSTILE = 0.03, 0.02, 0.04
"""How often the last entry is retracted, an earlier one corrected, something impossible reported."""


@dataclass
class Item:
    """A queued report.  ``base``: None if it follows the one queued before it; ``correct``: the entry that it corrects,
    if it is a correction, which has an endpoint of its own."""

    client_id: str
    report: dict[str, Any]
    base: int | None
    reason: str | None = None
    correct: int | None = None


class Tablet(Participant):
    """The tablet of a table.  ``log``: the entries that it knows; ``game``: the game after them; ``ahead``: the game
    after the queued reports too.
    """

    def __init__(self, table: Table, *participant: Any) -> None:
        super().__init__(*participant)
        self.table = table
        self.looking = Line(self.line.port, self.line.token)
        self.log: list[dict[str, Any]] = []
        game = open_header({name: value for name, value in table.header.items() if name != "fingerprint"}).game
        assert game is not None
        self.game: Game = game
        self.ahead: Game = game
        self.waiting: deque[Item] = deque()
        self.wanted = asyncio.Event()
        self.playing = True

    async def leave(self) -> None:
        """Close the connections for good."""
        await super().leave()
        await self.looking.disconnect()

    @property
    def path(self) -> str:
        return f"/tables/{self.table.id}"

    @property
    def is_time_up(self) -> bool:
        """Whether the game's time is up, or the game is over."""
        ruleset = self.game.ruleset
        return ruleset.over(self.game) or bool(ruleset.position(self.game).get("time_up"))

    # -- what the judge does

    async def play(self) -> None:
        """Log the game."""
        while self.playing:
            await self.rest(BETWEEN_REPORTS)
            if len(self.waiting) < MOST_WAITING and not self.ahead.ruleset.over(self.ahead):
                self.log_something()

    def log_something(self) -> None:
        """Log the next report, a mistake, or a correction."""
        chance = self.random.random()
        last = self.log[-1] if self.log and not self.waiting else None
        if last is not None and chance < SLIP + CORRECTION and is_own(last):
            seq = last["seq"]
            if chance < SLIP:
                self.enqueue(Item(self.new_id(), {"type": "retract", "seq": seq}, None, "a slip"))
                return
            earlier = self.log[max(0, seq - 1 - self.random.randrange(5))]
            if all(is_own(each) for each in self.log[earlier["seq"] - 1 :]):
                self.enqueue(
                    Item(self.new_id(), self.corrected(earlier["report"]), None, "not what was thrown", earlier["seq"])
                )
                return
        if chance > 1 - HOSTILE:
            self.enqueue(
                Item(self.new_id(), {"type": "pay", "player": self.random.choice(self.table.header["seats"])}, None)
            )
            return
        for _ in range(ATTEMPTS):
            report = self.ahead.ruleset.mechanics.propose(self.ahead, self.random, hurry=False)
            if (
                report.get("type") not in NOT_PLAYED
                and self.ahead.ruleset.judge(self.ahead, as_report(report)).accepted
            ):
                self.enqueue(Item(self.new_id(), report, None))
                return

    def corrected(self, report: dict[str, Any]) -> dict[str, Any]:
        """A corrected report: a throw gets other dice, anything else stays as it is."""
        if report.get("type") == "roll":
            return {**report, "dice": [self.random.randint(1, 6), self.random.randint(1, 6)]}
        return report

    def enqueue(self, item: Item) -> None:
        """Append a report to the queue."""
        item.base = None if self.waiting else len(self.log)
        self.waiting.append(item)
        if item.correct is None:
            self.ahead = self.ahead.ruleset.judge(self.ahead, as_report(item.report)).game
        self.wanted.set()

    async def call(self) -> None:
        """Call a judge or the arbiter now and then."""
        while self.playing:
            await self.rest(BETWEEN_CALLS)
            await self.call_once()

    async def call_once(self) -> None:
        """Call a judge or the arbiter."""
        body = {"client_id": self.new_id(), "kind": self.random.choice(["judge", "arbiter"]), "about": "rule"}
        call = await self.done("a call", f"{self.path}/calls", body)
        if call is not None:
            self.journal.record_promise("call", table=self.table.id, client_id=body["client_id"], id=call["id"])

    # -- the outbox

    async def send(self) -> None:
        """Send the queued reports one after another, retrying each until it is answered."""
        wait = LEAST_WAIT
        while True:
            if not self.waiting:
                self.wanted.clear()
                await self.wanted.wait()
            item = self.waiting[0]
            if item.base is None:
                item.base = len(self.log)
            answer = await self.try_once("POST", *self.request(item))
            if answer is None:
                self.retries["report"] += 1
                await self.rest(wait)
                wait = min(MOST_WAIT, 2 * wait)
            else:
                wait = LEAST_WAIT
                self.answered(item, answer)

    def request(self, item: Item) -> tuple[str, dict[str, Any]]:
        """The path and the body of an item's request."""
        body: dict[str, Any] = {"client_id": item.client_id, "base": item.base, "report": item.report}
        if item.reason is not None:
            body["reason"] = item.reason
        if item.correct is None:
            return f"{self.path}/entries", body
        return f"{self.path}/corrections", {**body, "seq": item.correct, "trial": False}

    def answered(self, item: Item, answer: Message) -> None:
        body, code = answer.json, answer.code
        if answer.status in (200, 201) or code == "refused":
            entries = body["entries"] if answer.status == 200 else [body["entry"] if code else body]
            for entry in entries:
                self.journal.record_entry(self.table.id, entry)
                self.take(entry)
            self.waiting.popleft()
            if entries and self.waiting:
                self.waiting[0].base = entries[-1]["seq"]
            if code or item.correct is not None:
                self.reconsider_queue()
        elif code == "outdated":
            for entry in body["since"]:
                self.take(entry)
            self.reconsider_queue()
            if item.correct is None and self.waiting:
                self.waiting[0].base = body["seq"]
        elif code in ("not_allowed", "table_closed") or (code == "bench_entries" and not self.has_own(body["entries"])):
            self.clear_queue()
        else:
            self.journal.fault(f"{answer.status} {answer.body[:400]!r} to {self.request(item)}")
            self.clear_queue()

    def has_own(self, entries: list[int]) -> bool:
        """Whether the table's device may retract one of these entries, given by number: a retraction that was wanted
        before the time-up, and comes after it, would undo the time-up too, and is rightly refused.
        """
        return any(is_own(entry) for seq in entries for entry in self.log[seq - 1 : seq])

    def reconsider_queue(self) -> None:
        """After an unexpected change of the log, drop the queue by chance, or always if it begins with a correction."""
        if self.random.random() < 0.5 or (self.waiting and self.waiting[0].correct is not None):
            self.clear_queue()

    def clear_queue(self) -> None:
        self.waiting.clear()
        self.ahead = self.game

    # -- what it knows

    async def look(self) -> None:
        """Keep polling for new entries, with conditional requests."""
        tag: dict[str, str] = {}
        while True:
            await self.rest(BETWEEN_LOOKS)
            seq = len(self.log)
            answer = await self.looking.ask("GET", f"{self.path}/entries?since={seq}", headers=tag)
            if answer is None or answer.status == 429 or answer.status > 500:
                continue
            if answer.status not in (200, 304):
                self.journal.fault(f"{answer.status} {answer.body[:400]!r} to a look at {self.path}")
                continue
            if answer.status == 200:
                self.shown(seq, answer.json)
            tag = {"if-none-match": answer.headers["etag"]} if len(self.log) == seq and "etag" in answer.headers else {}

    def shown(self, since: int, page: dict[str, Any]) -> None:
        """Apply a page of entries."""
        if page["seq"] < since:
            self.journal.fault(f"table {self.table.id}: the log was at {since}, now it ends at {page['seq']}")
        for entry in page["rows"]:
            self.take(entry)

    def take(self, entry: dict[str, Any]) -> None:
        """Apply an entry of the log; one that does not follow directly is left for the next poll."""
        self.journal.record_seen(self.table.id, entry)
        if entry["seq"] != len(self.log) + 1:
            return
        self.log.append(entry)
        judged = self.game.ruleset.judge(self.game, entry["report"])
        if judged.accepted != entry["accepted"]:
            self.journal.fault(f"table {self.table.id}: entry {entry['seq']} is not what its replay gives: {entry}")
        self.game = judged.game
        if not self.waiting or (len(self.waiting) == 1 and self.waiting[0].client_id == entry["client_id"]):
            self.ahead = self.game


def is_own(entry: dict[str, Any]) -> bool:
    """Whether a table's device may retract an entry: it is no ruling and not from the clock."""
    return entry["accepted"] and entry["credential_id"] is not None and entry["report"]["type"] not in NOT_PLAYED
