"""The asset sheet: recomputed by the law of the game, with every objection to it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulesets
from rulesets.languages import LANGUAGES
from tournaments.fault import Faulty
from tournaments.result import places
from tournaments.sheet.count import Counted, count
from tournaments.sheet.objection import open_objections
from tournaments.sheet.position import from_standing
from tournaments.sheet.sheet import CountedDeed, Pieces, PlayerSheet, TableSheet

BLUE = (CountedDeed("park_place", stands={"level": 3}), CountedDeed("boardwalk", stands={"level": 5}))
ANNA = PlayerSheet("a", notes={500: 2, 20: 1, 1: 3}, deeds=BLUE)
BEN = PlayerSheet("b", cash=45, deeds=(CountedDeed("reading_railroad", mortgaged=True),), cards=("chance",))
CEM = PlayerSheet("c", fell=1)
TABLE = TableSheet((ANNA, BEN, CEM), round=2, table=7, ruleset="jma-2006", names={"a": "Anna", "b": "Ben", "c": "Cem"})


def codes(found: Counted) -> set[tuple[str, str, str]]:
    return {(each.severity, each.where, each.code) for each in found.objections if each.severity != "note"}


def test_the_arithmetic_stands_line_by_line() -> None:
    # Cash 1023; Park Place 350, Boardwalk 400; three houses and a hotel at 200 a step: 600 and 1000.  Ben: 45, the
    # mortgaged railroad at half its price of 200.
    found = count(TABLE)
    anna, ben, cem = found.players
    assert [(line.kind, line.key, line.amount) for line in anna.lines] == [
        ("cash", "", 1023),
        ("deed", "park_place", 350),
        ("deed", "boardwalk", 400),
        ("buildings", "park_place", 600),
        ("buildings", "boardwalk", 1000),
    ]
    assert [(line.kind, line.amount) for line in ben.lines] == [("cash", 45), ("deed", 100), ("card", 0)]
    assert (anna.assets, ben.assets, cem.assets) == (3373, 145, 0)
    assert codes(found) == {("confirm", "park_place", "group_uneven")}


def test_an_uneven_group_passes_with_a_comment_and_not_without() -> None:
    found = count(TABLE)
    assert open_objections(found.objections, {("park_place", "group_uneven"): " "})
    assert not open_objections(found.objections, {("park_place", "group_uneven"): "as ruled at the table"})
    assert (result := found.result) is not None
    assert (result.round, result.table) == (2, 7)
    assert [(each.player, each.start_order, each.assets, each.fell) for each in result.players] == [
        ("a", 1, 3373, None),
        ("b", 2, 145, None),
        ("c", 3, 0, 1),
    ]


def test_the_short_game_counts_a_hotel_by_its_own_steps() -> None:
    even = (CountedDeed("park_place", stands={"level": 5}), CountedDeed("boardwalk", stands={"level": 5}))
    sheet = replace(TABLE, players=(replace(ANNA, deeds=even), BEN))
    usual, short = (count(replace(sheet, ruleset=name)).players[0] for name in ("classic-us", "classic-us-short"))
    assert usual.assets - short.assets == 2 * 200


def test_houses_counted_by_group_or_all_together_are_worth_the_same() -> None:
    bare = tuple(CountedDeed(each.deed) for each in BLUE)
    by_lot = replace(
        ANNA, deeds=(CountedDeed("park_place", stands={"level": 4}), CountedDeed("boardwalk", stands={"level": 5}))
    )
    by_group = replace(ANNA, deeds=bare, groups={"dark_blue": Pieces(4, 1)})
    together = replace(ANNA, deeds=bare, pieces=Pieces(4, 1))
    totals = {count(replace(TABLE, players=(each, BEN))).players[0].assets for each in (by_lot, by_group, together)}
    assert totals == {1023 + 750 + 800 + 1000}


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        (replace(ANNA, pieces=Pieces(1), deeds=BLUE[:1]), "pieces_place_open"),
        (replace(ANNA, groups={"dark_blue": Pieces(1)}), "pieces_twice"),
        (replace(ANNA, deeds=(), groups={"dark_blue": Pieces(2)}), "pieces_without_deed"),
        (replace(ANNA, deeds=(), groups={"dark_blue": Pieces(9)}), "pieces_too_many"),
        (replace(ANNA, groups={"mauve": Pieces(1)}), "group_unknown"),
        (replace(ANNA, notes={500: 1, 7: 1}), "note_unknown"),
        (replace(ANNA, notes={500: -1}), "notes_below_none"),
        (replace(ANNA, cash=1000), "cash_not_notes"),
        (replace(ANNA, notes=None), "cash_not_counted"),
        (replace(ANNA, notes=None, cash=-5), "not_a_whole_number"),
        (replace(ANNA, deeds=(CountedDeed("park_lane"),)), "deed_unknown"),
        (replace(ANNA, deeds=(CountedDeed("reading_railroad"),)), "deed_twice"),
        (replace(ANNA, deeds=(CountedDeed("boardwalk", stands={"level": 6}),)), "not_a_whole_number"),
        (replace(ANNA, deeds=(CountedDeed("electric_company", stands={"level": 1}),)), "built_on_no_lot"),
        (replace(ANNA, fell=2), "bankruptcy_beyond"),
    ],
)
def test_what_cannot_be_counted_is_refused_and_no_comment_helps(sheet: PlayerSheet, code: str) -> None:
    cem = replace(CEM, fell=None, cash=0) if sheet.fell else CEM
    found = count(replace(TABLE, players=(sheet, BEN, cem)))
    refused = [each for each in found.objections if each.severity == "refuse"]
    assert code in {each.code for each in refused}
    assert all(each.messages[language] for each in found.objections for language in LANGUAGES)
    comments = {(each.where, each.code): "let it pass" for each in found.objections}
    assert list(open_objections(found.objections, comments)) == refused
    assert found.result is None


def test_all_that_is_unlikely_is_named_at_once() -> None:
    greens = tuple(
        CountedDeed(key, mortgaged=key == "pacific_avenue", stands={"level": level})
        for key, level in (("pacific_avenue", 0), ("north_carolina_avenue", 4), ("pennsylvania_avenue", 1))
    )
    anna = replace(ANNA, deeds=(*BLUE[:1], *greens), written=9_999)
    ben = replace(BEN, deeds=(CountedDeed("boardwalk", mortgaged=True),))
    found = count(replace(TABLE, players=(anna, ben, replace(CEM, cash=20)), box=1000))
    assert codes(found) == {
        ("confirm", "c", "out_with_assets"),
        ("confirm", "park_place", "built_group_divided"),
        ("confirm", "park_place", "group_uneven"),
        ("confirm", "pacific_avenue", "built_group_mortgaged"),
        ("confirm", "pacific_avenue", "group_uneven"),
        ("confirm", "a", "written_differs"),
        ("confirm", "", "cash_above_box"),
    }
    comments = {(each.where, each.code): "seen by two judges" for each in found.objections}
    assert not open_objections(found.objections, comments)


def test_more_than_32_houses_or_12_hotels_are_too_many() -> None:
    edition = rulesets.load("jma-2006").mechanics.edition("atlantic-city")
    every = [deed.key for deed in edition.deeds if deed.building_cost]
    for level, code in ((4, "too_many_houses"), (5, "too_many_hotels")):
        anna = replace(ANNA, deeds=tuple(CountedDeed(key, stands={"level": level}) for key in every))
        assert code in {each.code for each in count(replace(TABLE, players=(anna, BEN, CEM))).objections}


def test_a_forgotten_deed_is_noted() -> None:
    noted = [each for each in count(TABLE).objections if each.severity == "note"]
    assert [each.code for each in noted] == ["deeds_with_bank"]
    assert "地中海通り" in noted[0].messages["ja"]


def test_monopoly_city_is_counted_by_its_own_law_in_thousands() -> None:
    edition = rulesets.load("city").mechanics.edition("city-sample")
    one, two = edition.deeds[0].key, edition.deeds[1].key
    sheets = (
        PlayerSheet("a", cash=1_230, deeds=(CountedDeed(one, stands={"residential": [1, 2]}),)),
        PlayerSheet("b", cash=500, deeds=(CountedDeed(two, mortgaged=True),)),
    )
    found = count(TableSheet(sheets, round=1, table=1, ruleset="city"))
    anna, ben = found.players
    assert [(line.kind, line.amount) for line in anna.lines] == [("cash", 1_230), ("deed", edition.deeds[0].rents[2])]
    assert sum(line.amount for line in anna.lines) == anna.assets
    assert ben.assets == 500
    odd = count(TableSheet((replace(sheets[0], cash=1_235), sheets[1]), round=1, table=1, ruleset="city"))
    assert ("confirm", "a", "cash_not_in_notes") in codes(odd)


def test_a_table_where_everybody_is_bankrupt_is_refused() -> None:
    fallen = tuple(replace(CEM, player=str(number), fell=number) for number in (1, 2, 3))
    assert ("refuse", "", "too_few_players") in codes(count(replace(TABLE, players=fallen)))


def test_options_that_the_law_refuses_are_an_objection() -> None:
    found = count(replace(TABLE, options={"dealt_deeds": 3}))
    assert [(each.severity, each.code) for each in found.objections] == [("refuse", "option_malformed")]
    assert found.result is None


@pytest.mark.slow
@given(st.data())
def test_a_sheet_of_a_position_has_the_standing_of_the_law(data: st.DataObject) -> None:
    ruleset = rulesets.load("jma-2006")
    edition = ruleset.mechanics.edition("atlantic-city")
    owners = data.draw(st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=28, max_size=28))
    mortgaged = data.draw(st.lists(st.booleans(), min_size=28, max_size=28))
    money = data.draw(st.lists(st.integers(0, 5_000), min_size=3, max_size=3))
    deeds = [
        (owner, CountedDeed(deed.key, pledged))
        for owner, deed, pledged in zip(owners, edition.deeds, mortgaged, strict=True)
    ]
    sheets = tuple(
        PlayerSheet(player, cash=cash, deeds=tuple(deed for owner, deed in deeds if owner == player))
        for player, cash in zip("abc", money, strict=True)
    )
    found = count(TableSheet(sheets, round=1, table=1, ruleset="jma-2006"))
    position = {
        "players": {player: {"cash": cash} for player, cash in zip("abc", money, strict=True)},
        "deeds": {deed.deed: {"owner": owner, "mortgaged": deed.mortgaged} for owner, deed in deeds if owner},
    }
    standing = ruleset.standing(ruleset.start(["a", "b", "c"], start=position))
    assert found.result == from_standing(standing, {"a": "a", "b": "b", "c": "c"}, 1, 1)
    assert all(sum(line.amount for line in each.lines) == each.assets for each in found.players)


def row(rank: int, seat: str, worth: int | None, out_at: int | None = None, win: bool = False) -> dict[str, object]:
    return {"rank": rank, "player": seat, "worth": worth, "monopoly_win": win, "out_at": out_at}


def test_a_log_gives_assets_order_of_bankruptcies_and_start_order() -> None:
    standing = [row(1, "B", 900, win=True), row(2, "A", 0, 2), row(3, "C", 0, 1)]
    result = from_standing(standing, {"A": "p1", "B": "p2", "C": "p3"}, 3, 4)
    assert [(each.player, each.start_order, each.assets, each.fell) for each in result.players] == [
        ("p1", 1, 0, 2),
        ("p2", 2, 900, None),
        ("p3", 3, 0, 1),
    ]
    assert result.monopoly_winner == "p2"
    assert places(result) == {"p2": 1, "p1": 2, "p3": 3}


def test_equals_share_a_rank_unless_a_roll_off_has_ordered_them() -> None:
    seated = {"A": "p1", "B": "p2"}
    shared = from_standing([row(1, "A", 500), row(1, "B", 500)], seated, 1, 1)
    thrown = from_standing([row(1, "B", 500), row(2, "A", 500)], seated, 1, 1)
    assert places(shared) == {"p1": 1, "p2": 1}
    assert places(thrown) == {"p2": 1, "p1": 2}


def test_a_standing_that_is_still_open_gives_no_result() -> None:
    standing = [row(1, "A", None), row(2, "B", 0), row(3, "X", 0, 1)]
    with pytest.raises(Faulty) as refused:
        from_standing(standing, {"A": "p1", "B": "p2", "C": "p3"}, 1, 1, out=("B",))
    assert [fault.code for fault in refused.value.faults] == [
        "seat_not_seated",
        "seat_not_in_standing",
        "worth_open",
        "bankruptcy_order_open",
    ]
    assert all(fault.sentence(language) for fault in refused.value.faults for language in LANGUAGES)
