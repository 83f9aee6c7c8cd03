"""``python3 dev.py fuzz event``: plays events, anything at any time, until the time is over or a law is broken."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, process_time, time

from referee.server.preload import preload_texts
from tests.fuzz.event.day import ALL_LAWS, Tally, read, replay, shortened, written
from tests.fuzz.event.machine import Choice, Found, play
from tests.fuzz.event.place import service_of_its_own
from tests.referee.support.world import World
from tournaments.regulation import shipped

DAYS = 6
"""The days of one seed: the first of them is always the same, the simplest."""
SHORTENING = 60.0
"""Seconds in which the days of a fault are shortened."""


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the command's arguments."""
    parser = argparse.ArgumentParser(prog="dev.py fuzz event", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long to play (1)")
    parser.add_argument("--seeds", type=int, help="how many seeds to play, whatever the time")
    parser.add_argument("--seed", type=int, help="the seed of the first days; the next have the next numbers")
    parser.add_argument("--regulation", choices=shipped.names(), help="this regulation alone; any of them")
    parser.add_argument("--players", type=int, help="so many players; 4 to 130")
    parser.add_argument(
        "--steps", type=int, default=40, help="the most steps of a day before it goes on to its end (40)"
    )
    parser.add_argument(
        "--law", default="", help=f"check the laws with this in their names alone: {', '.join(ALL_LAWS)}"
    )
    parser.add_argument("--faults", type=int, default=1, help="stop after so many broken laws (1)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where days with faults are written (here)")
    parser.add_argument("--replay", type=Path, help="play the day in this file again instead")
    return parser.parse_args(argv)


def fuzz(argv: Sequence[str]) -> int:
    """Play, and print a summary and the faults found; returns 0 if there are none, else 1."""
    options = arguments(argv)
    preload_texts()
    with service_of_its_own() as world:
        if options.replay is not None:
            opening, steps = read(options.replay.read_text("utf-8"))
            broken = replay(world, opening, steps, only=options.law, to_end=True)
            print(f"A law is broken: {broken}" if broken else "no fault")
            return 1 if broken else 0
        return search(world, options)


def search(world: World, options: argparse.Namespace) -> int:
    """Play days until the time is over or enough laws are broken; returns 1 if any is, else 0."""
    first = int(time()) if options.seed is None else options.seed
    choice = Choice(options.regulation, options.players, options.law, options.steps)
    tally, faults, began, worked = Tally(), 0, monotonic(), process_time()
    number = first
    print(f"seed {first}", flush=True)
    while faults < options.faults:
        done = number - first
        if done >= options.seeds if options.seeds is not None else monotonic() - began > 60 * options.minutes:
            break
        if (found := play(world, choice, tally, DAYS, number)) is not None:
            faults += 1
            print(f"after {monotonic() - began:.0f} s, {process_time() - worked:.0f} of them of work")
            show(world, found, number, options)
        number += 1
    print(summary(tally))
    print(f"{faults} faults" if faults else "no fault")
    return 1 if faults else 0


def show(world: World, found: Found, number: int, options: argparse.Namespace) -> None:
    """Print a fault with the steps that lead to it, and write them to a file that can be played again."""
    steps, broken = shortened(world, found.opening, found.steps, found.broken, seconds=SHORTENING, to_end=found.to_end)
    file = options.folder / f"fault-event-{number}.jsonl"
    file.write_text(written(found.opening, steps), "utf-8")
    narrowed = "".join(
        f" --{name} {getattr(options, name)}" for name in ("regulation", "players", "law") if getattr(options, name)
    )
    print(f"\nA law is broken: {broken}")
    print(f"  python3 dev.py fuzz event --seed {number} --seeds 1 --steps {options.steps}{narrowed}")
    print(f"{written(found.opening, steps)}  python3 dev.py fuzz event --replay {file}\n", flush=True)


def summary(tally: Tally) -> str:
    """What was played, in lines."""
    return "\n".join(
        (
            f"{tally.days} events, {tally.ended} to their archive, {tally.steps.total()} steps"
            f" and {tally.impossible.total()} about nothing",
            "steps: " + ", ".join(f"{name} {count}" for name, count in tally.steps.most_common()),
            "where the desk did not lead on: "
            + ", ".join(f"{name} {count}" for name, count in tally.stuck.most_common()),
            "answers: " + ", ".join(f"{name} {count}" for name, count in tally.answers.most_common()),
        )
    )
