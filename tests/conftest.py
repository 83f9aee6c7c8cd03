"""Settings for all tests: the clock never judges a property test, and CI always takes the same examples."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("project"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "project")

# Thousands of tests and what they import would be looked through for garbage again and again.
gc.set_threshold(50_000, 20, 100)


def pytest_collection_finish() -> None:
    """Put what was collected, which stays to the end, out of the garbage collector's sight."""
    gc.collect()
    gc.freeze()
