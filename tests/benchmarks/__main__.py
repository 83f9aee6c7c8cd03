"""``python3 dev.py bench KIND``: each kind is described in its module.  No test depends on them.

``--write`` writes the result into docs/performance.md, replacing the previous one; without a kind, it runs all that are
written there, one after another, each in a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module

from tests.benchmarks.options import Options
from tests.benchmarks.results import DOCUMENT, machine, updated_document
from tests.leftovers import end_with_this_process

WRITTEN = (
    ("law",),
    ("moves",),
    ("moves", "--postgresql"),
    ("hall",),
    ("public",),
    ("paper",),
    ("papers",),
    ("device",),
    ("national",),
)
"""The benchmarks in docs/performance.md."""
PRINTED = ("memory", "tournament", "sign-in", "taps", "desk", "replay")
"""The benchmarks that only print their results."""


def main() -> int:
    """Run the benchmark named on the command line."""
    end_with_this_process()
    kinds = [*dict.fromkeys(kind for kind, *_ in WRITTEN), *PRINTED]
    parser = argparse.ArgumentParser(prog="dev.py bench")
    parser.add_argument("kind", nargs="?", choices=kinds, metavar=f"{{{','.join(kinds)}}}")
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own (moves, hall, public)")
    parser.add_argument("--tables", type=int, help="hall, public, national")
    parser.add_argument("--minutes", type=float, help="hall, public, national")
    parser.add_argument("--games", type=int, help="device")
    parser.add_argument("--processes", type=int, help="national")
    arguments, more = parser.parse_known_args()
    if arguments.kind in PRINTED:
        import_module(f"tests.benchmarks.{arguments.kind.replace('-', '_')}").main()
        return 0
    if more:
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    if arguments.kind is None and arguments.write:
        command = [sys.executable, "-m", "tests.benchmarks"]
        return max(subprocess.run([*command, *each, "--write"], check=False).returncode for each in WRITTEN)
    at = machine()
    print(at, flush=True)
    options = Options(
        arguments.tables, arguments.minutes, arguments.games, arguments.processes, postgresql=arguments.postgresql
    )
    result = import_module(f"tests.benchmarks.{arguments.kind or 'law'}").measure(options)
    print(result.text())
    if arguments.write:
        DOCUMENT.write_text(updated_document(DOCUMENT.read_text("utf-8"), result, at), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
