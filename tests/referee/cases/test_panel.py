"""Statements with names, notes for arbiters alone, and appeals that a panel decides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY

pytestmark = SQLITE_ONLY


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def ask(desk: Desk, case: str, end: str, by: str = "organizer", **body: object) -> Any:
    """Send a request about a case."""
    return desk.world.ask("POST", f"/cases/{case}/{end}", by, json=body)


def test_a_statement_has_its_speaker_and_a_restricted_note_is_read_by_arbiters_alone(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    case = desk.case(path)["id"]
    desk.send(path, do="note", kind="stated", speaker="B", note="The die was on the floor.")
    desk.send(path, do="note", kind="restricted", note="I trust neither.")
    assert "I trust neither." in desk.arbiter.read(path)
    assert "The die was on the floor." in desk.arbiter.read(path)
    spoken = next(each for each in desk.case(path)["steps"] if each["kind"] == "stated")
    assert spoken["speaker"] == desk.case(path)["players"][1]["name"]
    for by, sees in (("arbiter", True), ("head_judge", True), ("judge", False), ("scorer", False)):
        shown = desk.world.ask("GET", f"/cases/{case}", by)
        assert ("I trust neither." in shown.get_data(as_text=True)) == sees, by
    assert ask(desk, case, "notes", "judge", kind="restricted", note="x").status_code == 403
    assert ask(desk, case, "notes", kind="stated", note="x").status_code == 422
    audit = desk.world.ask("GET", f"/events/{desk.world.event}/audit", "administrator").get_data(as_text=True)
    assert "I trust neither." not in audit


def test_a_panel_decides_by_majority_and_its_votes_are_kept(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    case = desk.case(path)["id"]
    desk.send(path, do="decide", effect="none", facts="So.", decision="Well.")
    desk.send(path, do="appeal", player="A", text="No.")
    votes = [
        {"name": name, "vote": vote} for name, vote in (("Ito", "upheld"), ("Kato", "changed"), ("Mori", "changed"))
    ]
    settled: dict[str, Any] = {"client_id": desk.fresh(), "outcome": "upheld", "reasons": "Seen again."}
    against = ask(desk, case, "appeals/settle", panel=votes, **settled)
    assert against.status_code == 422, "only one of three voted for it"
    assert ask(desk, case, "appeals/settle", panel=votes[:1], **settled).status_code == 422, "one person is no panel"
    twice = [votes[0], votes[0]]
    assert ask(desk, case, "appeals/settle", panel=twice, **settled).status_code == 422
    desk.send(
        path, by=desk.head, do="uphold", outcome_reasons="So be it.", panel_upheld="Ito、Kato", panel_changed="Mori"
    )
    steps = desk.case(path)["steps"]
    assert [(each["speaker"], each["note"]) for each in steps if each["kind"] == "voted"] == [
        ("Ito", "upheld"),
        ("Kato", "upheld"),
        ("Mori", "changed"),
    ]
    assert steps[-1]["kind"] == "upheld"
    assert "Panel vote by Kato: uphold the ruling" in desk.arbiter.read(path)
