"""The rest of the staff: the organizer at the clock, the scorers, somebody who prints; and a visitor."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Any

from tests.chaos.hall import Hall, Round, Table
from tests.chaos.insist import Participant

LAST_SECONDS = 4
"""The time that a round has left after its clock was shortened."""
BETWEEN_VISITS = 5.0
PAPERS = ("judges-card", "seating-by-table", "seating-by-name", "table-signs", "score-sheets", "game-record")
LONG_PAPER = "name-tags"
DESPITE = "The call is answered at the table."
"""Said with every result: the hall's calls and cases are often open still when a round is over."""


class Organizer(Participant):
    """Controls the clocks of the rounds, and closes the rounds."""

    async def move(self, round_: Round, kind: str, **more: Any) -> None:
        """Start, pause or extend the clock of a round, exactly once even if the request is repeated."""
        path = f"/rounds/{round_.id}/clock"
        reason = self.new_id()
        before = await self.insist("GET", path)
        tag = before.headers["etag"]
        if kind == "extend":
            more = {"seconds": LAST_SECONDS - before.json["remaining"] // 1000}
        body = {"kind": kind, "reason": reason, **more}
        answer = await self.insist("POST", path, body, {"if-match": tag})
        if answer.status == 412:  # an earlier answer was lost: nobody else moves the clock
            answer = await self.insist("GET", path)
        if answer.status != 200:
            self.journal.fault(f"{body} was answered with {answer.status} {answer.body[:400]!r}")
            return
        mine = [each["id"] for each in answer.json["activations"] if each["reason"] == reason]
        if len(mine) != 1:
            self.journal.fault(f"the clock of round {round_.number} was moved {len(mine)} times by one wish: {body}")
        self.journal.record_promise("activation", round=round_.id, kind=kind, reason=reason, ids=mine)

    async def close(self, round_: Round) -> None:
        """Close a round, and publish its results."""
        path = f"/rounds/{round_.id}"
        await self.done("closing a round", f"{path}/close", {"anyway": True, "reason": "It is late."})
        await self.done("publishing results", f"{path}/results/publish", {})


class Scorer(Participant):
    """Enters the results of tables, which the second one confirms."""

    def __init__(self, second: Participant, *participant: Any) -> None:
        super().__init__(*participant)
        self.second = second

    async def enter(self, table: Table) -> None:
        """Enter a table's result, exactly once even if the request is repeated."""
        path = f"/tables/{table.id}/results"
        note = self.new_id()
        current = (await self.insist("GET", path)).json
        rows = [{"player": each["player"], "assets": self.random.randrange(5000)} for each in current["seats"]]
        # A call or a case may still be open at the table.
        body = {"version": current["version"], "points": rows, "note": note, "despite": DESPITE}
        answer = await self.done("a result", path, body, fine="result_outdated")
        if answer is not None:
            result = answer["result"]
            self.journal.record_promise("result", table=table.id, id=result["id"], note=note, points=rows)
        else:  # the answer was lost
            versions = (await self.insist("GET", path)).json["versions"]
            (result,) = [each for each in versions if each["note"].partition("\n")[0] == note]
        confirmed = await self.second.done("a confirmation", f"/results/{result['id']}/confirm")
        if confirmed is not None:
            self.journal.record_promise("confirmed", table=table.id, id=result["id"])


class Printer(Participant):
    """Prints short documents directly, and long ones as runs in a process of the service; ``outcomes``: counts.

    ``between``: seconds between two documents; ``wanted``: set to request a long one now.
    """

    def __init__(self, hall: Hall, between: float, *participant: Any) -> None:
        super().__init__(*participant)
        self.hall = hall
        self.between = between
        self.outcomes: Counter[str] = Counter()
        self.wanted = asyncio.Event()

    async def work(self) -> None:
        """Print until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.between * self.random.uniform(0.5, 1.5) / self.pace):
                    await self.wanted.wait()
            is_long = self.wanted.is_set() or self.random.random() < 0.5
            self.wanted.clear()
            await (self.print_long() if is_long else self.print_short())

    async def print_short(self) -> None:
        """Print one of the documents that are rendered within the request."""
        paper = self.random.choice(PAPERS)
        round_ = self.random.choice(self.hall.rounds)
        query = f"?round={round_.number}&table={self.random.choice(round_.tables).number}"
        if paper == "judges-card":
            query = ""
        elif paper != "game-record":
            query = query.partition("&")[0]
        answer = await self.line.ask("GET", f"/events/{self.hall.event}/papers/{paper}{query}", patience=30)
        if answer is None or answer.status == 503:
            self.outcomes["lost"] += 1
        elif answer.status == 200 and answer.body.startswith(b"%PDF"):
            self.outcomes["printed"] += 1
        else:
            self.journal.fault(f"{paper}{query} was answered with {answer.status} {answer.body[:400]!r}")

    async def print_long(self) -> None:
        """Print a long document as a run; a run that was killed, or lost with its machine, counts as an outcome too."""
        path = f"/events/{self.hall.event}/papers/{LONG_PAPER}/runs"
        begun = await self.try_once("POST", path)
        if begun is None or begun.code == "runs_full":
            self.outcomes["no run"] += 1
            return
        if begun.status != 202:
            self.journal.fault(f"a run was answered with {begun.status} {begun.body[:400]!r}")
            return
        run = begun.json
        while run["state"] == "running":
            await asyncio.sleep(0.2)
            shown = await self.insist("GET", f"{path}/{run['id']}")
            if shown.status != 200:
                self.journal.fault(f"run {run['id']} was answered with {shown.status} {shown.body[:400]!r}")
                return
            run = shown.json
        self.outcomes[f"run {run['state']}"] += 1


class Visitor(Participant):
    """Looks at the public pages, like spectators at home.  ``visits``: counts answers by status."""

    def __init__(self, hall: Hall, *participant: Any) -> None:
        super().__init__(*participant)
        self.hall = hall
        self.visits: Counter[int] = Counter()

    async def work(self) -> None:
        """Look at pages until cancelled."""
        tags: dict[str, str] = {}
        while True:
            await self.rest(BETWEEN_VISITS)
            path = self.hall.public + self.random.choice(["", "/standings", "/seats"])
            known = {"if-none-match": tags[path]} if path in tags else {}
            answer = await self.line.ask("GET", path, headers=known)
            if answer is None:
                continue
            self.visits[answer.status] += 1
            if answer.status not in (200, 304, 429, 503):
                self.journal.fault(f"{path} was answered with {answer.status} {answer.body[:400]!r}")
            elif answer.status == 200 and "etag" in answer.headers:
                tags[path] = answer.headers["etag"]
