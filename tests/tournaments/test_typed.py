"""What people type as numbers, money, minutes and days: what it means, and what is refused."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulesets
from rulesets.languages import LANGUAGES
from tournaments.fault import Fault
from tournaments.typed import Day, Dollars, Exact, Kind, Minutes, Misread, Whole, read_in, whole

DOLLARS, MINUTES, NUMBER = Dollars(-9999, 9999), Minutes(-1440, 1440), Whole(0, 9999)


MEANT: tuple[tuple[Kind[object], object, tuple[str, ...]], ...] = (
    (NUMBER, 3, ("３", " 3 ", "\u3000３\u3000")),
    (NUMBER, 7, ("007",)),
    (NUMBER, 5, ("+5",)),
    (NUMBER, 12, ("12.00", "\u200e12")),
    (NUMBER, 1500, ("1,500", "１，５００", "1 500", "1\u202f500", "1\u00a0500", "1500.0")),
    (DOLLARS, 1500, ("$1,500", "＄１，５００", "¥1,500", "￥1500", "１，５００円", "１５００ドル", "1500 ﾄﾞﾙ")),
    (DOLLARS, 1500, ("1500美元", "US$ 1,500", "1500 dollars")),
    (DOLLARS, -1500, ("-$1,500", "$-1500", "−1500", "－１５００")),
    (DOLLARS, -20, ("- 20", "–20")),
    (MINUTES, 75, ("75", "７５", "75分", "75 min", "75分钟", "75 minutes", "75'")),
    (MINUTES, -5, ("-5分",)),
    (Exact(), Fraction(25, 2), ("１２．５",)),
    (Exact(), Fraction(100, 3), ("100/3",)),
    (Exact(), Fraction("-1500.25"), ("−1,500.25",)),
    (Day(), date(2026, 11, 22), ("2026-11-22", "２０２６／１１／２２")),
    (Day(), date(2026, 11, 2), ("2026年11月2日",)),
    (Day(), date(2026, 1, 2), ("2026.1.2",)),
)


@pytest.mark.parametrize(
    ("kind", "typed", "value"), [(kind, typed, value) for kind, value, every in MEANT for typed in every]
)
def test_what_is_typed_is_what_is_meant(kind: Kind[object], typed: str, value: object) -> None:
    assert kind.read(typed) == value


MISREAD: tuple[tuple[Kind[object], str, tuple[str, ...]], ...] = (
    (NUMBER, "cell_not_whole", ("三", "3x", "1.5", "1,5", "15,00", "10²", "½", "①", "10000", "9" * 5000)),
    (NUMBER, "cell_not_whole", ("1" + ",000" * 5000, "1e3", "$3", "1,500 200", "--3", "")),
    (NUMBER, "cell_point", ("1.500",)),
    (DOLLARS, "cell_point", ("$1.500", "１．５００円")),
    (MINUTES, "cell_not_minutes", ("1:15", "１：１５", "1441")),
    (Exact(), "cell_not_number", ("1,5", "1/0", "1" + "0" * 12, "nan")),
    (Day(), "cell_not_day", ("22.11.2026", "2026-02-30", "0000-01-01")),
)


@pytest.mark.parametrize(
    ("kind", "typed", "code"), [(kind, typed, code) for kind, code, every in MISREAD for typed in every]
)
def test_what_is_no_value_or_two_is_refused_with_what_would_be_right(kind: Kind[object], typed: str, code: str) -> None:
    with pytest.raises(Misread) as error:
        kind.read(typed)
    assert error.value.code == code
    told = {language: Fault("番号", code, error.value.facts).sentence(language) for language in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert all(each.startswith("番号: ") and len(each) < 200 for each in told.values())


@given(st.integers(0, 10**15 - 1), st.sampled_from(["{}", "{:,}", " {} ", "{}.0"]), st.booleans())
def test_every_way_to_write_a_number_is_read_alike(number: int, form: str, wide: bool) -> None:
    typed = form.format(number)
    assert whole(typed.translate({each: each + 0xFEE0 for each in range(0x21, 0x7F)}) if wide else typed) == number


@given(st.text(max_size=12))
def test_no_text_is_more_than_refused(typed: str) -> None:
    for kind in (NUMBER, DOLLARS, MINUTES, Exact(), Day()):
        try:
            kind.read(typed)
        except Misread as error:
            assert Fault("", error.code, error.facts).sentence("ja")


def refused(typed: str, money: rulesets.Money) -> str:
    """The code for which an amount is refused, in sentences that name the game's own amounts; empty if it is read."""
    try:
        read_in(Dollars(0, 10**9), typed, money)
    except Misread as error:
        for language in LANGUAGES:
            said = Fault("", error.code, error.facts).sentence(language)
            assert error.code == "cell_point" or re.search(r"\d[KM]", said), said
        return error.code
    return ""


@given(amount=st.integers(0, 10**8))
def test_an_amount_is_read_as_its_game_writes_it(amount: int) -> None:
    city = rulesets.load("city").money()
    assert read_in(Dollars(0, 10**9), city.shown(amount), city) == amount
    for text in (f"{amount:,}", f"＄{amount}"):
        alone = amount == 0 or amount >= 1000
        assert refused(text, city) == ("" if alone else "cell_money_alone")
        assert not alone or read_in(Dollars(0, 10**9), text, city) == amount
    assert read_in(Dollars(), "41.96", city) == read_in(Dollars(), "４１．９６Ｍ", city) == 41_960
    assert read_in(Dollars(), "3百万", city) == read_in(Dollars(), "300万", city) == read_in(Dollars(), "3.000", city)
    assert {refused(wrong, city) for wrong in ("1.2345M", "M", "5T", "三百")} == {"cell_not_money"}
    assert (refused("-1M", city), refused("1.234.567", city)) == ("cell_money_beyond", "cell_point")
    with pytest.raises(Misread):
        read_in(Dollars(0, 10**9), "41.96M", rulesets.Money("$"))
