"""Steps of the wall clock: nothing rings, locks or expires because somebody has set it.  No real clock is touched."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy import text

from referee.clocks.steps import STORE_INTERVAL, UNDER_WAY, Ticker
from referee.core import steady_clock as steady
from referee.core.access.limits import Rate
from referee.core.language import words
from referee.core.problems import Problem
from referee.core.steady_clock import STEP
from referee.models import base
from tests.referee.support.databases import EACH_DATABASE, POSTGRESQL_ONLY
from tests.referee.support.machine import HOUR, MINUTE, Machine
from tests.referee.support.people import account, logged_in, new_code
from tests.referee.support.world import World


@pytest.fixture
def machine(world: World) -> Machine:
    return Machine(world)


@pytest.mark.slow
@pytest.mark.parametrize("step", [60, -60, 2 * 365 * 24 * 60, -10 * 365 * 24 * 60])
def test_a_step_holds_the_round_and_what_is_left_is_what_was_not_played(machine: Machine, step: int) -> None:
    machine.move("start")
    machine.advance(20)
    machine.set_wall(step)
    machine.advance(0.005)
    held = machine.clock()
    assert (held["running"], held["held"], held["deadline_at"]) == (False, True, None)
    assert held["remaining"] == pytest.approx(70 * MINUTE, abs=1000)
    assert [(each["kind"], each["author"], each["seconds"]) for each in held["activations"]] == [
        ("start", "head_judge", 0),
        ("hold", "clock", step * 60),
    ]
    machine.advance(15)
    assert machine.time_ups() == 0
    assert not any(each["fired"] for each in held["warnings"])
    machine.move("start")
    going = machine.clock()
    assert (going["running"], going["held"]) == (True, False)
    assert going["remaining"] == pytest.approx(70 * MINUTE, abs=1000)
    machine.advance(69.5)
    assert machine.time_ups() == 0
    machine.advance(0.6)
    assert machine.time_ups() == 1


def test_an_hour_forward_and_back_again_holds_twice_and_loses_nothing(machine: Machine) -> None:
    machine.move("start")
    for step in (60, -60):
        machine.set_wall(step)
        machine.advance(0.01)
        assert machine.clock()["held"]
        machine.move("start")
        machine.advance(10)
    assert machine.drift == 0
    assert machine.clock()["remaining"] == pytest.approx(70 * MINUTE, abs=3000)


def test_slewing_and_small_steps_hold_nothing(machine: Machine) -> None:
    machine.move("start")
    for _ in range(40):
        machine.set_wall((STEP - 500) / 2 / MINUTE)  # in total more than a minute
        machine.advance(1)
    assert machine.drift == 0
    assert machine.clock()["running"]


@EACH_DATABASE
def test_of_several_processes_one_holds_the_round_and_all_go_by_the_same_clock(machine: Machine) -> None:
    machine.move("start")
    with machine.another_process() as other:
        machine.advance(10, machine.ticker, other)
        machine.set_wall(60)
        threads = [threading.Thread(target=each.tick) for each in (machine.ticker, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        machine.advance(0.01, other, machine.ticker)
        clock = machine.clock()
        assert [each["kind"] for each in clock["activations"]] == ["start", "hold"]
        databases = [each.service.database for each in (machine.ticker, other)]
        assert databases[0].now() == databases[1].now()
        assert {each.agreed for each in databases} == {-60 * MINUTE}


@pytest.mark.parametrize("step", [60, -60])
def test_a_step_while_the_service_was_down_is_noticed_by_the_same_boot(machine: Machine, step: int) -> None:
    machine.move("start")
    machine.advance(30)
    machine.set_wall(step)
    machine.passed += 5 * MINUTE
    machine.wall += 5 * MINUTE
    with machine.another_process():
        clock = machine.clock()
    assert clock["held"]
    assert clock["remaining"] == pytest.approx(55 * MINUTE, abs=1000)
    assert machine.time_ups() == 0


def test_a_clock_that_begins_behind_what_was_seen_is_noticed_after_a_new_boot(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.move("start")
    machine.advance(30)
    monkeypatch.setattr("referee.clocks.locking.boot", lambda: "another")
    machine.passed = MINUTE
    machine.set_wall(-10 * 365 * 24 * 60)
    with machine.another_process() as ticker:
        clock = machine.clock()
        assert clock["held"]
        assert clock["remaining"] == pytest.approx(60 * MINUTE, abs=STORE_INTERVAL)
        machine.advance(200, ticker)
    assert machine.time_ups() == 0


def test_a_power_cut_and_a_sleep_count_as_time_that_passed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.move("start")
    machine.advance(20)
    machine.advance(30)  # asleep: both clocks went on, but nothing ticked
    assert machine.clock()["remaining"] == 40 * MINUTE
    monkeypatch.setattr("referee.clocks.locking.boot", lambda: "another")
    machine.passed = MINUTE
    machine.wall += 45 * MINUTE
    with machine.another_process():
        assert machine.time_ups() == 1


def test_once_no_round_is_under_way_the_wall_clock_counts_again_and_nobody_is_logged_out(machine: Machine) -> None:
    account(machine.world)
    browser, _ = logged_in(machine.world)
    code = new_code(machine.world)
    machine.move("start")
    machine.advance(20)
    machine.set_wall(400 * 24 * 60)
    machine.advance(0.01)
    machine.move("start")
    machine.advance(20)
    assert machine.drift == -400 * 24 * 60
    body = {"anyway": True, "reason": "Over."}
    machine.world.ask("POST", f"/rounds/{machine.world.round}/close", "head_judge", json=body)
    machine.advance(0.01)
    assert machine.drift == 0
    assert browser.get("/api/v1/me").status_code == 200
    assert machine.world.ask("POST", "/devices", None, json={"code": code}).status_code == 201
    machine.advance(15 * 24 * 60)
    assert browser.get("/api/v1/me").status_code == 401


def test_put_back_the_wall_clock_counts_again_once_the_results_are_public(machine: Machine) -> None:
    machine.move("start")
    machine.advance(20)
    machine.set_wall(-60)
    machine.advance(0.01)
    path = f"/rounds/{machine.world.round}"
    machine.world.ask("POST", f"{path}/close", "head_judge", json={"anyway": True, "reason": "Over."})
    machine.advance(1)
    assert machine.drift == 60
    machine.world.ask("POST", f"{path}/open", "head_judge")
    machine.move("start")
    machine.advance(1)
    assert machine.clock()["remaining"] == pytest.approx(69 * MINUTE, abs=2000)
    machine.advance(UNDER_WAY / MINUTE + 61)
    assert machine.drift == 0


def test_without_a_round_a_step_is_followed_at_once_and_windows_from_the_future_are_over(machine: Machine) -> None:
    limits, rate = machine.world.service.limits, Rate("x", 1, 60)
    limits.spend(rate, "somebody")
    with pytest.raises(Problem):
        limits.spend(rate, "somebody")
    for _ in range(3):
        limits.trial("credential")
    machine.set_wall(-60)
    machine.advance(0.01)
    machine.advance(0.01)
    assert machine.drift == 0
    limits.spend(rate, "somebody")
    limits.trial("credential")
    with pytest.raises(Problem):
        limits.spend(rate, "somebody")


@pytest.mark.parametrize("step", [60, -60])
def test_log_ins_trials_and_reports_go_on_in_the_moment_of_the_step(machine: Machine, step: int) -> None:
    world = machine.world
    account(world)
    machine.move("start")
    machine.advance(1)
    report = {"type": "roll", "player": "A", "dice": [3, 4]}
    trial = {"base": 0, "report": report}
    path = f"/tables/{world.table}/trial"
    before = world.ask("POST", path, "device", json=trial).status_code
    machine.set_wall(step)  # before any ticker has ticked
    logged_in(world)
    assert world.ask("POST", path, "device", json=trial).status_code == before
    assert world.report(0, report).status_code == 201
    assert machine.clock()["remaining"] == 89 * MINUTE
    assert machine.time_ups() == 0


def test_a_round_is_started_by_the_shared_clock(machine: Machine) -> None:
    with machine.another_process() as other:
        machine.set_wall(60)
        for _ in range(2):
            other.tick()  # this process goes by the wall clock again; the world's own has not looked yet
        assert (other.service.database.agreed, machine.ticker.service.database.now()) == (0, machine.wall - 60 * MINUTE)
        machine.move("start")
        machine.advance(10, other)
    assert machine.clock()["remaining"] == 80 * MINUTE


def test_without_the_database_the_clock_goes_on_and_nothing_fires(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.move("start")
    machine.set_wall(200)
    with monkeypatch.context() as away:
        away.setattr("referee.clocks.steps.hold_all", lambda _service: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            machine.advance(1)
        assert machine.time_ups() == 0
    machine.advance(1)
    assert machine.time_ups() == 0
    assert machine.clock()["held"]


def test_identifiers_go_on_where_they_were_when_the_clock_was_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_latest", 0)
    now = [1_800_000_000_000]
    monkeypatch.setattr("referee.models.base.time.time_ns", lambda: now[0] * 1_000_000)
    before = base.new_id()
    now[0] -= HOUR
    assert base.new_id()[:10] == before[:10]
    base.ensure_ids_after(1_900_000_000_000)
    assert base.new_id()[:10] > before[:10]
    ids = [base.new_id() for _ in range(100)]  # in order among themselves as well, although the clock stands still
    assert ids == sorted(set(ids))


def test_a_process_that_is_held_up_between_two_readings_reads_again(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = iter([0, 4 * MINUTE, 4 * MINUTE, 4 * MINUTE])
    monkeypatch.setattr(steady, "passed", lambda: next(readings))
    assert steady.read_machine_clocks()[1] == 4 * MINUTE
    assert next(readings, None) is None


def test_the_clock_that_nobody_sets_goes_on() -> None:
    assert steady.passed() <= steady.passed()
    assert isinstance(steady.boot(), str)


@POSTGRESQL_ONLY
def test_a_step_of_the_database_servers_clock_is_noticed_and_one_of_this_machine_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = world.service.database
    name = database.url.database
    with database.write() as session:
        for statement in (
            "CREATE SCHEMA wrong",
            "CREATE TABLE wrong.step (by interval)",
            "INSERT INTO wrong.step VALUES ('0')",
            "CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
            " 'SELECT pg_catalog.clock_timestamp() + by FROM wrong.step'",
            f'ALTER DATABASE "{name}" SET search_path = wrong, pg_catalog, public',
        ):
            session.connection().execute(text(statement))
    database.engine.dispose()
    ticker = Ticker(world.service)
    ticker.tick()
    assert world.ask("POST", f"/rounds/{world.round}/clock", json={"kind": "start"}).status_code == 200
    before = database.now()
    monkeypatch.setattr("referee.core.steady_clock.time.time_ns", lambda: 0)
    database.check_clock()
    ticker.tick()
    assert world.ask("GET", f"/rounds/{world.round}/clock").get_json()["running"]
    with database.write() as session:
        session.connection().execute(text("UPDATE wrong.step SET by = '-1 hour'"))
    database.check_clock()
    ticker.tick()
    clock = world.ask("GET", f"/rounds/{world.round}/clock").get_json()
    assert clock["held"]
    assert clock["activations"][-1]["seconds"] == pytest.approx(-3600, abs=5)
    assert before <= database.now() < before + HOUR


def test_the_desk_shows_what_is_held_and_one_button_goes_on(machine: Machine) -> None:
    world = machine.world
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["organizer"])
    desk = f"/events/{world.event}"
    sentences = {"ja": "1:00:00 進められました", "en": "set forward by 1:00:00", "zh": "拨快了 1:00:00"}
    machine.move("start")
    machine.advance(20)
    assert sentences["ja"] not in browser.get(desk).get_data(as_text=True)
    machine.set_wall(60)
    machine.advance(0.005)
    for language, sentence in sentences.items():
        page = browser.get(desk, headers={"Accept-Language": language}).get_data(as_text=True)
        assert sentence in page
        assert "70:00" in page
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    form = {"csrf_token": token, "rounds": [world.round]}
    told = browser.post(desk, data={**form, "rounds": ["nothing", world.round]}, headers={"Accept-Language": "en"})
    assert (told.status_code, words("en")["chosen_unknown"] in told.get_data(as_text=True)) == (409, True)
    for _ in range(2):  # pressing it twice resumes only once
        assert browser.post(desk, data=form).status_code == 303
    clock = machine.clock()
    assert [each["kind"] for each in clock["activations"]] == ["start", "hold", "start"]
    assert clock["remaining"] == pytest.approx(70 * MINUTE, abs=1000)
    assert "1:00:00" not in browser.get(desk).get_data(as_text=True)
    judge = world.app.test_client()
    judge.set_cookie("referee", world.tokens["judge"])
    token = judge.get("/api/v1/me").get_json()["form_token"]
    assert judge.post(desk, data={"csrf_token": token, "rounds": [world.round]}).status_code == 403
