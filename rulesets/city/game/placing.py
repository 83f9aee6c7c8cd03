"""What is asked for when a position is set up by hand, besides cash, spaces and what is counted at the end."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.city.game import pieces
from rulesets.city.game.labels import PARTS, PIECES, TEXTS
from rulesets.city.game.state import BETWEEN_TURNS, OVER, PERMIT, PUT_UP, TURN
from rulesets.city.game.table import Table
from rulesets.kernel.telling.assets import Names
from rulesets.kernel.telling.placing import Placed, Placing, same

WORDS = TEXTS["placing"]
NOT = same("–")
RAILROAD = "railroad"
PHASES = ((BETWEEN_TURNS, WORDS["between_turns"]), (TURN, WORDS["in_turn"]), (OVER, WORDS["over"]))


def flag(key: str, names: Names) -> Placed:
    return Placed(key, names, ((False, NOT), (True, names)))


def counts_of(numbers: Iterable[int]) -> list[tuple[int, Names]]:
    return [(number, same(number)) for number in numbers]


def placing(table: Table) -> Placing:
    """Return the further fields of the positions at a table; the districts hold what is not counted at the end."""
    figures = table.figures
    release = [(card.key, card.labels) for card in table.edition.cards if card.kind == "release"]
    seats = [(seat, same(table.names.get(seat, seat))) for seat in table.seats]
    results = ((None, NOT), *counts_of(pieces.SIZES), (RAILROAD, PIECES[RAILROAD]))
    return Placing(
        game=(
            Placed("phase", WORDS["phase"], PHASES),
            Placed("doubles", WORDS["doubles"], counts_of(range(figures.most_doubles))),
            Placed("dodge.holder", PARTS["dodge"], ((None, NOT), *seats)),
            flag("dodge.fresh", WORDS["dodge_fresh"]),
            Placed("step.player", WORDS["step"], ((None, NOT), *seats)),
            Placed("step.result", WORDS["result"], results),
            Placed("step.left", WORDS["left"], counts_of((0, *pieces.SIZES))),
            Placed("step.right", WORDS["right"], ((None, NOT), (PUT_UP, WORDS["put_up"]), (PERMIT, WORDS["permit"]))),
            flag("step.landed", WORDS["landed"]),
            flag("step.ridden", WORDS["ridden"]),
            flag("begun", WORDS["begun"]),
            flag("time_up", WORDS["time_up"]),
        ),
        player=(
            Placed("jail", WORDS["jail"], ((None, NOT), *counts_of(range(figures.jail_throws)))),
            Placed("cards", WORDS["cards"], release, several=True),
            flag("out", WORDS["out"]),
            Placed("out_at", WORDS["out_at"], ((None, NOT), *counts_of(range(1, len(seats))))),
        ),
        deed=(
            Placed("loan", WORDS["loan"], money=True),
            Placed("railroads", PARTS["railroads"]),
            flag("stadium", PARTS["stadium"]),
            Placed("bonus", PARTS["bonus"], [(each, PIECES[each]) for each in pieces.BONUSES], several=True),
        ),
        opened=("due", "step", "trade"),
    )
