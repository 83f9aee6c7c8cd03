"""The arbiter's desk of the demo: a throw out of turn with its case and ruling, a call that waits, a caution."""

from __future__ import annotations

from typing import Any

from referee.demo.client import Client
from referee.demo.names import demo_words


def add_cases(judge: Client, arbiter: Client, at: str, table: str, language: str) -> None:
    """A refused throw at a table leads to a call, a case and a ruling, which binds the event; then the table calls
    again, and a player is cautioned.  ``at``: the event below the interface; ``table``: its id.

    Raises `referee.demo.client.DemoRefused`.
    """
    words = demo_words(language)["desk"]
    entry = thrown_out_of_turn(judge, table)
    if entry is None:
        return
    seq = entry["seq"]
    called = {"client_id": "demo-call-1", "kind": "arbiter", "about": "rule", "text": words["first_call"]}
    call = judge.request("POST", f"/tables/{table}/calls", {**called, "refused": seq})
    arbiter.request("POST", f"/calls/{call['id']}/claim")
    opened = {"client_id": "demo-case-1", "call_id": call["id"], "refused": seq, "note": words["first_call"]}
    case = arbiter.request("POST", f"/tables/{table}/cases", opened)
    ruling = {name: words[name] for name in ("facts", "question", "decision", "reasons")}
    clauses = list(dict.fromkeys(each["clause"] for each in entry["answer"]["refusals"]))
    how = {"clauses": clauses, "effect": {"kind": "none"}, "standing": "binding", "client_id": "demo-ruling-1"}
    arbiter.request("POST", f"/cases/{case['id']}/decision", {**ruling, **how})
    again = {"client_id": "demo-call-2", "kind": "judge", "about": "rule", "text": words["second_call"]}
    judge.request("POST", f"/tables/{table}/calls", again)
    player = judge.request("GET", f"/tables/{table}/results")["seats"][0]["player"]
    caution = {"player": player, "category": "protest", "step": "caution", "facts": words["caution"]}
    judge.request("POST", f"{at}/penalties", {**caution, "table_id": table})


def thrown_out_of_turn(judge: Client, table: str) -> dict[str, Any] | None:
    """The entry of a throw that the rules refuse; None where anybody may throw."""
    there = judge.request("GET", f"/tables/{table}")
    for seat in there["header"]["seats"]:
        throw = {"type": "roll", "player": seat, "dice": [2, 5]}
        (answer, *_) = judge.request("POST", f"/tables/{table}/trials", {"reports": [throw]})["answers"]
        if not answer["accepted"]:
            body = {"base": there["seq"], "items": [{"client_id": "demo-throw-1", "report": throw}], "whole": False}
            (entry,) = judge.request("POST", f"/tables/{table}/batches", body)["entries"]
            return dict(entry)
    return None
