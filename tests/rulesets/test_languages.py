"""Languages come from files: which languages exist, what each sets, and what falls back to English."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulesets.languages import FALLBACK, FIRST, LANGUAGES, NAMES, language
from rulesets.languages.known import FOLDER
from rulesets.languages.merge import merged
from rulesets.languages.texts import by_language, document, in_every_language, own_texts, texts

ROOT = Path(__file__).resolve().parent.parent.parent
STOREYS = ("rulesets", "tournaments", "referee")
COMPLETE = ("ja", "zh")
"""The languages in which nothing is missing."""
FREE = {"rulesets/search/words.toml", "rulesets/glossary.toml avoid", "rulesets/glossary.toml city"}
"""What a language may leave out, as it may not have such words."""


def places(table: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield the path of every text in a file."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from places(value, f"{path}/{name}")
        else:
            yield f"{path}/{name}"


def of_one_document(file: Path) -> bool:
    """Whether a file holds a document's own wording of shared sentences, which each language may need or not."""
    return file.parent.parent.name == "sentences" and file.parent.name in ("city", "jma")


def english_files() -> list[Path]:
    """All English text files, each of which every complete language must have too."""
    found = (file for storey in STOREYS for file in (ROOT / storey).rglob(f"*.{FALLBACK}.toml"))
    return sorted(file for file in found if not of_one_document(file))


def side_by_side(value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the texts of a document that has several languages side by side, by their place."""
    rows = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for name, row in rows:
        if isinstance(row, Mapping) and isinstance(row.get(FALLBACK), str | list):
            yield f"{path} {name}", row
        yield from side_by_side(row, f"{path} {name}")


def test_the_languages_are_those_that_have_a_file_english_first() -> None:
    assert LANGUAGES[0] == FALLBACK == "en"
    assert sorted(LANGUAGES) == sorted(file.stem for file in FOLDER.glob("*.toml"))
    assert set(COMPLETE) < set(LANGUAGES)
    assert list(NAMES.items()) == [("ja", "日本語"), ("en", "English"), ("zh", "中文")]
    assert FIRST == "ja"
    with pytest.raises(KeyError):
        language("fr")


def test_every_text_stands_in_every_complete_language() -> None:
    """Checked in the files themselves, without the fallback."""
    files = english_files()
    assert len(files) > 60
    for file in files:
        name = file.name.removesuffix(f".{FALLBACK}.toml")
        wanted = sorted(places(own_texts(file.parent, name, FALLBACK)))
        for each in COMPLETE:
            assert sorted(places(own_texts(file.parent, name, each))) == wanted, f"{file} {each}"


def test_every_text_of_a_document_stands_in_every_complete_language() -> None:
    seen = 0
    for storey in STOREYS:
        for file in sorted((ROOT / storey).rglob("*.toml")):
            known = file.relative_to(ROOT).as_posix()
            if "." in file.stem or known in FREE:
                continue
            for place, row in side_by_side(tomllib.loads(file.read_text("utf-8")), known):
                if not any(place.startswith(free.split()[0]) and free.split()[-1] in place for free in FREE):
                    assert set(row) >= {FALLBACK, *COMPLETE}, place
                    seen += 1
    assert seen > 500


def test_no_file_of_texts_is_of_a_language_that_there_is_not() -> None:
    """And each has an English counterpart, except a document's own wordings."""
    for storey in STOREYS:
        for file in (ROOT / storey).rglob("*.*.toml"):
            name, _, of_language = file.stem.rpartition(".")
            assert of_language in LANGUAGES, file
            if of_one_document(file):
                continue
            candidates = (file.with_name(f"{name}.{FALLBACK}.toml"), file.with_name(f"{name}.toml"))
            assert any(each.is_file() for each in candidates), file


KANA = "tournaments/players/names.py"


@pytest.mark.slow
def test_no_code_names_a_language() -> None:
    """Except the one that all others fall back to.  The kana by which names are found are spelled in Latin letters that
    look like language codes.
    """
    named = [
        f"{file.relative_to(ROOT).as_posix()}:{node.lineno} {node.value}"
        for storey in STOREYS
        for file in (ROOT / storey).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in LANGUAGES and file != ROOT / KANA
    ]
    assert [each.partition(":")[0] for each in named] == ["rulesets/languages/known.py"], named


def test_a_setting_that_a_language_leaves_out_is_that_of_english() -> None:
    assert language("zh").joins.two == "、"
    assert merged({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"c": 4}}) == {"a": {"b": 1, "c": 4}, "d": 3}


def test_a_text_that_a_language_lacks_is_the_english_one(tmp_path: Path) -> None:
    (tmp_path / "hall.en.toml").write_text('one = "One"\ntwo = "Two"\n[more]\nthree = "Three"\nfour = "Four"\n')
    assert texts(tmp_path, "hall", "ja") == texts(tmp_path, "hall", "en")
    (tmp_path / "hall.ja.toml").write_text('two = "二"\n[more]\nfour = "四"\n', "utf-8")
    assert texts(tmp_path, "hall", "ja") == {"one": "One", "two": "二", "more": {"three": "Three", "four": "四"}}
    assert own_texts(tmp_path, "hall", "ja") == {"two": "二", "more": {"four": "四"}}
    assert own_texts(tmp_path, "hall", "zh") == {}
    turned = by_language(tmp_path, "hall")
    assert dict(turned["two"]) == {"en": "Two", "ja": "二", "zh": "Two"}
    assert dict(turned["more"]["four"]) == {"en": "Four", "ja": "四", "zh": "Four"}
    with pytest.raises(KeyError):
        texts(tmp_path, "hall", "fr")
    with pytest.raises(FileNotFoundError):
        texts(tmp_path, "house", "ja")


def test_a_document_takes_further_languages_from_files_beside_it(tmp_path: Path) -> None:
    rows = '[[space]]\nkey = "go"\nnames = { en = "GO" }\n[[space]]\nkey = "jail"\nnames = { en = "Jail" }\n'
    (tmp_path / "board.toml").write_text(f'title = {{ en = "Board" }}\n{rows}')
    (tmp_path / "board.ja.toml").write_text('title.ja = "盤"\n[[space]]\nkey = "jail"\nnames.ja = "刑務所"\n', "utf-8")
    found = document(tmp_path, "board")
    assert found["title"] == {"en": "Board", "ja": "盤"}
    assert [each["names"] for each in found["space"]] == [{"en": "GO"}, {"en": "Jail", "ja": "刑務所"}]
    assert dict(in_every_language(found["title"])) == {"en": "Board", "ja": "盤", "zh": "Board"}
