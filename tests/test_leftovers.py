"""Nothing that the tests start outlives them, whatever ends them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import programs
from tests.attack.processes import parents
from tests.leftovers import MARK, PROC, marked
from tests.referee.support import postgresql
from tests.referee.support.running import PATIENCE

pytestmark = [pytest.mark.process, pytest.mark.skipif(not PROC.is_dir(), reason="processes are found in /proc")]
ROOT = Path(__file__).resolve().parents[1]
ONE_OF_EACH = """
import os, sys
from contextlib import ExitStack
from pathlib import Path
from tests import programs
from tests.leftovers import MARK, end_with_this_process
end_with_this_process()
from tests.referee.support import browser, postgresql
from tests.referee.support.running import PROGRAM, Running, free_port, running
with ExitStack() as stack:
    stack.enter_context(running(Path(sys.argv[1])))
    if postgresql.programs():
        stack.enter_context(postgresql.server())
    if programs.has_browser():
        stack.enter_context(browser.chromium()).new_page()
    started = Path(sys.argv[1], "started")
    started.mkdir()
    Running(started, free_port(), program=PROGRAM)  # it is ended whether or not it is ready by then
    print(os.environ[MARK], flush=True)
    sys.stdin.read()
"""


def command(pid: int) -> str:
    """The command line of a living process; empty if it has ended."""
    try:
        return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def with_children(pids: list[int]) -> set[int]:
    """Processes and all their descendants."""
    parent_of = parents()
    members = list(pids)
    for each in members:
        members += [child for child, parent in parent_of.items() if parent == each and child not in members]
    return set(members)


def test_this_run_is_watched() -> None:
    assert os.getpid() not in marked(os.environ[MARK].split()[-1])  # it is set after its own start, and inherited
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert all(child.pid in marked(each) for each in os.environ[MARK].split())


def test_nothing_is_left_of_a_run_that_was_killed(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", ONE_OF_EACH, tmp_path],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stdin is not None
    mark = child.stdout.readline().split()[-1]  # the one of its own, after those of the run that it is part of
    begun = {pid: command(pid) for pid in with_children(marked(mark))}
    wanted = {"forkserver", "referee.cli serve", *(["postgres"] if postgresql.programs() else [])}
    wanted |= {"chromium"} if programs.has_browser() else set()
    assert {each for each in wanted if any(each in one for one in begun.values())} == wanted
    child.kill()
    child.wait()
    child.stdin.close()
    child.stdout.close()
    wait_for_the_end(begun)
    assert not marked(mark)


def wait_for_the_end(begun: dict[int, str]) -> None:
    """Wait until none of these processes is left.  ``begun``: their command lines."""
    until = time.monotonic() + PATIENCE
    while left := {pid: what for pid, what in begun.items() if what and command(pid) == what}:
        assert time.monotonic() < until, left
        time.sleep(0.05)


WATCHED = """
from tests.leftovers import end_with_this_process

def pytest_configure():
    end_with_this_process()
"""
LONG = """
import os, signal, subprocess, sys, time, pytest

@pytest.mark.parametrize("number", range(2))
def test_that_takes_long(number, tmp_path):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a test may be deaf to what asks its process to end
    started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(os.path.join(os.path.dirname(__file__), f"begun-{number}"), "w") as file:
        file.write(str(started.pid))
    time.sleep(600)
"""


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("without_watchdog", [False, True])
def test_nothing_is_left_of_several_processes_whose_controller_was_killed(
    tmp_path: Path, kind: signal.Signals, without_watchdog: bool
) -> None:
    (tmp_path / "conftest.py").write_text(WATCHED)
    (tmp_path / "pytest.ini").write_text("[pytest]")
    (tmp_path / "test_long.py").write_text(LONG)
    options = ["-q", "-p", "xdist", "-n2", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # loading all of them takes longer than the test
    controller = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, "-c", tmp_path / "pytest.ini", tmp_path / "test_long.py"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    until = time.monotonic() + PATIENCE
    while len(list(tmp_path.glob("begun-*"))) < 2:
        assert time.monotonic() < until and controller.poll() is None
        time.sleep(0.05)
    begun = {pid: command(pid) for pid in with_children([controller.pid])}
    assert sum("sleep(600)" in each for each in begun.values()) == 2
    if without_watchdog:
        (watchdog,) = [pid for pid, what in begun.items() if f"leftovers.py {controller.pid} " in what]
        os.kill(watchdog, signal.SIGKILL)
    controller.send_signal(kind)
    controller.wait()
    wait_for_the_end(begun)
