"""``python3 dev.py chaos``: plays a tournament day in which everything fails, and prints its figures.

Exit code 0 if everything that was acknowledged is there; else 1, with the faults, the seed, and the folder with the
data, the service's log and the journal.  Needs Linux: the processes are found in /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from time import time

from referee.core.settings import from_environment
from tests.chaos.day import Day, Plan
from tests.chaos.figures import summary
from tests.leftovers import end_with_this_process
from tests.referee.support import postgresql

ROUND_MINUTES = 3
"""How long a round takes if there is time for several."""
MOST_ROUNDS = 6
SHOWN = 40
MOST_TABLES = 200
"""There are enough names for the players of this many tables."""


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="how long is played (3)")
    parser.add_argument("--tables", type=int, default=30, help="tables in each round (30)")
    parser.add_argument("--pace", type=float, default=10.0, help="times the pace of a real hall (10)")
    parser.add_argument("--seed", type=int, help="whose games, wishes and troubles come again")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL server of its own, not on SQLite")
    parser.add_argument("--workers", type=int, default=1, help="processes of the service (1)")
    parser.add_argument("--folder", type=Path, help="where the data are kept, in any case; it must not be there yet")
    options = parser.parse_args(argv)
    if not 1 <= options.tables <= MOST_TABLES:
        parser.error(f"--tables: 1 to {MOST_TABLES}")
    return options


def chaos(argv: Sequence[str]) -> int:
    """Play a day, and print its verdict."""
    options = arguments(argv)
    if not Path("/proc/self/environ").exists():
        sys.exit("chaos: needs Linux: it finds the processes of the service in /proc")
    end_with_this_process()
    seed = int(time()) if options.seed is None else options.seed
    folder: Path = options.folder or Path(tempfile.mkdtemp(prefix="referee-chaos-"))
    (folder / "data").mkdir(parents=True)
    rounds = max(1, min(MOST_ROUNDS, round(options.minutes / ROUND_MINUTES)))
    plan = Plan(options.tables, rounds, 60 * options.minutes, 0, options.pace, seed, options.workers)
    print(
        f"seed {seed}, {'PostgreSQL' if options.postgresql else 'SQLite'}, {plan.workers} workers, {folder}", flush=True
    )
    with postgresql.server() if options.postgresql else nullcontext() as database:
        environment = {"REFEREE_DATA": str(folder / "data")}
        if database is not None:
            environment["REFEREE_DATABASE_URL"] = database.fresh("chaos")
        day = Day(plan, from_environment(environment), folder, database)
        asyncio.run(day.run())
    return verdict(day, folder, seed, keep=options.folder is not None)


def verdict(day: Day, folder: Path, seed: int, *, keep: bool) -> int:
    """Print the figures and faults of a day; deletes its folder if there is no fault, unless ``keep``."""
    print(summary(day))
    for fault in day.faults[:SHOWN]:
        print(f"FAULT {fault}")
    if day.faults:
        print(f"{len(day.faults)} faults; seed {seed}; everything is kept in {folder}")
        return 1
    if not keep:
        shutil.rmtree(folder)
    print("no fault: what was acknowledged is there, once and as it was acknowledged")
    return 0


if __name__ == "__main__":
    sys.exit(chaos(sys.argv[1:]))
