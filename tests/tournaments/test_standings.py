"""Standings: each criterion, ties, and explanations."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.languages import LANGUAGES
from tests.tournaments.contests import contest, rule, section, table
from tournaments.decision import Decision, Wanted, decide
from tournaments.fault import Faulty
from tournaments.result import GameResult, PlayerResult
from tournaments.standings.contest import Contest, ContestPlayer, GivenPoints, game_lines
from tournaments.standings.rule import READERS, StandingsRule, read_standings
from tournaments.standings.sentence import (
    ahead_of_each,
    ahead_sentence,
    averaged_sentence,
    decision_sentence,
    figures,
    title,
    why,
)
from tournaments.standings.standings import standings
from tournaments.standings.what_if import outcomes, what_if

TWO_ROUNDS = contest(
    table(1, 1, "a 10! 9000", "b 0", "c 0", "d 0"),
    table(1, 2, "e 6 3000", "f 3 2000", "g 1 1000", "h 0"),
    table(2, 1, "f 6 4000", "a 3 2500", "h 1 900", "c 0"),
    table(2, 2, "b 10! 8000", "e 0", "g 0", "d 0"),
)


def ranking(chosen: StandingsRule, results: Contest) -> str:
    """The standings as ``a b=c d``."""
    written = ""
    rank = 0
    for row in standings(chosen, results).rows:
        written += ("=" if row.rank == rank else " ") + row.player
        rank = row.rank
    return written.strip()


@pytest.mark.parametrize(
    ("criteria", "ranked"),
    [
        (["points"], "a b f e g=h c=d"),
        (["points best = 1"], "a=b e=f g=h c=d"),
        (["points best_share = [1, 2]"], "a=b e=f g=h c=d"),
        (["points rounds = [2]"], "b f a h c=d=e=g"),
        (["monopoly_wins", "points"], "a b f e g=h c=d"),
        (["monopoly_wins equal_from = 1", "points"], "a=b f e g=h c=d"),
        (["places place = 1", "places place = 3"], "a=b=e=f g c=h d"),
        (["rank_sum absent = 4"], "a=b=e=f g c=h d"),
        (["assets"], "a b f e g h c=d"),
        (["assets monopoly_win = 1000"], "f a e b=g h c=d"),
        (["assets monopoly_win = 0"], "f e a g h b=c=d"),
        (["best_game"], "a=b e=f g=h c=d"),
        (["last_points"], "b f a h c=d=e=g"),
        (["last_place"], "b=f a=e g=h c=d"),
        (["last_table", "last_place"], "f a h c b e g d"),
        (["points", "head_to_head"], "a b f e g h c=d"),
    ],
)
def test_each_criterion_orders_as_worked_out_by_hand(criteria: list[str], ranked: str) -> None:
    assert ranking(rule(*criteria), TWO_ROUNDS) == ranked


def test_equals_share_a_rank_and_the_next_ones_are_left_out() -> None:
    assert [row.rank for row in standings(rule("points"), TWO_ROUNDS).rows] == [1, 2, 3, 4, 5, 5, 7, 7]


def test_head_to_head_counts_only_games_in_which_all_the_tied_met() -> None:
    met = contest(table(1, 1, "a 5", "b 3", "c 0"), table(2, 1, "b 4", "c 1"), table(2, 2, "a 2", "d 0"))
    assert ranking(rule("points", "head_to_head"), met) == "a b c d"
    apart = contest(table(1, 1, "a 5", "b 3"), table(2, 1, "b 4", "c 1"), table(3, 1, "c 6", "a 2"))
    assert ranking(rule("points", "head_to_head"), apart) == "a=b=c"
    assert {row.values for row in standings(rule("head_to_head"), apart).rows} == {(None,)}


def test_a_step_is_not_applied_again_to_those_it_left_unless_it_stands_in_the_list_twice() -> None:
    # All three met in round 1 (a and b tied, c behind), a beat b in round 2, and all have seven points.
    results = contest(
        table(1, 1, "a 3", "b 3 =", "c 1"),
        table(2, 1, "a 4", "b 2"),
        table(2, 2, "c 6", "d 0"),
        table(3, 1, "b 2", "d 0"),
        table(3, 2, "a 0", "e 0"),
    )
    assert ranking(rule("points", "head_to_head"), results) == "a=b c d=e"
    assert ranking(rule("points", "head_to_head", "head_to_head"), results) == "a b c d=e"


def test_a_share_of_the_rounds_held_is_rounded_down_and_is_at_least_one() -> None:
    # Kobe GP: two thirds of the games held, so of 3 the best 2, of 2 and of 1 the best.
    results = contest(table(1, 1, "a 10", "b 6"), table(2, 1, "a 3", "b 10"), table(3, 1, "a 6", "b 1"))
    chosen = rule("points best_share = [2, 3]")
    sums = [[row.values[0] for row in standings(chosen, results.up_to(last)).rows] for last in (1, 2, 3)]
    assert sums == [[10, 6], [10, 10], [16, 16]]


def test_opponents_count_as_often_as_met_and_the_ends_may_be_cut() -> None:
    results = contest(table(1, 1, "a 5", "b 1", "c 0"), table(2, 1, "a 1", "b 4", "d 2"))
    values = {row.player: row.values for row in standings(rule("opponents", "opponents cut = 1"), results).rows}
    # Totals are a 6, b 5, c 0, d 2.  a met b c b d, and without the ends b d; c met a b, and without the ends nobody.
    assert values["a"] == (5 + 0 + 5 + 2, 5 + 2)
    assert values["c"] == (6 + 5, None)


def test_a_missed_round_counts_what_the_rule_says() -> None:
    results = contest(table(1, 1, "a 2", "b 1"), table(2, 1, "c 1", "b 1"))
    assert ranking(rule('points order = "low"; absent = 9'), results) == "b c a"
    assert {row.player: row.values for row in standings(rule("rank_sum absent = 5"), results).rows} == {
        "b": (4,),
        "a": (6,),
        "c": (6,),
    }


def test_a_missed_round_counts_the_average_of_the_own_games_if_the_rule_says_so() -> None:
    average = 'points absent = "average"'
    results = contest(
        table(1, 1, "a 2", "b 1"), table(2, 1, "c 1", "b 1"), table(3, 1, "a 3", "b 1"), table(4, 1, "b 9", "e 1")
    )
    left = (
        *(replace(each, dropped_after=3) if each.id == "a" else each for each in results.players),
        ContestPlayer("z"),
    )
    results = replace(results, players=left)
    rows = {row.player: row for row in standings(rule(average), results).rows}
    assert rows["a"].values == (Fraction(5) + Fraction(5, 2),) and rows["a"].averaged == ((2,), Fraction(5, 2))
    assert rows["b"].values == (12,) and rows["b"].averaged.rounds == ()
    assert rows["c"].values == (4,) and rows["c"].averaged == ((1, 3, 4), 1)  # came late, and stays
    assert rows["z"].values == (0,) and rows["z"].averaged.rounds == ()  # nothing to take an average of
    halves = {row.player: row.values for row in standings(rule(f"{average}; rounds = [1, 2]"), results).rows}
    assert halves["a"] == (4,) and halves["e"] == (0,)
    best = {row.player: row.values for row in standings(rule(f"{average}; best = 2"), results).rows}
    assert best["a"] == (Fraction(11, 2),)
    for language in LANGUAGES:
        assert "2.50" in averaged_sentence(rows["a"], language)
        assert averaged_sentence(rows["b"], language) == ""
        assert title(rule(average).criteria[0], language) != title(rule("points").criteria[0], language)


def test_points_are_exact() -> None:
    thirds = contest(table(1, 1, "a 1/3", "b 1"), table(2, 1, "a 1/3", "c 1"), table(3, 1, "a 1/3", "d 1"))
    assert ranking(rule("points"), thirds) == "a=b=c=d"


def test_points_given_by_hand_are_added_after_the_best_games_were_taken() -> None:
    fined = replace(TWO_ROUNDS, adjustments=(GivenPoints("a", Fraction(-5), "late", after=1),))
    values = {row.player: row.values[0] for row in standings(rule("points best = 1"), fined).rows}
    assert values["a"] == 5
    assert {row.values for row in standings(rule("points"), fined.up_to(0)).rows} == {(0,)}


def test_lots_are_the_same_whenever_they_are_drawn_and_differ_with_the_seed() -> None:
    drawn = {
        seed: ranking(rule("points", "lots"), replace(TWO_ROUNDS, seed=seed, players=players))
        for seed, players in (
            ("seed", TWO_ROUNDS.players),
            ("seed", TWO_ROUNDS.players[::-1]),
            ("other", TWO_ROUNDS.players),
        )
    }
    assert "=" not in drawn["seed"]
    orders = {ranking(rule("lots"), replace(TWO_ROUNDS, seed=str(seed))) for seed in range(5)}
    assert len(orders) == 5


def test_a_tie_to_be_thrown_for_stays_open_until_the_order_is_entered() -> None:
    chosen = rule("points", "roll_off")
    tied = contest(table(1, 1, "a 3", "b 3 =", "c 1"))
    (tie,) = standings(chosen, tied).wanted
    assert tie == Wanted("standings/1", "roll_off", ("a", "b"), 2)
    settled = replace(tied, decisions=(decide(tie, ["b", "a"]),))
    assert ranking(chosen, settled) == "b a c"
    assert standings(chosen, settled).wanted == ()
    # The latest decision counts.
    twice = (*settled.decisions, decide(tie, ["a", "b"]))
    assert ranking(chosen, replace(tied, decisions=twice)) == "a b c"
    # A throw for one tie says nothing about another.
    assert ranking(chosen, replace(tied, decisions=(Decision("standings/2", "roll_off", ("b", "a")),))) == "a=b c"


def test_a_decision_names_those_in_question_once_each() -> None:
    with pytest.raises(Faulty) as caught:
        decide(Wanted("step/1", "playoff", ("a", "b", "c"), 2), ["a", "a", "x"])
    assert [fault.code for fault in caught.value.faults] == ["decision_of_others", "decision_twice", "decision_short"]


def test_why_names_the_criterion_that_separated_two_and_none_for_equals() -> None:
    found = standings(rule("points", "monopoly_wins", "assets"), TWO_ROUNDS)
    separated = why(found, "b", "a")
    assert separated is not None
    assert (separated.ahead, separated.criterion, separated.value_ahead, separated.value_behind) == ("a", 0, 13, 10)
    assert why(found, "c", "d") is None
    assert [ahead_of_each(found)[each].ahead for each in "bf"] == ["a", "b"]
    names = {row.player: row.player.upper() for row in found.rows}
    sentences = {language: ahead_sentence(separated, found.criteria[0], language, names) for language in LANGUAGES}
    assert sentences["en"] == "A is ahead of B by points: 13 against 10"
    assert sentences["ja"] == "ポイントが13対10なので、AはBより上位です"
    assert len(set(sentences.values())) == 3
    drawn = standings(rule("lots"), TWO_ROUNDS)
    parted = ahead_of_each(drawn)[drawn.rows[1].player]
    for language in LANGUAGES:  # whose number nobody understands
        assert not re.search(r"\d", ahead_sentence(parted, drawn.criteria[0], language, names))


def test_figures_that_differ_never_look_alike() -> None:
    assert figures(Fraction(100, 3), 30, None) == ("33.33", "30", "")
    assert figures(Fraction(1, 3), Fraction(3334, 10000)) == ("0.3333", "0.3334")


def test_every_criterion_has_a_name_in_every_language() -> None:
    examples = {"places": "places place = 3", "rank_sum": "rank_sum absent = 4"}
    for by in READERS:
        (criterion,) = rule(examples.get(by, by)).criteria
        assert len({title(criterion, language) for language in LANGUAGES}) == 3
    (criterion,) = rule("points best = 2; rounds = [1, 3]").criteria
    assert title(criterion, "en") == "points (best 2, rounds 1, 3)"
    assert (
        decision_sentence(Wanted("x", "vote", ("a", "b"), 1), "zh", {"a": "甲", "b": "乙"})
        == "需要投票，从甲、乙中选出1人"
    )


def test_all_faults_of_the_section_are_named() -> None:
    read = section("""
        colour = 1
        [[criterion]]
        by = "points"
        best = 2
        best_share = [3, 2]
        [[criterion]]
        by = "points"
        order = "low"
        [[criterion]]
        by = "monopoly_wins"
        [[criterion]]
        by = "monopoly_wins"
        [[criterion]]
        by = "lots"
        place = 3
        [[criterion]]
        by = "assets"
        [[criterion]]
        by = "beauty"
        """)
    read_standings(read)
    assert [(fault.path, fault.code) for fault in read.faults] == [
        ("criterion[1].best_share", "wanted_share"),
        ("criterion[1].best_share", "not_both"),
        ("criterion[2].absent", "absent_wanted"),
        ("criterion[5].place", "unknown_key"),
        ("criterion[7].by", "wanted_choice"),
        ("criterion[4]", "criterion_twice"),
        ("criterion[6]", "criterion_never_reached"),
        ("criterion[7]", "criterion_never_reached"),
        ("colour", "unknown_key"),
    ]
    assert all(fault.sentence(language) for fault in read.faults for language in LANGUAGES)


def test_a_contest_that_contradicts_itself_is_refused_with_all_its_faults() -> None:
    bad = replace(
        contest(table(1, 1, "a 1", "b 0"), table(1, 2, "a 1", "c 0")),
        adjustments=(GivenPoints("z", Fraction(1), "bonus"),),
    )
    bad = replace(bad, players=bad.players[:2])
    with pytest.raises(Faulty) as caught:
        standings(rule("points"), bad)
    assert [fault.code for fault in caught.value.faults] == ["played_twice", "line_of_nobody", "adjustment_of_nobody"]
    assert all(fault.sentence(language) for fault in caught.value.faults for language in LANGUAGES)


def test_what_if_replaces_the_game_of_the_same_table_and_adds_others() -> None:
    chosen = rule("points")
    turned = what_if(chosen, TWO_ROUNDS, table(2, 2, "d 20", "b 0", "e 0", "g 0"))
    assert turned.rows[0].player == "d"
    later = what_if(chosen, TWO_ROUNDS, table(3, 1, "g 50", "a 0"))
    assert (later.rows[0].player, later.after) == ("g", 3)


def test_the_outcomes_of_an_open_table_span_the_ranks_that_its_endings_give() -> None:
    # Round 2 at table 2 is open between b, e, g and d, scored 10 for a monopoly win, else 6, 3, 1, 0.
    open_table = GameResult(2, 2, tuple(PlayerResult(player, order) for order, player in enumerate("begd", 1)))
    before = replace(TWO_ROUNDS, lines=tuple(line for line in TWO_ROUNDS.lines if (line.round, line.table) != (2, 2)))

    def score(result: GameResult) -> dict[str, Fraction]:
        if result.monopoly_winner:
            return {each.player: Fraction(10 * (each.player == result.monopoly_winner)) for each in result.players}
        by_assets = sorted(result.players, key=lambda each: -each.assets)
        return {each.player: Fraction(points) for each, points in zip(by_assets, (6, 3, 1, 0), strict=True)}

    found = {
        (each.player, each.place, each.monopoly): (each.best, each.worst)
        for each in outcomes(rule("points"), before, open_table, (4000, 3000, 2000, 1000), score)
    }
    assert len(found) == 4 * 4 * 2
    # e has 6: a monopoly win makes 16, ahead of a's 13; a first place 12, behind a; nothing leaves 6, behind f's 9 too,
    # and behind b or d only if one of these made 10.
    assert found["e", 1, True] == (1, 1)
    assert found["e", 1, False] == (2, 2)
    assert found["e", 4, False] == (3, 4)
    assert found["e", 2, True] == (4, 4)


def test_the_lines_of_a_game_say_places_winner_and_opponents() -> None:
    result = GameResult(2, 7, (PlayerResult("a", 2, 0, 1), PlayerResult("b", 1, 5000), PlayerResult("c", 3, 0, 1)))
    a, b, c = game_lines(result, {"a": Fraction(0), "b": Fraction(10), "c": Fraction(0)})
    assert (a.place, b.place, c.place) == (2, 1, 2)
    assert [line.monopoly_win for line in (a, b, c)] == [False, True, False]
    assert (b.opponents, b.assets, b.start_order, b.round, b.table) == (("a", "c"), 5000, 1, 2, 7)
