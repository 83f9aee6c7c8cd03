"""Laws of the ratings, for any table: who did better is not rated lower, and who did equally well is rated equally."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.people.ratings import after_game, model
from tournaments.result import GameResult, PlayerResult, places

SKILL = st.tuples(st.floats(-20, 80), st.floats(0.1, 12))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_of_players_level_before_more_at_a_table_never_means_less_after_it(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 8))
    level = data.draw(SKILL)
    skills = [level if data.draw(st.booleans()) else data.draw(SKILL) for _ in range(count)]
    assets = data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count))
    result = GameResult(1, 1, tuple(PlayerResult(str(each), each + 1, assets[each]) for each in range(count)))
    ranks = [places(result)[str(each)] for each in range(count)]
    after = after_game([model().rating(mu=mu, sigma=sigma) for mu, sigma in skills], ranks)
    for one in range(count):
        for other in range(count):
            if skills[one] == skills[other] and assets[one] >= assets[other]:
                assert after[one].ordinal() >= after[other].ordinal()
                assert after[one].mu >= after[other].mu
