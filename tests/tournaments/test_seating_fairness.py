"""What a draw promises to each player: tables as even as the numbers allow, nobody the same company all day, clubs and
namesakes apart, and earlier rounds not forgotten.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.players.clubs import club_key, club_spellings, differ
from tournaments.seating.bound import bound
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Request, Sitter, request
from tournaments.seating.file import check, dump, parse
from tournaments.seating.reseat import reseat
from tournaments.seating.schedule import Schedule
from tournaments.seating.score import score
from tournaments.seating.shapes import shape
from tournaments.seating.violations import violations
from tournaments.seating.why import why


def players(count: int) -> list[Sitter]:
    return [Sitter(f"p{each:03}") for each in range(count)]


def meetings(drawn: Schedule) -> Counter[tuple[str, str]]:
    """How often each two meet."""
    return Counter(pair for tables in drawn.rounds for table in tables for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize("sizes", [*permutations((4, 5, 6)), (4, 5), (5, 4), (4, 6), (4, 5, 3), (6, 4, 3), (4, 6, 7)])
def test_tables_differ_by_no_more_players_than_they_must(sizes: tuple[int, ...]) -> None:
    for count in range(4, 61):
        every = [
            each
            for tables in range(1, count // min(sizes) + 1)
            for each in combinations_with_replacement(sizes, tables)
            if sum(each) == count
        ]
        found = shape(count, sizes)
        assert (found is not None) == bool(every)
        if found is not None:
            assert sum(found) == count
            assert max(found) - min(found) <= max(1, min(max(each) - min(each) for each in every))


@pytest.mark.parametrize(
    ("count", "found"),
    [
        (10, (5, 5)),
        (14, (4, 5, 5)),
        (18, (4, 4, 5, 5)),
        (19, (4, 5, 5, 5)),
        (22, (4, 4, 4, 5, 5)),
        (23, (4, 4, 5, 5, 5)),
        (24, (4,) * 6),
        (25, (4,) * 5 + (5,)),
        (26, (4, 4, 4, 4, 5, 5)),
    ],
)
def test_of_equally_even_tables_most_have_the_preferred_size(count: int, found: tuple[int, ...]) -> None:
    assert shape(count, (4, 5, 6)) == found


def test_a_drop_out_leaves_tables_as_even_as_a_draw_would() -> None:
    drawn = draw(request(players(24), 3, (4, 5, 6), "seed"))
    after = reseat(drawn, 2, [Sitter("p003", last=1)], "ill")
    assert [sorted(map(len, tables)) for tables in after.rounds] == [[4] * 6, [4, 4, 5, 5, 5], [4, 4, 5, 5, 5]]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "sizes"), [(17, (4, 5, 3)), (18, (6,)), (23, (4, 5, 6)), (12, (4,))])
def test_no_two_meet_all_day_where_others_could_meet_twice(count: int, sizes: tuple[int, ...]) -> None:
    for seed in "ab":
        drawn = draw(request(players(count), 3, sizes, seed))
        assert max(meetings(drawn).values()) <= 2
        assert score(drawn)["rematches"] == bound(drawn)["rematches"]  # and it is proved that no seating has fewer


def test_one_pair_three_times_is_worse_than_three_pairs_twice() -> None:
    entrants = tuple(players(8))
    a, b, c, d, e, f, g, h = (each.id for each in entrants)
    asked = Request(entrants, 3, (4,), "s")
    one = Schedule(asked, (((a, b), (c, d)), ((a, b), (c, e)), ((a, b), (d, f))))
    three = Schedule(asked, (((a, b), (c, d), (e, f)), ((a, b), (c, d), (e, f)), ((g, h),)))
    assert (score(one)["rematches"], score(three)["rematches"]) == (4, 3)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_bounds_hold_with_earlier_rounds_too(data: st.DataObject) -> None:
    ids = [f"p{each}" for each in range(data.draw(st.integers(4, 10)))]
    rounds = []
    for _ in range(data.draw(st.integers(2, 5))):
        there = data.draw(st.permutations(ids))[data.draw(st.integers(0, 2)) :]
        cuts = sorted(data.draw(st.lists(st.integers(1, len(there)), max_size=2, unique=True)))
        tables = [tuple(there[one:other]) for one, other in zip([0, *cuts], [*cuts, len(there)], strict=True)]
        rounds.append(tuple(table for table in tables if table))
    before = data.draw(st.integers(0, len(rounds) - 1))
    entrants = tuple(Sitter(each, namesake="n" if each < "p3" else None) for each in ids)
    asked = Request(entrants, len(rounds) - before, (4, 5), "s", before=tuple(rounds[:before]))
    schedule = Schedule(asked, tuple(rounds[before:]))
    figures = score(schedule)
    assert all(least <= figures[aim] for aim, least in bound(schedule).items())


NONE = ("", "  ", "\u3000", "なし", "ナシ", "-", "−", "—", "ー", "×", "無所属", "None", "NONE", "n/a", "N / A", "无")
ALIKE = ("A会", "Ａ会", "A 会", "ａ　会", "a会")


def test_what_is_written_for_no_club_is_none_and_width_case_and_blanks_make_no_other_club() -> None:
    assert [each for each in NONE if club_key(each) is not None] == []
    assert len(set(map(club_key, ALIKE))) == 1
    assert not differ("なし", "A会")
    assert differ("A会", "B会")
    found = club_spellings([*ALIKE, "A 会", "B会", "-", "なし", ""])
    assert found.alike == (("A 会", "A会", "Ａ会", "ａ　会", "a会"),)
    assert {found.labels[each] for each in ALIKE} == {"A 会"}
    assert found.none == ("-", "なし")


def test_namesakes_are_apart_unless_a_club_would_suffer() -> None:
    entrants = [
        Sitter(f"p{each:02}", "club" if each < 4 else None, namesake="n" if each < 8 else None) for each in range(16)
    ]
    drawn = draw(request(entrants, 1, (4,), "seed", aims=("clubs",)))
    figures, least = score(drawn), bound(drawn)
    assert (figures["clubs"], figures["namesakes"]) == (least["clubs"], least["namesakes"]) == (0, 4)
    assert "namesakes" not in score(draw(request(players(8), 1, (4,), "seed")))


def test_who_met_before_does_not_meet_again_if_it_can_be_avoided_and_it_counts_if_not() -> None:
    first = draw(request(players(16), 1, (4,), "one"))
    asked = request(players(16), 1, (4,), "one", before=first.rounds)
    assert score(draw(asked))["rematches"] == 0
    final = Schedule(
        request(players(4), 1, (4,), "s", before=[[("p000", "p001"), ("p002",)], [], [("p001", "p000")]]),
        ((tuple(each.id for each in players(4)),),),
    )
    assert score(final)["rematches"] == bound(final)["rematches"] == 3  # the third meeting, after one rematch before
    (again,) = [each for each in violations(final) if each.code == "seating_rematch"]
    assert again.facts["rounds"] == "-2, 0, 1"
    assert {each.player: each.rounds for each in why(final, "p000", 1).tablemates}["p001"] == (-2, 0)
    assert check(parse(dump(draw(asked)))) == ()


@pytest.mark.slow
def test_a_file_of_version_1_is_drawn_again_and_changed_as_it_was_drawn() -> None:
    old = draw(request(players(14), 2, (4, 5, 6), "seed", fit="preferred", version=1))
    filed = json.loads(dump(old))
    assert filed["version"] == 1
    assert not {"fit", "before"} & filed["input"].keys()
    assert check(parse(dump(old))) == ()
    after = reseat(parse(dump(old)).schedule, 2, [Sitter("p003", last=1)], "ill")
    assert after.request.version == 1
    assert check(parse(dump(after))) == ()
