"""Who may do what: every endpoint with every role, as a table that is tested in process and over HTTP.

A new endpoint needs a row.  The columns of ``who``, a letter or a dot each: Administrator, Organizer, Head judge,
aRbiter, Judge, Scorer, Viewer, somebody logged in without a role (N), the Device of the table, the device of a Foreign
table.  ``action``: the row of `referee.core.access.roles.MAY` that decides; None if only the caller's own data are
concerned.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rulesets.wordlist import pairs

COLUMNS = pairs("""
    A=administrator O=organizer H=head_judge R=arbiter J=judge S=scorer V=viewer N=stranger D=device F=foreign
""")
PASSWORD = "correct horse battery"
THROW = {"type": "roll", "player": "A", "dice": [1, 2]}
RULING = {"type": "ruling", "clause": "JMA/R1", "set": {}, "note": "x"}
TABLE = {"ruleset": "jma-2006", "seats": ["A", "B", "C"]}
NEW_PASSWORD = {"old": PASSWORD, "new": PASSWORD}
NEW_ACCOUNT = {"login": "{fresh}", "name": "x"}
HELPER = {"name": "x", "role": "judge"}
PREPARED = {"first_round": 1, "data": "dGFibGUscGxheWVy"}
RESEAT = {"from_round": 1, "reason": "x"}
SWAP = {"round": 1, "one": "x", "other": "y", "reason": "x", "base": 1}
REPORT = {"client_id": "{fresh}", "base": 9, "report": THROW}
LEFT_BEHIND: dict[str, Any] = {"items": [{"client_id": "{fresh}", "report": THROW, "by": "x", "made_at": 1}]}
BATCH = {"base": 9, "whole": True, "items": [{"client_id": "{fresh}", "report": THROW}]}
CORRECTION = {"client_id": "{fresh}", "base": 9, "seq": 1, "report": None, "reason": "x", "trial": True}
SIGNAL = {"client_id": "{fresh}", "base": 9, "sent_at": 1, "trial": True}
EXCHANGE = {"one": "x", "other": "y", "reason": "x"}
KEPT = {"kind": "x", "about": "x", "fingerprint": "x", "reason": "x"}
REASON = {"reason": "x"}
DIFFERENCE = {"seq": 1, "report": THROW, "law": "x", "answer": {}}
PUBLIC = {"open": False, "parts": ["clock"]}
SLIDES = {"slides": [{"slide": "clock"}]}
COUNT = {"client_id": "{fresh}", "seat": "A", "kind": "agreed", "seq": 0}
CALL = {"client_id": "{fresh}", "kind": "judge", "about": "rule"}
CASE = {"client_id": "{fresh}"}
MINUTES = {"kind": "minutes", "amount": 5}
NO_EFFECT = {"effect": {"kind": "none"}}
DECISION = {"client_id": "{fresh}", "facts": "x", "decision": "x", **NO_EFFECT}
APPEAL = {"client_id": "{fresh}", "player": "A", "text": "x"}
UPHELD = {"client_id": "{fresh}", "outcome": "upheld", "reasons": "x"}
ADVICE = {"standing": "advice"}
RULINGS = {"format": "rulings/1", "rulings": []}
IMPORTED_RULING = {
    "source": {"id": "another", "name": "x", "date": "2026-01-01", "number": 1},
    "standing": "advice",
    "ruleset": "jma-2006",
    "edition": "atlantic-city",
    "seats": ["A"],
    "round": 1,
    "decided": "2026-01-01",
    "facts": "x",
    "question": "",
    "clauses": [],
    "decision": "x",
    "reasons": "",
    "effect": {"kind": "none"},
    "agreed": [],
    "appeal": None,
    "position": None,
    "log": [],
    "refused": None,
}
RESULT = {"version": 0, "log": {}, "trial": True}
GIVE_BACK = {"player": "{player}", "reason": "x"}
WHAT_IF = {"results": [{"table_id": "{table}", "players": [{"player": "x"}]}]}
FLOOR = {"things": [{"kind": "table", "column": 0, "row": 0, "number": 1}]}
LAYOUT = {"text": 'format = 1\nevent = "x"\n'}
CAUTION = {"player": "{player}", "category": "protest", "step": "caution", "facts": "x"}
REMOVAL = {**CAUTION, "step": "removal"}
ADJUSTMENT = {"player": "{player}", "points": "-1", "reason": "x"}


class Row(NamedTuple):
    """An endpoint and who may use it.  ``path``: names in braces are ids, some of them created for every request."""

    method: str
    path: str
    action: str | None
    who: str
    body: Any = None


# fmt: off
MATRIX = (
    # The caller's own data.
    Row("GET",    "/me",                               None,                "AOHRJSVNDF"),
    Row("PUT",    "/me/password",                      None,                "AOHRJSVN..", NEW_PASSWORD),
    Row("PUT",    "/me/confirmation",                  None,                "AOHRJSVN..", {"password": PASSWORD}),
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
    Row("DELETE", "/accounts/{account}/second-factor", "account.change",    "A........."),
    Row("GET",    "/audit",                            "audit.read",        "A........."),
    Row("GET",    "/backups",                          "backup.read",       "A........."),
    Row("POST",   "/backups",                          "backup.make",       "A........."),
    Row("POST",   "/backups/restore",                  "backup.restore",    "A.........", {"name": "x", "typed": "x"}),
    Row("POST",   "/events",                           "event.create",      "A.........", {"name": "x"}),
    Row("GET",    "/people",                           "person.read",       "A........."),
    Row("POST",   "/people",                           "person.change",     "A.........", {"name": "x"}),
    Row("PUT",    "/people/{person}",                  "person.change",     "A.........", {"name": "x"}),
    Row("POST",   "/people/{person}/merge",            "person.change",     "A.........", {"other": "x"}),
    Row("DELETE", "/people/{person}",                  "person.change",     "A........."),
    Row("PUT",    "/players/{player}/person",          "person.change",     "A.........", {"person": None}),
    # An event.
    Row("GET",    "/events",                           None,                "AOHRJSVNDF"),
    Row("GET",    "/events/{event}",                   "event.read",        "AOHRJSV..."),
    Row("PATCH",  "/events/{event}",                   "event.change",      "AO........", {"name": "x"}),
    Row("DELETE", "/events/{event}",                   "event.change",      "AO........"),
    Row("GET",    "/events/{event}/archive",           "event.change",      "AO........"),
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
    Row("POST",   "/events/{event}/players/take-over", "player.change",     "AO........", {"source": "{event}"}),
    Row("GET",    "/events/{event}/players/export",    "event.export",      "AOH..S...."),
    Row("GET",    "/events/{event}/teams",             "player.read",       "AOHRJS...."),
    Row("POST",   "/events/{event}/teams",             "player.change",     "AO........"),
    Row("GET",    "/players/{player}",                 "player.read",       "AOHRJS...."),
    Row("PATCH",  "/players/{player}",                 "player.change",     "AO........", {"club": "x"}),
    Row("DELETE", "/players/{player}",                 "player.change",     "AO........"),
    Row("PUT",    "/players/{player}/archive",         "player.change",     "AO........"),
    Row("DELETE", "/players/{player}/archive",         "player.change",     "AO........"),
    Row("POST",   "/players/{player}/merge",           "player.change",     "AO........", {"other": "x"}),
    Row("DELETE", "/players/{player}/merge",           "player.change",     "AO........"),
    Row("GET",    "/players/{player}/qr.svg",          "player.read",       "AOHRJS...."),
    Row("PUT",    "/players/{player}/check-in",        "player.check_in",   "AOHRJS...."),
    Row("DELETE", "/players/{player}/check-in",        "player.check_in",   "AOHRJS...."),
    Row("POST",   "/events/{event}/check-ins",         "player.check_in",   "AOHRJS....", {"code": "x"}),
    Row("POST",   "/events/{event}/walk-ins",          "player.change",     "AO........", {"name": "Walk-in"}),
    Row("PUT",    "/players/{player}/fee",             "player.check_in",   "AOHRJS...."),
    Row("DELETE", "/players/{player}/fee",             "player.check_in",   "AOHRJS...."),
    Row("PUT",    "/players/{player}/drop-out",        "player.change",     "AO........", {"after": 0, "reason": "x"}),
    Row("DELETE", "/players/{player}/drop-out",        "player.change",     "AO........"),
    Row("POST",   "/players/{player}/stand-in",        "player.change",     "AO........",
        {"name": "{fresh}", "from_round": 1, "reason": "x"}),
    Row("POST",   "/players/{player}/stand-in/end",    "player.change",     "AO........",
        {"from_round": 1, "reason": "x"}),
    Row("POST",   "/events/{event}/reserves",          "player.change",     "AO........", {"round": 1, "places": 1}),
    Row("GET",    "/events/{event}/venue",             "event.export",      "AOH..S...."),
    Row("GET",    "/events/{event}/venues",            "player.read",       "AOHRJS...."),
    Row("POST",   "/events/{event}/venues",            "player.change",     "AO........", {"venue": {}}),
    Row("DELETE", "/events/{event}/venues/{venue}",    "player.change",     "AO........"),
    # Rounds.
    Row("GET",    "/events/{event}/rounds",            "event.read",        "AOHRJSV..."),
    Row("POST",   "/events/{event}/rounds",            "round.change",      "AO........", {"number": 2}),
    Row("GET",    "/rounds/{round}",                   "event.read",        "AOHRJSV..."),
    Row("GET",    "/rounds/{round}/tables",            "event.read",        "AOHRJSV..."),
    Row("POST",   "/rounds/{round}/tables",            "table.change",      "AO........", {"number": 9, **TABLE}),
    Row("GET",    "/rounds/{round}/clock",             "event.read",        "AOHRJSV..."),
    Row("POST",   "/rounds/{round}/clock",             "round.clock",       "AOH.......", {"kind": "start"}),
    Row("GET",    "/rounds/{round}/start",             "result.read",       "AOHRJS...."),
    Row("DELETE", "/rounds/{round}/start",             "round.clock",       "AOH......."),
    Row("GET",    "/rounds/{round}/export",            "event.export",      "AOH..S...."),
    Row("POST",   "/rounds/{round}/close",             "round.close",       "AOH.......", {}),
    Row("POST",   "/rounds/{round}/open",              "round.close",       "AOH......."),
    # Plan and seatings.
    Row("POST",   "/events/{event}/plan",              "round.change",      "AO........"),
    Row("GET",    "/events/{event}/seatings",          "event.read",        "AOHRJSV..."),
    Row("POST",   "/events/{event}/seatings",          "seating.change",    "AO........", {"first_round": 1}),
    Row("GET",    "/events/{event}/playoffs",          "standings.read",    "AOHRJS...."),
    Row("POST",   "/events/{event}/playoffs",          "decision.make",     "AOH.......", {"about": "step/1"}),
    Row("DELETE", "/events/{event}/playoffs/{round}",  "decision.make",     "AOH......."),
    Row("POST",   "/events/{event}/seatings/prepared", "seating.change",    "AO........", PREPARED),
    Row("POST",   "/events/{event}/seatings/reseat",   "seating.change",    "AO........", RESEAT),
    Row("GET",    "/events/{event}/seatings/left-out?first_round=1", "seating.read", "AOHRJS...."),
    Row("GET",    "/events/{event}/seatings/export",   "event.read",        "AOHRJSV..."),
    Row("GET",    "/seatings/{draft}",                 "seating.read",      "AOHRJS...."),
    Row("GET",    "/seatings/{draft}/file",            "seating.read",      "AOHRJS...."),
    Row("GET",    "/seatings/{draft}/why?player=x&round=1", "seating.read", "AOHRJS...."),
    Row("GET",    "/seatings/{seating}",               "event.read",        "AOHRJSV..."),
    Row("GET",    "/seatings/{seating}/file",          "seating.read",      "AOHRJS...."),
    Row("GET",    "/seatings/{seating}/why?player=x&round=1", "event.read", "AOHRJSV..."),
    Row("POST",   "/seatings/{seating}/swaps",         "seating.change",    "AO........", SWAP),
    Row("POST",   "/seatings/{seating}/publish",       "seating.change",    "AO........"),
    Row("DELETE", "/seatings/{draft}",                 "seating.change",    "AO........"),
    Row("PUT",    "/tables/{table}/start-order",       "table.report",      "AOHRJ...D.", {"players": ["{player}"]}),
    # Tables.
    Row("GET",    "/tables/{table}",                   "table.read",        "AOHRJSV.D."),
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
    Row("GET",    "/tables/{table}/next",              "table.read",        "AOHRJSV.D."),
    Row("POST",   "/tables/{table}/next",              "table.report",      "AOHRJ...D."),
    Row("POST",   "/tables/{table}/before-signal",     "table.report",      "AOHRJ...D.", SIGNAL),
    Row("POST",   "/tables/{table}/differences",       "table.report",      "AOHRJ...D.", DIFFERENCE),
    Row("GET",    "/tables/{table}/left-behind",       "table.report",      "AOHRJ...D."),
    Row("POST",   "/tables/{table}/left-behind",       "table.report",      "AOHRJ...D.", LEFT_BEHIND),
    Row("POST",   "/tables/{table}/left-behind/{left}/taken", "table.report", "AOHRJ...D."),
    Row("POST",   "/tables/{table}/trials",            "table.try",         "AOHRJS..D.", {"reports": [THROW]}),
    Row("POST",   "/tables/{table}/explanations",      "table.try",         "AOHRJS..D.", {"report": THROW}),
    Row("GET",    "/tables/{table}/means",             "table.try",         "AOHRJS..D."),
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
    Row("GET",    "/events/{event}/review",            "case.read",         "AOHRJS...."),
    Row("GET",    "/cases/{case}",                     "case.read",         "AOHRJS...."),
    Row("GET",    "/cases/{case}/dossier",             "case.read",         "AOHRJS...."),
    Row("POST",   "/cases/{case}/notes",               "case.open",         "AOHRJ.....", {"note": "x"}),
    Row("POST",   "/cases/{case}/withdraw",            "case.open",         "AOHRJ.....", REASON),
    Row("POST",   "/cases/{case}/trials",              "case.decide",       "AOHR......", NO_EFFECT),
    Row("POST",   "/cases/{case}/remedies",            "case.decide",       "AOHR......", MINUTES),
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
    Row("GET",    "/tables/{table}/count",             "result.enter",      "AOHRJS..D."),
    Row("POST",   "/tables/{table}/count",             "result.enter",      "AOHRJS..D.", COUNT),
    Row("GET",    "/tables/{table}/count/{seat}/difference?cash=1", "result.enter", "AOHRJS..D."),
    Row("GET",    "/tables/{table}/count/{seat}/code",      "result.enter",      "AOHRJS..D."),
    Row("GET",    "/tables/{table}/results",           "result.enter",      "AOHRJS..D."),
    Row("POST",   "/tables/{table}/results",           "result.enter",      "AOHRJS..D.", RESULT),
    Row("POST",   "/results/{result}/confirm",         "result.confirm",    "AOHRJS....", {"signed": False}),
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
    Row("GET",    "/events/{event}/standings/teams",   "standings.read",    "AOHRJS...."),
    Row("GET",    "/events/{event}/qualification",     "event.read",        "AOHRJSV..."),
    Row("GET",    "/events/{event}/bracket",           "event.read",        "AOHRJSV..."),
    Row("GET",    "/events/{event}/decisions",         "standings.read",    "AOHRJS...."),
    Row("POST",   "/events/{event}/decisions",         "decision.make",     "AOH.......", {"about": "x", "by": "vote"}),
    Row("POST",   "/events/{event}/withdrawals",       "decision.make",     "AOH.......", GIVE_BACK),
    Row("POST",   "/rounds/{round}/exchange",          "table.rule",        "AOHR......", EXCHANGE),
    Row("GET",    "/events/{event}/stale",             "result.read",       "AOHRJS...."),
    Row("POST",   "/events/{event}/stale/anew",        "decision.make",     "AOH.......", {"kind": "x", "about": "x"}),
    Row("POST",   "/events/{event}/stale/keep",        "decision.make",     "AOH.......", KEPT),
    Row("DELETE", "/decisions/{decision}",             "decision.make",     "AOH.......", REASON),
    Row("GET",    "/events/{event}/adjustments",       "standings.read",    "AOHRJS...."),
    Row("POST",   "/events/{event}/adjustments",       "decision.make",     "AOH.......", ADJUSTMENT),
    Row("GET",    "/events/{event}/penalties",         "penalty.give",      "AOHRJ....."),
    Row("GET",    "/events/{event}/penalties/suggestion", "penalty.give",   "AOHRJ....."),
    Row("GET",    "/events/{event}/penalties/record?player={player}", "penalty.give", "AOHRJ....."),
    Row("POST",   "/events/{event}/penalties",         "penalty.give",      "AOHRJ.....", CAUTION),
    Row("POST",   "/events/{event}/penalties",         "penalty.severe",    "AOHR......", REMOVAL),
    Row("POST",   "/penalties/{penalty}/sign-off",     "penalty.sign_off",  "AOH......."),
    Row("POST",   "/penalties/{penalty}/cancel",       "penalty.give",      "AOHRJ.....", REASON),
    Row("POST",   "/penalties/{penalty}/noted",        "penalty.give",      "AOHRJ.....", {}),
    # Public pages.
    Row("GET",    "/events/{event}/public",            "event.read",        "AOHRJSV..."),
    Row("PUT",    "/events/{event}/public",            "event.change",      "AO........", PUBLIC),
    Row("GET",    "/events/{event}/projector",         "event.read",        "AOHRJSV..."),
    Row("PUT",    "/events/{event}/projector",         "notice.make",       "AOH.......", SLIDES),
    Row("POST",   "/events/{event}/projector/cue",     "notice.make",       "AOH.......", {"slide": "clock"}),
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
    Row("GET",    "/events/{event}/rota",              "assignment.read",   "AOHRJS...."),
    Row("GET",    "/events/{event}/rota/proposal",     "assignment.change", "AOH......."),
    Row("PUT",    "/events/{event}/rota",              "assignment.change", "AOH.......", {"rows": []}),
    Row("GET",    "/events/{event}/floor",             "event.read",        "AOHRJSV..."),
    Row("PUT",    "/events/{event}/floor",             "event.change",      "AO........", FLOOR),
    Row("DELETE", "/adjustments/{adjustment}",         "decision.make",     "AOH.......", REASON),
)
# fmt: on

OPEN_TO_ALL = {("POST", "/sessions"), ("POST", "/devices"), ("GET", "/openapi.json"), ("GET", "/rules")}
"""Log-in, binding a device by a code, the API description and the rules: open without authentication."""


def path_pattern(path: str) -> str:
    """A path of the matrix with ``*`` for its ids."""
    return re.sub(r"\{\w+\}|(?<=/entries/)1", "*", path.partition("?")[0])
