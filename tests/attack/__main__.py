"""``python3 dev.py attack``: see `tests.attack.run`."""

from __future__ import annotations

import sys

from tests.attack.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
