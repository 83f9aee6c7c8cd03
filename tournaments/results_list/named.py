"""The players named in a list of results, for lists that come without a list of players."""

from __future__ import annotations

from tournaments.lists.cells import Cells
from tournaments.lists.read import read_list
from tournaments.players.entrant import Entrant
from tournaments.players.fields import MOST_NUMBER
from tournaments.players.row import same_text
from tournaments.results_list.row import REQUIRED, columns
from tournaments.typed import Whole


def named_players(data: bytes) -> tuple[Entrant, ...]:
    """The players of a list of results (CSV), each once, in the order of appearance; those without a number get the
    next free one.

    Unreadable cells are left to `tournaments.results_list.preview`.  Raises `Faulty` if the file cannot be read.
    """
    imported = read_list(data, columns(), REQUIRED)
    found: dict[str, tuple[int | None, str]] = {}
    for record in imported.records:
        cells = Cells(record, imported.heading)
        number, name = cells.read("number", Whole(1, MOST_NUMBER)), cells.text("player")
        if number is not None or name:
            found.setdefault(same_text(name) if name else str(number), (number, name or str(number)))
    taken = {number for number, _ in found.values()}
    free = (number for number in range(1, len(found) + len(taken) + 1) if number not in taken)
    return tuple(
        Entrant(id=f"p{number}", number=number, name=name)
        for number, name in ((next(free) if number is None else number, name) for number, name in found.values())
    )
