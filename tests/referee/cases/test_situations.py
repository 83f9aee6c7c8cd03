"""Twelve situations of a hall, each played through the forms from the call to the head judge's decision: what the guide
offers, and the position that the remedy leaves.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY

SITUATIONS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("situations.toml").read_text("utf-8"))


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def table_json(desk: Desk, path: str) -> Any:
    """What the API returns for the first table."""
    return desk.world.ask("GET", f"/tables/{desk.tables[0]}{path}", "organizer").get_json()


@SQLITE_ONLY
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_situation_goes_from_the_call_by_guide_and_remedy_to_the_head_judge(desk: Desk, name: str) -> None:
    situation = SITUATIONS[name]
    table, remedy, fields = desk.tables[0], situation["remedy"], dict(situation["fields"])
    body = {"client_id": "the-call-1", "kind": "arbiter", "about": "rule", "text": situation["said"]}
    call = desk.world.made(f"/tables/{table}/calls", **body)
    page = desk.arbiter.read(f"calls/{call}")
    assert f"/rules/irregularities/{situation['kind']}?event=" in page
    # The first tap opens the case at the remedy, the second previews it, the third makes the ruling.
    desk.arbiter.send("cases", page, table=table, call=call, client_id=desk.fresh(), remedy=remedy)
    path = desk.latest()
    fields |= {"seat": desk.cup.players["A"]} if remedy == "fine" else {}
    query = urlencode({"go": 1, "irregularity": situation["kind"], **fields})
    shown = desk.arbiter.read(f"{path}/remedies/{remedy}?{query}")
    assert "With this ruling" in shown
    words: dict[str, Any] = {"client_id": desk.fresh(), "facts": "Found so.", "decision": "So be it.", "go": 1}
    desk.arbiter.send(f"{path}/remedies/{remedy}", shown, **words, **fields, at=table_json(desk, "")["seq"])
    about = desk.case(path)["decision"]["effect"]
    if about["kind"] == "set":
        about = table_json(desk, "")["position"]
    for part in situation["path"].split("."):
        about = about[int(part)] if part.isdecimal() else about[part]
    assert about == situation["value"]
    assert 'name="remedy"' not in desk.arbiter.read(f"calls/{call}"), "the ruling settles the call"
    # A player appeals, the head judge upholds; the table's log has both.
    desk.send(path, do="appeal", player="A", text="No.")
    desk.send(path, by=desk.head, do="uphold", outcome_reasons="As it stands.")
    assert [each["report"]["type"] for each in table_json(desk, "/entries")["rows"][-2:]] == ["ruling", "ruling"]
