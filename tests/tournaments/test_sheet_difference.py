"""What could have made a difference between counted cash and the log."""

from __future__ import annotations

from tournaments.sheet.difference import CashMove, Cause, causes

MOVES = [
    CashMove(3, {"A": 200}),
    CashMove(5, {"A": -60}),
    CashMove(8, {"A": -40, "B": 40}),
    CashMove(9, {"B": -100, "C": 100}),
    CashMove(12, {"A": 200}),
    CashMove(15, {"A": -70, "C": 70}),
]
RENTS = {"boardwalk": ("A", 50), "park_place": ("B", 35), "st_charles_place": ("A", 35)}


def found(seat: str, difference: int, **others: int) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.kind, each.seqs) for each in causes(seat, difference, MOVES, RENTS, others)]


def test_a_salary_that_was_not_taken_names_every_entry_that_could_be_it_the_latest_first() -> None:
    assert found("A", -200) == [("undone", (12,)), ("undone", (3,))]


def test_a_salary_taken_once_more_names_the_last_one() -> None:
    assert found("A", 200) == [("again", (12,))]


def test_a_payment_the_other_way_makes_twice_its_sum() -> None:
    assert ("turned", (8,)) in found("A", 80)


def test_two_entries_together_are_looked_for_only_if_no_single_one_explains_it() -> None:
    assert found("A", 130) == [("two", (5, 15))]
    assert not [kind for kind, _ in found("A", 60) if kind == "two"]


def test_a_rent_of_the_sum_is_named_if_it_would_go_the_right_way() -> None:
    assert [each for each in causes("A", 35, MOVES, RENTS, {}) if each.kind == "rent"] == [
        Cause("rent", deed="st_charles_place")
    ]
    assert [each.deed for each in causes("A", -35, MOVES, RENTS, {}) if each.kind == "rent"] == ["park_place"]


def test_two_players_who_differ_by_the_same_sum_are_told_of_each_other_first() -> None:
    assert found("B", -70, D=70)[0] == ("between", ())
    assert found("B", 100, C=-100)[0] == ("between", (9,))
    assert found("B", -40, A=40)[0] == ("between", (8,))
