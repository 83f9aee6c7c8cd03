"""A name that looks like another's is pointed out wherever players come in; ordinary names never are."""

from __future__ import annotations

from itertools import product

import pytest

from referee.demo.players import people
from rulesets.wordlist import wordlist
from tournaments.players.entrant import Entrant
from tournaments.players.form import filled, warnings_in_list
from tournaments.players.names import looks
from tournaments.players.preview import preview
from tournaments.players.row import same_text

TWINS = [
    ("Yamada Taro", "Y\u0430mada Taro"),
    ("TAPO", "\u0422\u0410\u0420\u041e"),
    ("山口 一郎", "山ロ ー郎"),
    ("二宮 力", "ニ宮 カ"),
    ("工藤", "エ藤"),
    ("Bill", "BiIl"),
    ("O'Hara 10", "0'Hara IO"),
    ("Ｙamada", "Y\u0430mada"),
    ("Burns", "Bums"),
    ("αλφα", "aλφα"),
    ("葛城", "葛\U000e0100城"),
]
DIFFERENT = [
    each.split("/")
    for each in wordlist("""
        加藤/佐藤 大田/太田 José/Jose 斉藤/斎藤 渡辺/渡邊 ハナ/バナ
        つじ/っじ 王芳/玉芳 高橋/髙橋 末次/未次 千田/干田 Anna/Anne
    """)
]
CHINESE = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文",
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建国志文辉力云峰",
)
LATIN = """
Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall
Wood Jackson Clarke Müller Schmidt Schneider Fischer Weber García Rossi Nguyễn Kowalski Ivanov
"""


def entrant(number: int, name: str) -> Entrant:
    return Entrant(id=f"p{number}", number=number, name=name)


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_a_twin_is_pointed_out_in_forms_imports_and_lists(one: str, other: str) -> None:
    known = entrant(1, one)
    warned = {note.code for note in filled({"name": other}, None, [known]).warnings}
    (row,) = preview(f"Name\n{other}\n".encode(), (known,)).rows
    listed = {note.code for note in warnings_in_list([known, entrant(2, other)])}
    expected = {"player_alike"} if same_text(one) != same_text(other) else set()
    assert expected <= warned & listed & {note.code for note in row.warnings}
    assert looks(one) == looks(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_for_the_eye_are_left_alone(one: str, other: str) -> None:
    assert looks(one) != looks(other)


def test_ordinary_names_are_never_pointed_out() -> None:
    names = {each["name"] for each in people(800, "any")}
    names |= {family + given for family, given in product(*CHINESE)}
    names |= {
        f"{given} {family}"
        for family, given in product(LATIN.split(), ("Anna", "Ian", "Lila", "Will", "Olivia", "Tom"))
    }
    seen: dict[str, str] = {}
    for name in sorted(names):
        other = seen.setdefault(looks(name), name)
        assert same_text(other) == same_text(name), (other, name)
