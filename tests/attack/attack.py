"""An attack: what is tried, against what kind of service, and the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.attack.hall import Hall

MOST_SILENCE = 5.0
"""Seconds that an honest client may wait for an answer while the service is attacked."""
MOST_MEMORY = 300.0
"""Megabytes by which the service may grow during an attack."""


class Broken(Exception):
    """Raised if the service did not withstand something; the message is one line."""


class Attack(NamedTuple):
    """``act``: carries it out and returns what it saw in one line, or raises `Broken`; its docstring says what the
    attacker does and, in a second paragraph, what must hold.

    ``quick``: it takes only a few seconds, and is also run by the tests.  ``alone``: it gets a service of its own,
    started with these options of ``referee serve``.  ``secure``: over https, with a self-signed certificate.
    ``stepping``: the service's clock can be stepped.  ``proxies``: how many proxies the service is told it is behind.
    ``silence``, ``memory``: see `MOST_SILENCE` and `MOST_MEMORY`.
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
        return self.act.__name__.replace("_", "-")

    @property
    def about(self) -> str:
        """What the attacker does, in one line."""
        return (self.act.__doc__ or "").strip().partition("\n")[0]

    @property
    def shares(self) -> bool:
        """Whether it may share a service with other attacks."""
        return self.alone is None and not (self.secure or self.stepping or self.proxies)


class Verdict(NamedTuple):
    """The result of an attack.

    ``silence``: the longest wait of an honest client for an answer, in seconds; ``median``: of the response times of
    reports; ``memory``: by how many megabytes the service grew at most, None if this system does not tell.
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
"""The header of the table of verdicts."""
