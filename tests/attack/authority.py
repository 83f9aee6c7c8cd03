"""Attacks on authority: somebody with some permissions tries to do what only others may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.attack.attack import Attack, Broken
from tests.attack.client import request
from tests.attack.hall import Hall, token_in
from tests.referee.support.running import Answer

ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}
RULING = {"type": "ruling", "reason": "a note on the floor", "set": {"players": {"A": {"cash": 900}}}}
WHY = "why"


def retraction(seq: int) -> dict[str, Any]:
    """The report that retracts an entry."""
    return {"type": "retract", "seq": seq}


class Bench:
    """A table whose device has thrown (1) and where the arbiter has ruled (2); ``undone``: and retracted that (3)."""

    def __init__(self, hall: Hall, *, undone: bool = False) -> None:
        self.hall = hall
        self.table = hall.table()
        self.device = hall.device(self.table)
        arbiter = hall.person("arbiter")
        self._must(hall.report(self.table, self.device, 0, ROLL))
        self._must(hall.report(self.table, arbiter, 1, RULING))
        if undone:
            self._must(hall.report(self.table, arbiter, 2, retraction(2), reason=WHY))
        self.before = hall.position(self.table)
        self.seq = 3 if undone else 2

    def _must(self, answer: Answer) -> None:
        if answer.status != 201:
            raise Broken(f"what the bench may do was answered {answer.status} {answer.body[:150]!r}")

    def ask(self, endpoint: str, **body: Any) -> Answer:
        """POST to an endpoint of the table as its device."""
        return self.hall.ask("POST", f"/tables/{self.table}/{endpoint}", body, self.device)

    def new_client_id(self) -> str:
        return f"takes-back-{self.hall.new_number():06}"

    def ways(self, *reports: dict[str, Any]) -> dict[str, Callable[[], Answer]]:
        """Every way in which the device could try to log these reports.

        A correction needs an entry of the device's own: its throw, or one that it reports first.
        """
        items = [{"client_id": self.new_client_id(), "report": each, "reason": WHY} for each in reports]

        def correct(seq: int, report: Any) -> Answer:
            base = len(self.hall.log(self.table))
            more = {"client_id": self.new_client_id(), "reason": WHY, "trial": False}
            return self.ask("corrections", base=base, seq=seq, report=report, **more)

        def own_first(report: dict[str, Any]) -> Answer:
            base = len(self.hall.log(self.table))
            decline = {"type": "decline", "player": "A"}
            self.ask("entries", client_id=self.new_client_id(), base=base, report=decline)
            return correct(base + 1, report)

        tries: dict[str, Callable[[], Answer]] = {
            "entries": lambda: self.ask("entries", base=self.seq, **items[0]),
            "batch": lambda: self.ask("batches", base=self.seq, whole=False, items=items),
            "whole batch": lambda: self.ask("batches", base=self.seq, whole=True, items=items),
            "correction of the throw": lambda: correct(1, reports[0]),
            "correction of one's own entry": lambda: own_first(reports[0]),
        }
        return tries


def try_every_way(hall: Hall, *reports: dict[str, Any], undone: bool = False) -> str:
    """Try a device's reports in every way, each at a new table; what the arbiter has logged must stand each time."""
    names = list(Bench(hall, undone=undone).ways(*reports))
    for way in names:
        bench = Bench(hall, undone=undone)
        answer = bench.ways(*reports)[way]()
        log = hall.log(bench.table)
        after = [entry["report"] for entry in log[bench.seq :] if entry["accepted"]]
        if any(report["type"] in ("retract", "ruling") for report in after):
            raise Broken(f"{way}: the device's {answer.status}, and {after[-1]} is in the log behind the bench")
        if not any(report["type"] == "decline" for report in after) and hall.position(bench.table) != bench.before:
            raise Broken(f"{way}: the position is another")
        if 200 <= answer.status < 300 and "corrections" not in way and b'"accepted":true' in answer.body and not after:
            raise Broken(f"{way}: it was answered as if it had been accepted")
    return f"in {len(names)} ways, each refused"


def a_ruling_taken_back(hall: Hall) -> str:
    """A table's device retracts the arbiter's ruling, by reports, batches and corrections.

    Only the bench may retract what it has logged.
    """
    return try_every_way(hall, retraction(2))


def what_was_before_a_ruling_taken_back(hall: Hall) -> str:
    """A table's device retracts its own throw, which was logged before the arbiter's ruling.

    It must be refused, because the ruling would be undone with it.
    """
    return try_every_way(hall, retraction(1))


def a_taking_back_taken_back(hall: Hall) -> str:
    """A table's device retracts the arbiter's retraction of a ruling, so that the ruling would stand again.

    Only the bench may undo its own retractions.
    """
    return try_every_way(hall, retraction(3), undone=True)


def a_ruling_of_ones_own(hall: Hall) -> str:
    """A table's device and a judge make rulings in every way, even in a batch after an honest throw.

    Only the bench may rule.
    """
    done = try_every_way(hall, RULING)
    table = hall.table()
    judge = hall.person("judge")
    items = [{"client_id": f"judge-rules-{n}", "report": each, "reason": WHY} for n, each in enumerate((ROLL, RULING))]
    hall.ask("POST", f"/tables/{table}/batches", {"base": 0, "whole": False, "items": items}, judge)
    hall.report(table, judge, len(hall.log(table)), RULING)
    if any(entry["report"]["type"] == "ruling" for entry in hall.log(table)):
        raise Broken("a judge's ruling is in the log")
    return done


def a_trial_that_tells_or_does(hall: Hall) -> str:
    """A table's device submits retractions and rulings as trials and as trial corrections, which should log nothing.

    Nothing of it may get into the log.
    """
    bench = Bench(hall)
    for report in (retraction(2), retraction(1), RULING):
        bench.ask("trials", reports=[report])
        bench.ask("corrections", client_id=bench.new_client_id(), base=2, seq=1, report=report, reason=WHY, trial=True)
    if len(hall.log(bench.table)) != bench.seq or hall.position(bench.table) != bench.before:
        raise Broken("a trial has changed the log")
    return "nothing was logged"


def a_photographed_code(hall: Hall) -> str:
    """Somebody photographs a table's code and tries to bind a second and a third phone with it.

    They must be refused, and the table's own device goes on.  A new code revokes the old device.
    """
    table = hall.table()
    code = hall.code(table)
    first = hall.ask("POST", "/devices", {"code": code, "label": "Tablet"})
    if first.status != 201:
        raise Broken(f"the table's own device was answered {first.status}")
    for what in ("second", "third"):
        again = hall.ask("POST", "/devices", {"code": code, "label": f"The {what} phone"})
        page = hall.site.ask("POST", f"/t/{code}", b"")
        for answer in (again, page):
            if answer.status < 400 or "set-cookie" in answer.headers:
                raise Broken(f"a {what} phone was bound by the same code ({answer.status})")
    token = first.json["token"]
    if hall.report(table, token, 0, ROLL).status != 201:
        raise Broken("the table's own device does not get on any more")
    hall.code(table)
    late = hall.report(table, token, 1, {"type": "decline", "player": "A"})
    if late.status not in (401, 403):
        raise Broken(f"the old device still reports after a new code was made ({late.status})")
    return "one device, ended by a new code"


def signing_as_another(hall: Hall) -> str:
    """An arbiter signs a ruling with the head judge's name, and a judge a ruling and a throw with the arbiter's.

    The log must name the arbiter who made the ruling, and the judge who reported the throw, and hold no other ruling.
    """
    table = hall.table()
    arbiter, _ = hall.newcomer("arbiter", name="Aoki Ren")
    judge, _ = hall.newcomer("judge", name="Baba Rin")
    ruled = hall.report(table, arbiter, 0, {**RULING, "by": "The head judge"})
    if ruled.status != 201:
        raise Broken(f"an arbiter's ruling was answered {ruled.status}")
    refused = hall.report(table, judge, 1, {**RULING, "by": "Aoki Ren"})
    thrown = hall.report(table, judge, 1, ROLL, author="Aoki Ren")
    if thrown.status == 422:  # no report names its author
        hall.report(table, judge, 1, ROLL)
    log = hall.log(table)
    signed = [entry["report"]["by"] for entry in log if entry["report"]["type"] == "ruling"]
    if signed != ["Aoki Ren"]:
        raise Broken(f"the rulings in the log are signed by {signed}")
    authors = [entry["author"] for entry in log]
    if authors != ["Aoki Ren", "Baba Rin"]:
        raise Broken(f"the authors in the log are {authors}")
    return f"a ruling by its arbiter; the judge's was answered {refused.status}"


def access_that_has_ended(hall: Hall) -> str:
    """Devices, helpers and a session keep using connections that were open when their access was revoked.

    From the next request on they must be refused.
    """
    table = hall.table()
    device = hall.device(table)
    judge, account = hall.newcomer("judge")
    session = token_in(hall.ask("POST", "/sessions", {"login": hall.login, "password": hall.password}))
    listed = hall.done("GET", f"/tables/{table}/devices")["rows"]
    connection = hall.site.connection()
    request(connection, "GET", f"/api/v1/tables/{table}", None, device)
    request(connection, "GET", f"/api/v1/tables/{table}", None, judge)
    request(connection, "GET", "/api/v1/me", None, session)
    for each in listed:
        hall.done("DELETE", f"/devices/{each['id']}")
    hall.done("DELETE", "/sessions/current", token=session)
    hall.done("DELETE", f"/events/{hall.event}/members/{account}/judge")
    path = f"/api/v1/tables/{table}/entries"
    ended = {"a device": device, "a helper": judge, "an organizer who has logged out": session}
    for number, (what, token) in enumerate(ended.items()):
        body = {"client_id": f"too-late-{number}", "base": 0, "report": ROLL}
        answer = request(connection, "POST", path, body, token)
        if answer.status not in (401, 403):
            raise Broken(f"{what} still reports after its access was ended ({answer.status})")
    connection.close()
    hall.report(table, hall.admin, 0, ROLL)
    hall.done("GET", "/me")  # another session of the same person goes on
    return "ended at once"


ATTACKS = (
    Attack(a_ruling_taken_back, quick=True),
    Attack(what_was_before_a_ruling_taken_back, quick=True),
    Attack(a_taking_back_taken_back, quick=True),
    Attack(a_ruling_of_ones_own, quick=True),
    Attack(a_trial_that_tells_or_does, quick=True),
    Attack(a_photographed_code, quick=True),
    Attack(signing_as_another, quick=True),
    Attack(access_that_has_ended),
)
