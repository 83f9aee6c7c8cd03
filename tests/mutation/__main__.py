"""``python -m tests.mutation [--sample N] [--seed S]``: measures the mutation score of the classic board's law.

In a copy of the checkout, mutmut generates mutants of the files named by ``[tool.mutmut]`` in pyproject.toml and runs
the rule scenarios against a sample of them, which is always the same for a seed.  Prints the score by module and the
diff of every survivor.  A mutant that no scenario reaches counts as a survivor.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent.parent
COPIED = ("rulesets", "tests/rulesets", "tests/scenarios", "tests/__init__.py", "tests/conftest.py", "pyproject.toml")
KILLED_CODES = (1, 3, 24, -24, 36, 152, 255)
"""Exit codes of the tests if one has failed or could not run, or if the mutant timed out."""
FIRST_MUTANTS = "rulesets.classic.property.worth*"
"""A small module: requesting its mutants generates those of all modules."""


def copy_checkout(to: Path) -> None:
    """Copy the part of the checkout that mutmut needs."""
    for name in COPIED:
        source, target = ROOT / name, to / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def mutmut(folder: Path, *arguments: str) -> str:
    """Run mutmut in the copy and return its output."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if process.returncode:
        sys.exit(f"mutmut has failed:\n{process.stdout[-2000:]}\n{process.stderr[-2000:]}")
    return process.stdout


def verdicts(folder: Path) -> dict[str, int | None]:
    """The exit code of the tests for every mutant; None if they were not run."""
    found: dict[str, int | None] = {}
    for file in sorted((folder / "mutants").rglob("*.meta")):
        found |= json.loads(file.read_text("utf-8"))["exit_code_by_key"]
    return found


def module(mutant: str) -> str:
    return mutant.split(".x", 1)[0]


def main() -> None:
    """Generate the mutants, test a sample, print the score."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=600, help="how many mutants are judged (600)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        copy_checkout(folder)
        mutmut(folder, "run", FIRST_MUTANTS)
        every = sorted(verdicts(folder))
        chosen = sorted(Random(options.seed).sample(every, min(options.sample, len(every))))
        mutmut(folder, "run", *chosen)
        report(folder, chosen, len(every))


def report(folder: Path, chosen: list[str], every: int) -> None:
    """Print the score by module, and the diffs of the survivors."""
    found = verdicts(folder)
    by_module: dict[str, Counter[bool]] = defaultdict(Counter)
    for mutant in chosen:
        by_module[module(mutant)][found[mutant] in KILLED_CODES] += 1
    for name, count in sorted(by_module.items()):
        print(f"{name:40} {count[True]:4} of {count.total():4} killed")
    killed = sum(count[True] for count in by_module.values())
    print(f"{killed} of {len(chosen)} killed, {100 * killed / len(chosen):.1f}%, a sample of {every}")
    for mutant in chosen:
        if found[mutant] not in KILLED_CODES:
            print(f"\n{mutmut(folder, 'show', mutant).strip()}")


if __name__ == "__main__":
    main()
