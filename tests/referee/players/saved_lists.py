"""One list of twenty-three people, saved in the ways in which people save lists."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openpyxl import Workbook


class Listed(NamedTuple):
    """Somebody on the list."""

    family: str
    given: str
    reading: str
    club: str

    @property
    def name(self) -> str:
        return f"{self.family} {self.given}"


FAMILIES = (
    "佐藤 さとう,鈴木 すずき,髙橋 たかはし,田中 たなか,渡邊 わたなべ,伊藤 いとう,山本 やまもと,中村 なかむら,"
    "小林 こばやし,加藤 かとう,吉田 よしだ,山田 やまだ,佐々木 ささき,山口 やまぐち,松本 まつもと,井上 いのうえ,"
    "木村 きむら,林 はやし,斎藤 さいとう,清水 しみず,山﨑 やまざき,森 もり,池田 いけだ"
)
PEOPLE = tuple(
    Listed(pair.split()[0], "実", f"{pair.split()[1]} みのる", ("小倉会", "博多会", "下関会")[number // 8])
    for number, pair in enumerate(FAMILIES.split(","))
)
GUESTS = tuple(
    Listed(family, given, "", club)
    for family, given, club in (
        ("Müller", "Jörg", "Köln"),
        ("Peña", "Íñigo", "Málaga Ñandú"),
        ("Lefèvre", "François", "Orléans"),
        *((f"Öberg{letter}", "Åsa", "Malmö") for letter in "abcdefghijklmnopqrst"),
    )
)


@dataclass(frozen=True, slots=True)
class SavedList:
    """A way to save the list.  ``choices``: what is chosen in the preview, by the names of the form's fields."""

    data: bytes
    people: Sequence[Listed] = PEOPLE
    choices: Mapping[str, str] = field(default_factory=dict)
    pasted: bool = False


TITLES = ["氏名", "ふりがな", "所属"]
Rows = list[list[Any]]


def rows(people: Sequence[Listed] = PEOPLE) -> Rows:
    return [[each.name, each.reading, each.club] for each in people]


def text(lines: Rows, delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(lines)
    return out.getvalue()


def book(*sheets: tuple[str, Rows], change: Callable[[Workbook], None] = lambda _: None) -> bytes:
    made, out = Workbook(), io.BytesIO()
    made.remove(made.worksheets[0])
    for name, lines in sheets:
        sheet = made.create_sheet(name)
        for line in lines:
            sheet.append(line)
    change(made)
    made.save(out)
    return out.getvalue()


def merged(*ranges: str) -> Callable[[Workbook], None]:
    def change(made: Workbook) -> None:
        for each in ranges:
            made.worksheets[-1].merge_cells(each)

    return change


def hidden(made: Workbook) -> None:
    made.worksheets[0].sheet_state = "hidden"


PLAIN = text([TITLES, *rows()])
FORM = [
    "タイムスタンプ",
    "メールアドレス",
    "お名前（フルネーム）",
    "お名前（ふりがな）",
    "所属・サークル名",
    "参加費のお支払い",
    "当日の電話番号",
]
ANSWERS = [
    ["2026/11/01 10:00:00", "a@example.org", each.name, each.reading, each.club, "済", "090-1234-5678"]
    for each in PEOPLE
]
UNKNOWN = ["Wer?", "Wie gesprochen?", "Woher?"]
CHOSEN = {"column_0": "name", "column_1": "reading", "column_2": "club"}
HALVES: Rows = [[each.family, each.given, each.reading, each.club] for each in PEOPLE]
CLUBS_ONCE: Rows = [[*line[:2], line[2] if number % 8 == 0 else None] for number, line in enumerate(rows())]
COVER: Rows = [["第14回 会長杯"], ["お名前を書いて返してください"], ["締切 11月30日"]]
TITLE: Rows = [["第14回 会長杯 参加者名簿（11月25日現在）"], [None]]

WAYS: Mapping[str, SavedList] = {
    **{f"csv in {each}": SavedList(PLAIN.encode(each)) for each in ("utf-8", "utf-8-sig", "utf-16", "cp932")},
    "csv of a Chinese Excel": SavedList(PLAIN.encode("gb18030")),
    "semicolons": SavedList(text([TITLES, *rows()], ";").encode("cp932")),
    "sep=;": SavedList(f"sep=;\r\n{text([TITLES, *rows()], ';')}".encode("cp932")),
    "tabs of a utf-16 text": SavedList(text([TITLES, *rows()], "\t").encode("utf-16")),
    "pasted": SavedList(text([TITLES, *rows()], "\t").encode(), pasted=True),
    "pasted with titles above": SavedList(text([*TITLE, TITLES, *rows()], "\t").encode(), pasted=True),
    "titles above": SavedList(text([["参加者名簿", "", ""], ["", "", ""], TITLES, *rows()]).encode("cp932")),
    "Google Forms": SavedList(text([FORM, *ANSWERS]).encode()),
    "workbook": SavedList(book(("名簿", [TITLES, *rows()]))),
    "workbook with titles above": SavedList(book(("名簿", [*TITLE, TITLES, *rows()]), change=merged("A1:F1"))),
    "cover sheet": SavedList(book(("表紙", COVER), ("名簿", [TITLES, *rows()]))),
    "hidden sheet": SavedList(
        book(("去年", [TITLES, ["昨年 一", "", ""]]), ("名簿", [TITLES, *rows()]), change=hidden)
    ),
    "sheet chosen": SavedList(
        book(("キャンセル", [TITLES, ["欠席 太郎", "", ""]]), ("名簿", [TITLES, *rows()])), choices={"sheet": "名簿"}
    ),
    "clubs merged": SavedList(book(("名簿", [TITLES, *CLUBS_ONCE]), change=merged("C2:C9", "C10:C17", "C18:C24"))),
    "title over two columns": SavedList(
        book(("名簿", [["氏名", None, "フリガナ", "所属"], *HALVES]), change=merged("A1:B1"))
    ),
    "titles in two rows": SavedList(
        book(
            ("名簿", [["氏名", None, "フリガナ", "所属"], ["姓", "名", None, None], *HALVES]),
            change=merged("A1:B1", "C1:C2", "D1:D2"),
        )
    ),
    "family and given name": SavedList(text([["姓", "名", "ふりがな", "クラブ"], *HALVES]).encode("cp932")),
    "formulas without results": SavedList(
        book(("名簿", [["No.", *TITLES], *(["=ROW()-1", *line] for line in rows())])), choices={"column_0": "-"}
    ),
    "no titles": SavedList(text(rows()).encode(), choices={"heading": "0", **CHOSEN}),
    "titles nobody knows": SavedList(text([UNKNOWN, *rows()]).encode(), choices=CHOSEN),
    "titles nobody knows, again": SavedList(text([UNKNOWN, *rows()]).encode()),
    **{
        f"umlauts in {each}": SavedList(text([["Name", "Kana", "Club"], *rows(GUESTS)], ";").encode(each), GUESTS)
        for each in ("cp1252", "utf-16", "mac_roman")
    },
}
