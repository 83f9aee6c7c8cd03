"""Importing results, with a row for each player at a table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.languages import LANGUAGES
from tournaments.export.contents import results
from tournaments.export.table import to_csv
from tournaments.fault import Faulty
from tournaments.lists.columns import read_heading
from tournaments.players.entrant import Entrant
from tournaments.result import GameResult, PlayerResult, places
from tournaments.results_list.preview import ResultsPreview, apply, preview
from tournaments.results_list.row import columns

HALL = tuple(Entrant(f"p{number}", number, name) for number, name in enumerate(("Anna", "Ben", "Cem", "Dora"), 1))


def codes(found: ResultsPreview) -> set[tuple[str, str]]:
    return {(fault.path, fault.code) for fault in found.faults}


def test_a_table_is_read_from_assets_and_bankruptcies() -> None:
    text = '回戦,卓,番号,開始順,資産,破産順\n1,1,1,2,"3,120",\n1,1,2,1,$980,\n1,1,3,3,,2\n1,1,4,4,0,1\n'
    (result,) = apply(preview(text.encode(), HALL))
    assert result == GameResult(
        1,
        1,
        (
            PlayerResult("p2", 1, 980),
            PlayerResult("p1", 2, 3120),
            PlayerResult("p3", 3, 0, fell=2),
            PlayerResult("p4", 4, 0, fell=1),
        ),
    )
    assert places(result) == {"p1": 1, "p2": 2, "p3": 3, "p4": 4}


def test_parts_of_the_assets_are_added_and_the_seating_gives_the_start_order() -> None:
    text = "round,table,player,cash,deeds,buildings,assets\n2,5,Ben,100,260,150,510\n2,5,Anna,20,,,\n"
    found = preview(text.encode(), HALL, seats={(2, 5): ("p1", "p2")})
    assert apply(found) == (GameResult(2, 5, (PlayerResult("p1", 1, 20), PlayerResult("p2", 2, 510))),)


def test_points_alone_are_kept_exact() -> None:
    text = "round,table,player,start order,points,place,monopoly\n1,1,Anna,1,100/3,2,\n1,1,Ben,2,66.67,1,yes\n"
    (result,) = apply(preview(text.encode(), HALL))
    assert [each.points for each in result.players] == [Fraction(100, 3), Fraction(6667, 100)]
    assert result.monopoly_winner == "p2"


def test_the_same_results_again_change_nothing_and_others_count_as_changed() -> None:
    text = "round,table,player,start order,assets\n1,1,Anna,1,100\n1,1,Ben,2,200\n"
    first = apply(preview(text.encode(), HALL))
    assert apply(preview(text.encode(), HALL, first)) == ()
    (table,) = preview(text.replace("200", "300").encode(), HALL, first).tables
    assert (table.status, table.existing) == ("changed", first[0])


def test_every_fault_of_every_row_is_in_the_preview() -> None:
    text = "\n".join(
        (
            "round,table,number,player,start,start order,assets,cash,fell,place,monopoly",
            "1,1,1,,,1,100,90,,1,",
            "1,1,1,,,1,0,,,1,",
            "1,2,2,Anna,,1,,,1,,",
            "1,2,3,,,5,50,,,1,yes",
            "1,2,4,,,2,70,,1,,",
            ",2,2,,,1,,,,,",
            "1,3,2,,,1,,,,,",
            "1,1,3,,,2,10,,,3,",
        )
    )
    found = preview(text.encode(), HALL, seats={(1, 1): ("p1", "p2"), (1, 2): ("p3", "p4")})
    assert codes(found) == {
        ("G2", "assets_differ"),
        ("D3", "player_at_table_twice"),
        ("F3", "start_order_twice"),
        ("C4", "player_unknown"),
        ("F5", "start_order_beyond"),
        ("J6", "written_for_some"),
        ("I6", "assets_of_bankrupt"),
        ("A7", "cell_empty"),
        ("G8", "result_empty"),
        ("B8", "table_not_drawn"),
        ("B8", "table_of_one"),
        ("B2", "players_missing"),
        ("D9", "player_not_seated"),
        ("D9", "player_in_round_twice"),
    }
    assert all(fault.sentence(language) for fault in found.faults for language in LANGUAGES)
    with pytest.raises(Faulty):
        apply(found)


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("1,1,Anna,1,,1,\n1,1,Ben,2,,2,", "list_nobody_left"),
        ("1,1,Anna,1,500,,\n1,1,Ben,2,,2,", "bankruptcy_beyond"),
        ("1,1,Anna,1,500,,yes\n1,1,Ben,2,400,,", "monopoly_with_others"),
        ("1,1,Anna,1,500,,yes\n1,1,Ben,2,,1,yes", "monopoly_twice"),
        ("1,1,Anna,1,500,,\n1,1,Ben,2,,,", "result_empty"),
    ],
)
def test_an_ending_that_no_game_has_is_refused(rows: str, code: str) -> None:
    found = preview(f"round,table,player,start order,assets,fell,monopoly\n{rows}\n".encode(), HALL)
    assert code in {fault.code for fault in found.faults}


@given(st.data())
def test_exported_results_come_back_as_they_were(data: st.DataObject) -> None:
    players = data.draw(st.permutations([each.id for each in HALL]))
    fallen = data.draw(st.integers(0, 3))
    written = data.draw(st.booleans())
    rows = tuple(
        PlayerResult(
            player,
            order,
            assets=0 if order <= fallen else data.draw(st.integers(0, 20_000)),
            fell=order if order <= fallen else None,
            points=Fraction(data.draw(st.integers(-500, 500)), 4) if written else None,
        )
        for order, player in enumerate(players, 1)
    )
    games = (GameResult(1, data.draw(st.integers(1, 99)), rows),)
    language = data.draw(st.sampled_from(LANGUAGES))
    assert apply(preview(to_csv(results(games, HALL, language)), HALL)) == games


def test_a_title_that_names_a_part_of_a_sum_is_not_read_as_the_sum() -> None:
    heading = read_heading(["ラウンド", "卓", "番号", "資産（現金）", "資産"], columns())
    assert heading.keys == ("round", "table", "number", None, "assets")
