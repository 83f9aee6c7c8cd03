"""``python3 dev.py fuzz moves``: the player of docs/library.md, which knows nothing but `rulesets.moves`, plays games
of every ruleset in turn; none of its reports may be refused.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from doctest import DocTestParser
from pathlib import Path
from time import monotonic

import rulesets

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"
Play = Callable[[str, int, int], tuple[int, int, bool]]
"""``play(ruleset, seed, most)``: how many reports were made, how many refused, and whether the game is over."""


def player() -> Play:
    """The function ``play`` as the page has it."""
    examples = DocTestParser().get_examples(PAGE.read_text("utf-8"))
    [source] = [example.source for example in examples if example.source.startswith("def play(")]
    names: dict[str, Play] = {}
    exec(f"import rulesets\nfrom random import Random\n{source}", names)
    return names["play"]


def play_all(argv: Sequence[str]) -> int:
    """Play, and print a line for each ruleset; returns 0 if nothing was refused, else 1."""
    parser = argparse.ArgumentParser(prog="dev.py fuzz moves", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="how many games in all (1000)")
    parser.add_argument("--most", type=int, default=100, help="reports before the end signal (100)")
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first games; the next have the next numbers"
    )
    options = parser.parse_args(argv)
    play, every, names = player(), 0, rulesets.names()
    for turn, name in enumerate(names):
        began, reports, ended, wrong = monotonic(), 0, 0, []
        seeds = range(options.seed, options.seed + len(range(turn, options.games, len(names))))
        for seed in seeds:
            made, refused, over = play(name, seed, options.most)
            reports, ended, every = reports + made, ended + over, every + refused
            wrong += [seed] * bool(refused)
        seconds = monotonic() - began
        print(f"{name:18} {len(seeds)} games, {ended} to their end, {reports} reports in {seconds:.0f} s", flush=True)
        if wrong:
            print(f"  refused with seeds {wrong}")
    print(f"{every} reports refused")
    return 1 if every else 0
