"""Teams: sums of the members, ties, and what cannot be a team."""

from __future__ import annotations

import pytest

from rulesets.languages import LANGUAGES
from tests.tournaments.contests import contest, section, table
from tournaments.fault import Faulty
from tournaments.standings.sentence import title
from tournaments.teams import Team, TeamsRule, check_teams, read_teams, team_standings, teams_by_lot

GAMES = contest(
    table(1, 1, "a 5", "b 4", "c 2", "d 1"),
    table(1, 2, "e 5!", "f 0", "g 0", "h 0"),
    table(2, 1, "a 4", "e 2", "f 1", "b 5!"),
)
# a 9, b 9, c 2, d 1, e 7, f 1, g 0, h 0
TEAMS = [Team("x", ("a", "c", "g")), Team("y", ("b", "f", "d")), Team("z", ("e", "h"))]


def teams_rule(text: str) -> TeamsRule:
    read = section(text)
    found = read_teams(read)
    assert not read.faults, read.faults
    return found


def ranked(text: str) -> list[tuple[str, int, tuple[object, ...]]]:
    return [(row.player, row.rank, row.values) for row in team_standings(teams_rule(text), GAMES, TEAMS).rows]


def test_a_team_has_the_sum_of_its_members_and_its_best_member_separates_equals() -> None:
    text = 'size = 3\nleast = 2\n[[criterion]]\nby = "points"\n[[criterion]]\nby = "best_member"\n'
    assert ranked(text) == [("x", 1, (11, 9)), ("y", 1, (11, 9)), ("z", 3, (7, 7))]
    text += '[[criterion]]\nby = "monopoly_wins"\n'
    assert [row[:2] for row in ranked(text)] == [("y", 1), ("x", 2), ("z", 3)]


def test_only_the_best_members_count_where_the_rule_says_so() -> None:
    text = 'size = 3\nleast = 2\ncounted = 2\n[[criterion]]\nby = "points"\n'
    assert [row[2] for row in ranked(text)] == [(11,), (10,), (7,)]
    low = 'size = 3\nleast = 2\ncounted = 1\n[[criterion]]\nby = "rank_sum"\nabsent = 4\n'
    assert [(team, values) for team, _, values in ranked(low)] == [("x", (2,)), ("z", (3,)), ("y", (5,))]


def test_a_tie_of_teams_is_thrown_for_or_drawn() -> None:
    roll = teams_rule('size = 3\nleast = 2\n[[criterion]]\nby = "points"\n[[criterion]]\nby = "roll_off"\n')
    (wanted,) = team_standings(roll, GAMES, TEAMS).wanted
    assert (wanted.about, wanted.players) == ("teams/2", ("x", "y"))
    lots = ranked('size = 3\nleast = 2\n[[criterion]]\nby = "points"\n[[criterion]]\nby = "lots"\n')
    assert [rank for _, rank, _ in lots] == [1, 2, 3]


def test_teams_on_the_spot_are_full_and_the_same_whatever_the_order_of_the_input() -> None:
    rule = teams_rule('size = 3\n[[criterion]]\nby = "points"\n')
    drawn = teams_by_lot(rule, ["a", "b", "c", "d", "e", "f", "g"], "seed")
    assert [len(team) for team in drawn] == [3, 3]
    assert len({player for team in drawn for player in team}) == 6
    assert teams_by_lot(rule, ["g", "f", "e", "d", "c", "b", "a"], "seed") == drawn


def test_all_faults_of_teams_are_named() -> None:
    rule = teams_rule('size = 3\n[[criterion]]\nby = "points"\n')
    with pytest.raises(Faulty) as caught:
        check_teams(rule, GAMES, [Team("x", ("a", "b")), Team("y", ("a", "c", "nobody")), Team("y", ("d", "e", "f"))])
    assert [(fault.path, fault.code) for fault in caught.value.faults] == [
        ("x", "team_size"),
        ("y", "member_twice"),
        ("y", "member_unknown"),
        ("y", "team_twice"),
    ]
    assert all(fault.sentence(language) for fault in caught.value.faults for language in LANGUAGES)


def test_all_faults_of_the_section_are_named() -> None:
    read = section("""
        size = 3
        counted = 4
        [[criterion]]
        by = "monopoly_wins"
        equal_from = 3
        [[criterion]]
        by = "lots"
        [[criterion]]
        by = "head_to_head"
        """)
    read_teams(read)
    assert [(fault.path, fault.code) for fault in read.faults] == [
        ("counted", "wanted_whole"),
        ("criterion[1].equal_from", "unknown_key"),
        ("criterion[3].by", "wanted_choice"),
        ("criterion[3]", "criterion_never_reached"),
    ]


def test_every_team_criterion_has_a_name() -> None:
    rule = teams_rule('size = 3\n[[criterion]]\nby = "points"\nrounds = [1]\n[[criterion]]\nby = "best_member"\n')
    assert [title(criterion, "en") for criterion in rule.criteria] == ["points (rounds 1)", "best member"]
