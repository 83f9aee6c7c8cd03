"""An attack: what is tried, against what kind of service, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.attack.hall import Hall

MOST_SILENCE = 5.0
"""Seconds that somebody honest may wait for an answer while the service is attacked."""
MOST_MEMORY = 300.0
"""Megabytes that an attack may cost."""


class Broken(Exception):
    """What did not hold, in one line."""


class Attack(NamedTuple):
    """``act``: does it, and says in a line what it saw, or raises `Broken`; its docstring says what the attacker does
    and what must hold.

    ``quick``: it takes a few seconds, and is among the tests too.  ``alone``: it gets a service of its own, started
    with these options of ``referee serve``.  ``secure``: by https, with a certificate of the machine's own.
    ``stepping``: the service runs by a clock that can be stepped.  ``proxies``: how many
    the service believes to be behind.  ``silence``, ``memory``: see `MOST_SILENCE` and `MOST_MEMORY`.
    """

    act: Callable[[Hall], str]
    quick: bool = False
    alone: tuple[str, ...] | None = None
    secure: bool = False
    stepping: bool = False
    proxies: int = 0
    silence: float = MOST_SILENCE
    memory: float = MOST_MEMORY

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return self.act.__name__.replace("_", "-")

    @property
    def about(self) -> str:
        """What the attacker does, in a line."""
        return (self.act.__doc__ or "").strip().partition("\n")[0]

    @property
    def shares(self) -> bool:
        """Whether it may be tried against the same service as others."""
        return self.alone is None and not (self.secure or self.stepping or self.proxies)


class Verdict(NamedTuple):
    """What came of an attack.

    ``silence``: the longest that somebody honest waited for an answer meanwhile, in seconds; ``median``: what a report
    usually took; ``memory``: by how many megabytes the service grew at most, None where this machine does not tell.
    """

    name: str
    held: bool
    why: str
    silence: float
    median: float
    memory: float | None
    seconds: float

    def row(self) -> str:
        """A line of the table that the command prints."""
        memory = "    ?" if self.memory is None else f"{self.memory:5.0f}"
        figures = f"{self.silence:6.1f} s {self.median * 1000:6.0f} ms {memory} MB {self.seconds:6.1f} s"
        return f"{self.name:36} {'held  ' if self.held else 'BROKEN'} {figures}  {self.why}"


HEADING = f"{'attack':36} {'':6} {'silence':>8} {'report':>9} {'memory':>8} {'took':>8}  what was seen"
"""What stands above the rows."""
