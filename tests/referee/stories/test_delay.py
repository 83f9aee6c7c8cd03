"""What is shown of a game in progress: no entry newer, and no turn later, than the event lets spectators see."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest

from referee.core.chain import ChainLine
from referee.log.table_game import TableGames
from referee.stories.delay import MINUTE, Delay, ShownGames, shown_line
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
        (Delay(), 6),
        (Delay(minutes=4), 6),
        (Delay(minutes=5), 5),
        (Delay(minutes=9), 1),
        (Delay(minutes=10), 0),
        (Delay(turns=1), 5),
        (Delay(turns=2), 4),
        (Delay(turns=3), 3),
        (Delay(turns=4), 1),
        (Delay(turns=9), 0),
        (Delay(minutes=7, turns=1), 3),
        (Delay(minutes=4, turns=3), 3),
    ],
)
def test_an_entry_is_shown_once_it_is_old_enough_and_enough_turns_have_begun_since(delay: Delay, seq: int) -> None:
    found = shown_line(LOG, delay, NOW)
    assert (found.seq if found else 0) == seq
    if not delay.minutes:  # then the time of day is not asked
        assert shown_line(LOG, delay, 0) == found


def throw(cup: Cup, table: str, base: int, player: str) -> None:
    report = {"type": "roll", "player": player, "dice": [4, 6]}
    body = {"client_id": f"a-throw-{base:03}", "base": base, "report": report}
    assert cup.world.ask("POST", f"/tables/{table}/entries", "judge", json=body).status_code == 201


def test_what_was_shown_last_goes_on_without_reading_the_log_again(cup: Cup) -> None:
    table, games = cup.tables[1, 1], cup.world.service.part(TableGames)
    shown = ShownGames(games)
    for base, player in enumerate("ABCD"):
        throw(cup, table, base, player)
    now = cup.world.service.database.now()
    first = shown.at(table, Delay(turns=2), now)
    assert first.seq == 2
    assert shown.at(table, Delay(turns=2), now) is first
    assert shown.at(table, Delay(turns=1), now).seq == 3
    assert shown.at(table, Delay(minutes=5), now).seq == 0
    assert shown.at(table, Delay(), now).seq == 4
    seen = set()
    for base in range(4, 21):
        throw(cup, table, base, "ABCD"[base % 4])
        now = cup.world.service.database.now()
        with patch.object(games, "at", side_effect=AssertionError("the log was read again")):
            found = shown.at(table, Delay(turns=2), now)
        anew = ShownGames(games).at(table, Delay(turns=2), now)
        assert (found.seq, found.head) == (anew.seq, anew.head)
        assert found.game.ruleset.position(found.game) == anew.game.ruleset.position(anew.game)
        seen.add(found.seq)
    assert len(seen) > 10


def test_a_log_that_does_not_hold_what_was_shown_is_read_anew(cup: Cup) -> None:
    table, games = cup.tables[1, 1], cup.world.service.part(TableGames)
    shown = ShownGames(games)
    for base, player in enumerate("ABCD"):
        throw(cup, table, base, player)
    now = cup.world.service.database.now()
    first = shown.at(table, Delay(turns=2), now)
    shown._shown[table, Delay(turns=2)] = 0.0, "", first._replace(head="0" * 64)
    assert shown.at(table, Delay(turns=2), now).head == first.head
