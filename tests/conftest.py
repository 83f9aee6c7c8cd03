"""Settings for all tests: property tests have no deadline, CI always uses the same examples, tests that need a browser,
a process, PostgreSQL or another program are marked, and CI reruns these once when they fail.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import programs
from tests.leftovers import end_with_this_process

settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("project"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "project")

# Bytecode is cached even if the environment says otherwise: else each process of a run, and each that a test starts,
# compiles a thousand modules again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Otherwise the garbage collector traverses thousands of tests and all that they import again and again.
gc.set_threshold(50_000, 20, 100)

IN_CI = bool(os.environ.get("CI"))
EXTERNAL_MARKS = ("browser", "process", "postgresql", "program")
"""Marks of tests that depend on external programs: on an overloaded machine one in thousands fails by chance.  CI
reruns such a test once and lists it as rerun (docs/testing.md); elsewhere it fails.
"""
LONG_MARKS = ("browser", "process", "slow")
"""Marks of tests that take seconds."""

started: set[str] = set()
"""The programs that were started since it was emptied."""


_start = subprocess.Popen.__init__


def note_program(self: subprocess.Popen[Any], args: Any, *more: Any, **options: Any) -> None:
    """Note each program that this process starts.  An audit hook would see them, too, but Python calls it for every
    file, import and `id`, which was a twentieth of what the tests took.
    """
    started.add(os.fsdecode(args if isinstance(args, str | bytes | os.PathLike) else args[0]))
    _start(self, args, *more, **options)


subprocess.Popen.__init__ = note_program  # type: ignore[method-assign]


def pytest_configure() -> None:
    """Let nothing that the tests start outlive them."""
    end_with_this_process()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the browser, service or server that they need, before they are selected by marks; sort all."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        for fixture in programs.MARKS.keys() & set(fixtures):
            item.add_marker(programs.MARKS[fixture])
        if "service" in fixtures or "installed" in fixtures:
            item.add_marker("process")
        if "postgresql" in parameters:
            item.add_marker("postgresql")
        if IN_CI and any(item.get_closest_marker(mark) for mark in EXTERNAL_MARKS):
            item.add_marker(pytest.mark.flaky(reruns=1))
    # Each file is run by one process.  The longest come first, so that all processes finish at about the same time:
    # the files with the most tests that take seconds, then those with the most tests.
    long = Counter(item.path for item in items if any(item.get_closest_marker(mark) for mark in LONG_MARKS))
    number = Counter(item.path for item in items)
    items.sort(key=lambda item: (-long[item.path], -number[item.path], str(item.path)))


def pytest_collection_finish() -> None:
    """Exclude the collected tests, which live until the end, from garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def programs_are_asked_for(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that starts another program without its fixture: it would fail where that is missing."""
    started.clear()
    yield
    if not any(request.node.get_closest_marker(mark) for mark in programs.MARKS.values()):
        unasked = {each for each in started if programs.foreign(each)}
        assert not unasked, f"{unasked}: a test asks for a program by a fixture of tests/programs.py"


@pytest.fixture(scope="session")
def bash() -> str:
    """The path of the shell that runs CI."""
    return programs.found("bash", "bash")


@pytest.fixture(scope="session")
def node() -> str:
    return programs.found("node", "nodejs")


@pytest.fixture(scope="session")
def strace() -> str:
    """The path of what writes down the calls of the system that a program makes."""
    return programs.found("strace", "strace")
