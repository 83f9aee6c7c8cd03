"""``python3 dev.py fuzz law``, ``moves`` and ``event``: see `tests.fuzz.law`, `tests.fuzz.bot`, `tests.fuzz.event`."""

from __future__ import annotations

import sys

from tests.fuzz.bot import play_all
from tests.fuzz.event.command import fuzz as event
from tests.fuzz.law import fuzz

COMMANDS = {"law": fuzz, "moves": play_all, "event": event}

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or [""]
    if name not in COMMANDS:
        sys.exit("fuzz: law, moves or event is expected; each has --help")
    sys.exit(COMMANDS[name](arguments))
