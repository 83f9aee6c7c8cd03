"""One entrant at a time: what a form leaves unchanged, what it refuses, late entries, and finding somebody."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.fault import Faulty
from tournaments.players.entrant import Entrant, takes_part
from tournaments.players.form import filled, warnings_in_list
from tournaments.players.names import folded, search_text
from tournaments.players.reserves import late_fault
from tournaments.unseen import without_unseen

YAMADA = Entrant("a", 1, "山田 太郎", "やまだ たろう", club="渋谷", flags=("seed",), note="-5")


def codes(error: pytest.ExceptionInfo[Faulty]) -> list[tuple[str, str]]:
    return [(each.path, each.code) for each in error.value.faults]


def test_a_form_changes_what_it_gives_and_nothing_else() -> None:
    changed = filled({"club": "新宿"}, YAMADA, [YAMADA]).entrant
    assert changed == Entrant("a", 1, "山田 太郎", "やまだ たろう", club="新宿", flags=("seed",), note="-5")
    assert filled({"note": "=1+1", "flags": ""}, YAMADA, [YAMADA]).entrant.note == "=1+1"


def test_every_fault_is_at_its_field() -> None:
    with pytest.raises(Faulty) as error:
        filled({"name": "", "number": "1", "flags": "tall", "reserve": "x"}, None, [YAMADA])
    assert sorted(codes(error)) == [
        ("flags", "flag_unknown"),
        ("name", "player_without_name"),
        ("number", "number_twice"),
        ("reserve", "cell_not_whole"),
    ]


@pytest.mark.parametrize("name", ["\u200b\u2060", "\u3164", "\u2800 \u00ad", "\u0301\ufe0f"])
def test_an_invisible_name_is_refused(name: str) -> None:
    with pytest.raises(Faulty) as error:
        filled({"name": name}, YAMADA, [YAMADA])
    assert codes(error) == [("name", "player_name_unseen")]
    assert f"U+{ord(name[0]):04X}" in str(error.value)
    seen = "葛\U000e0100城"
    assert filled({"name": f"{seen}{name}"}, YAMADA, [YAMADA]).entrant.name == seen + without_unseen(name).strip()


def test_two_of_one_name_are_told_apart_by_their_clubs() -> None:
    again = {"name": "山田太郎", "reading": "やまだ　たろう"}
    with pytest.raises(Faulty) as error:
        filled(again, None, [YAMADA])
    assert codes(error) == [("name", "player_twice")]
    told_apart = filled({**again, "club": "大阪"}, None, [YAMADA])
    assert [each.code for each in told_apart.warnings] == ["player_twice"]


def test_what_only_a_whole_list_can_keep_is_noticed() -> None:
    others = [Entrant("b", 2, "佐藤", "さとう", team="青", reserve=2), Entrant("c", 3, "里藤", "さとう", team="青")]
    notices = warnings_in_list([YAMADA, *others], team_size=3)
    assert [(each.path, each.code) for each in notices] == [
        ("", "reserve_gap"),
        ("", "team_of_wrong_size"),
        ("No. 3", "player_likely"),
    ]


def test_a_name_that_paper_cannot_show_is_a_warning_when_it_is_written() -> None:
    written = filled({"name": "𓀀 健一", "reading": "けんいち"}, None, [])
    assert [(each.path, each.code) for each in written.warnings] == [("name", "player_unprintable")]
    assert "U+13000" in written.warnings[0].sentence("en")
    assert warnings_in_list([Entrant("a", 1, "김철수"), Entrant("b", 2, "محمد صلاح"), Entrant("c", 3, "朱镕基")]) == ()
    assert [each.code for each in warnings_in_list([Entrant("a", 1, "𓀀 健一")])] == ["player_unprintable"]


@given(st.integers(0, 5), st.none() | st.integers(1, 6), st.none() | st.integers(1, 3))
def test_nobody_who_is_let_in_plays_in_a_round_that_has_begun(
    begun: int, first_round: int | None, reserve: int | None
) -> None:
    new = Entrant("", 9, "新 人", first_round=first_round, reserve=reserve)
    plays = any(takes_part(new, number) for number in range(1, begun + 1))
    assert (late_fault(None, new, begun) is not None) == plays
    assert late_fault(new, new, begun) is None


@pytest.mark.parametrize(
    ("reading", "typed"),
    [
        ("やまだ たろう", ("yamada", "ヤマダ", "ﾔﾏﾀﾞ", "やまだた", "taro", "tarou")),
        ("オオノ ジュンイチ", ("ono", "oono", "jun", "zyun", "おおの")),
        ("しぇりー ちゃん", ("sheri", "chan", "tyan")),
        ("きょうこ", ("kyoko", "kyouko", "きょう")),
        ("Zhāng Wěi", ("zhang", "ZHANG WEI", "wěi")),
    ],
)
def test_somebody_is_found_however_the_reading_is_typed(reading: str, typed: tuple[str, ...]) -> None:
    found = search_text(Entrant("", 12, "選手", reading))
    assert [each for each in typed if folded(each) not in found] == []
    assert folded("watanabe") not in found
