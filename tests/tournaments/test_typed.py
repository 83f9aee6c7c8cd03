"""What people type as numbers, money, minutes and days: what it means, and what is refused."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.languages import LANGUAGES
from tournaments.fault import Fault
from tournaments.typed import Day, Dollars, Exact, Kind, Minutes, Misread, Whole, whole

DOLLARS, MINUTES, NUMBER = Dollars(-9999, 9999), Minutes(-1440, 1440), Whole(0, 9999)


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [
        (NUMBER, "３", 3), (NUMBER, " 3 ", 3), (NUMBER, "\u3000３\u3000", 3), (NUMBER, "007", 7), (NUMBER, "+5", 5),
        (NUMBER, "1,500", 1500), (NUMBER, "１，５００", 1500), (NUMBER, "1 500", 1500), (NUMBER, "1\u202f500", 1500),
        (NUMBER, "1\u00a0500", 1500), (NUMBER, "1500.0", 1500), (NUMBER, "12.00", 12), (NUMBER, "\u200e12", 12),
        (DOLLARS, "$1,500", 1500), (DOLLARS, "＄１，５００", 1500), (DOLLARS, "¥1,500", 1500),
        (DOLLARS, "￥1500", 1500),
        (DOLLARS, "１，５００円", 1500), (DOLLARS, "１５００ドル", 1500), (DOLLARS, "1500 ﾄﾞﾙ", 1500),
        (DOLLARS, "1500美元", 1500), (DOLLARS, "US$ 1,500", 1500), (DOLLARS, "1500 dollars", 1500),
        (DOLLARS, "-$1,500", -1500), (DOLLARS, "$-1500", -1500), (DOLLARS, "−1500", -1500),
        (DOLLARS, "－１５００", -1500),
        (DOLLARS, "- 20", -20), (DOLLARS, "–20", -20),
        (MINUTES, "75", 75), (MINUTES, "７５", 75), (MINUTES, "75分", 75), (MINUTES, "75 min", 75),
        (MINUTES, "75分钟", 75), (MINUTES, "75 minutes", 75), (MINUTES, "75'", 75), (MINUTES, "-5分", -5),
        (Exact(), "１２．５", Fraction(25, 2)), (Exact(), "100/3", Fraction(100, 3)),
        (Exact(), "−1,500.25", Fraction("-1500.25")),
        (Day(), "2026-11-22", date(2026, 11, 22)), (Day(), "２０２６／１１／２２", date(2026, 11, 22)),
        (Day(), "2026年11月2日", date(2026, 11, 2)), (Day(), "2026.1.2", date(2026, 1, 2)),
    ],
)  # fmt: skip
def test_what_is_typed_is_what_is_meant(kind: Kind[object], typed: str, value: object) -> None:
    assert kind.read(typed) == value


@pytest.mark.parametrize(
    ("kind", "typed", "code"),
    [
        (NUMBER, "三", "cell_not_whole"), (NUMBER, "3x", "cell_not_whole"), (NUMBER, "1.5", "cell_not_whole"),
        (NUMBER, "1,5", "cell_not_whole"), (NUMBER, "15,00", "cell_not_whole"), (NUMBER, "10²", "cell_not_whole"),
        (NUMBER, "½", "cell_not_whole"), (NUMBER, "①", "cell_not_whole"), (NUMBER, "10000", "cell_not_whole"),
        (NUMBER, "9" * 5000, "cell_not_whole"), (NUMBER, "1" + ",000" * 5000, "cell_not_whole"),
        (NUMBER, "1e3", "cell_not_whole"), (NUMBER, "$3", "cell_not_whole"),
        (NUMBER, "1,500 200", "cell_not_whole"), (NUMBER, "--3", "cell_not_whole"), (NUMBER, "", "cell_not_whole"),
        (NUMBER, "1.500", "cell_point"), (DOLLARS, "$1.500", "cell_point"), (DOLLARS, "１．５００円", "cell_point"),
        (MINUTES, "1:15", "cell_not_minutes"), (MINUTES, "１：１５", "cell_not_minutes"),
        (MINUTES, "1441", "cell_not_minutes"),
        (Exact(), "1,5", "cell_not_number"), (Exact(), "1/0", "cell_not_number"),
        (Exact(), "1" + "0" * 12, "cell_not_number"), (Exact(), "nan", "cell_not_number"),
        (Day(), "22.11.2026", "cell_not_day"), (Day(), "2026-02-30", "cell_not_day"),
        (Day(), "0000-01-01", "cell_not_day"),
    ],
)  # fmt: skip
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
