"""Every search for a name finds it in all forms of its kanji, and nobody is taken for somebody else because of that."""

from __future__ import annotations

import hashlib
import tomllib

import pytest

from tournaments.players.entrant import Entrant
from tournaments.players.form import warnings_in_list
from tournaments.players.names import TABLE, first_form, forms_of, search_text, sought

NAMES = (
    ("高橋", "髙橋"),
    ("渡辺", "渡邊", "渡邉"),
    ("斉藤", "斎藤", "齋藤", "齊藤"),
    ("山崎", "山﨑", "山嵜"),
    ("島田", "嶋田", "嶌田"),
    ("浜田", "濱田", "濵田"),
    ("吉田", "𠮷田"),
    ("沢田", "澤田"),
    ("刘", "劉"),
)


@pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0])
def test_each_form_of_a_name_finds_every_other(names: tuple[str, ...]) -> None:
    for one in names:
        for other in names:
            assert sought(one) in search_text(Entrant("a", 1, f"{other} 誠")), (one, other)
            letters = iter(forms_of([other]))
            forms = dict(zip(letters, letters, strict=True))
            assert "".join(forms.get(each, each) for each in one) == first_form(other), "as the page itself folds"


@pytest.mark.parametrize("pair", ["田由", "太大", "土士", "林森", "弘宏", "裕祐", "清晴", "人入", "日曰"])
def test_kanji_that_only_resemble_each_other_are_two(pair: str) -> None:
    assert first_form(pair[0]) != first_form(pair[1])


def test_the_table_is_what_its_note_says_and_no_kanji_is_in_two_groups() -> None:
    folder = TABLE.parent
    noted = tomllib.loads((folder / "VENDORED.toml").read_text("utf-8"))["sha256"]
    there = {each.name for each in folder.iterdir()} - {"VENDORED.toml"}
    assert noted == {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in there}
    letters = TABLE.read_text("utf-8").replace("\n", "")
    assert len(letters) == len(set(letters))


def test_two_players_of_one_name_in_two_forms_are_worth_a_look() -> None:
    found = warnings_in_list([Entrant("a", 1, "高橋 誠"), Entrant("b", 2, "髙橋 誠"), Entrant("c", 3, "田中 誠")])
    assert [each.code for each in found] == ["player_in_other_forms"]
