"""A table that the ruleset has no game for is refused when it is drawn, and not only when it is published."""

from __future__ import annotations

import pytest

from referee.core.problems import Problem
from referee.events.regulation import parse_regulation
from referee.seating.tables_of_round import refuse_unplayable
from tests.referee.support.hall import PLAN


@pytest.mark.parametrize(("players", "refused"), [(1, True), (2, False), (4, False), (8, False), (9, True)])
def test_a_table_has_as_many_players_as_the_ruleset_has_a_game_for(players: int, refused: bool) -> None:
    regulation = parse_regulation(PLAN)
    tables = (tuple("ABCD"), tuple(f"P{number}" for number in range(players)))
    if not refused:
        refuse_unplayable(regulation, 4, tables)
        return
    with pytest.raises(Problem) as caught:
        refuse_unplayable(regulation, 4, tables)
    facts = caught.value.facts
    assert (caught.value.code, facts["table"], facts["count"]) == ("table_unplayable", 2, players)
