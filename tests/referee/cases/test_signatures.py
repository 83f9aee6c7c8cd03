"""A ruling is signed by the account that makes it, whoever the request names."""

from __future__ import annotations

from typing import Any

from tests.referee.support.world import World

FORGED = {"type": "ruling", "by": "head_judge", "reason": "So be it.", "clauses": []}


def ruling(position: dict[str, Any]) -> dict[str, Any]:
    """A ruling in somebody else's name."""
    return {**FORGED, "set": position}


def test_an_arbiter_signs_only_as_themselves_through_every_endpoint(world: World) -> None:
    change = {"players": {"A": {"cash": 1400}}}
    entry = world.report(0, ruling(change), "arbiter")
    assert entry.status_code == 201, entry.get_json()
    item = {"client_id": "a-batch-1", "report": ruling({"players": {"A": {"cash": 1300}}})}
    batch = world.ask(
        "POST", f"/tables/{world.table}/batches", "arbiter", json={"base": 1, "whole": True, "items": [item]}
    )
    assert batch.status_code == 200, batch.get_json()
    corrected = {
        "client_id": "a-correction",
        "base": 2,
        "seq": 2,
        "reason": "x",
        "trial": False,
        "report": ruling({"players": {"A": {"cash": 1200}}}),
    }
    done = world.ask("POST", f"/tables/{world.table}/corrections", "arbiter", json=corrected)
    assert done.status_code == 200, done.get_json()
    rows = world.ask("GET", f"/tables/{world.table}/entries").get_json()["rows"]
    signatures = [row["report"]["by"] for row in rows if row["report"]["type"] == "ruling"]
    assert signatures == ["arbiter"] * 3
    tried = world.ask("POST", f"/tables/{world.table}/trials", "arbiter", json={"reports": [ruling(change)]})
    events = tried.get_json()["answers"][0]["events"]
    assert [event["by"] for event in events if event["kind"] == "ruling"] == ["arbiter"]
