"""Runs of long documents: their progress, what a power cut leaves of them, and a full disk."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from referee.printing.runs import runs
from referee.printing.runs import state as run_state
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.running import PATIENCE
from tests.referee.support.world import World
from tests.tournaments.paper_samples import fonts_of, page_count, title_of

pytestmark = pytest.mark.process


def finished(world: World, path: str) -> dict[str, Any]:
    """Wait until a run is over and return it."""
    until = time.monotonic() + PATIENCE
    while True:
        run: dict[str, Any] = world.ask("GET", f"{path}?lang=en").get_json()
        if run["state"] != "running":
            return run
        assert time.monotonic() < until, run
        time.sleep(0.1)


@SQLITE_ONLY
def test_a_long_document_is_made_by_a_process_that_tells_how_far_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.printing.responses.MOST_SHEETS", 1)
    at = f"/events/{world.event}/papers/move-logs"
    long = world.ask("GET", f"{at}?lang=en")
    assert (long.status_code, long.get_json()["code"]) == (409, "paper_long")
    started = world.ask("POST", f"{at}/runs?language=en")
    assert started.status_code == 202
    assert started.get_json()["state"] in ("running", "done")
    path = started.headers["Location"].removeprefix("/api/v1")
    run = finished(world, path)
    assert (run["state"], run["done"], run["sheets"], run["problem"]) == ("done", 2, 2, None)
    response = world.ask("GET", f"{path}/file")
    monkeypatch.undo()
    at_once = world.ask("GET", f"{at}?language=en").data
    assert fonts_of(response.data) == fonts_of(at_once) and page_count(response.data) == page_count(at_once) == 2
    assert title_of(response.data).startswith("Move log")
    other = path.replace("move-logs", "name-tags")
    assert world.ask("GET", other).status_code == 404
    assert world.ask("GET", f"{at}/runs/..%2f..%2fsecret").status_code == 404


@SQLITE_ONLY
def test_a_run_that_is_killed_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    at = f"/events/{world.event}/papers/name-tags/runs"
    real = subprocess.Popen

    def killed(_command: list[str], **options: Any) -> Any:
        dies = f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})"
        return real([sys.executable, "-c", dies], **options)

    monkeypatch.setattr("referee.printing.runs.runs.subprocess.Popen", killed)
    path = world.ask("POST", at).headers["Location"].removeprefix("/api/v1")
    broken = finished(world, path)
    assert (broken["state"], broken["problem"]["code"]) == ("failed", "run_broken")
    assert world.ask("GET", f"{path}/file").status_code == 404


@SQLITE_ONLY
def test_only_so_many_are_made_at_a_time_and_old_ones_are_cleared_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = subprocess.Popen
    begun: list[subprocess.Popen[bytes]] = []

    def slow(_command: list[str], **options: Any) -> Any:
        begun.append(real([sys.executable, "-c", "input()"], **{**options, "stdin": subprocess.PIPE}))
        return begun[-1]

    monkeypatch.setattr("referee.printing.runs.runs.subprocess.Popen", slow)
    at = f"/events/{world.event}/papers/name-tags/runs"
    monkeypatch.setattr(run_state, "SILENT_SECONDS", -1)  # they may be silent, but they are alive
    assert [world.ask("POST", at).status_code for _ in range(3)] == [202, 202, 409]
    ended(begun[0])
    assert world.ask("POST", at).status_code == 202, "the slot of the dead one is free at once"
    assert world.ask("POST", at).status_code == 409
    for process in begun:
        ended(process)
    papers = world.service.settings.data / "papers"
    for each in papers.glob("*/state.json"):  # as a power cut may leave it
        each.write_text("")
    assert world.ask("POST", at).status_code == 202
    runs.clear(world.service.settings.data)
    assert len(list(papers.iterdir())) == 4
    monkeypatch.setattr(runs, "KEPT_SECONDS", -1)
    runs.clear(world.service.settings.data)
    assert list(papers.iterdir()) == []
    for process in begun:
        ended(process)


def ended(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, as a power cut would."""
    process.kill()
    process.wait()
    assert process.stdin is not None
    process.stdin.close()


@SQLITE_ONLY
def test_runs_outlive_the_process_that_began_them_and_block_nothing_once_they_are_dead(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut there are two folders that say `running`, but no process."""
    at = f"/events/{world.event}/papers/name-tags/runs"
    path = world.ask("POST", at).headers["Location"].removeprefix("/api/v1")
    finished(world, path)
    papers = world.service.settings.data / "papers"
    done = next(papers.iterdir())
    for number in range(2):
        left = papers / f"{number:018}"
        shutil.copytree(done, left)
        state = json.loads((left / "state.json").read_text("utf-8"))
        (left / "state.json").write_text(json.dumps({**state, "state": "running"}), "utf-8")
        shown = world.ask("GET", f"{at}/{left.name}").get_json()
        assert (shown["state"], shown["problem"]["code"]) == ("failed", "run_broken")
    assert world.ask("POST", at).status_code == 202


def test_on_a_full_disk_a_document_is_a_clear_problem_in_every_language_and_leaves_nothing_half(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: Any, **_options: Any) -> Any:
        raise OSError(28, "No space left on device")

    at = f"/events/{world.event}/papers/name-tags"
    papers = world.service.settings.data / "papers"
    with monkeypatch.context() as patched:
        patched.setattr("referee.printing.responses.render_pdf", full)
        patched.setattr("referee.printing.runs.runs.write", full)
        for language, title in (("en", "The disk is full"), ("ja", "ディスクがいっぱいです"), ("zh", "磁盘已满")):
            for method, address in (("GET", at), ("POST", f"{at}/runs")):
                answer = world.ask(method, f"{address}?lang={language}")
                assert (answer.status_code, answer.get_json()["code"]) == (507, "disk_full")
                assert answer.get_json()["title"] == title
    assert list(papers.iterdir()) == []
    # For the process that makes it, a file size limit acts like a full disk.
    real = subprocess.Popen

    def cramped(command: list[str], **options: Any) -> Any:
        limited = (
            "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500));"
            " sys.argv = sys.argv[1:]; runpy.run_module('referee.printing.runs.child', run_name='__main__')"
        )
        return real([command[0], "-B", "-c", limited, *command[2:]], **options)

    monkeypatch.setattr("referee.printing.runs.runs.subprocess.Popen", cramped)
    path = world.ask("POST", f"{at}/runs").headers["Location"].removeprefix("/api/v1")
    run = finished(world, path)
    assert (run["state"], run["problem"]["code"]) == ("failed", "disk_full")
    [folder] = papers.iterdir()
    assert {each.name for each in folder.iterdir()} == {"state.json", "lock"}
