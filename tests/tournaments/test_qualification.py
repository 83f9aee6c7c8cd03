"""Qualification: the rules of the known events, decisions, drop-outs and withdrawals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulesets.languages import LANGUAGES
from tests.tournaments.contests import contest, qualification, rule, table
from tournaments.decision import SEEDING, Decision, Wanted, decide
from tournaments.qualification.qualify import Qualification, Qualified, Withdrawal, qualified_sentence, qualify
from tournaments.qualification.rule import BY
from tournaments.standings.contest import Contest, ContestPlayer
from tournaments.standings.sentence import texts

POINTS = rule("points")
WINS = rule("monopoly_wins")

# mpb.hatenablog.com/entry/20100209/1265710679: after two games the top two on points are in and sit the third out;
# two straight monopoly wins are in without limit; then the monopoly winners of game 3 by total points; then the rest.
FIVE = qualification("""
    places = 5
    sits_out = true
    [[step]]
    after = 2
    who = "all"
    places = 2
    [[step]]
    after = 2
    who = "straight_winners"
    straight = 2
    unlimited = true
    [[step]]
    after = 3
    who = "straight_winners"
    straight = 2
    unlimited = true
    [[step]]
    after = 3
    who = "monopoly_winners"
    rounds = [3]
    up_to = 5
    [[step]]
    after = 3
    who = "all"
    up_to = 5
    """)
# nihongakuen.ed.jp 28282 and 32981: two of the monopoly winners of games 1 and 2, then two of those of game 3.
TWO_AND_TWO = qualification("""
    places = 4
    [[step]]
    after = 2
    who = "monopoly_winners"
    rounds = [1, 2]
    places = 2
    by = "playoff"
    [[step]]
    after = 3
    who = "monopoly_winners"
    rounds = [3]
    places = 2
    by = "playoff"
    """)

TWO_GAMES = contest(
    table(1, 1, "a 120!", "b 0", "c 0", "d 0", "e 0"),
    table(1, 2, "f 120!", "g 0", "h 0", "i 0", "j 0"),
    table(2, 1, "a 120!", "g 0", "h 0", "c 0", "e 0"),
    table(2, 2, "f 120!", "b 0", "i 0", "d 0", "j 0"),
)


def taken(found: Qualification) -> list[tuple[str, int]]:
    """Who is in, and by which step."""
    return [(each.player, each.step) for each in found.qualified]


def with_games(before: Contest, *later: Contest) -> Contest:
    return before.with_games(line for each in later for line in each.lines)


def test_2005_two_are_in_after_two_games_and_sit_the_third_out() -> None:
    found = qualify(FIVE, POINTS, TWO_GAMES, played=2)
    assert sorted(found.players) == ["a", "f"]
    assert sorted(found.sits_out) == ["a", "f"]
    assert (found.missing, found.wanted) == (3, None)


def test_2005_monopoly_winners_of_the_third_game_go_before_more_points_and_the_rest_fill_up() -> None:
    results = with_games(
        TWO_GAMES, contest(table(3, 1, "b 120!", "c 0", "d 0", "e 0"), table(3, 2, "g 60", "h 30", "i 20", "j 10"))
    )
    found = qualify(FIVE, POINTS, results, played=3)
    assert taken(found)[2:] == [("b", 4), ("g", 5), ("h", 5)]
    assert found.missing == 0


def test_2005_two_straight_wins_may_exceed_five() -> None:
    # Three tables, won twice by the same three; then three others win games 2 and 3.
    results = contest(
        table(1, 1, "a 120!", "g 0", "h 0"),
        table(1, 2, "b 120!", "i 0", "j 0"),
        table(1, 3, "c 120!", "k 0", "l 0"),
        table(1, 4, "z 50", "d 30", "e 20", "f 0"),
        table(2, 1, "a 120!", "i 0", "k 0"),
        table(2, 2, "b 120!", "g 0", "l 0"),
        table(2, 3, "c 120!", "h 0", "j 0"),
        table(2, 4, "d 120!", "z 0"),
        table(2, 5, "e 120!", "f 0"),
        table(3, 1, "d 120!", "f 0", "g 0"),
        table(3, 2, "e 120!", "h 0", "i 0"),
        table(3, 3, "l 120!", "j 0", "k 0"),
    )
    everyone_tied = replace(FIVE, steps=(replace(FIVE.steps[0], tied="all"), *FIVE.steps[1:]))
    found = qualify(everyone_tied, POINTS, results, played=3)
    assert sorted(found.players[:3]) == ["a", "b", "c"]
    assert found.players[3:] == ("d", "e")
    more = with_games(results, contest(table(2, 6, "m 120!", "n 0"), table(3, 4, "m 120!", "n 0")))
    more = replace(more, players=(*results.players, ContestPlayer("m"), ContestPlayer("n")))
    assert len(qualify(everyone_tied, POINTS, more, played=3).players) == 6


def test_wins_with_a_round_between_are_not_straight() -> None:
    results = contest(
        table(1, 1, "b 120!", "c 0"),
        table(2, 1, "c 120!", "b 0"),
        table(3, 1, "b 120!", "d 0"),
        table(3, 2, "c 120!", "e 0"),
    )
    straight = replace(FIVE, steps=FIVE.steps[2:3])
    assert qualify(straight, POINTS, results, played=3).players == ("c",)


def test_2022_more_monopoly_winners_than_places_play_off_and_the_rest_wait() -> None:
    results = contest(
        table(1, 1, "a 1!", "b 0", "c 0", "d 0"),
        table(1, 2, "e 1!", "f 0", "g 0", "h 0"),
        table(2, 1, "b 1!", "e 0", "g 0", "d 0"),
        table(3, 1, "g 1!", "e 0", "c 0", "d 0"),
    )
    waiting = qualify(TWO_AND_TWO, WINS, results, played=3)
    assert waiting.qualified == ()
    assert waiting.wanted == Wanted("step/1", "playoff", waiting.steps[0].candidates, 2)
    assert sorted(waiting.steps[0].candidates) == ["a", "b", "e"]
    played_off = replace(results, decisions=(Decision("step/1", "playoff", ("e", "a", "b")),))
    found = qualify(TWO_AND_TWO, WINS, played_off, played=3)
    assert taken(found) == [("e", 1), ("a", 1), ("g", 2)]
    # The rule does not say who gets the remaining place.
    assert (found.wanted, found.missing) == (None, 1)


def test_2008_area_all_with_three_straight_wins_share_the_first_rank_and_are_in() -> None:
    three = qualification("""
        places = 2
        [[step]]
        after = 3
        who = "straight_winners"
        straight = 3
        unlimited = true
        [[step]]
        after = 3
        who = "all"
        up_to = 2
        """)
    games = [
        table(number, at, f"{winner} {points}!", *(f"{at}{each} 0" for each in "xyz"))
        for number in (1, 2, 3)
        for at, (winner, points) in enumerate((("a", 10), ("b", 11), ("c", 12)), 1)
    ]
    found = qualify(three, rule("monopoly_wins equal_from = 3", "points"), contest(*games), played=3)
    assert sorted(found.players) == ["a", "b", "c"]
    assert {each.step for each in found.qualified} == {1}


def test_meijin_three_by_results_and_three_by_vote() -> None:
    meijin = qualification("""
        places = 6
        [[step]]
        after = 1
        who = "all"
        places = 3
        [[step]]
        after = 1
        who = "all"
        places = 3
        by = "vote"
        """)
    results = contest(table(1, 1, "a 5", "b 4", "c 2", "d 1"), table(1, 2, "e 3", "f 3 =", "g 2", "h 1"))
    results = replace(
        results,
        decisions=(Decision("step/1", "playoff", ("f",)), Decision("step/2", "vote", ("h", "a", "d", "c"))),
    )
    assert qualify(meijin, POINTS, results, played=1).players == ("a", "b", "f", "h", "d", "c")


def test_the_best_of_each_class_and_a_wildcard_who_is_none_of_them() -> None:
    cup = qualification("""
        places = 3
        [[step]]
        after = 1
        who = "group"
        group = "legend"
        places = 1
        [[step]]
        after = 1
        who = "group"
        group = "future"
        places = 1
        [[step]]
        after = 1
        who = "all"
        places = 1
        by = "name"
        """)
    results = contest(table(1, 1, "a 5", "b 4", "c 2", "d 1"))
    classes = {"a": "legend", "b": "legend", "c": "future", "d": "future"}
    results = replace(
        results, players=tuple(ContestPlayer(each, groups=frozenset({of})) for each, of in classes.items())
    )
    wanted = qualify(cup, POINTS, results, played=1).wanted
    assert wanted == Wanted("step/3", "name", ("b", "d"), 1)
    named = replace(results, decisions=(Decision("step/3", "name", ("d",)),))
    assert qualify(cup, POINTS, named, played=1).players == ("a", "c", "d")


def test_a_defending_champion_is_in_before_the_first_round() -> None:
    seeded = qualification('places = 5\n[[step]]\nafter = 0\nwho = "group"\ngroup = "champion"\nunlimited = true')
    results = Contest((ContestPlayer("a"), ContestPlayer("b", groups=frozenset({"champion"}))))
    assert qualify(seeded, POINTS, results, played=0).players == ("b",)


TOP_TWO = 'places = 2\n[[step]]\nafter = 1\nwho = "all"\nplaces = 2\n'
TIED = contest(table(1, 1, "a 5", "b 3", "c 3 =", "d 1"))


@pytest.mark.parametrize(
    ("tied", "players"), [("all", 3), ("lots", 2), ("playoff", 1), ("dice_race", 1), ("roll_off", 1)]
)
def test_a_tie_across_the_last_place_is_settled_as_the_rule_says(tied: str, players: int) -> None:
    found = qualify(qualification(TOP_TWO + f'tied = "{tied}"'), POINTS, TIED, played=1)
    assert len(found.players) == players
    assert found.players[0] == "a"
    expected = Wanted("step/1", tied, found.wanted.players, 1) if found.wanted else None
    assert found.wanted == expected
    assert (found.wanted is None) == (tied in {"all", "lots"})


def test_a_tie_that_crosses_no_last_place_needs_no_decision() -> None:
    three = qualification(TOP_TWO.replace("places = 2\n[", "places = 3\n[").replace("places = 2\n", "places = 3\n"))
    found = qualify(three, POINTS, TIED, played=1)
    assert found.wanted is None
    assert sorted(found.players) == ["a", "b", "c"]


def test_a_roll_off_of_the_standings_is_asked_for_once_and_settles_the_place() -> None:
    chosen, two = rule("points", "roll_off"), qualification(TOP_TWO)
    wanted = qualify(two, chosen, TIED, played=1).wanted
    assert wanted == Wanted("standings/1", "roll_off", ("b", "c"), 2)
    thrown = replace(TIED, decisions=(Decision("standings/1", "roll_off", ("c", "b")),))
    assert qualify(two, chosen, thrown, played=1).players == ("a", "c")


def test_reserves_qualify_only_where_the_rule_lets_them_and_drop_outs_never() -> None:
    results = replace(
        TIED,
        players=(
            ContestPlayer("a", reserve=True),
            ContestPlayer("b", dropped_after=1),
            ContestPlayer("c"),
            ContestPlayer("d"),
        ),
    )
    assert qualify(qualification(TOP_TWO), POINTS, results, played=1).players == ("c", "d")
    lenient = replace(qualification(TOP_TWO), reserves=True)
    assert qualify(lenient, POINTS, results, played=1).players == ("a", "c")


def test_whoever_withdraws_is_replaced_by_the_next_of_the_same_step_and_it_is_on_record() -> None:
    results = contest(table(1, 1, "a 5", "b 4", "c 3", "d 2"))
    found = qualify(qualification(TOP_TWO), POINTS, results, 1, [Withdrawal("a", 1), Withdrawal("c", 1)])
    assert found.qualified == (Qualified("b", 1), Qualified("d", 1, "c"))
    assert found.withdrawn == (Withdrawal("a", 1), Withdrawal("c", 1))


def test_who_was_named_next_in_a_playoff_moves_up() -> None:
    results = contest(
        table(1, 1, "a 1!", "x 0"), table(1, 2, "b 1!", "y 0"), table(1, 3, "c 1!", "z 0"), table(2, 1, "d 1!", "x 0")
    )
    results = replace(results, decisions=(Decision("step/1", "playoff", ("d", "a", "c", "b")),))
    found = qualify(TWO_AND_TWO, WINS, results, 2, [Withdrawal("d", 2)])
    assert found.qualified == (Qualified("a", 1), Qualified("c", 1, "d"))


def test_a_withdrawal_from_a_full_step_is_filled_from_the_standings_once_all_steps_are_taken() -> None:
    results = with_games(
        TWO_GAMES, contest(table(3, 1, "b 120!", "c 0", "d 0", "e 0"), table(3, 2, "g 60", "h 30", "i 20", "j 10"))
    )
    found = qualify(FIVE, POINTS, results, 3, [Withdrawal("b", 3)])
    assert found.qualified[2:] == (Qualified("g", 5), Qualified("h", 5), Qualified("i", 4, "b"))
    # After game 2 the place is filled at once by the next on points, and it is tied.
    early = qualify(FIVE, POINTS, results, 3, [Withdrawal("a", 2)])
    assert early.wanted is not None
    assert early.wanted.about == "step/1/for/a"


def test_why_somebody_is_in_has_a_sentence_in_every_language() -> None:
    results = replace(TIED, decisions=(Decision("step/1", "playoff", ("c",)),))
    found = qualify(qualification(TOP_TWO), POINTS, results, played=1)
    sentences = [qualified_sentence(found, each, "en", {"a": "A", "c": "C"}) for each in found.qualified]
    assert sentences == ["A qualifies: ahead in the standings", "C qualifies: won the playoff"]
    several = replace(found, steps=(*found.steps, *found.steps))
    assert qualified_sentence(several, found.qualified[0], "en", {"a": "A"}) == f"step 1: {sentences[0]}"
    assert len({qualified_sentence(found, found.qualified[0], language, {"a": "A"}) for language in LANGUAGES}) == 3
    japanese = qualified_sentence(found, Qualified("b", 1, "a"), "ja", {"a": "青木", "b": "馬場"})
    assert japanese == "辞退した青木に代わって馬場が繰り上がりました"


def test_every_question_and_every_reason_has_words_in_every_language() -> None:
    hand = set(BY) - {"standings", "lots"}
    for language in LANGUAGES:
        words = texts("standings", language)
        assert set(words["wanted"]) == hand | {SEEDING}
        assert set(words["qualified"]) == {*BY, "room", "all", "moved_up", "in_step"}


def test_a_playoff_is_open_again_once_somebody_is_in_it_who_did_not_play_it() -> None:
    two = qualification(TOP_TWO)
    wanted = qualify(two, POINTS, TIED, played=1).wanted
    assert wanted is not None
    played = replace(TIED, decisions=(decide(wanted, wanted.players),))
    assert qualify(two, POINTS, played, played=1).wanted is None
    corrected = replace(played, lines=contest(table(1, 1, "a 9", "b 5", "c 5 =", "d 5 =")).lines)
    again = qualify(two, POINTS, corrected, played=1).wanted
    assert again is not None
    assert set(again.players) == {"b", "c", "d"}


def test_a_playoff_that_ends_level_asks_only_about_those_who_are_still_level() -> None:
    results = contest(table(1, 1, "a 1", "b 1", "c 1"), table(1, 2, "d 1", "e 1"))
    first = Decision("step/1", "playoff", ("c",), ("a", "b", "c", "d", "e"), (("a", "e"), ("b",), ("d",)))
    level = qualify(qualification(TOP_TWO), POINTS, replace(results, decisions=(first,)), 1)
    assert level.players == ("c",)
    assert level.wanted == Wanted("step/1", "playoff", ("a", "e"), 1)
    second = Decision("step/1", "playoff", ("e", "a"), ("a", "e"))
    assert qualify(qualification(TOP_TWO), POINTS, replace(results, decisions=(first, second)), 1).players == ("c", "e")
    # A correction of the first puts another one level: the second says nothing about that.
    corrected = replace(first, order=(), behind=(("c", "d"), ("a", "e"), ("b",)))
    assert qualify(qualification(TOP_TWO), POINTS, replace(results, decisions=(corrected, second)), 1).players == (
        "c",
        "d",
    )
