"""Nothing that the tests start outlives them, whatever ends them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.attack.processes import parents
from tests.leftovers import MARK, PROC, marked
from tests.referee.support import browser, postgresql
from tests.referee.support.running import PATIENCE

pytestmark = [pytest.mark.process, pytest.mark.skipif(not PROC.is_dir(), reason="processes are found in /proc")]
ROOT = Path(__file__).resolve().parents[1]
ONE_OF_EACH = """
import os, sys
from contextlib import ExitStack
from pathlib import Path
from tests.leftovers import MARK, end_with_this_process
end_with_this_process()
from tests.referee.support import browser, postgresql
from tests.referee.support.running import PROGRAM, running
with ExitStack() as stack:
    for name, program in (("forked", ()), ("started", PROGRAM)):
        folder = Path(sys.argv[1], name)
        folder.mkdir()
        stack.enter_context(running(folder, program=program))
    if postgresql.programs():
        stack.enter_context(postgresql.server())
    if browser.installed():
        stack.enter_context(browser.chromium()).new_page()
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
    assert os.getpid() not in marked(os.environ[MARK])  # it is set after its own start, and inherited
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert child.pid in marked(os.environ[MARK])


def test_nothing_is_left_of_a_run_that_was_killed(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", ONE_OF_EACH, tmp_path],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None and child.stdin is not None
    mark = child.stdout.readline().strip()
    begun = {pid: command(pid) for pid in with_children(marked(mark))}
    wanted = {"forkserver", "referee.cli", *(["postgres"] if postgresql.programs() else [])}
    wanted |= {"chromium"} if browser.installed() else set()
    assert {each for each in wanted if any(each in one for one in begun.values())} == wanted
    child.kill()
    child.wait()
    child.stdin.close()
    child.stdout.close()
    until = time.monotonic() + PATIENCE
    while left := {pid: what for pid, what in begun.items() if what and command(pid) == what}:
        assert time.monotonic() < until, left
        time.sleep(0.05)
    assert not marked(mark)
