"""Settings for all tests: the clock never judges a property test, CI always takes the same examples, those that need a
browser, a process or PostgreSQL are marked, and CI gives these a second try.
"""

from __future__ import annotations

import gc
import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("project"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "project")

# Thousands of tests and what they import would be looked through for garbage again and again.
gc.set_threshold(50_000, 20, 100)

IN_CI = bool(os.environ.get("CI"))
OUTSIDE = ("browser", "process", "postgresql")
"""Marks of tests of which programs are a part that are not ours alone: on a machine that is short of everything one of
thousands fails by chance. CI tries such a test once more and names it as rerun (docs/testing.md); elsewhere it fails.
"""
LONG = ("browser", "process", "slow")
"""Marks of tests that take seconds."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the browser, service or server that they need, before they are chosen by their marks; order all."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if "browser" in fixtures:
            item.add_marker("browser")
        if "service" in fixtures or "installed" in fixtures:
            item.add_marker("process")
        if "postgresql_server" in fixtures or "postgresql" in parameters:
            item.add_marker("postgresql")
        if IN_CI and any(item.get_closest_marker(mark) for mark in OUTSIDE):
            item.add_marker(pytest.mark.flaky(reruns=1))
    # A file is one process's.  The longest come first, so that all processes end at about the same time: those with the
    # most tests that take seconds or wait for others, then those with the most tests.
    long = Counter(item.path for item in items if any(item.get_closest_marker(mark) for mark in LONG))
    number = Counter(item.path for item in items)
    items.sort(key=lambda item: (-long[item.path], -number[item.path], str(item.path)))


def pytest_collection_finish() -> None:
    """Put what was collected, which stays to the end, out of the garbage collector's sight."""
    gc.collect()
    gc.freeze()
