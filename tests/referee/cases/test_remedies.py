"""Remedies: each is previewed, makes an ordinary ruling, and leaves the position that it announces."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.languages import LANGUAGES
from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY

pytestmark = SQLITE_ONLY


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def position(desk: Desk) -> Any:
    """The position at the first table."""
    return desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["position"]


def preview(desk: Desk, path: str, kind: str, **fields: object) -> str:
    """The page of a remedy with its fields filled in."""
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    return desk.arbiter.read(f"{path}/remedies/{kind}?go=1&{query}")


def mend(desk: Desk, path: str, kind: str, status: int = 303, at: int | None = None, **fields: object) -> str:
    """Carry a remedy out."""
    page = preview(desk, path, kind, **fields)
    seq = desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["seq"] if at is None else at
    words = {"client_id": desk.fresh(), "facts": "Found so.", "decision": "So be it.", "at": seq}
    return desk.arbiter.send(f"{path}/remedies/{kind}", page, status, go=1, **words, **fields)


def test_back_to_an_entry_and_the_ruling_is_undone_again(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    before = position(desk)
    shown = preview(desk, path, "back", entry=1)
    assert "entry 1" in shown
    assert position(desk) == before, "a preview changes nothing"
    mend(desk, path, "back", entry=1)
    assert [each["kind"] for each in position(desk)["due"]] == ["buy_or_decline"]
    assert desk.case(path)["decision"]["effect"]["kind"] == "set"
    other = desk.opened(desk.tables[0])
    mend(desk, other, "undo", case=desk.case(path)["id"])
    assert position(desk) == before


def test_replacing_or_inserting_a_report_replays_what_still_follows(desk: Desk) -> None:
    table = desk.tables[0]
    first = desk.opened(table)
    mend(desk, first, "insert", entry=2, line="C b10")
    assert position(desk)["due"][0]["high"] == {"player": "C", "amount": 10}
    desk.report(table, 4, {"type": "bid", "player": "B", "amount": 20})
    desk.report(table, 5, {"type": "close_auction"})
    path = desk.opened(table)
    shown = preview(desk, path, "replace", entry=2, line="A+buy")
    assert "4, 5, 6" in shown  # the ruling, the bid and the hammer no longer follow from anything
    mend(desk, path, "replace", entry=2, line="A buy")
    assert position(desk)["deeds"]["baltic_avenue"]["owner"] == "A"
    assert position(desk)["players"]["B"]["cash"] == 1500
    again = desk.opened(table)
    assert "JMA/" in preview(desk, again, "insert", entry=0, line="B+12")  # B is not next, and the page says so


def test_money_deeds_tokens_and_buildings_are_moved(desk: Desk) -> None:
    for kind, fields, holds in (
        ("money", {"seat": "A", "to": "B", "amount": 30}, lambda now: now["players"]["B"]["cash"] == 1530),
        ("money", {"seat": "bank", "to": "A", "amount": 200}, lambda now: now["players"]["A"]["cash"] == 1670),
        ("deed", {"deed": "boardwalk", "to": "C", "mortgaged": 1}, lambda now: now["deeds"]["boardwalk"]["mortgaged"]),
        ("token", {"seat": "D", "space": "jail:1"}, lambda now: now["players"]["D"]["jail"] == 1),
        ("deed", {"deed": "boardwalk", "to": "bank"}, lambda now: "boardwalk" not in now["deeds"]),
    ):
        path = desk.opened(desk.tables[0])
        assert preview(desk, path, kind, **fields).count('class="why"') == 1
        mend(desk, path, kind, **fields)
        assert holds(position(desk)), kind


def test_a_player_who_leaves_is_out_and_the_deeds_are_auctioned(desk: Desk) -> None:
    case = desk.opened(desk.tables[0])
    mend(desk, case, "deed", deed="boardwalk", to="D")
    back = desk.opened(desk.tables[0])
    mend(desk, back, "back", entry=0)
    path = desk.opened(desk.tables[0])
    mend(desk, path, "withdraw", seat="C")
    assert position(desk)["players"]["C"]["out"]


def test_minutes_and_a_penalty_by_the_regulation(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    mend(desk, path, "minutes", amount=5)
    assert desk.case(path)["decision"]["effect"]["minutes"] == 5
    other = desk.opened(desk.tables[0])
    player = desk.cup.players["A"]
    mend(desk, other, "fine", seat=player, category="protest")
    assert desk.case(other)["decision"]["effect"]["penalty"]["step"] == "caution"


def test_what_changes_nothing_or_came_too_late_is_refused(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    assert "This would change nothing" in preview(desk, path, "money", seat="A", to="A", amount=5)
    assert 'role="alert"' in preview(desk, path, "back", entry=99)
    mend(desk, path, "money", 409, at=1, seat="A", to="B", amount=5)
    desk.arbiter.read(f"{path}/remedies/none", 404)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remedy_has_its_page_in_each_language(desk: Desk, language: str) -> None:
    path = desk.opened(desk.tables[0])
    for kind in ("back", "insert", "replace", "money", "deed", "token", "withdraw", "undo", "minutes", "fine"):
        assert "<form" in desk.arbiter.read(f"{path}/remedies/{kind}?lang={language}&irregularity=slow-play")


def test_the_guide_leads_from_what_was_said_to_words_and_remedies(desk: Desk) -> None:
    path = desk.opened(desk.tables[0], note="one die fell on the floor")
    page = desk.arbiter.read(path)
    assert f"{path}?irregularity=die-off" in page
    chosen = desk.arbiter.read(f"{path}?irregularity=die-off")
    assert "The throw is void; … throws both dice again." in chosen
    assert f"{path}/remedies/back?irregularity=die-off" in chosen
    assert "One die came to rest …." in desk.arbiter.read(f"{path}/remedies/back?irregularity=die-off&go=1&entry=0")


def test_programs_are_told_the_effect_that_a_remedy_is_and_decide_by_it(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    case = desk.case(path)["id"]
    wanted = {"kind": "money", "seat": "A", "to": "B", "amount": 30}
    proposed = desk.world.ask("POST", f"/cases/{case}/remedies", "organizer", json=wanted).get_json()
    assert proposed["trial"]["accepted"]
    assert proposed["effect"]["set"]["players"]["B"]["cash"] == 1530
    ruling = {"client_id": desk.fresh(), "facts": "x", "decision": "y", "effect": proposed["effect"]}
    assert desk.world.ask("POST", f"/cases/{case}/decision", "organizer", json=ruling).status_code == 200
    assert position(desk)["players"]["B"]["cash"] == 1530
    for odd in ({"kind": "money", "seat": "A", "to": "A"}, {"kind": "minutes"}, {"kind": "fine"}, {"kind": "none"}):
        assert desk.world.ask("POST", f"/cases/{case}/remedies", "organizer", json=odd).status_code == 422, odd


def test_the_head_judge_changes_a_ruling_on_appeal_by_a_remedy(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    mend(desk, path, "money", seat="A", to="B", amount=30)
    desk.send(path, do="appeal", player="A", text="No.")
    assert "Reasons for the change" not in preview(desk, path, "money", seat="B", to="A", amount=30), "not by who ruled"
    assert f"{path}/remedies/undo" in desk.head.read(path)
    fields = {"case": desk.case(path)["id"]}
    shown = desk.head.read(f"{path}/remedies/undo?go=1&case={fields['case']}")
    words: dict[str, Any] = {"client_id": desk.fresh(), "facts": "Seen.", "decision": "Back."}
    seq = desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["seq"]
    desk.head.send(f"{path}/remedies/undo", shown, go=1, at=seq, outcome_reasons="B's.", **words, **fields)
    assert desk.case(path)["appeals"]["outcome"] == "changed"
    assert position(desk)["players"]["B"]["cash"] == 1500
