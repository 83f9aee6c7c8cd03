"""The arbiter, who answers the calls and decides cases at the tables."""

from __future__ import annotations

from typing import Any

from tests.chaos.hall import Hall, Table
from tests.chaos.insist import Participant

BETWEEN_CALLS = 20.0


class Arbiter(Participant):
    """Takes every call, opens a case at the table, decides it, sometimes with an appeal, and settles the call."""

    def __init__(self, hall: Hall, head_judge: Participant, *participant: Any) -> None:
        super().__init__(*participant)
        self.hall = hall
        self.head_judge = head_judge
        self.tables: dict[str, Table] = {table.id: table for each in hall.rounds for table in each.tables}
        self.settled: set[str] = set()
        self.by_hand = False
        self.ended = False

    async def work(self) -> None:
        """Answer calls until ``ended`` is set and none is left."""
        while True:
            await self.rest(BETWEEN_CALLS)
            queue = await self.insist("GET", f"/events/{self.hall.event}/calls")
            calls = [call for call in queue.json["rows"] if call["id"] not in self.settled]
            for call in calls:
                await self.answer(call)
            if self.ended and not calls:
                return

    async def answer(self, call: dict[str, Any]) -> None:
        """Take a call and settle it."""
        path = f"/calls/{call['id']}"
        if call["state"] == "open":
            await self.done("a claim", f"{path}/claim", fine="call_over call_claimed")
        # A ruling settles the call of its case; at least one call must be settled by hand, before its ruling.
        of_call = self.by_hand and self.random.random() < 0.6
        if of_call:
            await self.decide(call, of_call=True)
        if await self.done("a settlement", f"{path}/resolve", {"note": "It is settled."}, fine="call_over") is not None:
            self.journal.record_promise("resolved", id=call["id"])
            self.by_hand = True
        self.settled.add(call["id"])  # even if the answer was lost
        if not of_call:
            await self.decide(call, of_call=False)

    async def decide(self, call: dict[str, Any], *, of_call: bool) -> None:
        """Open a case at the table that calls, with or without reference to the call, and decide it."""
        table = self.tables[call["table_id"]]
        body: dict[str, Any] = {"client_id": self.new_id(), "note": "They do not agree."}
        if of_call:
            body["call_id"] = call["id"]
        case = await self.done("a case", f"/tables/{table.id}/cases", body)
        if case is None:
            return
        self.journal.record_promise("case", table=table.id, client_id=body["client_id"], id=case["id"])
        chance = self.random.random()
        effect: dict[str, Any] = {"kind": "none"}
        if chance < 0.4:
            cash = self.random.randrange(0, 3000)
            effect = {"kind": "set", "set": {"players": {self.random.choice(table.header["seats"]): {"cash": cash}}}}
        body = {"client_id": self.new_id(), "facts": "As they say.", "decision": "So be it.", "effect": effect}
        decided = await self.done("a decision", f"/cases/{case['id']}/decision", body, fine="refused table_closed")
        if decided is None:
            body = {**body, "client_id": self.new_id(), "effect": {"kind": "none"}}
            decided = await self.done("a decision", f"/cases/{case['id']}/decision", body)
        if decided is None:
            return
        entry = decided["decision"]["entry"]
        self.journal.record_promise(
            "decision", table=table.id, case=case["id"], client_id=body["client_id"], entry=entry
        )
        if self.random.random() < 0.3:
            await self.appeal(case["id"], table)

    async def appeal(self, case: str, table: Table) -> None:
        """Appeal against a decision, and have the head judge uphold it."""
        seat = self.random.choice(table.header["seats"])
        body = {"client_id": self.new_id(), "player": seat, "text": "It lay flat."}
        if await self.done("an appeal", f"/cases/{case}/appeals", body, fine="appeal_too_late") is None:
            return
        self.journal.record_promise("appeal", case=case, client_id=body["client_id"])
        body = {"client_id": self.new_id(), "outcome": "upheld", "reasons": "As the rules say."}
        if await self.head_judge.done("an appeal's end", f"/cases/{case}/appeals/settle", body) is not None:
            self.journal.record_promise("settled", case=case, client_id=body["client_id"])
