"""What is shown of a game in progress: no entry newer, and no turn later, than the event lets spectators see."""

from __future__ import annotations

import json

import pytest

from referee.core.chain import ChainLine
from referee.log.table_game import TableGames
from referee.stories.delay import MINUTE, Delay, shown_game, shown_line
from tests.referee.support.cup import Cup

NOW = 1_000 * MINUTE


def line(seq: int, minutes_ago: int, player: str) -> ChainLine:
    """A throw that was logged this long ago."""
    report = json.dumps({"type": "roll", "player": player, "dice": [1, 2]})
    return ChainLine(seq, "", NOW - minutes_ago * MINUTE, "", None, None, True, report, "", None, "", None)


LOG = [line(seq, 10 - seq, player) for seq, player in enumerate("ABBCAB", 1)]
"""Six throws, one a minute, the last four minutes ago."""


@pytest.mark.parametrize(
    ("delay", "seq"),
    [
        (Delay(), 6), (Delay(minutes=4), 6), (Delay(minutes=5), 5), (Delay(minutes=9), 1), (Delay(minutes=10), 0),
        (Delay(turns=1), 5), (Delay(turns=2), 4), (Delay(turns=3), 3), (Delay(turns=4), 1), (Delay(turns=9), 0),
        (Delay(minutes=7, turns=1), 3), (Delay(minutes=4, turns=3), 3),
    ],
)  # fmt: skip
def test_an_entry_is_shown_once_it_is_old_enough_and_enough_turns_have_begun_since(delay: Delay, seq: int) -> None:
    found = shown_line(LOG, delay, NOW)
    assert (found.seq if found else 0) == seq


def test_what_was_shown_last_is_not_judged_again_while_it_stands(cup: Cup) -> None:
    table, games = cup.tables[1, 1], cup.world.service.part(TableGames)
    for base, player in enumerate("ABCD"):
        report = {"type": "roll", "player": player, "dice": [4, 6]}
        body = {"client_id": f"a-throw-{player}", "base": base, "report": report}
        assert cup.world.ask("POST", f"/tables/{table}/entries", "judge", json=body).status_code == 201
    now = cup.world.service.database.now()
    first = shown_game(games, table, Delay(turns=2), now)
    assert first.seq == 2
    assert shown_game(games, table, Delay(turns=2), now, first) is first
    assert shown_game(games, table, Delay(turns=1), now, first).seq == 3
    assert shown_game(games, table, Delay(minutes=5), now).seq == 0
    assert shown_game(games, table, Delay(), now).seq == 4
