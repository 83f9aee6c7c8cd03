"""A program that runs several processes with their jobs on the configured database and keeps killing one at random.

It prints ``begun``, runs until its input ends, then kills them all and prints how many it had killed before that.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time

from referee.core.settings import from_environment
from referee.server.assembly import assemble, schedule

PROCESSES = 3
SECONDS = 0.4
"""Average time between two kills."""


def start_process() -> int:
    """Fork a process with a service and its jobs, and return its id."""
    if child := os.fork():
        return child
    service = assemble(from_environment())
    service.jobs.start(schedule(service))
    while True:
        time.sleep(60)


def kill_process(child: int) -> None:
    """Kill a process, whatever it is doing."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def main() -> None:
    """Start the processes, then kill and replace them until the input ends."""
    chance = random.Random(4)
    children = [start_process() for _ in range(PROCESSES)]
    print("begun", flush=True)
    killed = 0
    while not select.select([sys.stdin], [], [], SECONDS * (0.5 + chance.random()))[0]:
        kill_process(children.pop(chance.randrange(PROCESSES)))
        killed += 1
        children.append(start_process())
    for child in children:
        kill_process(child)
    print(killed)


if __name__ == "__main__":
    main()
