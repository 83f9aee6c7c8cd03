"""Every scenario with a command of its own is a test: what the command line prints, also with a package installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main
from tests.rulesets.scenarios import FOLDERS, commands, output_fault, rows
from tests.rulesets.test_catalogue import clauses

pytestmark = pytest.mark.process
ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60
"""After which a command that has not ended counts as hanging."""
EVERY = [(f"{folder}/{name}", where, scenario) for folder in FOLDERS for name, where, scenario in commands(folder)]


def run_here(words: list[str]) -> tuple[int, str]:
    """Run a command in this process and return its exit code and standard output."""
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    return result.exit_code, result.stdout


def run_installed(words: list[str], package: Path) -> tuple[int, str]:
    """The same in a process of its own in which a package is installed, as this process caches the known rulesets."""
    process = subprocess.run(
        [sys.executable, "-m", "referee.cli", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(package))), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    assert not process.stderr
    return process.returncode, process.stdout


@pytest.mark.parametrize(("name", "where", "scenario"), EVERY, ids=[name for name, *_ in EVERY])
def test_scenario_command(name: str, where: Path, scenario: dict[str, Any], tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    if "header" in scenario:
        record.write_text("".join(json.dumps(row) + "\n" for row in rows(scenario)), "utf-8")
    words = [str(record) if word == "RECORD" else word for word in scenario["command"]]
    code, out = run_installed(words, where / scenario["package"]) if "package" in scenario else run_here(words)
    assert output_fault(scenario, code, out) is None, (name, scenario["why"])


def test_there_are_commands_in_this_process_and_with_an_installed_package() -> None:
    assert {"package" in scenario for *_, scenario in EVERY} == {True, False}


def test_their_names_are_not_used_twice_and_their_clauses_exist() -> None:
    names = [name for name, *_ in EVERY]
    assert sorted(set(names)) == sorted(names)
    assert not {clause for *_, scenario in EVERY for clause in scenario["clauses"]} - set(clauses())


def test_the_runner_sees_a_wrong_exit_a_missing_word_a_word_too_many_and_a_wrong_answer() -> None:
    out = '{"changed": 1}\n'
    assert output_fault({"exit": 0}, 1, out) == "exit 1"
    assert output_fault({"says": ["Carried"]}, 0, out) == "does not say ['Carried']"
    assert output_fault({"silent": ["CHANGED"]}, 0, out) == "says ['CHANGED']"
    assert output_fault({"answer": {"changed": 0}}, 0, out) == "answer.changed: 1, expected 0"
    assert output_fault({"says": ["Changed"], "silent": ["carried"], "answer": {"changed": 1}}, 0, out) is None
