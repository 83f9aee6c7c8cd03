"""The browser's code: its unit tests, and what the service relies on in its modules.

Style and types are checked by ``python3 dev.py lint``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import dev
from referee.core.pages.static import ENTRY_SCRIPTS

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "templates"
STATIC = TEMPLATES / "static"
IMPORTED = re.compile(r'^(?:import|export) [^;]*?from "([^"]+)";$', re.MULTILINE)
WORKERS = {STATIC / "rules" / "worker.js", STATIC / "tablet" / "worker.js", STATIC / "law" / "worker.js"}
"""Web workers; they are served from another address and cannot import our modules."""
SCRIPTS = sorted(path for path in STATIC.rglob("*.js") if "vendor" not in path.relative_to(STATIC).parts)


def imports(path: Path) -> list[Path]:
    """The modules that a module imports."""
    return [(path.parent / address).resolve() for address in IMPORTED.findall(path.read_text("utf-8"))]


def test_the_unit_tests_of_the_browsers_code_pass(node: str) -> None:
    files = sorted(str(path) for path in (TEMPLATES / "tests").glob("*.test.js"))
    done = subprocess.run([node, "--test", *files], cwd=TEMPLATES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_modules_import_by_addresses_relative_to_their_own() -> None:
    for path in SCRIPTS:
        for address in IMPORTED.findall(path.read_text("utf-8")):
            assert address.startswith(("./", "../")), (path.name, address)
            assert (path.parent / address).is_file(), (path.name, address)
        assert path not in WORKERS or not imports(path)


def test_modules_do_not_import_one_another_in_a_circle() -> None:
    done: set[Path] = set()

    def follow(path: Path, way: tuple[Path, ...]) -> None:
        assert path not in way, " -> ".join(each.name for each in (*way, path))
        if path not in done:
            for other in imports(path):
                follow(other, (*way, path))
            done.add(path)

    for path in SCRIPTS:
        follow(path, ())


def test_the_tablets_pages_need_every_module_of_its_folder() -> None:
    needed: set[Path] = set()
    waiting = [STATIC / "tablet" / name for name in ENTRY_SCRIPTS]
    while waiting:
        path = waiting.pop()
        if path not in needed:
            needed.add(path)
            waiting += imports(path)
    assert set((STATIC / "tablet").rglob("*.js")) - needed == {STATIC / "tablet" / "worker.js"}


def test_what_is_installed_for_the_checks_is_known_by_its_hash_and_comes_from_wherever_npm_is_set_up_to() -> None:
    packages = json.loads((TEMPLATES / "package-lock.json").read_text("utf-8"))["packages"]
    installed = {name: each for name, each in packages.items() if name}
    assert installed
    assert [name for name, each in installed.items() if not each["integrity"].startswith("sha512-")] == []
    assert [name for name, each in installed.items() if "resolved" in each] == []


@pytest.mark.parametrize(("in_ci", "code"), [("", 0), ("true", 1)])
def test_without_node_the_check_says_that_it_did_not_run_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], in_ci: str, code: int
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setenv("CI", in_ci)
    assert dev.lint_browser_code() == code
    assert "THE BROWSER'S CODE WAS NOT CHECKED" in capsys.readouterr().err
