"""The result of a benchmark, which is both printed and written into docs/performance.md."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from tests.benchmarks.chess_games import chess_time
from tests.referee.support import postgresql

DOCUMENT = Path(__file__).parents[2] / "docs" / "performance.md"
BLOCK = re.compile(r"<!-- measured: (?P<name>[^>]+) -->\n(?P<found>.*?)<!-- end of \1 -->\n", re.DOTALL)
"""A block of the document that is written by a benchmark; everything else is written by hand."""


class Row(Protocol):
    """A row of the table of results."""

    def cells(self) -> dict[str, str]:
        """The cells by column title."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its unit, or two of a kind such as p50 and p99; its ratio (of the first one) to a reference
    measured in the same run; the target.
    """

    what: str
    value: float
    unit: str = ""
    ratio: float | None = None
    reference: str = ""
    wanted: str = ""
    second: float | None = None

    def cells(self) -> dict[str, str]:
        """The figure as table cells."""
        ratio = "" if self.ratio is None else f"{self.ratio:.2f} × {self.reference}"
        both = " / ".join(number(each) for each in (self.value, self.second) if each is not None)
        measured = f"{both} {self.unit}".rstrip()
        return {"what": self.what, "measured": measured, "against": ratio, "wanted": self.wanted}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a benchmark.  ``name``: of its block; ``rows``: all with the same columns; ``notes``: remarks."""

    name: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def table(self) -> list[list[str]]:
        """The column titles and the rows, without empty columns."""
        rows = [row.cells() for row in self.rows]
        heads = [head for head in rows[0] if any(row[head] for row in rows)]
        return [heads, *([row[head] for head in heads] for row in rows)]

    def text(self) -> str:
        """The result in the form in which it is printed."""
        table = self.table()
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
        return "\n".join([self.name, *lines, *self.notes])

    def block(self, machine: str) -> str:
        """The result as a block of the document."""
        heads, *rows = (f"| {' | '.join(row)} |" for row in self.table())
        notes = "".join(f"\n- {note}" for note in self.notes)
        lines = [machine, "", heads, "|---" * len(self.table()[0]) + "|", *rows]
        body = "\n".join(lines) + "\n" + (notes + "\n" if notes else "")
        return f"<!-- measured: {self.name} -->\n{body}<!-- end of {self.name} -->\n"


def updated_document(document: str, result: Result, machine: str) -> str:
    """The document with a result in place of the previous one, or appended if there was none."""
    blocks = {found["name"]: found[0] for found in BLOCK.finditer(document)}
    block = result.block(machine)
    if result.name in blocks:
        return document.replace(blocks[result.name], block)
    return f"{document.rstrip()}\n\n## {result.name.capitalize()}\n\n{block}"


def number(value: float) -> str:
    """Format a number with about three significant digits."""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def machine() -> str:
    """Describe the machine and its software in one line."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    parts = [
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{os.cpu_count()} × {processor()}",
        f"python-chess {number(chess_time())} µs",
        f"{memory:.0f} GB",
        f"{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"PostgreSQL {server_version() or '–'}",
        f"load before it {os.getloadavg()[0]:.1f}",
    ]
    return " · ".join(parts)


def processor() -> str:
    """The name of the processor, with family and model where the system tells them."""
    about = Path("/proc/cpuinfo")
    text = about.read_text() if about.exists() else ""
    said = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", text, re.MULTILINE))
    if "model name" not in said:
        return platform.processor() or platform.machine()
    # Rented machines often tell no more of a processor than its maker; family and model say which one it is.
    return f"{said['model name']} ({said.get('cpu family', '?')}/{said.get('model', '?')})"


def server_version() -> str:
    """The version of the installed PostgreSQL server; empty if there is none."""
    binaries = postgresql.programs()
    if binaries is None:
        return ""
    done = subprocess.run([binaries / "postgres", "--version"], capture_output=True, text=True, check=False)
    return next(iter(re.findall(r"\d+(?:\.\d+)+", done.stdout)), "")
