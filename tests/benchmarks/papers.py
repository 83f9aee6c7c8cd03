"""``python3 dev.py bench papers``: each document for 120 players: its pages, the processor's time, the size of its PDF.

Each is drawn alone, with empty caches, in Japanese; fonts have been read before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from tests.benchmarks.options import Options
from tests.benchmarks.paper import clear_caches
from tests.benchmarks.results import Result, number
from tests.tournaments.paper_samples import documents, layout, page_count

PLAYERS = 120


@dataclass(frozen=True, slots=True)
class DocumentCost:
    """What a document costs.  ``seconds``: of the processor; ``size``: in bytes."""

    name: str
    pages: int
    seconds: float
    size: int

    def cells(self) -> dict[str, str]:
        """The cost as table cells."""
        size = f"{number(self.size / 1000)} kB"
        return {
            "document": f"`{self.name}`",
            "pages": f"{self.pages}",
            "processor": f"{self.seconds:.2f} s",
            "file": size,
        }


def measure(_options: Options) -> Result:
    """Draw every document once."""
    makers = documents("ja", PLAYERS)
    makers["score_sheet"](layout())  # reads the fonts
    rows = []
    for name, make in makers.items():
        clear_caches()
        began = time.process_time()
        pdf = make(layout())
        rows.append(DocumentCost(name, page_count(pdf), time.process_time() - began, len(pdf)))
    return Result("papers", tuple(rows))
