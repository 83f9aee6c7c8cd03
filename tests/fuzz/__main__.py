"""``python3 dev.py fuzz law``: see `tests.fuzz.law`."""

from __future__ import annotations

import sys

from tests.fuzz.law import fuzz

if __name__ == "__main__":
    if sys.argv[1:2] != ["law"]:
        sys.exit("fuzz: law is expected, with --minutes, --seed, --games, --ruleset")
    sys.exit(fuzz(sys.argv[2:]))
