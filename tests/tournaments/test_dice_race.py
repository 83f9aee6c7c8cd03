"""Dice de GO."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.languages import LANGUAGES
from tournaments.dice_race import CARD_SQUARES, JAIL, RaceCard, RaceThrow, race
from tournaments.fault import Faulty

TO_JAIL = RaceCard(JAIL, forward=False)


def thrown(*throws: str) -> list[RaceThrow]:
    """Throws written as ``a 3 4``; ``-``: a card without effect, ``>5``: one that moves forward, ``<5``: one back."""
    written = []
    for throw in throws:
        player, first, second, *cards = throw.split()
        drawn = [RaceCard(None if card == "-" else int(card[1:]), not card.startswith("<")) for card in cards]
        written.append(RaceThrow(player, (int(first), int(second)), tuple(drawn)))
    return written


def test_turns_run_to_the_last_and_back_again() -> None:
    order = []
    throws: list[RaceThrow] = []
    for _ in range(7):
        player = race(["a", "b", "c"], throws).to_throw
        assert player
        order.append(player)
        throws.append(RaceThrow(player, (1, 2)))
    assert "".join(order) == "abccbaa"


def test_doubles_roll_again_and_the_third_go_to_jail_and_end_the_turn() -> None:
    once = race(["a", "b"], thrown("a 2 2"))
    assert (once.to_throw, once.squares["a"], once.doubles) == ("a", 4, 1)
    jailed = race(["a", "b"], thrown("a 2 2", "a 4 4", "a 6 6"))
    assert (jailed.to_throw, jailed.squares["a"], jailed.doubles) == ("b", JAIL, 0)


def test_go_to_jail_is_a_visit_and_doubles_roll_on_from_there() -> None:
    before = ["a 5 6", "a 6 3"]  # 11, 20, as the only player
    assert race(["a"], thrown(*before, "a 4 6")).squares["a"] == JAIL
    rolled_on = race(["a", "b"], thrown("a 5 6", "b 1 2", "b 2 3", "a 4 5", "a 5 5"))
    assert (rolled_on.squares["a"], rolled_on.to_throw) == (JAIL, "a")


def test_a_card_moves_forward_past_go_back_or_to_jail_and_may_lead_to_another_card() -> None:
    assert race(["a", "b"], thrown("a 3 4 >5")).finished == ("a",)
    back = race(["a", "b"], thrown("a 3 4 <4"))
    assert (back.squares["a"], back.finished) == (4, ())
    assert race(["a", "b"], [RaceThrow("a", (3, 4), (TO_JAIL,))]).squares["a"] == JAIL
    # From 33 (a card without effect) to 36, three back to 33, and there a card that leads on to GO.
    chained = race(["a"], thrown("a 5 6", "a 5 6 -", "a 5 6 -", "a 1 2 <33 >0"))
    assert chained.finished == ("a",)


def test_who_reaches_go_has_finished_and_throws_no_more() -> None:
    throws = thrown("a 3 4 >0", "b 1 2", "b 1 2", "b 3 4")
    over = race(["a", "b"], throws)
    assert (over.finished, over.to_throw, over.squares["b"]) == (("a",), "b", 13)
    with_doubles = race(["a", "b"], thrown("a 1 1 >0"))
    assert (with_doubles.finished, with_doubles.to_throw, with_doubles.doubles) == (("a",), "b", 0)


@pytest.mark.parametrize(
    ("throws", "codes"),
    [
        (["b 1 2"], ["race_turn"]),
        (["a 0 7"], ["race_dice"]),
        (["a 1 1"], ["race_card_wanted"]),
        (["a 1 2 -"], ["race_cards_many"]),
        (["a 3 4 <33"], ["race_card_wanted"]),
        (["b 1 7 >40"], ["race_turn", "race_dice", "race_square"]),
    ],
)
def test_a_throw_that_cannot_be_is_refused(throws: list[str], codes: list[str]) -> None:
    with pytest.raises(Faulty) as caught:
        race(["a", "b"], thrown(*throws))
    assert [(fault.path, fault.code) for fault in caught.value.faults] == [("1", code) for code in codes]
    assert all(fault.sentence(language) for fault in caught.value.faults for language in LANGUAGES)


@given(st.integers(1, 5), st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=120))
def test_nobody_finishes_twice_and_nobody_who_has_finished_throws(players: int, dice: list[tuple[int, int]]) -> None:
    ids = [str(number) for number in range(players)]
    throws: list[RaceThrow] = []
    for pair in dice:
        run = race(ids, throws)
        assert len(set(run.finished)) == len(run.finished)
        if run.to_throw is None:
            assert sorted(run.finished) == ids
            return
        assert run.to_throw not in run.finished
        square = run.squares[run.to_throw] + sum(pair)
        drawn = square in CARD_SQUARES and not (run.doubles == 2 and pair[0] == pair[1])
        throws.append(RaceThrow(run.to_throw, pair, (RaceCard(),) if drawn else ()))
