"""How often what may be done: so many times in a window, then 429."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from referee.problems import Problem


class Rate(NamedTuple):
    """``most`` times in a window of ``seconds``."""

    what: str
    most: int
    seconds: int


LOG_IN = Rate("log-in", 10, 300)
"""For an address and a log-in name, and for a browser that knows the name: wrong guesses at somebody's password."""
LOG_IN_ADDRESS = Rate("log-in-address", 100, 300)
"""For an address, which may be that of a whole hall: wrong guesses at anybody's."""
LOG_IN_ACCOUNT = Rate("log-in-account", 30, 300)
"""For a log-in name: wrong guesses from browsers that have never got in by it, wherever they are."""
WRONG_CODE = Rate("wrong-code", 100, 300)
"""For an address: codes that are none.  A code is not guessed anyway; this one only slows whoever tries."""
CODE = Rate("code", 30, 300)
"""For a link or code itself: how often it is redeemed."""
TRIAL = Rate("trial", 1200, 60)
"""For a credential: a page that tries whatever its reader points at."""
CALL = Rate("call", 30, 60)
"""For a credential: a tablet in the hands of somebody impatient."""


def too_many(seconds: float) -> Problem:
    """The problem ``too_many``: to be tried again in so many seconds."""
    whole = max(1, ceil(seconds))
    return Problem("too_many", headers={"Retry-After": str(whole)}, seconds=whole)
