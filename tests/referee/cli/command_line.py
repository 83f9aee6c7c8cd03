"""Running the command line in tests, in this process or one of its own, and records to judge."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from referee.cli import main
from tests.rulesets import faults

ROOT = Path(__file__).resolve().parents[3]
COMMAND = (sys.executable, "-m", "referee.cli")
SECONDS = 60
"""After which a command that has not ended counts as hanging."""
VOID: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 2], "off_board": True}
THROW: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 2]}
DECLINE: dict[str, Any] = {"type": "decline", "player": "A"}
WRONG: dict[str, Any] = {"type": "roll", "player": "B", "dice": [1, 2]}
"""A throw out of turn."""


class Ran(NamedTuple):
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Standard output read as JSON Lines; fails if anything else is printed."""
        return [json.loads(line) for line in self.out.splitlines()]


def referee(*arguments: str | Path) -> Ran:
    """Run a command in this process; whatever would end it with a traceback is raised."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)
    return Ran(result.exit_code, result.stdout, result.stderr)


def process(*arguments: str | Path, **environment: str) -> Ran:
    """Run a command in a process of its own; fails if it hangs."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


@contextmanager
def running(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Start a command with pipes for input, output and errors; if it hangs it is killed, so that reading ends."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*COMMAND, *arguments], cwd=ROOT, encoding="utf-8", **pipes) as started:
        timer = threading.Timer(SECONDS, started.kill)
        timer.start()
        try:
            yield started
        finally:
            timer.cancel()
            started.kill()


def lines(*rows: Any) -> str:
    """The values as JSON Lines; a string is used as a line unchanged."""
    return "".join((row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n" for row in rows)


def records(folder: Path) -> Path:
    """Write records to judge into a folder: one that is all accepted, and one with a refusal."""
    (folder / "good.jsonl").write_text(lines(faults.HEADER, VOID, THROW, DECLINE), "utf-8")
    (folder / "refused.jsonl").write_text(lines(faults.HEADER, VOID, WRONG, THROW), "utf-8")
    return folder


def judged(folder: Path, content: str | bytes) -> Ran:
    """Run ``check --json`` on a file with this content."""
    file = folder / "record.jsonl"
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return referee("check", "--json", file)


def verdicts(ran: Ran) -> list[tuple[int, str]]:
    """Each answer by its number: accepted, or the codes of its refusals."""
    return [
        (row["seq"], "accepted" if row["accepted"] else " ".join(refusal["code"] for refusal in row["refusals"]))
        for row in ran.rows
        if "seq" in row
    ]


def script(text: str) -> set[str]:
    """The scripts of a text's letters, as far as they tell the languages apart."""
    names = {unicodedata.name(letter, "").split()[0] for letter in text if letter.isalpha()}
    return names & {"HIRAGANA", "KATAKANA", "CJK"}
