"""Programs that are no Python packages, and tests that want them: Chromium, PostgreSQL's server, Node.js.

A test gets such a program by a fixture (`browser`, `postgresql_server`, `node` and their like), which skips it where
the program is missing, and in CI fails it.  A test that starts one without asking is found out by `foreign`.  A run
with an empty PATH is one on a machine that has none of them: ``python3 dev.py test --bare``.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

import pytest

from referee.law.runtime import RuntimeFault, ensure_installed

ROOT = Path(__file__).resolve().parents[1]
MARKS = {
    "browser": "browser",
    "postgresql_server": "postgresql",
    "node": "program",
    "bash": "program",
    "strace": "program",
}
"""The fixtures that find a program, and the mark of a test that uses one."""
OPTIONAL = {"git", "uv", "npm", "runuser", "sh", "ldconfig"}
"""What is used where it is there, with another way where it is not; every POSIX system has the plain shell, and Python
asks ldconfig where a library is.
"""
CHROMIUM = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
"""Chromium's headless shell, which is a third cheaper to run, or else the full browser."""
DRIVER = "playwright/driver"
"""The part of Playwright that starts the browser, which is in the environment."""


def bare() -> bool:
    """Whether this run is to be as on a machine without any other program."""
    return not os.environ.get("PATH")


def has_browser() -> bool:
    """Whether there is a browser.  (Asked of every run, so it is not asked where Playwright is imported.)"""
    return not bare() and any(each.exists() for each in CHROMIUM)


def missing(program: str, package: str) -> NoReturn:
    """Skip the test that wants a program, or fail it in CI, where everything must be there."""
    unmet(f"{program} is not installed (on Debian: apt install {package})")


def unmet(sentence: str) -> NoReturn:
    """Skip the test that wants something that is not there, or fail it in CI."""
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)


def runtime() -> Path:
    """The folder of what judges on the device; skips the test if it is missing and cannot be fetched."""
    try:
        return ensure_installed()
    except (RuntimeFault, OSError) as fault:
        unmet(f"what judges on the device is missing: {fault}")


def found(program: str, package: str) -> str:
    """The path of a program on the PATH; skips the test if it is missing."""
    return shutil.which(program) or missing(program, package)


def foreign(started: str) -> bool:
    """Whether a program that was started is none of Python's, of this checkout's environment, or of the tests' own."""
    path = Path(shutil.which(started) or started)
    if path.name in OPTIONAL or path.name.startswith("python"):
        return False
    inside = any(path.is_relative_to(folder) for folder in (ROOT, sys.prefix, sys.base_prefix, tempfile.gettempdir()))
    return DRIVER in path.as_posix() or not inside
