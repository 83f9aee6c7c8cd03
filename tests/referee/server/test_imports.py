"""What few requests need is not imported with the application, but before a service's first request."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rulesets.wordlist import wordlist

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"
ON_FIRST_USE = frozenset(
    {
        "confusable_homoglyphs",
        "zxcvbn",  # megabytes, for who sets a password or has a look-alike among the names
        "cryptography",
        "pypinyin",  # for a chart by name in Chinese
        "referee.server.certificates",  # for whoever serves https, and for its page
        "psycopg",  # the database of those who have it
        "rulesets.city",  # a game that few play
        "referee.rules.filling.kept",  # the editions of that game
    }
)
"""What not even a start of the service imports for all."""
LOOK = """
import json, sys
import referee.server.application
first = list(sys.modules)
from referee.server.preload import preload_modules
preload_modules()
print(json.dumps([first, list(sys.modules)]))
"""


HELP = """
import json, sys
from referee.cli import main
main(["--help"], standalone_mode=False)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""
SERVICE_ALONE = frozenset(
    wordlist("""
    apispec argon2 asyncio flask granian jinja2 marshmallow prometheus_client pydantic rulesets sqlalchemy sqlmodel
    tournaments werkzeug
""")
)
"""What the service needs, and a list of commands does not."""


def later() -> set[str]:
    """What pyproject.toml says is imported on first use."""
    lint = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["ruff"]["lint"]
    return set(lint["flake8-tidy-imports"]["banned-module-level-imports"])


@pytest.mark.process
def test_the_application_imports_what_takes_long_only_when_a_service_starts() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, check=True, text=True)
    first, started = map(set, json.loads(done.stdout))
    assert later() & first == set()
    assert later() & started == later() - ON_FIRST_USE


@pytest.mark.process
def test_the_list_of_commands_is_shown_without_importing_what_any_of_them_needs() -> None:
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, check=True, text=True)
    *shown, imported = done.stdout.splitlines()
    assert "  standing  " in "\n".join(shown)
    assert set(json.loads(imported)) & (later() | SERVICE_ALONE) == set()
