"""The draw: shapes, its figures, their lower bounds, and that it is the same everywhere."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.languages import LANGUAGES
from tournaments.fault import Faulty
from tournaments.seating.bound import bound, spread
from tournaments.seating.construction import arithmetic
from tournaments.seating.draw import draw
from tournaments.seating.entrants import AIMS, Request, Sitter, request
from tournaments.seating.file import dump
from tournaments.seating.schedule import Schedule
from tournaments.seating.score import score
from tournaments.seating.shapes import shape

CLUBS = (None, "Kobe", "Kanto", "Tokai")


def players(count: int, of_club: int = 0) -> list[Sitter]:
    """Players without clubs, or in clubs of this size."""
    return [Sitter(f"p{each:03}", f"club {each // of_club}" if of_club else None) for each in range(count)]


@st.composite
def requests(draws: st.DrawFn) -> Request:
    """Small requests with numbers that fit: late entries, drop-outs, clubs, pairs kept apart, a fixed table."""
    count = draws(st.integers(4, 15))
    rounds = draws(st.integers(1, 4))
    entrants = [
        Sitter(
            f"p{each}",
            draws(st.sampled_from(CLUBS)),
            draws(st.sampled_from((1, 1, 1, 1, 2, 3))),
            draws(st.sampled_from((None, None, None, None, 3))),
            draws(st.sampled_from(((), (), (), (2,)))),
            1 if each == 0 and draws(st.booleans()) else None,
        )
        for each in range(count)
    ]
    everyone = [Sitter(f"q{each}") for each in range(4)]  # so that no round is without players
    pairs = list(combinations([entrant.id for entrant in entrants], 2))
    apart = draws(st.lists(st.sampled_from(pairs), max_size=3))
    aims = draws(st.permutations(AIMS))[: draws(st.integers(0, len(AIMS)))]
    start = draws(st.sampled_from(("drawn", "drawn", "rolled")))
    # Twos and threes make all numbers fit.
    return request(entrants + everyone, rounds, (4, 5, 3, 2), draws(st.integers(0, 99)), apart, aims, start)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(requests())
def test_everybody_who_plays_sits_once_a_round_at_a_table_of_the_shape_and_no_figure_is_below_its_bound(
    requested: Request,
) -> None:
    drawn = draw(requested)
    for number, tables in enumerate(drawn.rounds, 1):
        assert sorted(each for table in tables for each in table) == [each.id for each in requested.present(number)]
        assert tuple(map(len, tables)) == requested.shape(number)
    figures, least = score(drawn), bound(drawn)
    assert list(figures) == list(least)
    assert all(least[aim] <= figures[aim] for aim in figures)
    assert figures["fixed"] == 0


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_bounds_hold_for_tables_without_any_plan(data: st.DataObject) -> None:
    entrants = [Sitter(f"p{each}", CLUBS[each % 4]) for each in range(data.draw(st.integers(4, 14)))]
    rounds = []
    for _ in range(data.draw(st.integers(1, 4))):
        there = data.draw(st.permutations(entrants))[data.draw(st.integers(0, 2)) :]
        cut = data.draw(st.integers(1, len(there)))
        tables = (tuple(each.id for each in there[:cut]), tuple(each.id for each in there[cut:]))
        rounds.append(tuple(table for table in tables if table))
    schedule = Schedule(Request(tuple(entrants), len(rounds), (4, 5), "s"), tuple(rounds))
    figures = score(schedule)
    assert all(least <= figures[aim] for aim, least in bound(schedule).items())


@pytest.mark.parametrize(
    ("count", "rounds"),
    [(16, 5), (40, 8), (100, 8), (120, 3), (400, 4), *((count, 3) for count in range(25, 61))],
)
def test_nobody_meets_twice_and_start_orders_are_as_even_as_can_be(count: int, rounds: int) -> None:
    drawn = draw(request(players(count), rounds, (4, 5), "seed"))
    figures = score(drawn)
    assert figures["rematches"] == figures["neighbours"] == 0
    assert figures["start_order"] == bound(drawn)["start_order"]


def test_the_affine_planes_of_sixteen_and_twenty_five_are_found_whatever_the_seed() -> None:
    for seed in range(5):
        assert score(draw(request(players(16), 5, (4,), seed)))["rematches"] == 0
        assert score(draw(request(players(25), 6, (5,), seed)))["rematches"] == 0


@pytest.mark.parametrize(
    ("count", "rounds", "size", "rematches"),
    # Four sixes: each table's six fall on four tables as 2, 2, 1, 1, so 2 pairs x 4 tables x 3 pairs of rounds.
    # Two fours: 2 and 2, so 2 x 2 x 3; three fours: 2, 1, 1, so 1 x 3 x 3; one six: all 15 pairs meet three times (4).
    [(24, 3, 6, 24), (8, 3, 4, 12), (12, 3, 4, 9), (6, 3, 6, 60)],
)
def test_rematches_that_cannot_be_avoided_are_the_proved_number(
    count: int, rounds: int, size: int, rematches: int
) -> None:
    drawn = draw(request(players(count), rounds, (size,), "seed"))
    assert score(drawn)["rematches"] == bound(drawn)["rematches"] == rematches


def test_clubs_are_apart_where_they_can_be_and_as_even_as_they_can_be_where_not() -> None:
    apart = draw(request(players(120, of_club=12), 3, (4, 5), "seed"))
    assert (score(apart)["clubs"], score(apart)["rematches"]) == (0, 0)
    # Two clubs of 8 at four tables: two of each club at every table, 2 pairs x 4 tables x 3 rounds.
    halves = draw(request(players(16, of_club=8), 3, (4,), "seed"))
    assert score(halves)["clubs"] == bound(halves)["clubs"] == 24
    assert score(halves)["rematches"] == 0


@pytest.mark.slow
def test_the_first_aim_is_the_heaviest() -> None:
    # Eight players in four clubs of two, many rounds: rematches are unavoidable, but club-mates need not meet at all.
    entrants = players(8, of_club=2)
    clubs, rematches = (
        score(draw(request(entrants, 5, (4,), "seed", aims=aims)))
        for aims in (("clubs", "rematches"), ("rematches", "clubs"))
    )
    assert clubs["clubs"] == 0
    assert rematches["rematches"] <= clubs["rematches"]


def test_pairs_apart_never_meet_and_who_has_a_fixed_table_is_always_there() -> None:
    entrants = players(20)
    entrants[3] = Sitter("p003", table=5)
    entrants[4] = Sitter("p004", table=2, table_rounds=(2,))
    apart = [("p000", each.id) for each in entrants[5:15]]
    drawn = draw(request(entrants, 3, (4,), "seed", apart))
    assert score(drawn)["forbidden"] == score(drawn)["fixed"] == 0
    assert all("p003" in tables[4] for tables in drawn.rounds)
    assert "p004" in drawn.rounds[1][1]


def test_reserves_and_late_entries_sit_from_their_round_on_and_drop_outs_to_theirs() -> None:
    entrants = [*players(15), Sitter("late", first=2), Sitter("reserve", first=3), Sitter("out", last=1)]
    drawn = draw(request(entrants, 3, (4, 5, 3), "seed"))
    there = {each: [number for number in (1, 2, 3) if drawn.seat(each, number)] for each in ("late", "reserve", "out")}
    assert there == {"late": [2, 3], "reserve": [3], "out": [1]}


def test_the_same_request_gives_the_same_bytes_in_whatever_order_it_is_given() -> None:
    entrants = players(20, of_club=3)
    one = draw(request(entrants, 3, (4, 5), "seed", [("p001", "p002"), ("p004", "p003")]))
    other = draw(request(entrants[::-1], 3, (4, 5), "seed", [("p003", "p004"), ("p002", "p001")]))
    assert dump(one) == dump(other)
    assert dump(one) != dump(draw(request(entrants, 3, (4, 5), "another")))


@pytest.mark.slow
def test_this_draw_is_the_same_on_every_machine_and_in_every_version() -> None:
    # Nine at two tables meet again in any seating, so construction, repair and annealing all have their part.
    old = draw(request(players(9), 2, (4, 5), "seed", fit="preferred", version=1))
    assert digest(old) == "a480b7cd4227b54412e46b6365f0006728677923ac0c7eeb3479c23520e6e873"
    three = draw(request(players(9), 3, (4, 5), "seed", fit="preferred", version=1))
    assert digest(three) == "2438d1086673fbe0e4b6876d275f7b86e8cdc9021e2402eba8a03181c23ddf43"
    assert (
        digest(draw(request(players(9), 3, (4, 5), "seed")))
        == "5ad84604531fd2d77e1a347b0506c4537a9b1f2f5bc74395e4a5424c7661aa18"
    )


def digest(drawn: Schedule) -> str:
    return sha256(dump(drawn).encode()).hexdigest()


def test_where_the_dice_decide_the_start_order_it_has_no_figure_and_tables_are_in_order_of_the_ids() -> None:
    drawn = draw(request(players(16), 3, (4,), "seed", start="rolled"))
    assert not {"start_order", "neighbours"} & score(drawn).keys()
    assert all(list(table) == sorted(table) for tables in drawn.rounds for table in tables)


@pytest.mark.parametrize(
    ("count", "sizes", "found"),
    [
        (24, (4, 5), (4,) * 6),
        (25, (4, 5), (4,) * 5 + (5,)),
        (27, (4, 5), (4,) * 3 + (5,) * 3),
        (10, (4, 5, 6), (4, 6)),  # one table of another size, not two
        (23, (4, 5, 6), (4, 4, 4, 5, 6)),
        (11, (4, 5, 6), (5, 6)),
        (29, (5, 6), (5,) + (6,) * 4),
        (14, (5, 4), (5, 5, 4)),
        (7, (4, 5), None),
        (11, (4, 5), None),
    ],
)
def test_tables_fit_with_the_fewest_of_another_size(
    count: int, sizes: tuple[int, ...], found: tuple[int, ...] | None
) -> None:
    assert shape(count, sizes, "preferred") == found


def test_numbers_that_do_not_fit_are_refused_with_those_that_would() -> None:
    with pytest.raises(Faulty) as refused:
        request(players(7), 1, (4, 5), "seed")
    (fault,) = refused.value.faults
    assert fault.facts == {"count": 7, "sizes": "4, 5", "fitting": "5, 8", "also": "3, 7"}
    assert all("7" in fault.sentence(language) and "5, 8" in fault.sentence(language) for language in LANGUAGES)


def test_everything_impossible_is_named_at_once() -> None:
    entrants = [Sitter("a", first=3, last=2), Sitter("b"), Sitter("b")]
    with pytest.raises(Faulty) as refused:
        request(entrants, 0, (4, 9), "seed", [("a", "a"), ("a", "x")], ("luck", "clubs", "clubs"), "coin")
    assert Counter(fault.code for fault in refused.value.faults) == {
        "wanted_whole": 1,
        "wanted_wholes": 1,
        "wanted_choice": 2,
        "seating_named_twice": 2,
        "seating_last_before_first": 1,
        "seating_same_player": 1,
        "seating_unknown": 1,
    }
    for fault in refused.value.faults:
        assert all(fault.sentence(language) for language in LANGUAGES)


def test_fixed_tables_that_cannot_be_are_refused() -> None:
    crowded = [Sitter(f"a{each}", table=1) for each in range(5)] + [Sitter(f"b{each}") for each in range(3)]
    with pytest.raises(Faulty, match="only 4 seats"):
        request(crowded, 1, (4,), "seed")
    with pytest.raises(Faulty, match="tables are 1 to 1"):
        request([*players(3), Sitter("x", table=2)], 1, (4,), "seed")
    with pytest.raises(Faulty, match="must not meet"):
        request([*players(2), Sitter("x", table=1), Sitter("y", table=1)], 1, (4,), "seed", [("x", "y")])
    with pytest.raises(Faulty, match="nobody plays"):
        request([Sitter(each, last=1) for each in "abcd"], 2, (4,), "seed")


@pytest.mark.parametrize("size", [4, 5, 7, 8, 16])
def test_the_finite_fields_have_no_zero_divisors(size: int) -> None:
    plus, times = arithmetic(size)
    for one in range(1, size):
        assert {times(one, other) for other in range(size)} == set(range(size))
        assert {plus(one, other) for other in range(size)} == set(range(size))


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_no_way_to_fill_boxes_makes_fewer_pairs_than_an_even_one(boxes: list[int]) -> None:
    assert spread(sum(boxes), len(boxes)) <= sum(each * (each - 1) // 2 for each in boxes)
