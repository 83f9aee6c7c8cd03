"""``python3 dev.py fuzz law`` and ``fuzz moves``: see `tests.fuzz.law` and `tests.fuzz.bot`."""

from __future__ import annotations

import sys

from tests.fuzz.bot import play_all
from tests.fuzz.law import fuzz

COMMANDS = {"law": fuzz, "moves": play_all}

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or [""]
    if name not in COMMANDS:
        sys.exit("fuzz: law or moves is expected; each has --help")
    sys.exit(COMMANDS[name](arguments))
