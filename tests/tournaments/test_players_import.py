"""Importing players: every fault is in the preview, and the same file twice changes nothing."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.languages import LANGUAGES
from tournaments.export.contents import players
from tournaments.export.table import to_csv
from tournaments.export.to_xlsx import to_xlsx
from tournaments.fault import Faulty
from tournaments.lists.cells import Mending
from tournaments.lists.workbook import MOST_UNPACKED
from tournaments.players.entrant import FLAGS, Entrant
from tournaments.players.preview import Preview, apply, preview
from tournaments.players.reserves import merge_day_list
from tournaments.players.row import columns


def imported(data: bytes, entrants: tuple[Entrant, ...] = ()) -> tuple[Entrant, ...]:
    numbers = count(len(entrants) + 1)
    return apply(preview(data, entrants), lambda: f"p{next(numbers)}").entrants


def codes(found: Preview) -> set[tuple[str, str]]:
    return {(fault.path, fault.code) for fault in found.faults}


ROSTER = """氏名,ふりがな,所属,初心者,番号
山田 太郎,やまだ たろう,東京会,○,
佐藤 花子,さとう はなこ,,,7

"鈴木, 一郎",すずき いちろう,大阪会,,
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_a_japanese_list_is_read_in_every_encoding_that_offices_write(encoding: str) -> None:
    found = preview(ROSTER.replace("\n", "\r\n").encode(encoding), ())
    assert not found.faults
    assert [(row.line, row.entrant.number, row.entrant.name, row.entrant.flags) for row in found.rows] == [
        (2, 8, "山田 太郎", ("beginner",)),
        (3, 7, "佐藤 花子", ()),
        (5, 9, "鈴木, 一郎", ()),
    ]


def test_a_chinese_list_is_not_taken_for_a_japanese_one() -> None:
    found = preview("姓名;俱乐部;备注\n王小明;北京队;远\n".encode("gb18030"), ())
    assert found.imported.encoding == "gb18030"
    assert found.imported.delimiter == ";"
    assert found.rows[0].entrant.club == "北京队"


def test_names_in_two_columns_and_columns_nobody_knows() -> None:
    found = preview("姓\t名\tセイ\tメイ\t靴のサイズ\n山田\t太郎\tヤマダ\tﾀﾛｳ\t27\n".encode(), ())
    assert (found.rows[0].entrant.name, found.rows[0].entrant.reading) == ("山田 太郎", "ヤマダ タロウ")
    assert found.ignored == ("靴のサイズ",)
    assert ("セイ", "family_reading") in found.recognised


def test_names_alone_are_a_list_and_two_unknown_columns_are_none() -> None:
    found = preview("山田 太郎\n\n佐藤 花子\n".encode("cp932"), ())
    assert [(row.line, row.entrant.name, row.entrant.number) for row in found.rows] == [
        (1, "山田 太郎", 1),
        (3, "佐藤 花子", 2),
    ]
    assert not found.faults
    assert ("", "column_missing") in codes(preview("山田,東\n佐藤,西\n".encode(), ()))


def test_a_workbook_is_read_as_the_same_list() -> None:
    people = imported(ROSTER.encode())
    found = preview(to_xlsx(players(people, "zh")), ())
    assert (found.imported.encoding, found.faults) == ("xlsx", ())
    assert {(row.entrant.number, row.entrant.name, row.entrant.reading, row.entrant.flags) for row in found.rows} == {
        (each.number, each.name, each.reading, each.flags) for each in people
    }


def test_a_workbook_that_is_none_or_unpacks_to_too_much_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/workbook.xml", b"0" * (MOST_UNPACKED + 1))
    for data, code in ((b"PK\x03\x04 no workbook", "list_not_workbook"), (packed.getvalue(), "list_too_large")):
        with pytest.raises(Faulty) as refused:
            preview(data, ())
        assert [fault.code for fault in refused.value.faults] == [code]


def test_what_is_mended_is_held_against_the_rest_and_what_is_left_out_is_not() -> None:
    data = "番号,名前\n1,山田\n1,鈴木\nx,佐藤\n".encode()
    assert len(preview(data, ()).faults) > 1
    found = preview(data, (), mending=Mending(frozenset({4}), {(3, 0): "2"}))
    assert [(row.entrant.number, row.entrant.name) for row in found.rows] == [(1, "山田"), (2, "鈴木")]
    assert not found.faults
    assert [each.line for each in found.skipped] == [4]
    assert any(path == "B3" for path, _ in codes(preview(data, (), mending=Mending(frozenset({4}), {(3, 1): ""}))))


def test_no_two_columns_go_by_the_same_name() -> None:
    known = columns()
    assert all(
        known.keys[name.casefold().replace(" ", "").replace(".", "").replace("-", "")] == key
        for key, titles in known.titles.items()
        for name in (titles["en"],)
    )
    assert known.keys["名"] == "given_name"


def test_the_preview_has_every_fault_with_its_cell() -> None:
    text = "\n".join(
        (
            "No,Name,Reading,Flags,Reserve,Team",
            "1,Anna,anna,,,A",
            "1,Ben,ben,tall,,A",
            "x,,nobody,,,A",
            "4," + "C" * 201 + ",c,,1,",
            "5,Anna,Anna,,3,",
            "6,Dora\x07,d,,3,,left over",
        )
    )
    found = preview(text.encode(), (), team_size=2)
    assert codes(found) == {
        ("", "reserve_gap"),
        ("", "team_of_wrong_size"),
        ("A3", "number_twice"),
        ("D3", "flag_unknown"),
        ("A4", "cell_not_whole"),
        ("B4", "player_without_name"),
        ("B5", "cell_too_long"),
        ("B6", "player_twice"),
        ("B7", "cell_control"),
        ("E7", "reserve_twice"),
        ("G7", "cell_beyond"),
    }
    with pytest.raises(Faulty) as refused:
        apply(found, lambda: "never")
    assert len(refused.value.faults) == len(found.faults)


def test_every_fault_has_a_sentence_in_every_language() -> None:
    text = "No,Name,Reserve,Walk-in,First round,Dropped\n0,Anna\u0007,2,perhaps,3,1\n2,,,,,\n"
    found = preview(text.encode(), ())
    assert len(found.faults) == 6
    for language in LANGUAGES:
        assert all(len(fault.sentence(language)) > len(fault.path) + 5 for fault in found.faults)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "list_empty"),
        (b",,\n", "list_empty"),
        (b"name\n" + b"x\n" * 5_001, "list_too_long"),
        (b"name\n" + b"x" * 2_000_000, "list_too_large"),
        (b'name\n"never closed\n', "list_quote"),
        (b"\x81\x8d\x90\x9d\x02\x05", "list_not_text"),
        (b"name\nA\x00\n", "list_not_text"),
    ],
)
def test_what_cannot_be_read_at_all_is_refused_by_name(data: bytes, code: str) -> None:
    with pytest.raises(Faulty) as refused:
        preview(data, ())
    assert [fault.code for fault in refused.value.faults] == [code]


def test_a_list_without_names_or_with_a_column_twice_has_faults() -> None:
    assert codes(preview(b"club,team,Club\nX,Y,Z\n", ())) >= {("C1", "column_twice"), ("", "column_missing")}


ANNA = Entrant("a", 1, "山田 太郎", "やまだ たろう", club="東京会", flags=("seed",))
BEN = Entrant("b", 2, "佐藤 花子", "さとう はなこ")


def test_the_preview_says_what_is_new_what_changes_and_what_stays() -> None:
    text = (
        "No,氏名,よみ,所属\n,山田太郎,やまだ たろう,横浜会\n2,佐藤 花子,さとう はなこ,\n,高橋 次郎,たかはし じろう,\n"
    )
    found = preview(text.encode(), (ANNA, BEN))
    assert [row.status for row in found.rows] == ["changed", "same", "new"]
    assert [(change.field, change.before, change.after) for change in found.rows[0].changes] == [
        ("name", "山田 太郎", "山田太郎"),
        ("club", "東京会", "横浜会"),
    ]
    assert found.rows[0].entrant.flags == ("seed",)
    assert found.rows[2].entrant.number == 3


def test_a_number_that_somebody_else_has_is_no_change_of_name() -> None:
    found = preview("No,氏名,よみ\n1,高橋 次郎,たかはし じろう\n".encode(), (ANNA, BEN))
    assert codes(found) == {("A2", "number_twice")}


def test_a_name_is_corrected_by_number_and_reading() -> None:
    found = preview("No,氏名,よみ\n1,山田 太朗,やまだ たろう\n".encode(), (ANNA, BEN))
    assert not found.faults
    assert found.rows[0].existing == ANNA


def test_the_same_reading_is_a_warning_and_stands_in_nobodys_way() -> None:
    found = preview("氏名,よみ\n山田 大郎,やまだ たろう\n".encode(), (ANNA,))
    assert [warning.code for warning in found.rows[0].warnings] == ["player_likely"]
    assert not found.faults


def test_two_players_of_one_name_stay_two_when_their_clubs_differ() -> None:
    data = "氏名,よみ,所属\n田中 実,たなか みのる,A会\n田中 実,たなか みのる,B会\n".encode()
    first = imported(data)
    assert [each.club for each in first] == ["A会", "B会"]
    assert imported(data, first) == first
    assert apply(preview(data, first[1:]), lambda: "new").entrants == (first[1], replace(first[0], id="new", number=3))


def test_a_name_that_fits_two_players_asks_for_the_number() -> None:
    twins = (replace(ANNA, club="A"), replace(ANNA, id="c", number=3, club="B"))
    assert codes(preview("氏名\n山田 太郎\n".encode(), twins)) == {("A2", "player_ambiguous")}


def test_a_player_in_two_rows_is_a_fault_of_the_second() -> None:
    data = "No,氏名,よみ\n1,山田 太郎,\n,山田 太郎,やまだ たろう\n1,山田 太郎,やまだ たろう\n".encode()
    assert ("B4", "row_twice") in codes(preview(data, (ANNA,)))


def test_walk_ins_are_registered_and_everybody_on_the_days_list_is_there() -> None:
    found = preview("氏名,よみ\n佐藤 花子,さとう はなこ\n高橋 次郎,たかはし じろう\n".encode(), (ANNA, BEN))
    day = merge_day_list(found, lambda: "w1")
    assert day.checked_in == ("b", "w1")
    assert [(each.id, each.walk_in) for each in day.entrants] == [("a", False), ("b", False), ("w1", True)]


LETTERS = st.sampled_from("山田太郎やまだヤマダーan'=+-@\"あ;,，、0１é")
TEXT = st.text(LETTERS, max_size=12).map(lambda text: " ".join(text.split()))
READING = st.text(st.sampled_from("やまだヤマダーanz'-="), max_size=12)
ENTRANTS = st.lists(
    st.builds(
        Entrant,
        id=st.just(""),
        number=st.just(0),
        name=TEXT.filter(bool),
        reading=READING,
        club=TEXT,
        region=TEXT,
        flags=st.sets(st.sampled_from(FLAGS)).map(lambda flags: tuple(sorted(flags))),
        qualified_by=TEXT,
        class_=TEXT,
        team=TEXT,
        first_round=st.none() | st.integers(1, 3),
        dropped_after=st.none() | st.integers(3, 9),
        walk_in=st.booleans(),
        note=st.text(st.sampled_from("a=\n'あ,\""), max_size=8).map(str.strip),
    ),
    min_size=1,
    max_size=6,
).map(lambda drawn: tuple(replace(each, id=f"p{number}", number=number) for number, each in enumerate(drawn, 1)))


@pytest.mark.slow
@given(ENTRANTS, st.sampled_from(LANGUAGES), st.booleans())
def test_exported_players_come_back_as_they_were(
    entrants: tuple[Entrant, ...], language: str, with_reserves: bool
) -> None:
    if with_reserves:
        entrants = tuple(replace(each, reserve=each.number) for each in entrants)
    data = to_csv(players(entrants, language))
    again = apply(preview(data, ()), lambda: "never").entrants
    assert sorted(again, key=lambda each: each.number) == list(entrants)
    assert {row.status for row in preview(data, entrants).rows} == {"same"}


@given(
    st.binary(max_size=60)
    | st.lists(
        st.sampled_from(["name", "No", "名前", ",", ";", "\t", '"', "\n", "\r", "A", "1", "'=", "\u2028"]), max_size=30
    )
    .map("".join)
    .map(str.encode)
)
def test_whatever_is_brought_is_read_or_refused_with_faults(data: bytes) -> None:
    try:
        found = preview(data, (ANNA, BEN))
    except Faulty as refused:
        assert refused.faults
        return
    if not found.faults:
        numbers = count(1)
        after = apply(found, lambda: f"n{next(numbers)}").entrants
        assert {row.status for row in preview(data, after).rows} == {"same"}
        assert len({each.id for each in after}) == len({each.number for each in after}) == len(after)


@given(ENTRANTS)
def test_the_same_file_twice_changes_nothing(entrants: tuple[Entrant, ...]) -> None:
    rows = (f'"{each.name.replace(chr(34), "")}x","{each.reading}"' for each in entrants)
    file = "\n".join(("name,yomi", *rows)).encode()
    found = preview(file, ())
    if not found.faults:
        numbers = count(1)
        once = apply(found, lambda: f"n{next(numbers)}").entrants
        second = preview(file, once)
        assert {row.status for row in second.rows} == {"same"}
        assert apply(second, lambda: "never").entrants == once
