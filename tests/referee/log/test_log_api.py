"""The log of a table over HTTP: what reporters can rely on."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

import rulesets
from referee.core.chain import ChainLine, first_hash, next_hash
from referee.log.table_game import TableGames
from referee.models import GameTable
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World

RECORD = [json.loads(row) for row in Path("tests/records/kesef-0052.jsonl").read_text("utf-8").splitlines()]
ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [3, 4]}
DRAW: dict[str, Any] = {"type": "draw", "player": "A", "card": "bank_dividend_50"}
NEXT: dict[str, Any] = {"type": "roll", "player": "B", "dice": [1, 2]}


def lines(world: World) -> list[ChainLine]:
    """The log as it is stored."""
    return world.service.part(TableGames).lines(world.table, 0)


def test_an_accepted_report_is_logged_with_its_answer_and_author(world: World) -> None:
    response = world.report(0, ROLL)
    assert response.status_code == 201
    entry = response.get_json()
    assert (entry["seq"], entry["accepted"], entry["report"], entry["author"]) == (1, True, ROLL, "device")
    assert entry["answer"]["due"] == [{"kind": "draw", "player": "A", "deck": "chance"}]
    assert world.ask("GET", f"/tables/{world.table}/entries/1").get_json() == entry


@pytest.mark.parametrize(("language", "word"), [("en", "card"), ("ja", "カード"), ("zh", "卡")])
def test_a_refused_report_is_logged_and_names_its_clauses_in_the_readers_language(
    world: World, language: str, word: str
) -> None:
    world.report(0, ROLL)
    response = world.ask(
        "POST",
        f"/tables/{world.table}/entries?lang={language}",
        "device",
        json={"client_id": "report-0001", "base": 1, "report": ROLL},
    )
    problem = response.get_json()
    assert (response.status_code, response.content_type) == (422, "application/problem+json")
    assert problem["code"] == "refused"
    assert [each["clause"] for each in problem["refusals"]] == ["JMA/CARD-1"]
    assert word in problem["detail"]
    assert [line.accepted for line in lines(world)] == [True, False]


@pytest.mark.parametrize("report", [ROLL, NEXT], ids=["accepted", "refused"])
def test_a_report_posted_twice_is_logged_once_and_answers_the_same_twice(world: World, report: dict[str, Any]) -> None:
    first, second = world.report(0, report), world.report(0, report)
    assert first.status_code == second.status_code
    assert first.get_json() == second.get_json()
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    assert len(lines(world)) == 1


def test_a_report_is_answered_the_same_long_after(world: World) -> None:
    first = world.report(0, ROLL)
    world.report(1, DRAW)
    world.report(2, NEXT)
    again = world.report(0, ROLL)
    assert (again.status_code, again.get_json()) == (201, first.get_json())
    assert len(lines(world)) == 3


def test_a_report_based_on_an_older_entry_gets_what_happened_since(world: World) -> None:
    world.report(0, ROLL)
    world.report(1, DRAW)
    response = world.report(1, {**DRAW, "card": "release"}, "judge", client_id="another-tablet")
    problem = response.get_json()
    assert (response.status_code, problem["code"], problem["seq"]) == (409, "outdated", 2)
    assert [(row["seq"], row["report"]) for row in problem["since"]] == [(2, DRAW)]
    assert len(lines(world)) == 2


def test_a_report_based_on_an_entry_that_there_is_not_is_told_where_the_log_is(world: World) -> None:
    response = world.report(7, ROLL)
    assert (response.status_code, response.get_json()["code"], response.get_json()["seq"]) == (422, "base_ahead", 0)


def test_a_client_id_stands_for_one_report(world: World) -> None:
    world.report(0, ROLL)
    response = world.report(1, DRAW, client_id="report-0000")
    assert (response.status_code, response.get_json()["code"]) == (422, "client_id_reused")
    assert len(lines(world)) == 1


def test_the_log_is_chained_by_hash(world: World) -> None:
    for base, report in enumerate((ROLL, ROLL, DRAW, NEXT)):
        world.report(base, report)
    with world.service.database.read() as session:
        table = session.get(GameTable, world.table)
    assert table is not None
    before = first_hash(table.header)
    for line in lines(world):
        assert line.hash == next_hash(before, line)
        before = line.hash
    assert (table.head, table.seq) == (before, 4)


def test_a_batch_is_all_or_nothing(world: World) -> None:
    items = [
        {"client_id": "batch-001", "report": ROLL},
        {"client_id": "batch-002", "report": NEXT},
        {"client_id": "batch-003", "report": DRAW},
    ]
    body = {"base": 0, "items": items, "whole": True}
    answer = world.ask("POST", f"/tables/{world.table}/batches", "device", json=body).get_json()
    assert (answer["done"], answer["stopped"], answer["entries"]) == (0, True, [])
    assert [each["accepted"] for each in answer["answers"]] == [True, False]
    assert lines(world) == []


def test_a_batch_goes_as_far_as_it_goes_and_says_how_far(world: World) -> None:
    items = [
        {"client_id": "batch-001", "report": ROLL},
        {"client_id": "batch-002", "report": NEXT},
        {"client_id": "batch-003", "report": DRAW},
    ]
    body = {"base": 0, "items": items, "whole": False}
    answer = world.ask("POST", f"/tables/{world.table}/batches", "device", json=body).get_json()
    assert (answer["done"], answer["stopped"], answer["seq"]) == (2, True, 2)
    assert [each["accepted"] for each in answer["entries"]] == [True, False]
    again = world.ask("POST", f"/tables/{world.table}/batches", "device", json=body).get_json()
    assert again == answer


def test_a_batch_whose_first_part_is_logged_already_goes_on_behind_it(world: World) -> None:
    world.report(0, ROLL, client_id="batch-001")
    items = [{"client_id": "batch-001", "report": ROLL}, {"client_id": "batch-002", "report": DRAW}]
    body = {"base": 0, "items": items, "whole": False}
    answer = world.ask("POST", f"/tables/{world.table}/batches", "device", json=body).get_json()
    assert [each["seq"] for each in answer["entries"]] == [1, 2]
    assert len(lines(world)) == 2


def test_taking_back_needs_a_reason_and_is_an_entry(world: World) -> None:
    world.report(0, ROLL)
    without = world.report(1, {"type": "retract", "seq": 1})
    assert (without.status_code, without.get_json()["code"]) == (422, "invalid")
    taken = world.report(1, {"type": "retract", "seq": 1}, reason="3と4ではなく3と5でした")
    assert taken.status_code == 201
    assert lines(world)[-1].reason == "3と4ではなく3と5でした"
    assert world.ask("GET", f"/tables/{world.table}").get_json()["position"]["players"]["A"]["space"] == "go"


def test_a_ruling_is_the_benchs_and_carries_its_author(world: World) -> None:
    ruling = {"type": "ruling", "reason": "agreed", "apply": NEXT}
    assert world.report(0, ruling).status_code == 403
    response = world.report(0, ruling, "arbiter")
    assert response.status_code == 201
    assert response.get_json()["report"]["by"] == "arbiter"


def test_a_trial_is_judged_and_not_logged(world: World) -> None:
    world.report(0, ROLL)
    answer = world.ask("POST", f"/tables/{world.table}/trials", "device", json={"reports": [DRAW, NEXT]}).get_json()
    assert [each["accepted"] for each in answer["answers"]] == [True, True]
    earlier = world.ask(
        "POST", f"/tables/{world.table}/trials", "device", json={"reports": [{**ROLL, "dice": [5, 1]}], "at": 0}
    ).get_json()
    assert earlier["answers"][0]["due"][0]["deed"] == "oriental_avenue"
    assert len(lines(world)) == 1


def test_a_trial_to_the_end_judges_what_is_behind_a_refused_report_as_it_would_be_logged(world: World) -> None:
    world.report(0, ROLL)
    tried: dict[str, Any] = {"reports": [NEXT, DRAW, NEXT]}  # the throw comes before the card is drawn
    path = f"/tables/{world.table}/trials"
    assert len(world.ask("POST", path, "device", json=tried).get_json()["answers"]) == 1
    answer = world.ask("POST", path, "device", json=tried | {"to_the_end": True}).get_json()
    assert [each["accepted"] for each in answer["answers"]] == [False, True, True]
    logged = [world.report(base, report).status_code for base, report in enumerate(tried["reports"], start=1)]
    assert logged == [422, 201, 201]
    assert answer["changes"]


def test_a_correction_shows_its_consequences_and_then_reports_again_what_follows(world: World) -> None:
    for base, report in enumerate((ROLL, DRAW, NEXT)):
        world.report(base, report)
    body = {
        "client_id": "correct-1",
        "base": 3,
        "seq": 2,
        "report": {**DRAW, "card": "building_loan_150"},
        "reason": "misread",
        "trial": True,
    }
    trial = world.ask("POST", f"/tables/{world.table}/corrections", "device", json=body).get_json()
    assert (trial["again"], trial["dropped"], trial["entries"]) == ([3], [], [])
    assert len(lines(world)) == 3
    done = world.ask("POST", f"/tables/{world.table}/corrections", "device", json={**body, "trial": False}).get_json()
    assert [entry["report"]["type"] for entry in done["entries"]] == ["retract", "draw", "roll"]
    assert {line.reason for line in lines(world)[3:]} == {"misread"}
    players = world.ask("GET", f"/tables/{world.table}").get_json()["position"]["players"]
    assert players["A"]["cash"] == 1650


def test_a_correction_drops_what_does_not_follow_any_more(world: World) -> None:
    for base, report in enumerate((ROLL, DRAW, NEXT)):
        world.report(base, report)
    body = {
        "client_id": "correct-1",
        "base": 3,
        "seq": 2,
        "report": {**DRAW, "card": "poor_tax_15"},
        "reason": "misread",
        "trial": False,
    }
    done = world.ask("POST", f"/tables/{world.table}/corrections", "device", json=body).get_json()
    assert (done["again"], done["dropped"]) == ([], [3])


def test_nothing_is_reported_at_a_closed_table_until_it_is_opened_again(world: World) -> None:
    assert world.ask("POST", f"/tables/{world.table}/close", "scorer").status_code == 200
    refused = world.report(0, ROLL)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "table_closed")
    assert world.ask("POST", f"/tables/{world.table}/open", "head_judge").status_code == 200
    assert world.report(0, ROLL).status_code == 201


def test_entries_are_read_since_one_and_nothing_new_costs_no_body(world: World) -> None:
    for base, report in enumerate((ROLL, DRAW, NEXT)):
        world.report(base, report)
    page = world.ask("GET", f"/tables/{world.table}/entries?since=1&limit=1", "viewer")
    assert (page.get_json()["seq"], [row["seq"] for row in page.get_json()["rows"]]) == (3, [2])
    assert page.get_json()["next"] == 2
    nothing = world.ask("GET", f"/tables/{world.table}/entries?since=3", "viewer")
    tag = nothing.headers["ETag"]
    assert nothing.get_json() == {"seq": 3, "rows": [], "next": None}
    again = world.ask("GET", f"/tables/{world.table}/entries?since=3", "viewer", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def whole_game(world: World) -> str:
    """Make a table with the log of a whole game and return its id."""
    header = {name: RECORD[0][name] for name in ("ruleset", "edition", "seats")}
    table = world.new_table(2, **header)
    items = [{"client_id": f"game-{number:05}", "report": report} for number, report in enumerate(RECORD[1:])]
    for start in range(0, len(items), 200):
        body = {"base": start, "items": items[start : start + 200], "whole": False}
        answer = world.ask("POST", f"/tables/{table}/batches", json=body).get_json()
        assert not answer["stopped"], answer["entries"][-1]
    return table


def test_a_game_is_loaded_from_a_snapshot_and_a_tail_as_it_was_played(world: World) -> None:
    table = whole_game(world)
    played = world.service.part(TableGames).current(table)
    for seq in (played.seq, played.seq - 1, 101, 100, 99, 0):
        short, long = (TableGames(world.service.database).at(table, seq, whole=w) for w in (False, True))
        assert (short.game.state, short.head, short.seq) == (long.game.state, long.head, long.seq)
    record = rulesets.replay(played.header, RECORD[1:])
    assert record.game is not None
    assert played.game.state == record.game.state


def test_what_is_taken_back_may_lie_before_every_snapshot(world: World) -> None:
    table = whole_game(world)
    seq = world.service.part(TableGames).current(table).seq
    body = {"client_id": "far-back-1", "base": seq, "report": {"type": "retract", "seq": 5}, "reason": "from the start"}
    world.service.part(TableGames)._remembered.clear()
    assert world.ask("POST", f"/tables/{table}/entries", json=body).status_code == 201
    world.service.part(TableGames)._remembered.clear()
    loaded = world.service.part(TableGames).current(table)
    assert loaded.seq == seq + 1
    assert loaded.game.state == world.service.part(TableGames).at(table, 4).game.state


@EACH_DATABASE
def test_two_tablets_reporting_at_once_never_fork_the_log(world: World) -> None:
    reports = RECORD[1:60]
    header = {name: RECORD[0][name] for name in ("ruleset", "edition", "seats")}
    table = world.new_table(2, **header)
    answered: list[int] = []

    def tablet(name: str) -> None:
        base = 0
        while base < len(reports):
            body = {"client_id": f"{name}-{base:05}", "base": base, "report": reports[base]}
            response = world.ask("POST", f"/tables/{table}/entries", json=body)
            answered.append(response.status_code)
            if response.status_code == 201:
                base += 1
            else:
                assert response.status_code == 409, response.get_data(as_text=True)
                base = response.get_json()["seq"]

    tablets = [threading.Thread(target=tablet, args=(f"tablet-{number}",)) for number in range(3)]
    for each in tablets:
        each.start()
    for each in tablets:
        each.join()
    logged = world.service.part(TableGames).lines(table, 0)
    assert [json.loads(line.report) for line in logged] == reports
    assert answered.count(201) == len(reports)
