"""``python3 dev.py bench KIND``: each kind is described where it stands.

They decide no test.
"""

from __future__ import annotations

import sys
from importlib import import_module

KINDS = ("law", "moves", "hall", "memory", "tournament", "public", "sign-in", "device", "taps", "desk", "paper")

if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else "law"
    if wanted not in KINDS:
        sys.exit(f"bench: one of {', '.join(KINDS)} is expected")
    import_module(f"tests.benchmarks.{wanted.replace('-', '_')}").main()
