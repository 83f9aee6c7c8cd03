"""A player's sheet in the final count, as the log has it, and the signature under it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from marshmallow import ValidationError

from referee.core.chain import canonical
from referee.core.http import fields
from referee.core.http.fields import Length
from referee.log.standing import standing_after
from referee.log.table_game import TableGame, TableGames
from tournaments.sheet.difference import CashMove
from tournaments.sheet.worth import CountLine, worth_lines


@dataclass(frozen=True, slots=True)
class OwnSheet:
    """What a player's worth consists of.  ``worth``: None where the game leaves it open; ``out_at``: the number of the
    bankruptcy, after which there is nothing to count.
    """

    seat: str
    rank: int
    cash: int
    worth: int | None
    out_at: int | None
    lines: Sequence[CountLine]

    @property
    def hash(self) -> str:
        """Of what the player agrees to: the same again after a correction that leaves this sheet as it was."""
        said = [self.seat, self.worth, self.out_at, [asdict(line) for line in self.lines]]
        return hashlib.sha256(canonical(said).encode()).hexdigest()


def own_sheets(table: TableGame) -> dict[str, OwnSheet]:
    """The sheets of all players by seat, the best one first."""
    game, ruleset = table.game, table.game.ruleset
    position = ruleset.position(game)
    found = {}
    for row in ruleset.standing(game):
        seat, player = row["player"], position["players"][row["player"]]
        counts = not player.get("out") and row["worth"] is not None
        lines = worth_lines(ruleset, game.state.table, position, seat) if counts else ()
        found[seat] = OwnSheet(seat, row["rank"], player["cash"], row["worth"], row.get("out_at"), lines)
    return found


def fixed_rents(table: TableGame) -> dict[str, tuple[str, int]]:
    """By deed, whose rent it is at the end and how much, where that is a fixed sum."""
    game, ruleset = table.game, table.game.ruleset
    deeds = ruleset.position(game)["deeds"]
    charges = ruleset.mechanics.charges(game.state)
    return {
        deed: (deeds[deed]["owner"], charge["amount"])
        for deed, charge in charges.items()
        if charge.get("amount") and not charge.get("times") and deeds.get(deed, {}).get("owner")
    }


@dataclass(frozen=True, slots=True)
class PlayedCash:
    """What moved cash in a game, in order, and what happened in each of those entries, by its number."""

    moves: Sequence[CashMove]
    events: dict[int, list[dict[str, object]]]


def played_cash(games: TableGames, table_id: str) -> PlayedCash:
    """What moved cash in the entries of a log that stand.  Judges the whole log again.  Raises `LogDiffers`."""
    opened, answers = games.replayed(table_id)
    lines = games.lines(table_id, 0, len(answers))
    after = [opened.game, *(answer.game for answer in answers)]
    moves, events = [], {}
    for move in standing_after(lines, 0):
        before, now = (_cash(each.ruleset.position(each)) for each in (after[move.seq - 1], after[move.seq]))
        changes = {seat: now[seat] - before.get(seat, 0) for seat in now if now[seat] != before.get(seat, 0)}
        if changes:
            moves.append(CashMove(move.seq, changes))
            events[move.seq] = [dict(each) for each in answers[move.seq - 1].events]
    return PlayedCash(moves, events)


def _cash(position: dict[str, object]) -> dict[str, int]:
    players = position["players"]
    assert isinstance(players, dict)
    return {seat: player["cash"] for seat, player in players.items()}


SIGNATURE = re.compile(r"(?:M[0-2]?\d?\d \d?\d(?:L[0-2]?\d?\d \d?\d)+)+", re.ASCII)
LONGEST_SIGNATURE = 6000


class Signature(fields.String):
    """A signature drawn by finger: an SVG path of straight lines in a box of 300 by 100, ``M10 20L12 25L15 31``."""

    def __init__(self) -> None:
        super().__init__(validate=Length(max=LONGEST_SIGNATURE), metadata={"example": "M10 20L12 25L15 31"})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs))
        if not SIGNATURE.fullmatch(text[: LONGEST_SIGNATURE + 1]):
            raise ValidationError("not_signature")
        return text
