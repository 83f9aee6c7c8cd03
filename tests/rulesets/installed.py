"""Other people's packages, installed for real into a folder of their own, and what the command line then prints."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120
"""After which a process that has not ended counts as hanging."""
SEVERAL = """
import json, sys
from click.testing import CliRunner
from referee.cli import main
for arguments in json.loads(sys.argv[1]):
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    print(json.dumps([result.exit_code, result.stdout, result.stderr]))
"""


class Ran(NamedTuple):
    """A process that has ended."""

    code: int
    out: str
    err: str


class Installed(NamedTuple):
    """A package installed in a folder of its own, unknown to anything else."""

    folder: Path

    def python(self, *arguments: str | Path) -> Ran:
        """Run Python in a process of its own that sees the package."""
        process = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        return Ran(process.returncode, process.stdout, process.stderr)

    def referee(self, *arguments: str | Path) -> Ran:
        """Run the command line in such a process."""
        return self.python("-m", "referee.cli", *arguments)

    def several(self, *commands: tuple[str, ...]) -> list[Ran]:
        """Run several commands in one such process."""
        ran = self.python("-c", SEVERAL, json.dumps(commands))
        assert ran.code == 0, ran.err
        return [Ran(*json.loads(line)) for line in ran.out.splitlines()]

    def answers(self, file: Path, language: str = "en") -> list[dict[str, Any]]:
        """The answers to a record, followed by its position and standing."""
        ran = self.referee("check", "--json", "--lang", language, file)
        assert not ran.err
        return [json.loads(line) for line in ran.out.splitlines()]


def installer() -> list[str]:
    """The command of pip, or of uv where uv made the environment, as that one has no pip."""
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install"]
    uv = shutil.which("uv")
    assert uv, "neither pip in this environment nor uv on the PATH"
    return [uv, "pip", "install", "--no-config", "--python", sys.executable]


def install(package: Path, folder: Path) -> Installed:
    """Install a package into a folder, from a copy so that the build leaves nothing in the tree."""
    shutil.copytree(package, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder / "site"))
    process = subprocess.run(
        [*installer(), *options, str(folder / "source")],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return Installed(folder / "site")
