"""``python3 dev.py fuzz law``: plays random games under all rulesets until the time is over or a law is broken."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, time

import rulesets
from rulesets.classic.mechanics import ClassicMechanics
from rulesets.shipped import SHIPPED
from tests.fuzz.play import Fault, Tally, play
from tests.fuzz.shrink import minimized
from tests.fuzz.situations import SITUATIONS

LENGTH = 160
"""The maximum number of random reports before a game is brought to its end."""
SHORT = 40
"""The same for games that start from a given situation, which does not last."""


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py fuzz law", description=__doc__)
    starts = sorted({each.__name__ for each in SITUATIONS})
    parser.add_argument("--minutes", type=float, default=1.0, help="how long to play (1)")
    parser.add_argument("--games", type=int, help="how many games to play, whatever the time")
    parser.add_argument("--seed", type=int, help="the seed of the first game; the next have the next numbers")
    parser.add_argument("--ruleset", choices=sorted(SHIPPED), help="this ruleset alone; all of them in turn")
    parser.add_argument("--faults", type=int, default=1, help="stop after so many different faults (1)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where records with faults are written (here)")
    parser.add_argument("--law", default="", help="look for faults of the laws with this in their names alone")
    parser.add_argument("--start", default="", choices=starts, help="start all games from this rare situation")
    parser.add_argument("--codes", action="store_true", help="name the refusal codes that no report has met")
    return parser.parse_args(argv)


def fuzz(argv: Sequence[str]) -> int:
    """Play, and print a summary and the faults found; returns 0 if there are none, else 1."""
    options = arguments(argv)
    seed = int(time()) if options.seed is None else options.seed
    names = [options.ruleset] if options.ruleset else sorted(SHIPPED)
    if options.start:  # all of them are positions of the classic board
        names = [name for name in names if isinstance(rulesets.load(name).mechanics, ClassicMechanics)]
    tallies = {name: Tally() for name in names}
    seconds = dict.fromkeys(names, 0.0)
    faults: dict[tuple[str, str], Fault] = {}
    narrowed = "".join(
        f" --{name} {shlex.quote(getattr(options, name))}" for name in ("law", "start") if getattr(options, name)
    )
    began, number, length = monotonic(), 0, SHORT if options.start else LENGTH
    print(f"seed {seed}", flush=True)
    while len(faults) < options.faults:
        if number >= options.games if options.games is not None else monotonic() - began > 60 * options.minutes:
            break
        name = names[number % len(names)]
        before = monotonic()
        fault = play(rulesets.load(name), seed + number, length, tallies[name], options.law, options.start)
        seconds[name] += monotonic() - before
        number += 1
        if fault is not None and fault.origin not in faults:
            faults[fault.origin] = fault
            show(minimized(fault), options.folder, narrowed)
    for name in names:
        print(summary(name, tallies[name], seconds[name]))
        if options.codes:
            print("  never met:", ", ".join(unmet(name, tallies[name])))
    print(f"{len(faults)} faults" if faults else "no fault")
    return 1 if faults else 0


def show(fault: Fault, folder: Path, narrowed: str = "") -> None:
    """Print a fault with its record and the command that finds it again (``narrowed``: with which choices), and write
    the record to a file for ``referee check``.
    """
    name = fault.header["ruleset"]
    file = folder / f"fault-{name}-{fault.seed}.jsonl"
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (fault.header, *fault.reports))
    file.write_text(lines, "utf-8")
    print(f"\nA law is broken: {fault.law}\n  {fault.what}")
    print(f"  python3 dev.py fuzz law --ruleset {name} --seed {fault.seed} --games 1{narrowed}")
    print(f"  options {json.dumps(fault.header.get('options', {}))}")
    print(f"{lines}  written to {file}\n", flush=True)


def summary(name: str, tally: Tally, seconds: float) -> str:
    """One line about the games played under a ruleset."""
    accepted, refused = tally.accepted.total(), tally.refused.total()
    every = accepted + refused
    share = 100 * accepted / every if every else 0
    codes = len(rulesets.load(name).catalogue.clause_of)
    return (
        f"{name:18} {tally.games:5} games, {every:7} reports, {share:4.1f}% accepted, {tally.headers_refused} headers"
        f" refused, {len(tally.codes)} of {codes} codes, {every / seconds if seconds else 0:5.0f} reports/s"
    )


def unmet(name: str, tally: Tally) -> list[str]:
    """The refusal codes of a ruleset that no report has triggered."""
    codes = set(rulesets.load(name).catalogue.clause_of) - tally.codes
    return sorted(code for code in codes if not code.startswith(("notation_", "line_")))
