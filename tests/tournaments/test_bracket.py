"""The bracket: who sits where, who goes on, and the final order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.contests import table
from tournaments.bracket import bracket, seat
from tournaments.decision import Wanted, decide
from tournaments.fault import Faulty
from tournaments.qualification.rule import Stage

SIXTEEN = [f"p{seed}" for seed in range(1, 17)]
SEMI = Stage("semi", 4, advance=1)
WORLD = (SEMI, Stage("final", 1))


@pytest.mark.parametrize(
    ("seeding", "first", "last"),
    [
        ("snake", "p1 p8 p9 p16", "p4 p5 p12 p13"),
        ("deal", "p1 p5 p9 p13", "p4 p8 p12 p16"),
        ("blocks", "p1 p2 p3 p4", "p13 p14 p15 p16"),
    ],
)
def test_the_patterns_seat_sixteen_at_four_tables(seeding: str, first: str, last: str) -> None:
    tables = seat(Stage("semi", 4, seeding), SIXTEEN)
    assert (" ".join(tables[0]), " ".join(tables[3])) == (first, last)


@given(st.integers(1, 40), st.integers(1, 8), st.sampled_from(("snake", "deal", "blocks", "lots")), st.text(max_size=3))
def test_every_pattern_seats_everybody_once_at_tables_of_nearly_one_size(
    players: int, tables: int, seeding: str, seed: str
) -> None:
    ids = [str(number) for number in range(players)]
    seated = seat(Stage("semi", tables, seeding), ids, seed)
    assert sorted(each for at in seated for each in at) == sorted(ids)
    sizes = [len(at) for at in seated]
    assert len(sizes) == tables
    assert max(sizes) - min(sizes) <= 1


def test_listed_seats_are_for_as_many_players_as_there_are() -> None:
    listed = Stage("semi", 2, "listed", seats=((1, 4), (3, 2)))
    assert seat(listed, ["a", "b", "c", "d"]) == (("a", "d"), ("b", "c"))
    with pytest.raises(Faulty, match="seats are listed for 4 players, but there are 5"):
        seat(listed, ["a", "b", "c", "d", "e"])


def test_four_semi_winners_play_the_final_and_the_losers_follow_by_place_and_assets() -> None:
    semi = (
        *table(1, 1, "p9 28 9000", "p1 14 400", "p8 6 300", "p16 0 0"),
        *table(1, 2, "p2 28 9000", "p7 14 500", "p10 6 300", "p15 0 0"),
        *table(1, 3, "p3 28 9000", "p6 14 500", "p11 6 200", "p14 0 0"),
        *table(1, 4, "p4 28 9000", "p5 14 600", "p12 6 100", "p13 0 0"),
    )
    drawn = bracket(WORLD, SIXTEEN, {"semi": semi})
    assert drawn.stages[0].advance == ("p2", "p3", "p4", "p9")
    assert drawn.stages[1].tables[0].players == ("p2", "p3", "p4", "p9")
    assert drawn.final_order == ()
    final = table(1, 1, "p9 1! 9999", "p4 0", "p2 0", "p3 0")
    over = bracket(WORLD, SIXTEEN, {"semi": semi, "final": final})
    assert over.final_order[:8] == (("p9",), ("p4",), ("p2",), ("p3",), ("p5",), ("p6", "p7"), ("p1",), ("p8", "p10"))
    assert over.final_order[-1] == ("p13", "p14", "p15", "p16")


def test_a_stage_that_is_not_over_leaves_the_next_ones_empty() -> None:
    semi = table(1, 1, "p9 28", "p1 14", "p8 6", "p16 0")
    drawn = bracket(WORLD, SIXTEEN, {"semi": semi})
    assert drawn.stages[0].tables[0].order == ("p9", "p1", "p8", "p16")
    assert drawn.stages[0].tables[1].order == ()
    assert drawn.stages[1].tables[0].players == ()


@pytest.mark.parametrize(("tied", "winner"), [("seed", "p1"), ("roll_off", None)])
def test_a_tie_for_going_on_is_settled_as_the_stage_says(tied: str, winner: str | None) -> None:
    stages = (Stage("semi", 1, advance=1, tied=tied), Stage("final", 1))
    games = {"semi": table(1, 1, "p2 5 900", "p1 5 900 =", "p3 0")}
    drawn = bracket(stages, ["p1", "p2", "p3"], games)
    if winner:
        assert drawn.stages[0].advance == (winner,)
        return
    (wanted,) = drawn.stages[0].wanted
    assert wanted == Wanted("semi/1", "roll_off", ("p1", "p2"), 1)
    assert drawn.stages[1].tables[0].players == ()
    settled = bracket(stages, ["p1", "p2", "p3"], games, [decide(wanted, ["p2"])])
    assert settled.stages[0].advance == ("p2",)
    assert settled.stages[0].tables[0].places == (1, 2, 3)


def test_only_a_tie_for_the_last_place_that_goes_on_is_broken() -> None:
    stages = (Stage("semi", 1, advance=2, tied="roll_off"), Stage("final", 1))
    players = ["a", "b", "c", "d", "e"]
    crossing = {"semi": table(1, 1, "b 5", "d 3", "c 3 =", "a 1", "e 1 =")}
    (wanted,) = bracket(stages, players, crossing).stages[0].wanted
    assert (wanted.players, wanted.places) == (("c", "d"), 1)
    settled = bracket(stages, players, crossing, [decide(wanted, ["d"])]).stages[0]
    assert (settled.advance, settled.tables[0].places) == (("b", "d"), (1, 2, 3, 4, 4))
    apart = bracket(stages, players, {"semi": table(1, 1, "b 5", "d 5 =", "c 3", "a 3 =", "e 1")}).stages[0]
    assert (apart.wanted, apart.tables[0].places) == ((), (1, 1, 3, 3, 5))


def test_the_best_of_the_others_go_on_by_assets() -> None:
    stages = (Stage("semi", 2, advance=1, extra=1), Stage("final", 1))
    games = (*table(1, 1, "a 1 900", "d 0 800", "e 0 100"), *table(1, 2, "b 1 500", "c 0 850", "f 0 400"))
    assert bracket(stages, ["a", "b", "c", "d", "e", "f"], {"semi": games}).stages[0].advance == ("a", "b", "c")


def test_with_two_final_tables_the_richer_winner_wins() -> None:
    # expydoc.com 9420713: the table winner with more assets is the champion.
    stages = (Stage("final", 2, "deal", across="assets"),)
    games = (*table(1, 1, "a 0 4000", "c 0 3900"), *table(1, 2, "b 0 5200", "d 0 100"))
    over = bracket(stages, ["a", "b", "c", "d"], {"final": games})
    assert over.final_order == (("b",), ("a",), ("c",), ("d",))


def test_without_stages_all_qualifiers_sit_at_one_table_however_many() -> None:
    (final,) = bracket((), ["a", "b", "c", "d", "e", "f"], {}).stages
    assert [at.players for at in final.tables] == [("a", "b", "c", "d", "e", "f")]


def test_tables_that_were_changed_by_hand_count_as_they_were_played_while_others_are_open() -> None:
    stages = (Stage("semi", 3, "blocks", advance=1), Stage("final", 1))
    players = list("abcdefghi")
    games = (*table(1, 1, "d 5", "b 3", "c 1"), *table(1, 2, "a 5", "e 3", "f 1"))
    (semi, _) = bracket(stages, players, {"semi": games}).stages
    assert [each.players for each in semi.tables] == [("b", "c", "d"), ("a", "e", "f"), ("g", "h", "i")]
    assert [each.order for each in semi.tables] == [("d", "b", "c"), ("a", "e", "f"), ()]
    half = bracket(stages, players, {"semi": table(1, 1, "d 5", "b 3", "c 1")}).stages[0]
    assert [each.players for each in half.tables] == [("b", "c", "d"), ("a", "e", "f"), ("g", "h", "i")]


def test_a_listed_seed_that_nobody_has_leaves_its_seat_empty_and_too_few_seats_are_a_fault() -> None:
    listed = Stage("semi", 2, "listed", advance=1, seats=((1, 4, 6), (2, 3, 5)))
    assert seat(listed, list("abcde")) == (("a", "d"), ("b", "c", "e"))
    with pytest.raises(Faulty):
        seat(listed, list("abcdefg"))


def test_who_goes_home_before_a_stage_is_followed_by_the_next_of_the_table() -> None:
    stages = (Stage("semi", 2, advance=1, extra=1), Stage("final", 1))
    games = (*table(1, 1, "a 5", "d 3", "e 1"), *table(1, 2, "b 5", "c 3 900", "f 1"))
    going = bracket(stages, list("abcdef"), {"semi": games}, left={"final": {"a"}}).stages
    assert going[0].advance == ("b", "c", "d")
    assert [each.players for each in going[1].tables] == [("b", "c", "d")]
