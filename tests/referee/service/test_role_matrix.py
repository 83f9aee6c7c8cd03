"""Who may do what: every endpoint with every role, over HTTP, as a table.

A new endpoint needs a row.  The columns of ``who``, a letter or a dot each: Administrator, Organizer, Head judge,
aRbiter, Judge, Scorer, Viewer, somebody logged in without a role (N), the Device of the table, the device of a Foreign
table.  ``action``: the row of `referee.access.roles.MAY` that decides; None where one has to do with oneself only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.access.passwords import hashed
from referee.access.roles import MAY, may
from referee.event.document import Document, write
from referee.models import Account, Adjustment, DecisionMade, Seat, Seating, TableResult
from tests.referee.service.world import World
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Entrant, request

COLUMNS = {
    "A": "administrator", "O": "organizer", "H": "head_judge", "R": "arbiter", "J": "judge", "S": "scorer",
    "V": "viewer", "N": "stranger", "D": "device", "F": "foreign",
}  # fmt: skip
PASSWORD = "correct horse"
THROW = {"type": "roll", "player": "A", "dice": [1, 2]}
RULING = {"type": "ruling", "clause": "JMA/R1", "set": {}, "note": "x"}
TABLE = {"ruleset": "jma-2006", "seats": ["A", "B", "C"]}
NEW_PASSWORD = {"old": PASSWORD, "new": PASSWORD}
NEW_ACCOUNT = {"login": "{fresh}", "name": "x"}
HELPER = {"name": "x", "role": "judge"}
RESEAT = {"from_round": 1, "reason": "x"}
SWAP = {"round": 1, "one": "x", "other": "y", "reason": "x", "base": 1}
REPORT = {"client_id": "{fresh}", "base": 9, "report": THROW}
BATCH = {"base": 9, "whole": True, "items": [{"client_id": "{fresh}", "report": THROW}]}
CORRECTION = {"client_id": "{fresh}", "base": 9, "seq": 1, "report": None, "reason": "x", "trial": True}
REASON = {"reason": "x"}
PUBLIC = {"open": False, "parts": ["clock"]}
CALL = {"client_id": "{fresh}", "kind": "judge", "about": "rule"}
CASE = {"client_id": "{fresh}"}
NO_EFFECT = {"effect": {"kind": "none"}}
DECISION = {"client_id": "{fresh}", "facts": "x", "decision": "x", **NO_EFFECT}
APPEAL = {"client_id": "{fresh}", "player": "A", "text": "x"}
UPHELD = {"client_id": "{fresh}", "outcome": "upheld", "reasons": "x"}
ADVICE = {"standing": "advice"}
RULINGS = {"format": "rulings/1", "rulings": []}
SENT = {
    "source": {"id": "another", "name": "x", "date": "2026-01-01", "number": 1}, "standing": "advice",
    "ruleset": "jma-2006", "edition": "atlantic-city", "seats": ["A"], "round": 1, "decided": "2026-01-01",
    "facts": "x", "question": "", "clauses": [], "decision": "x", "reasons": "", "effect": {"kind": "none"},
    "agreed": [], "appeal": None, "position": None, "log": [], "refused": None,
}  # fmt: skip
RESULT = {"version": 0, "log": {}, "trial": True}
GIVE_BACK = {"player": "{player}", "reason": "x"}
WHAT_IF = {"results": [{"table_id": "{table}", "players": [{"player": "x"}]}]}
LAYOUT = {"text": 'format = 1\nevent = "x"\n'}
CAUTION = {"player": "{player}", "category": "protest", "step": "caution", "facts": "x"}
REMOVAL = {**CAUTION, "step": "removal"}
ADJUSTMENT = {"player": "{player}", "points": "-1", "reason": "x"}


class Row(NamedTuple):
    """An endpoint and who may use it.  ``path``: names in braces are ids, some of them made anew for every request."""

    method: str
    path: str
    action: str | None
    who: str
    body: Any = None


# fmt: off
MATRIX = (
    # Oneself.
    Row("GET",    "/me",                               None,                "AOHRJSVNDF"),
    Row("PUT",    "/me/password",                      None,                "AOHRJSVN..", NEW_PASSWORD),
    Row("GET",    "/sessions",                         None,                "AOHRJSVN.."),
    Row("DELETE", "/sessions/{credential}",            None,                "AOHRJSVN.."),
    Row("DELETE", "/sessions/current",                 None,                "AOHRJSVNDF"),
    Row("GET",    "/programs",                         None,                "AOHRJSVN.."),
    Row("POST",   "/programs",                         None,                "AOHRJSVN..", {"label": "x"}),
    Row("DELETE", "/programs/{credential}",            None,                "AOHRJSVN.."),
    # The service.
    Row("GET",    "/accounts",                         "account.read",      "A........."),
    Row("POST",   "/accounts",                         "account.change",    "A.........", NEW_ACCOUNT),
    Row("GET",    "/accounts/{account}",               "account.read",      "A........."),
    Row("PATCH",  "/accounts/{account}",               "account.change",    "A.........", {"disabled": True}),
    Row("PUT",    "/accounts/{account}/password",      "account.change",    "A.........", {}),
    Row("GET",    "/audit",                            "audit.read",        "A........."),
    Row("GET",    "/backups",                          "backup.read",       "A........."),
    Row("POST",   "/backups",                          "backup.make",       "A........."),
    Row("POST",   "/events",                           "event.create",      "A.........", {"name": "x"}),
    # An event.
    Row("GET",    "/events",                           None,                "AOHRJSVNDF"),
    Row("GET",    "/events/{event}",                   "event.read",        "AOHRJSV..."),
    Row("PATCH",  "/events/{event}",                   "event.change",      "AO........", {"name": "x"}),
    Row("GET",    "/events/{event}/stream",            "event.read",        "AOHRJSV..."),
    Row("GET",    "/events/{event}/export",            "event.export",      "AOH..S...."),
    Row("GET",    "/events/{event}/audit",             "audit.read",        "AOH......."),
    Row("GET",    "/events/{event}/members",           "member.read",       "AOH......."),
    Row("POST",   "/events/{event}/members",           "member.change",     "AO........", HELPER),
    Row("DELETE", "/events/{event}/members/{member}",  "member.change",     "AO........"),
    Row("GET",    "/events/{event}/invitations",       "invitation.read",   "AOH......."),
    Row("GET",    "/events/{event}/devices",           "device.read",       "AOH......."),
    Row("DELETE", "/devices/{device}",                 "device.revoke",     "AOH......."),
    # Private links are people: whoever sees one could be that person.
    Row("GET",    "/invitations/{link}",               "member.change",     "AO........"),
    Row("GET",    "/invitations/{link}/qr.svg",        "member.change",     "AO........"),
    Row("POST",   "/invitations/{link}/renew",         "member.change",     "AO........", {"end_access": True}),
    Row("POST",   "/invitations/{link}/revoke",        "member.change",     "AO........", {"end_access": True}),
    Row("GET",    "/invitations/{code}",               "invitation.read",   "AOH......."),
    Row("GET",    "/invitations/{code}/qr.svg",        "invitation.read",   "AOH......."),
    Row("POST",   "/invitations/{code}/renew",         "invitation.change", "AOH.......", {"end_access": False}),
    Row("POST",   "/invitations/{code}/revoke",        "invitation.change", "AOH.......", {"end_access": False}),
    # Regulation and players.
    Row("GET",    "/regulations",                      None,                "AOHRJSVNDF"),
    Row("GET",    "/regulations/{shipped}",            None,                "AOHRJSVNDF"),
    Row("GET",    "/events/{event}/regulation",        "event.read",        "AOHRJSV..."),
    Row("PUT",    "/events/{event}/regulation",        "regulation.change", "AO........", {"shipped": "{shipped}"}),
    Row("GET",    "/events/{event}/regulation/versions", "event.read",      "AOHRJSV..."),
    Row("GET",    "/events/{event}/players",           "player.read",       "AOHRJS...."),
    Row("POST",   "/events/{event}/players",           "player.change",     "AO........", {"name": "{fresh}"}),
    Row("POST",   "/events/{event}/players/import",    "player.change",     "AO........", {"data": "bmFtZQp4Cg=="}),
    Row("GET",    "/events/{event}/players/export",    "event.export",      "AOH..S...."),
    Row("GET",    "/players/{player}",                 "player.read",       "AOHRJS...."),
    Row("PATCH",  "/players/{player}",                 "player.change",     "AO........", {"club": "x"}),
    Row("GET",    "/players/{player}/qr.svg",          "player.read",       "AOHRJS...."),
    Row("PUT",    "/players/{player}/check-in",        "player.check_in",   "AOHRJS...."),
    Row("DELETE", "/players/{player}/check-in",        "player.check_in",   "AOHRJS...."),
    Row("POST",   "/events/{event}/check-ins",         "player.check_in",   "AOHRJS....", {"code": "x"}),
    Row("PUT",    "/players/{player}/drop-out",        "player.change",     "AO........", {"after": 0, "reason": "x"}),
    Row("DELETE", "/players/{player}/drop-out",        "player.change",     "AO........"),
    Row("POST",   "/events/{event}/reserves",          "player.change",     "AO........", {"round": 1, "places": 1}),
    # Rounds.
    Row("GET",    "/events/{event}/rounds",            "event.read",        "AOHRJSV..."),
    Row("POST",   "/events/{event}/rounds",            "round.change",      "AO........", {"number": 2}),
    Row("GET",    "/rounds/{round}",                   "event.read",        "AOHRJSV..."),
    Row("GET",    "/rounds/{round}/tables",            "event.read",        "AOHRJSV..."),
    Row("POST",   "/rounds/{round}/tables",            "table.change",      "AO........", {"number": 9, **TABLE}),
    Row("GET",    "/rounds/{round}/clock",             "event.read",        "AOHRJSV..."),
    Row("POST",   "/rounds/{round}/clock",             "round.clock",       "AOH.......", {"kind": "start"}),
    Row("GET",    "/rounds/{round}/export",            "event.export",      "AOH..S...."),
    Row("POST",   "/rounds/{round}/close",             "round.close",       "AOH.......", {}),
    Row("POST",   "/rounds/{round}/open",              "round.close",       "AOH......."),
    # Plan and seatings.
    Row("POST",   "/events/{event}/plan",              "round.change",      "AO........"),
    Row("GET",    "/events/{event}/seatings",          "event.read",        "AOHRJSV..."),
    Row("POST",   "/events/{event}/seatings",          "seating.change",    "AO........", {"first_round": 1}),
    Row("POST",   "/events/{event}/seatings/reseat",   "seating.change",    "AO........", RESEAT),
    Row("GET",    "/events/{event}/seatings/export",   "event.read",        "AOHRJSV..."),
    Row("GET",    "/seatings/{draft}",                 "seating.read",      "AOHRJS...."),
    Row("GET",    "/seatings/{draft}/file",            "seating.read",      "AOHRJS...."),
    Row("GET",    "/seatings/{draft}/why?player=x&round=1", "seating.read", "AOHRJS...."),
    Row("GET",    "/seatings/{seating}",               "event.read",        "AOHRJSV..."),
    Row("GET",    "/seatings/{seating}/file",          "seating.read",      "AOHRJS...."),
    Row("GET",    "/seatings/{seating}/why?player=x&round=1", "event.read", "AOHRJSV..."),
    Row("POST",   "/seatings/{seating}/swaps",         "seating.change",    "AO........", SWAP),
    Row("POST",   "/seatings/{seating}/publish",       "seating.change",    "AO........"),
    Row("PUT",    "/tables/{table}/start-order",       "table.report",      "AOHRJ...D.", {"players": ["{player}"]}),
    # Tables.
    Row("GET",    "/tables/{table}",                   "table.read",        "AOHRJSV.D."),
    Row("GET",    "/tables/{table}/stream",            "table.read",        "AOHRJSV.D."),
    Row("GET",    "/tables/{table}/export",            "table.read",        "AOHRJSV.D."),
    Row("GET",    "/tables/{table}/entries",           "table.read",        "AOHRJSV.D."),
    Row("GET",    "/tables/{table}/entries/1",         "table.read",        "AOHRJSV.D."),
    Row("GET",    "/tables/{table}/board",             "table.read",        "AOHRJSV.D."),
    Row("GET",    "/tables/{table}/tablet",            "table.read",        "AOHRJSV.D."),
    Row("GET",    "/tables/{table}/lines",             "table.read",        "AOHRJSV.D."),
    Row("POST",   "/tables/{table}/entries",           "table.report",      "AOHRJ...D.", REPORT),
    Row("POST",   "/tables/{table}/entries",           "table.rule",        "AOHR......", {**REPORT, "report": RULING}),
    Row("POST",   "/tables/{table}/batches",           "table.report",      "AOHRJ...D.", BATCH),
    Row("POST",   "/tables/{table}/corrections",       "table.report",      "AOHRJ...D.", CORRECTION),
    Row("POST",   "/tables/{table}/trials",            "table.try",         "AOHRJS..D.", {"reports": [THROW]}),
    Row("POST",   "/tables/{table}/explanations",      "table.try",         "AOHRJS..D.", {"report": THROW}),
    Row("POST",   "/explanations",                     None,                "AOHRJSVNDF", TABLE),
    Row("GET",    "/tables/{table}/clock",             "table.read",        "AOHRJSV.D."),
    Row("POST",   "/tables/{table}/clock",             "table.clock",       "AOHRJ.....", {"kind": "start"}),
    Row("POST",   "/tables/{table}/close",             "table.close",       "AOH..S...."),
    Row("POST",   "/tables/{table}/open",              "table.close",       "AOH..S...."),
    Row("GET",    "/tables/{table}/code",              "invitation.read",   "AOH......."),
    Row("POST",   "/tables/{table}/code",              "invitation.change", "AOH.......", {}),
    Row("PATCH",  "/tables/{table}/code",              "invitation.change", "AOH.......", {"devices": 2}),
    Row("GET",    "/tables/{table}/devices",           "device.read",       "AOH......."),
    # Calls.
    Row("GET",    "/tables/{table}/calls",             "call.make",         "AOHRJS..D."),
    Row("POST",   "/tables/{table}/calls",             "call.make",         "AOHRJS..D.", CALL),
    Row("GET",    "/events/{event}/calls",             "call.answer",       "AOHRJ....."),
    Row("POST",   "/calls/{call}/claim",               "call.answer",       "AOHRJ....."),
    Row("POST",   "/calls/{call}/escalate",            "call.answer",       "AOHRJ.....", {}),
    Row("POST",   "/calls/{call}/hand-over",           "call.answer",       "AOHRJ.....", {"to": "x"}),
    Row("POST",   "/calls/{call}/resolve",             "call.answer",       "AOHRJ.....", {}),
    Row("POST",   "/calls/{call}/withdraw",            "call.make",         "AOHRJS..D."),
    Row("POST",   "/calls/{call}/extension",           "table.clock",       "AOHRJ....."),
    Row("GET",    "/rounds/{round}/assignments",       "call.answer",       "AOHRJ....."),
    Row("PUT",    "/rounds/{round}/assignments",       "assignment.change", "AOH.......", {"rows": []}),
    Row("PUT",    "/tables/{table}/note",              "call.answer",       "AOHRJ.....", {"text": "x"}),
    # Cases, rulings, appeals, precedents.
    Row("GET",    "/tables/{table}/cases",             "case.appeal",       "AOHRJS..D."),
    Row("POST",   "/tables/{table}/cases",             "case.open",         "AOHRJ.....", CASE),
    Row("GET",    "/events/{event}/cases",             "case.read",         "AOHRJS...."),
    Row("GET",    "/cases/{case}",                     "case.read",         "AOHRJS...."),
    Row("POST",   "/cases/{case}/notes",               "case.open",         "AOHRJ.....", {"note": "x"}),
    Row("POST",   "/cases/{case}/withdraw",            "case.open",         "AOHRJ.....", REASON),
    Row("POST",   "/cases/{case}/trials",              "case.decide",       "AOHR......", NO_EFFECT),
    Row("POST",   "/cases/{case}/decision",            "case.decide",       "AOHR......", DECISION),
    Row("POST",   "/cases/{case}/appeals",             "case.appeal",       "AOHRJS..D.", APPEAL),
    Row("POST",   "/cases/{case}/appeals/withdraw",    "case.appeal",       "AOHRJS..D.", {"player": "A"}),
    Row("POST",   "/cases/{case}/appeals/settle",      "appeal.decide",     "AOH.......", UPHELD),
    Row("PUT",    "/cases/{case}/standing",            "precedent.change",  "AOHR......", ADVICE),
    Row("GET",    "/events/{event}/precedents",        "case.read",         "AOHRJS...."),
    Row("GET",    "/events/{event}/precedents/export", "case.read",         "AOHRJS...."),
    Row("POST",   "/events/{event}/precedents/import", "precedent.change",  "AOHR......", RULINGS),
    Row("PUT",    "/precedents/{precedent}/standing",  "precedent.change",  "AOHR......", ADVICE),
    # Results, standings, decisions.
    Row("GET",    "/tables/{table}/results",           "result.enter",      "AOHRJS..D."),
    Row("POST",   "/tables/{table}/results",           "result.enter",      "AOHRJS..D.", RESULT),
    Row("POST",   "/results/{result}/confirm",         "result.confirm",    "AOHRJS...."),
    Row("POST",   "/rounds/{round}/results/publish",   "result.publish",    "AOH......."),
    Row("POST",   "/rounds/{round}/results/withdraw",  "result.publish",    "AOH.......", REASON),
    Row("POST",   "/events/{event}/results/import",    "result.confirm",    "AOHRJS....", {"data": "cm91bmQKMQo="}),
    Row("GET",    "/events/{event}/results/export",    "result.read",       "AOHRJS...."),
    Row("GET",    "/events/{event}/standings",         "event.read",        "AOHRJSV..."),
    Row("GET",    "/events/{event}/standings?live=true", "standings.read",  "AOHRJS...."),
    Row("GET",    "/events/{event}/standings/why",     "event.read",        "AOHRJSV..."),
    Row("GET",    "/events/{event}/standings/games",   "event.read",        "AOHRJSV..."),
    Row("POST",   "/events/{event}/standings/what-if", "standings.read",    "AOHRJS....", WHAT_IF),
    Row("GET",    "/events/{event}/standings/export",  "standings.read",    "AOHRJS...."),
    Row("GET",    "/events/{event}/qualification",     "event.read",        "AOHRJSV..."),
    Row("GET",    "/events/{event}/bracket",           "event.read",        "AOHRJSV..."),
    Row("GET",    "/events/{event}/decisions",         "standings.read",    "AOHRJS...."),
    Row("POST",   "/events/{event}/decisions",         "decision.make",     "AOH.......", {"about": "x", "by": "vote"}),
    Row("POST",   "/events/{event}/withdrawals",       "decision.make",     "AOH.......", GIVE_BACK),
    Row("DELETE", "/decisions/{decision}",             "decision.make",     "AOH.......", REASON),
    Row("GET",    "/events/{event}/adjustments",       "standings.read",    "AOHRJS...."),
    Row("POST",   "/events/{event}/adjustments",       "decision.make",     "AOH.......", ADJUSTMENT),
    Row("GET",    "/events/{event}/penalties",         "penalty.give",      "AOHRJ....."),
    Row("GET",    "/events/{event}/penalties/suggestion", "penalty.give",   "AOHRJ....."),
    Row("POST",   "/events/{event}/penalties",         "penalty.give",      "AOHRJ.....", CAUTION),
    Row("POST",   "/events/{event}/penalties",         "penalty.severe",    "AOHR......", REMOVAL),
    Row("POST",   "/penalties/{penalty}/sign-off",     "penalty.sign_off",  "AOH......."),
    Row("POST",   "/penalties/{penalty}/cancel",       "penalty.give",      "AOHRJ.....", REASON),
    Row("POST",   "/penalties/{penalty}/noted",        "penalty.give",      "AOHRJ.....", {}),
    # What everybody may see.
    Row("GET",    "/events/{event}/public",            "event.read",        "AOHRJSV..."),
    Row("PUT",    "/events/{event}/public",            "event.change",      "AO........", PUBLIC),
    Row("GET",    "/events/{event}/notices",           "standings.read",    "AOHRJS...."),
    Row("POST",   "/events/{event}/notices",           "notice.make",       "AOH.......", {"text": "x"}),
    Row("DELETE", "/notices/{notice}",                 "notice.make",       "AOH......."),
    Row("GET",    "/players/{player}/link",            "invitation.read",   "AOH......."),
    Row("GET",    "/players/{player}/link/qr.svg",     "invitation.read",   "AOH......."),
    Row("POST",   "/players/{player}/link",            "invitation.change", "AOH......."),
    # Papers.
    Row("GET",    "/events/{event}/papers",            "paper.print",       "AOHRJS...."),
    Row("GET",    "/events/{event}/papers/{document}", "paper.print",       "AOHRJS...."),
    Row("POST",   "/events/{event}/papers/{document}/runs", "paper.print",  "AOHRJS...."),
    Row("GET",    "/events/{event}/papers/{document}/runs/{run}", "paper.print", "AOHRJS...."),
    Row("GET",    "/events/{event}/papers/{document}/runs/{run}/file", "paper.print", "AOHRJS...."),
    Row("GET",    "/events/{event}/layout",            "paper.print",       "AOHRJS...."),
    Row("PUT",    "/events/{event}/layout",            "layout.change",     "AO........", LAYOUT),
    Row("DELETE", "/adjustments/{adjustment}",         "decision.make",     "AOH.......", REASON),
)
# fmt: on

OPEN_TO_ALL = {("POST", "/sessions"), ("POST", "/devices"), ("GET", "/openapi.json"), ("GET", "/rules")}
"""Log-in, the binding of a device by a code, and the description, the rules: nobody needs to be anybody."""


def in_general(path: str) -> str:
    """A path of the matrix with its ids left open."""
    return re.sub(r"\{\w+\}|(?<=/entries/)1", "*", path.partition("?")[0])


def endpoints(app: Flask) -> set[tuple[str, str]]:
    """Every method and path below /api/v1, with the ids left open."""
    return {
        (method, re.sub(r"<[^>]+>(/<role>)?", "*", rule.rule.removeprefix("/api/v1")))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def a_result(world: World) -> dict[str, str]:
    """A regulation, four players at the table, a result, a decision and an adjustment of the event; their ids."""
    world.ask("PUT", f"/events/{world.event}/regulation", json={"shipped": "jma-national-2012"})
    players = [world.made(f"/events/{world.event}/players", name=name) for name in ("Ann", "Bob", "Cy", "Dee")]
    of: dict[str, Any] = {"event_id": world.event, "author": "x", "made_at": 1}
    by: dict[str, Any] = {"event_id": world.event, "table_id": world.table, "entered_by": "x", "entered_at": 1}
    result = TableResult(version=1, source="points", entered="{}", players="[]", **by)
    decision = DecisionMade(about="x", by="vote", players="[]", **of)
    adjustment = Adjustment(player_id=players[0], points="1", reason="x", **of)
    with world.service.database.write() as session:
        for order, (seat, player) in enumerate(zip("ABCD", players, strict=True), 1):
            session.add(Seat(table_id=world.table, start_order=order, seat=seat, player_id=player))
        session.add_all([result, decision, adjustment])
        session.flush()
    return {"result": result.id, "decision": decision.id, "adjustment": adjustment.id}


class Targets:
    """Ids to put into paths and bodies: of the world, or made anew by its administrator."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.count = 0
        self.kept = {"event": world.event, "round": world.round, "table": world.table, "credential": "none"}
        code = world.ask("POST", f"/tables/{world.new_table(2)}/code", json={}).get_json()
        self.kept["code"] = code["id"]
        world.ask("POST", f"/tables/{world.table}/code", json={})
        self.kept["shipped"] = "jma-national-2012"
        self.kept["document"], self.kept["run"] = "name-tags", "none"
        self.kept["player"] = world.made(f"/events/{world.event}/players", name="x")
        world.ask("PUT", f"/events/{world.event}/regulation", json={"shipped": self.kept["shipped"]})
        self.kept["draft"], self.kept["seating"] = self.seating(50, None), self.seating(49, 1)
        self.kept |= a_result(world)
        called = {**CALL, "client_id": "the-first"}
        caution = {**CAUTION, "player": self.kept["player"]}
        self.kept["penalty"] = world.made(f"/events/{world.event}/penalties", **caution)
        self.kept["call"] = world.made(f"/tables/{world.table}/calls", **called)
        self.kept["case"] = world.made(f"/tables/{world.table}/cases", client_id="the-first")
        self.kept["precedent"] = self.precedent()
        self.kept["notice"] = world.made(f"/events/{world.event}/notices", text="x")
        self.made: dict[str, Callable[[], str]] = {
            "fresh": lambda: f"fresh-{self.count:04}",
            "account": lambda: world.made("/accounts", login=f"account-{self.count}", name="x"),
            "device": lambda: self.credential_of(world.token("x", table=world.table)),
            "member": lambda: f"{self.helper()['account_id']}/judge",
            "link": lambda: str(self.helper()["invitation_id"]),
        }

    def seating(self, first_round: int, published_at: int | None) -> str:
        """The id of a seating, public or a draft, of a round that nothing else is about."""
        path = f"/events/{self.world.event}/players"
        players = [Entrant(self.world.made(path, name=f"{letter}{first_round}")) for letter in "abc"]
        asked = request(players, 1, [3], "seed")
        seating = Seating(
            event_id=self.world.event, first_round=first_round, last_round=first_round, version=1,
            state="published" if published_at else "draft", document=write(Document("schedule", draw(asked))),
            author="x", made_at=1, published_at=published_at,
        )  # fmt: skip
        with self.world.service.database.write() as session:
            session.add(seating)
        return seating.id

    def precedent(self) -> str:
        """The id of a ruling that another event has sent."""
        path = f"/events/{self.world.event}/precedents"
        self.world.ask("POST", f"{path}/import", json={**RULINGS, "rulings": [SENT]})
        return str(self.world.ask("GET", path).get_json()["rows"][0]["id"])

    def credential_of(self, token: str) -> str:
        """The id of what a token stands for."""
        return str(self.world.ask("GET", "/me", token).get_json()["credential_id"])

    def helper(self) -> Any:
        """A new helper with a private link."""
        return self.world.ask("POST", f"/events/{self.world.event}/members", json=HELPER).get_json()

    def filled(self, value: Any) -> Any:
        """A path or body with ids in it."""
        if isinstance(value, dict):
            return {name: self.filled(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.filled(each) for each in value]
        return re.sub(r"\{(\w+)\}", self.id_of, value) if isinstance(value, str) else value

    def id_of(self, name: re.Match[str]) -> str:
        """The id that a name in braces stands for."""
        self.count += 1
        return self.kept[name[1]] if name[1] in self.kept else self.made[name[1]]()


def token_of(world: World, role: str) -> str:
    """A token of its own for one request, which may end it."""
    if role in ("device", "foreign"):
        return world.token(role, table=world.table if role == "device" else world.new_table(3))
    if role in ("administrator", "stranger"):
        token = world.token(role, administrator=role == "administrator")
    else:
        token = world.token(role, role=role)
    account_id = world.ask("GET", "/me", token).get_json()["account_id"]
    with world.service.database.write() as session:
        account = session.get(Account, account_id)
        assert account is not None
        account.login, account.password = account_id, hashed(PASSWORD)
        session.add(account)
    return token


def verdict(response: TestResponse) -> str:
    """Whether the guard let a request through, which may then fail for what it asks; or as what it was stopped."""
    code = response.get_json()["code"] if response.mimetype == "application/problem+json" else ""
    response.close()  # a stream, too
    if response.status_code == 401:
        return str(code)
    assert response.status_code < 500, response.status_code
    return "refused" if response.status_code == 403 else "allowed"


def test_every_endpoint_has_a_row_in_the_matrix(app: Flask) -> None:
    rows = {(row.method, in_general(row.path)) for row in MATRIX}
    assert rows | OPEN_TO_ALL == endpoints(app)


@pytest.mark.parametrize("row", [row for row in MATRIX if row.action], ids=lambda row: f"{row.method} {row.path}")
def test_the_table_of_rights_says_the_same(row: Row) -> None:
    assert row.action is not None
    roles = {letter: frozenset({role}) for letter, role in COLUMNS.items() if letter not in "NF"}
    everywhere = {letter for letter, role in roles.items() if may(role, row.action)}
    if row.path == "/audit":  # of no event: a role in one does not reach
        everywhere &= {"A"}
    assert set(row.who) - {"."} == everywhere


def test_every_right_is_in_the_matrix() -> None:
    assert {row.action for row in MATRIX} - {None} == set(MAY)


def test_every_endpoint_lets_in_whom_it_should_and_nobody_else(world: World) -> None:
    targets = Targets(world)
    tokens = {role: token_of(world, role) for role in COLUMNS.values()}
    wrong = []
    for row in MATRIX:
        for place, (letter, role) in enumerate(COLUMNS.items()):
            assert row.who[place] in (letter, "."), row
            if row.method == "DELETE" and row.path == "/sessions/current":
                token = world.token("x", table=world.table) if letter in "DF" else world.token("x")
            else:
                if role == "device" and (row.method, row.path) == ("POST", "/tables/{table}/code"):
                    tokens[role] = token_of(world, role)  # somebody else's new code has ended the device
                token = tokens[role]
            body = {} if row.body is None else {"json": targets.filled(row.body)}
            found = verdict(world.ask(row.method, targets.filled(row.path), token, **body))
            if found != ("refused" if row.who[place] == "." else "allowed"):
                wrong.append(f"{row.method} {row.path}: {role} is {found}")
        body = {} if row.body is None else {"json": targets.filled(row.body)}
        if (found := verdict(world.ask(row.method, targets.filled(row.path), None, **body))) != "unknown_person":
            wrong.append(f"{row.method} {row.path}: nobody is {found}")
    assert not wrong, "\n".join(wrong)
