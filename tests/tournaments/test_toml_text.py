"""TOML written by users: hostile files are refused unread, in little memory; real ones are well within the limits."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from rulesets.city.game.edition_blank import blank
from rulesets.languages import LANGUAGES
from tournaments import toml_text
from tournaments.fault import Faulty
from tournaments.paper.page import layout
from tournaments.regulation import load

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(
    path
    for folder in ("tournaments/regulations", "rulesets/editions", "tournaments/paper/layouts")
    for path in (ROOT / folder).glob("*.toml")
)
PEAK = 20_000_000
"""Most bytes of memory that reading a text may take."""
DOTS = "a" + ".a" * 44_000

HOSTILE = {
    "dotted key": (f"{DOTS} = 1", "toml_key_deep"),
    "dotted header": (f"[{DOTS}]", "toml_key_deep"),
    "dotted key of quoted parts": ("x" + ' . "\\"a#"' * 9_000 + " = 1", "toml_key_deep"),
    "dotted keys behind a text of several lines": (f'x = """\n"" \\""" """""\n{DOTS} = 1', "toml_key_deep"),
    "dotted keys behind a literal text": (f"x = '''\n'' \\'''''\n{DOTS} = 1", "toml_key_deep"),
    "dotted keys in a table on one line": (f"x = {{ {DOTS} = 1 }}", "toml_key_deep"),
    "many dotted keys": ("\n".join(f"a.b.c.d.k{number} = 1" for number in range(5_000)), "toml_many"),
    "lists within each other": ("x = " + "[" * 40_000 + "]" * 40_000, "toml_deep"),
    "tables within each other": ("x = " + "{a = " * 13_000, "toml_deep"),
    "empty lists": ("x = [" + "[]," * 30_000 + "]", "toml_many"),
    "empty tables": ("x = [" + "{}," * 30_000 + "]", "toml_many"),
    "sections": ("[[a]]\n" * 16_000, "toml_many"),
    "keys": ("\n".join(f"k{number} = 1" for number in range(10_000)), "toml_many"),
    "a long number": ("x = " + "9" * 90_000, "toml_word_long"),
    "a long number of another base": ("x = 0x" + "f" * 90_000, "toml_word_long"),
    "a long fraction": ("x = 1." + "9" * 90_000, "toml_word_long"),
    "too long": ("#" * 100_001, "text_too_long"),
    "quotes": ('"' * 90_000, "toml_many"),
    "quotes that never close": ('x = "' + "a" * 90_000, "not_toml"),
    "quotes and backslashes": ('"\\' * 45_000, "not_toml"),
    "backslashes": ('x = "' + "\\" * 90_000, "not_toml"),
}
READERS: dict[str, Callable[[str], object]] = {
    "regulation": load.load_text,
    "layout": lambda text: layout.parse(text, lambda _name: None),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("reader", READERS)
def test_a_hostile_text_is_refused_in_little_memory(reader: str, name: str) -> None:
    text, code = HOSTILE[name]
    tracemalloc.start()
    try:
        with pytest.raises(Faulty) as refused:
            READERS[reader](text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < PEAK, f"{peak} bytes"
    (fault,) = refused.value.faults
    assert fault.code == code
    assert len({fault.sentence(language) for language in LANGUAGES}) == 3


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_file_has_room_three_times_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LONGEST_TEXT", "LONGEST_WORD", "MOST_VALUES", "DEEPEST"):
        monkeypatch.setattr(toml_text, name, getattr(toml_text, name) // 3)
    monkeypatch.setattr(toml_text, "MOST_PARTS", toml_text.MOST_PARTS // 2)
    assert toml_text.parse(path.read_text("utf-8"), Decimal)


def test_a_blank_edition_has_room() -> None:
    assert toml_text.parse(blank(), float)


def test_texts_hide_nothing_and_count_for_little() -> None:
    text = """
    one = "a.b.c.d.e.f.g.h.i.j # [[[[[[[[[[[[[[[[[[ \\" \\\\"  # a.b.c.d.e.f.g.h.i.j [[[[[[[[[[[[[[[[[[
    'two' = '''
    a.b.c.d.e.f.g.h.i.j [[[[[[[[[[[[[[[[[[ '' '''''
    "three" = \"""a.b.c.d.e.f.g.h.i.j \\\""" \"""\""
    four.five . "six".'seven' = [1.5, 1979-05-27T07:32:00.5Z, { a = [] }]
    """
    assert list(toml_text.parse(text, Decimal)) == ["one", "two", "three", "four"]


def test_a_message_is_short_however_long_the_wrong_value_is() -> None:
    rules = "".join(f'[[points.rule]]\nwinner = "$list"\npoints = "$text{number}"\n' for number in range(400))
    text = f'[parameters]\nlist = [{"1," * 2_000}]\ntext = "{"x" * 50_000}"\n{rules}'
    tracemalloc.start()
    try:
        with pytest.raises(Faulty) as refused:
            load.load_text(text)
        message = "".join(fault.sentence("en") for fault in refused.value.faults)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "400" in message
    assert peak < PEAK, f"{peak} bytes"
    assert len(message) < 500_000


@pytest.mark.parametrize(
    ("text", "line", "column"), [("a = 1\nb 2\n", 2, 3), ("a = 1\nx = ", 2, 5), ("a = 1\nb = [1,\n", 3, 1)]
)
def test_what_is_no_toml_is_told_by_its_place_with_the_parsers_words_as_a_quotation(
    text: str, line: int, column: int
) -> None:
    with pytest.raises(Faulty) as refused:
        toml_text.parse(text, Decimal)
    (fault,) = refused.value.faults
    assert (fault.code, fault.facts["line"], fault.facts["column"]) == ("not_toml", line, column)
    assert "at line" not in str(fault.facts["said"]) and "end of document" not in str(fault.facts["said"])
    for language in LANGUAGES:
        assert f"“{fault.facts['said']}”" in fault.sentence(language)
