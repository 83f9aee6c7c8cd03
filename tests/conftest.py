"""Settings for all tests: the clock never judges a property test, CI always takes the same examples, and those that
need a browser or PostgreSQL are marked.
"""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("project"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "project")

# Thousands of tests and what they import would be looked through for garbage again and again.
gc.set_threshold(50_000, 20, 100)


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
    # Files whose tests wait for others come first, while there is work for the rest of the processes.
    waiting = {item.path for item in items if item.get_closest_marker("browser") or item.get_closest_marker("process")}
    items.sort(key=lambda item: item.path not in waiting)


def pytest_collection_finish() -> None:
    """Put what was collected, which stays to the end, out of the garbage collector's sight."""
    gc.collect()
    gc.freeze()
