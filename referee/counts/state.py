"""The state of a final count: whose sheet is agreed to; derived from the steps and the log, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.counts.sheets import OwnSheet
from referee.models import CountStep

COUNTED, AGREED, WITHDRAWN = KINDS = ("counted", "agreed", "withdrawn")


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """A player's part of a count.  ``counted``: the latest step with counted cash, None without one; ``agreed``: the
    step by which they agree to the sheet as it is now; ``lapsed``: the one by which they agreed to what the sheet said
    before the log was changed.
    """

    player: str
    sheet: OwnSheet
    counted: CountStep | None
    agreed: CountStep | None
    lapsed: CountStep | None

    @property
    def difference(self) -> int:
        """What was counted less what the log says; 0 if nothing was counted."""
        cash = self.counted.cash if self.counted else None
        return 0 if cash is None else cash - self.sheet.cash


def counts_of(
    sheets: Mapping[str, OwnSheet], players: Mapping[str, str], steps: Iterable[CountStep]
) -> list[PlayerCount]:
    """The players' parts of a count, in the order of the sheets.  ``players``: ids by seat; ``steps``: in order."""
    last: dict[tuple[str, bool], CountStep] = {}
    for step in steps:
        last[step.player_id, step.kind == COUNTED] = step
    found = []
    for seat, sheet in sheets.items():
        if (player := players.get(seat)) is None:
            continue
        agreed = last.get((player, False))
        if agreed is not None and agreed.kind == WITHDRAWN:
            agreed = None
        holds = agreed is not None and agreed.sheet == sheet.hash
        counted = last.get((player, True))
        stands = counted if counted is not None and counted.cash is not None else None
        found.append(PlayerCount(player, sheet, stands, agreed if holds else None, None if holds else agreed))
    return found


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is still open at a table whose result is to be entered.

    ``kind``: ``call``, ``case``, ``refusal`` (a refused report that nothing followed) or ``difference`` (counted cash
    that is not what the log says).  ``about``: the call's subject, the name of the case, the entry, or the player.
    """

    kind: str
    about: str
    text: str = ""


DISPUTES = ("call", "case", "refusal", "difference")


def everybody_agrees(counts: Sequence[PlayerCount]) -> bool:
    """Whether every player of a table has agreed to their sheet as it is now."""
    return bool(counts) and all(each.agreed is not None for each in counts)
