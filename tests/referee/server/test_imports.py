"""What few requests need is not imported with the application, but before a service's first request."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"
ON_FIRST_USE = frozenset({
    "confusable_homoglyphs", "zxcvbn",  # megabytes, for who sets a password or has a look-alike among the names
    "cryptography", "referee.server.certificates",  # for whoever serves https, and for its page
    "psycopg",  # the database of those who have it
})  # fmt: skip
"""What not even a start of the service imports for all."""
LOOK = """
import json, sys
import referee.server.application
first = list(sys.modules)
from referee.server.preload import preload_modules
preload_modules()
print(json.dumps([first, list(sys.modules)]))
"""


@pytest.mark.process
def test_the_application_imports_what_takes_long_only_when_a_service_starts() -> None:
    lint = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["ruff"]["lint"]
    later = set(lint["flake8-tidy-imports"]["banned-module-level-imports"])
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, check=True, text=True)
    first, started = map(set, json.loads(done.stdout))
    assert later & first == set()
    assert later & started == later - ON_FIRST_USE
