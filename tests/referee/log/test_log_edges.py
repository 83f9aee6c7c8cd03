"""Hard cases of the log: several processes, long histories, retractions of retractions, names used twice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlmodel import select

from referee.clocks.firing import fire
from referee.clocks.locking import TIME_UP
from referee.core.chain import Author
from referee.core.database.database import consistent_read
from referee.core.service import Service
from referee.log.append import Log, Outdated, Posting
from referee.log.correction import Edit, PlannedReport, correction
from referee.log.table_game import DEPTH, TableGames
from referee.log.verify import log_findings
from referee.models import Deadline, GameTable
from rulesets.kernel.record import read_line
from rulesets.reports import as_report
from tests.referee.support.world import World

ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [3, 4]}
DRAW: dict[str, Any] = {"type": "draw", "player": "A", "card": "bank_dividend_50"}
NEXT: dict[str, Any] = {"type": "roll", "player": "B", "dice": [1, 2]}
RULING: dict[str, Any] = {"type": "ruling", "reason": "a note on the floor", "set": {"players": {"A": {"cash": 900}}}}
AUTHOR = Author("審判")


def in_the_log(world: World) -> list[dict[str, Any]]:
    return [read_line(line.report) for line in world.service.part(TableGames).lines(world.table, 0)]


def batch(world: World, base: int, *items: tuple[str, dict[str, Any]], whole: bool) -> Any:
    """Send a batch and return the answer."""
    rows = [{"client_id": name, "report": report} for name, report in items]
    body = {"base": base, "whole": whole, "items": rows}
    return world.ask("POST", f"/tables/{world.table}/batches", "device", json=body)


def corrected(world: World, by: str = "device", **body: Any) -> Any:
    """Send a correction and return the answer."""
    body = {"client_id": "correct-1", "reason": "misread", "trial": False, **body}
    return world.ask("POST", f"/tables/{world.table}/corrections", by, json=body)


def random_play(world: World, services: list[Service], random: Random, steps: int) -> str:
    """Let several processes report at random at a new table and return its id: legal and illegal reports, alone and in
    batches, each batch sent twice; retractions of near and distant entries; corrections of entries by themselves.
    """
    table = world.new_table(9, ruleset=random.choice(["jma-2006", "classic-ja", "wiki-2008"]))
    for step in range(steps):
        here, again = random.choice(services), random.choice(services)
        before = here.part(TableGames).at(table, here.part(TableGames).remembered(table).seq, whole=True)
        game = before.game
        postings = []
        for number in range(random.choice((1, 1, 1, 2, 3, DEPTH))):
            report = game.ruleset.mechanics.propose(game, random, hurry=False)
            if random.random() < 0.2 or report.get("amount", 0) > 10**18:  # which no request can contain
                report = {"type": "retract", "seq": max(1, game.seq - random.choice((0, 0, 1, 2, DEPTH, 40)))}
            postings.append(Posting(f"step-{step:04}-{number:02}", report, "at random"))
            game = game.ruleset.judge(game, as_report(report)).game
        whole = random.random() < 0.5
        try:
            done = here.part(Log).append(table, before.seq, postings, AUTHOR, whole=whole)
        except Outdated as late:
            assert [line.seq for line in late.since] == list(range(before.seq + 1, late.seq + 1))
            continue
        if done.logged:
            repeated = again.part(Log).append(table, before.seq, postings, AUTHOR, whole=whole)
            assert [each.line for each in repeated.logged] == [each.line for each in done.logged]
        if step % 5 == 0:
            correct_by_the_same(here, table, random)
    return table


def correct_by_the_same(service: Service, table: str, random: Random) -> None:
    """Check that correcting an entry by the same report leaves the game unchanged if nothing is dropped."""
    now = service.part(TableGames).current(table)
    whole = service.part(TableGames).at(table, now.seq, whole=True)
    lines = service.part(TableGames).lines(table, 0, now.seq)
    moves = [line for line in lines if line.accepted and read_line(line.report)["type"] != "retract"]
    for line in random.sample(moves, min(3, len(moves))):
        plan = correction(whole, lines, Edit(line.seq, [PlannedReport(read_line(line.report))]))
        if plan.possible and not plan.dropped:
            assert plan.answers[-1].game.state == now.game.state


@pytest.mark.parametrize("seed", range(2))
def test_random_reports_of_two_processes_lead_both_to_what_a_replay_of_the_log_gives(
    world: World, other: Flask, seed: int
) -> None:
    services = [world.service, other.extensions["referee"]]
    table = random_play(world, services, Random(seed), 50)
    game = world.service.part(TableGames).at_start(table).game
    states = [game.state]
    for line in world.service.part(TableGames).lines(table, 0):
        answer = game.ruleset.judge(game, read_line(line.report))
        game = answer.game
        states.append(game.state)
    assert [each.part(TableGames).current(table).game.state for each in services] == [states[-1], states[-1]]
    for seq in range(0, len(states), 7):
        assert TableGames(world.service.database).at(table, seq).game.state == states[seq]
    with consistent_read(world.service.database) as connection:
        assert list(log_findings(connection, table)) == []


def test_a_correction_reports_again_what_a_retraction_of_a_retraction_brought_back(world: World) -> None:
    for base, report in enumerate((ROLL, DRAW, NEXT)):
        world.report(base, report)
    world.report(3, {"type": "retract", "seq": 3}, reason="was it?")
    world.report(4, {"type": "retract", "seq": 4}, reason="it was")
    done = corrected(world, base=5, seq=2, report={**DRAW, "card": "building_loan_150"}).get_json()
    assert (done["again"], done["dropped"]) == ([3], [])
    assert in_the_log(world)[-1] == NEXT


@pytest.mark.parametrize("kind", [[], {}, 7, None], ids=repr)
def test_a_report_whose_type_is_no_word_is_refused_and_logged(world: World, kind: Any) -> None:
    response = world.report(0, {"type": kind})
    assert (response.status_code, response.get_json()["code"]) == (422, "refused")
    assert in_the_log(world) == [{"type": kind}]


def test_a_cursor_beyond_all_tables_gives_none(world: World) -> None:
    response = world.ask("GET", f"/rounds/{world.round}/tables?cursor={'9' * 30}")
    assert (response.status_code, response.get_json()["rows"]) == (200, [])


def test_a_process_that_is_behind_says_where_the_log_is(world: World, other: Flask) -> None:
    behind: Service = other.extensions["referee"]
    assert behind.part(TableGames).current(world.table).seq == 0
    world.report(0, ROLL)
    headers = {"Authorization": f"Bearer {world.tokens['device']}"}
    path = f"/api/v1/tables/{world.table}/entries?since=1"
    assert other.test_client().get(path, headers=headers).get_json() == {"seq": 1, "rows": [], "next": None}


def test_a_batch_with_a_name_that_stands_for_an_earlier_entry_names_that_entry(world: World) -> None:
    world.report(0, ROLL, client_id="earlier-1")
    for items in ([("earlier-1", ROLL), ("new-name-1", DRAW)], [("new-name-1", DRAW), ("earlier-1", ROLL)]):
        response = batch(world, 1, *items, whole=False)
        assert (response.get_json()["code"], response.get_json()["seq"]) == ("client_id_reused", 1)
    assert in_the_log(world) == [ROLL]


def test_a_batch_that_is_refused_by_a_process_that_is_behind_is_told_so(world: World, other: Flask) -> None:
    behind: Service = other.extensions["referee"]
    assert behind.part(TableGames).current(world.table).seq == 0
    world.report(0, ROLL)
    with pytest.raises(Outdated) as late:
        behind.part(Log).append(world.table, 0, [Posting("behind-1", ROLL), Posting("behind-2", NEXT)], AUTHOR)
    assert [line.seq for line in late.value.since] == [1]


def test_the_rest_of_a_batch_is_all_or_nothing_too(world: World) -> None:
    world.report(0, ROLL, client_id="part-one")
    response = batch(world, 0, ("part-one", ROLL), ("part-two", NEXT), whole=True).get_json()
    assert (response["done"], response["stopped"], [each["accepted"] for each in response["answers"]]) == (
        1,
        True,
        [False],
    )
    assert in_the_log(world) == [ROLL]


def test_what_happened_since_ends_where_the_log_is_said_to_be(
    world: World, other: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.report(0, ROLL)
    current = world.service.part(TableGames).current

    def and_another_report(table_id: str) -> Any:
        game = current(table_id)
        other.extensions["referee"].part(Log).append(world.table, game.seq, [Posting("quicker-1", DRAW)], AUTHOR)
        return game

    monkeypatch.setattr(world.service.part(TableGames), "current", and_another_report)
    with pytest.raises(Outdated) as late:
        world.service.part(Log).append(world.table, 0, [Posting("slower-1", NEXT)], AUTHOR)
    assert (late.value.seq, [line.seq for line in late.value.since]) == (1, [1])


def test_a_remembered_past_stays_short_however_the_reports_come(world: World) -> None:
    nothing = {"type": "retract", "seq": 10**6}  # refused, and logged
    world.service.part(Log).append(world.table, 0, [Posting("first-one", nothing)], AUTHOR)
    roll_back = [ROLL, {"type": "retract", "seq": 0}]
    for base in range(1, 40 * DEPTH, DEPTH):
        rows = [{**roll_back[number % 2], **({"seq": base + number} if number % 2 else {})} for number in range(DEPTH)]
        postings = [Posting(f"row-{base:04}-{number:02}", row, "over") for number, row in enumerate(rows)]
        assert len(world.service.part(Log).append(world.table, base, postings, AUTHOR).logged) == DEPTH
    kept = 0
    past = world.service.part(TableGames).remembered(world.table).game.past
    while past is not None:
        kept, past = kept + 1, past.before
    assert kept <= 3 * DEPTH


def test_a_correction_that_makes_a_ruling_again_is_the_benchs(world: World) -> None:
    world.report(0, ROLL)
    world.report(1, DRAW)
    world.report(2, RULING, by="arbiter")
    again: dict[str, Any] = {"base": 3, "seq": 2, "report": {**DRAW, "card": "building_loan_150"}}
    assert corrected(world, **again).status_code == 403
    assert len(in_the_log(world)) == 3
    assert corrected(world, "head_judge", **again).get_json()["again"] == [3]


def test_a_ruling_is_signed_wherever_it_is_tried_or_made(world: World) -> None:
    world.report(0, ROLL)
    body = {"reports": [RULING]}
    tried = world.ask("POST", f"/tables/{world.table}/trials", "arbiter", json=body).get_json()
    assert [each["accepted"] for each in tried["answers"]] == [True]
    done = corrected(world, "arbiter", base=1, seq=1, report=RULING).get_json()
    assert done["entries"][1]["report"]["by"] == "arbiter"


def test_corrections_with_long_names_that_begin_alike_are_two(world: World) -> None:
    world.report(0, ROLL)
    world.report(1, DRAW)
    name = "n" * 60
    first = corrected(world, client_id=f"{name}1", base=2, seq=2, report={**DRAW, "card": "building_loan_150"})
    assert first.status_code == 200
    second = corrected(world, client_id=f"{name}2", base=4, seq=4, report=DRAW)
    assert (second.status_code, len(in_the_log(world))) == (200, 6)
    assert all(len(line.client_id) <= 64 for line in world.service.part(TableGames).lines(world.table, 0))


def test_no_reporter_can_take_the_name_of_the_clocks_report(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert world.ask("POST", f"/rounds/{world.round}/clock", json={"kind": "start"}).status_code == 200
    wanted = select(Deadline).where(Deadline.table_id == world.table, Deadline.kind == TIME_UP)
    with world.service.database.read() as session:
        deadline = session.exec(wanted).one()
    for mark in "-.:_/":
        name = mark.join(("clock", deadline.id, str(deadline.turn)))
        base = world.service.part(TableGames).current(world.table).seq
        assert world.report(base, NEXT, client_id=name).status_code == 422
    monkeypatch.setattr(world.service.database, "now", lambda: deadline.due_at)
    fire(world.service, deadline.id)
    assert in_the_log(world)[-1] == {"type": "time_up"}


def test_an_entry_of_a_game_whose_ruleset_is_gone_is_answered_as_described(world: World) -> None:
    world.report(0, ROLL)
    with world.service.database.write() as session:
        table = session.get_one(GameTable, world.table)
        table.header = table.header.replace("jma-2006", "jma-1906")
        session.add(table)
    world.service.part(TableGames)._remembered.clear()
    response = world.ask("GET", f"/tables/{world.table}/entries/1")
    described = world.ask("GET", "/openapi.json").get_json()["paths"]["/api/v1/tables/{table_id}/entries/{seq}"]
    assert response.get_json()["code"] == "rules_changed"
    assert str(response.status_code) in described["get"]["responses"]


def test_a_table_made_in_a_closed_round_is_closed_until_the_round_is_opened(world: World) -> None:
    assert world.ask("POST", f"/rounds/{world.round}/close", json={"anyway": True, "reason": "late"}).status_code == 200
    path = f"/tables/{world.new_table(2)}"
    body = {"client_id": "report-0", "base": 0, "report": ROLL}
    assert world.ask("POST", f"{path}/entries", json=body).get_json()["code"] == "table_closed"
    assert world.ask("POST", f"/rounds/{world.round}/open").status_code == 200
    assert world.ask("POST", f"{path}/entries", json=body).status_code == 201


def test_taking_a_ruling_back_is_the_benchs(world: World) -> None:
    world.report(0, ROLL)
    world.report(1, RULING, "arbiter")
    back = {"type": "retract", "seq": 1}
    assert world.report(2, back, reason="a slip").status_code == 403
    correction = {"client_id": "correct-1", "base": 2, "seq": 1, "report": None, "reason": "a slip", "trial": True}
    assert world.ask("POST", f"/tables/{world.table}/corrections", "judge", json=correction).status_code == 403
    assert world.report(2, back, "head_judge", reason="agreed").status_code == 201


def test_a_correction_that_is_only_tried_is_told_of_what_happened_since(world: World) -> None:
    world.report(0, ROLL)
    world.report(1, DRAW)
    body = {"client_id": "correct-1", "base": 1, "seq": 1, "report": None, "reason": "a slip", "trial": True}
    answer = world.ask("POST", f"/tables/{world.table}/corrections", "device", json=body)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "outdated")
    assert [row["seq"] for row in answer.get_json()["since"]] == [2]


def test_a_number_that_no_database_has_is_no_entry(world: World) -> None:
    """Integers beyond 2^53 are refused as JSON; smaller ones may still be too large for a column."""
    huge = 2**53 - 1
    taken_back = world.report(0, {"type": "retract", "seq": huge}, reason="slip")
    assert (taken_back.status_code, taken_back.get_json()["code"]) == (422, "refused")
    assert world.ask("GET", f"/tables/{world.table}/entries/{2**70}").status_code == 404
