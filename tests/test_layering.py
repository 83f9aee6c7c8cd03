"""The layers of the code: which may import which, and which entries the top of the repository may have."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Container, Iterator, Mapping, Set
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the bottom up: a layer may import itself and those before it.
LAYERS = ("rulesets", "tournaments", "referee")

TOP_LEVEL = {
    *LAYERS,
    "templates",
    "tests",
    "docs",
    "pyproject.toml",
    "hatch_build.py",
    "requirements.lock",
    "requirements-dev.lock",
    "requirements.cdx.json",
    "dev.py",
    "README.md",
    "README.ja.md",
    "README.zh.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
}

MOST_BRANCHES = 20


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and top-level package of every absolute import, at any depth. Relative ones stay in their package."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.partition(".")[0]


def may_import(layer: str, package: str) -> bool:
    """Whether a file of this layer may import the package. The law may use only the standard library."""
    if package in LAYERS:
        return LAYERS.index(package) <= LAYERS.index(layer)
    if layer == "rulesets":
        return package in sys.stdlib_module_names
    return package not in ("tests", "dev")


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_go_downward_only(layer: str) -> None:
    files = sorted((ROOT / layer).rglob("*.py"))
    assert files
    wrong = [
        f"{path.relative_to(ROOT).as_posix()}:{line} imports {package}"
        for path in files
        for line, package in imported(path.read_text(encoding="utf-8"))
        if not may_import(layer, package)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("layer", "source", "allowed"),
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
def test_the_check_sees_what_it_should(layer: str, source: str, allowed: bool) -> None:
    assert all(may_import(layer, package) for _, package in imported(source)) is allowed


def imported_names(source: str) -> Iterator[str]:
    """Yield the full names of the modules that a file imports, and of what it imports from them."""
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
        wrong = [name for name in imported_names(path.read_text("utf-8")) if name.startswith(games)]
        assert not wrong, f"{path.name}: {wrong}"


def test_what_a_ruleset_is_needs_no_track() -> None:
    files = (ROOT / "rulesets" / "kernel").glob("*.py")
    wrong = [path.name for path in files for name in imported_names(path.read_text("utf-8")) if ".kernel.track" in name]
    assert not wrong, wrong


def module_name(path: Path) -> str:
    """The dotted module name of a file of the project."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(source: str, files: Container[str]) -> Iterator[str]:
    """Yield the modules among ``files`` that are imported; a package counts only if a name of its own is imported."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom) and node.module:
            named = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in files else node.module for name in named if node.module in files)


def import_cycles(graph: Mapping[str, Set[str]]) -> list[list[str]]:
    """Return the import cycles: groups of modules that can all reach one another."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        ahead = [start]
        while ahead:
            new = graph[ahead.pop()] - found
            found |= new
            ahead += new
        return found

    reach = {name: reached(name) for name in graph}
    groups = {frozenset(other for other in reach[name] if name in reach[other]) for name in graph}
    return sorted(sorted(group) for group in groups if group)


def test_modules_of_the_law_import_one_another_in_straight_lines() -> None:
    """Imports for type checking count too, because a reader has to follow them."""
    files = {module_name(path): path for path in (ROOT / "rulesets").rglob("*.py")}
    graph = {name: set(imported_modules(path.read_text("utf-8"), files)) for name, path in files.items()}
    assert import_cycles(graph) == []


def test_the_search_for_circles_finds_them() -> None:
    straight = {"a": {"b", "c"}, "b": {"c"}, "c": set[str]()}
    assert import_cycles(straight) == []
    assert import_cycles({**straight, "c": {"a"}}) == [["a", "b", "c"]]
    assert import_cycles({**straight, "d": {"d", "a"}}) == [["d"]]


def branches(function: ast.AST) -> int:
    """Count the branches of a function: conditions, loops, their counterparts in expressions, exception handlers."""
    ways = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.Assert, ast.match_case)
    return sum(
        len(node.values) - 1
        if isinstance(node, ast.BoolOp)
        else 1 + len(node.ifs)
        if isinstance(node, ast.comprehension)
        else isinstance(node, ways)
        for node in ast.walk(function)
    )


@pytest.mark.parametrize("folder", ["answers", "city", "classic", "editions", "jma", "kernel", "notation", "search"])
def test_no_function_parts_into_more_than_twenty_branches(folder: str) -> None:
    wrong = [
        f"{path.name}: {node.name} {branches(node)}"
        for path in (ROOT / "rulesets" / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and branches(node) > MOST_BRANCHES
    ]
    assert not wrong, wrong


def test_branches_are_counted_where_a_reader_meets_them() -> None:
    source = "def f(a):\n    if a and not a:\n        return [b for b in a if b] or (1 if a else 2)\n    return a"
    assert branches(ast.parse(source)) == 6


def top_level() -> set[str]:
    """The top-level entries: what git tracks, or in a copy without git everything except build output."""
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        left_behind = {"__pycache__", "build", "dist", "PKG-INFO"}
        return {path.name for path in ROOT.iterdir()} - left_behind
    # Build machines often check out as one user and test as another; git refuses that unless told otherwise.
    command = [git, "-c", "safe.directory=*", "ls-files", "-z"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {path.partition("/")[0] for path in tracked.split("\0") if path}


def test_nothing_else_stands_at_the_top() -> None:
    assert {entry for entry in top_level() if not entry.startswith(".")} <= TOP_LEVEL


def test_a_class_name_has_one_owner_outside_the_games() -> None:
    # Two games have the same chapters, and so a Player and an Auction each.
    owners: dict[str, list[str]] = {}
    for path in (*(ROOT / "referee").rglob("*.py"), *(ROOT / "tournaments").rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                owners.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert len(owners) > 700
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}
