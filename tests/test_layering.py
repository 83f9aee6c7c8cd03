"""The shape of the house: which storey may import which, and what may stand at the top of the repository."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the ground up: a storey may import itself and those before it.
STOREYS = ("rulesets", "tournaments", "referee")

TOP_LEVEL = {
    *STOREYS,
    "templates",
    "tests",
    "docs",
    "pyproject.toml",
    "requirements.lock",
    "dev.py",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
}


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Yields line and top-level package of every absolute import, wherever it stands. Relative ones stay at home."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.partition(".")[0]


def may_import(storey: str, package: str) -> bool:
    """Whether a file of this storey may import the package. The law stands on the standard library alone."""
    if package in STOREYS:
        return STOREYS.index(package) <= STOREYS.index(storey)
    if storey == "rulesets":
        return package in sys.stdlib_module_names
    return package not in ("tests", "dev")


@pytest.mark.parametrize("storey", STOREYS)
def test_imports_go_downward_only(storey: str) -> None:
    files = sorted((ROOT / storey).rglob("*.py"))
    assert files
    wrong = [
        f"{path.relative_to(ROOT).as_posix()}:{line} imports {package}"
        for path in files
        for line, package in imported(path.read_text(encoding="utf-8"))
        if not may_import(storey, package)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("storey", "source", "allowed"),
    [
        ("rulesets", "import json, rulesets.kernel", True),
        ("rulesets", "from .kernel import answer", True),
        ("rulesets", "import click", False),
        ("rulesets", "def late():\n    from tournaments import points", False),
        ("tournaments", "import reportlab\nfrom rulesets import kernel", True),
        ("tournaments", "import json, referee.cli as cli", False),
        ("referee", "import click, tournaments, rulesets", True),
        ("referee", "from tests import helpers", False),
    ],
)
def test_the_check_sees_what_it_should(storey: str, source: str, allowed: bool) -> None:
    assert all(may_import(storey, package) for _, package in imported(source)) is allowed


def modules(source: str) -> Iterator[str]:
    """The full names of the modules that a file imports from."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(
    ("folder", "games"),
    [
        ("kernel", ("rulesets.editions", "rulesets.classic", "rulesets.jma", "rulesets.boxed", "rulesets.city")),
        ("editions", ("rulesets.classic", "rulesets.jma", "rulesets.boxed", "rulesets.city")),
        ("classic", ("rulesets.jma", "rulesets.boxed", "rulesets.classic_", "rulesets.wiki", "rulesets.city")),
        ("jma", ("rulesets.boxed", "rulesets.classic_", "rulesets.wiki", "rulesets.city")),
        ("city", ("rulesets.classic", "rulesets.jma", "rulesets.boxed", "rulesets.wiki", "rulesets.editions")),
    ],
)
def test_the_kernel_knows_no_game_and_no_chapter_knows_its_ruleset(folder: str, games: tuple[str, ...]) -> None:
    for path in (ROOT / "rulesets" / folder).rglob("*.py"):
        wrong = [name for name in modules(path.read_text("utf-8")) if name.startswith(games)]
        assert not wrong, f"{path.name}: {wrong}"


def top_level() -> set[str]:
    """The entries at the top: what git tracks, or in a copy without git everything but what builds leave behind."""
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        left_behind = {"__pycache__", "build", "dist", "PKG-INFO"}
        return {path.name for path in ROOT.iterdir()} - left_behind
    # Build machines often check out as one user and test as another, which git refuses unless told that it is meant.
    command = [git, "-c", "safe.directory=*", "ls-files", "-z"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {path.partition("/")[0] for path in tracked.split("\0") if path}


def test_nothing_else_stands_at_the_top() -> None:
    assert {entry for entry in top_level() if not entry.startswith(".")} <= TOP_LEVEL
