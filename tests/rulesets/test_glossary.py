"""The glossary: one word for one thing in all texts of the law, the pages and the paper, in three languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesets.glossary import filled, glossary, taken, term
from rulesets.languages import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
LAW, PAGES, PAPER = ROOT / "rulesets", ROOT / "referee", ROOT / "tournaments"
IN_ONE_LANGUAGE = (
    LAW / "sentences",
    LAW / "clauses",
    LAW / "answers",
    LAW / "irregularities",
    LAW / "texts",
    PAGES / "texts",
    PAPER / "texts",
)
SAID = "asked"
"""The key of what people say in the hall: the search knows their words."""
STARTS = re.compile(r"""^\s*(?:"?[\w.]+"?\s*[=:]\s*)?\{?\s*"?(en|ja|zh)"?\s*[:=]|,\s*"?(en|ja|zh)"?\s*[:=]""", re.M)
"""Where the text of a language begins in a file with the languages side by side."""
EXPLAINED = re.compile(r"```.*?```|`[^`]*`", re.S)
"""What a handbook quotes from the program, which is not checked."""
KATAKANA = "ァ-ヺー"

SYNONYMS = {
    "rulesets/search/said": "what people say in the hall: the search knows their words",
    "rulesets/search/words.toml": "what people may ask with: the search knows every word",
    "tournaments/players/columns.toml": "what the columns of others' lists may be called",
    "tournaments/results_list/columns.toml": "what the columns of others' lists may be called",
    "tournaments/seating_list/columns.toml": "what the columns of others' lists may be called",
}
"""Files that list many words for one thing."""
CITY = "Monopoly City's own word, beside those of the other games"
EXCEPTIONS = {
    "docs/notation.ja.md": {"オークション": CITY, "賃料": CITY},
    "referee/texts/explain.ja.toml": {"オークション": CITY, "賃料": CITY},
    "referee/texts/pages.ja.toml": {"レフェリー": "the name of this program"},
    "referee/texts/players.ja.toml": {"オークション": CITY},
    "referee/texts/start.ja.toml": {"レフェリー": "the name of this program"},
    "referee/texts/tablet/tablet.ja.toml": {"オークション": CITY, "賃料": CITY},
    "rulesets/texts/edition_faults.ja.toml": {"賃料": CITY},
    "rulesets/texts/edition_fields.ja.toml": {"賃料": CITY},
    "tournaments/texts/chapters.ja.toml": {"賃料": CITY},
    "tournaments/texts/paper.ja.toml": {"賃料": CITY},
}
"""Words to avoid that a file may use all the same, each with its reason."""


def test_every_term_has_its_word_in_every_language_and_no_word_to_avoid_is_a_word() -> None:
    for name, known in glossary().items():
        assert known.what.endswith("."), name
        assert all(known.words[language] for language in LANGUAGES), name
        assert set(known.city) | set(known.avoid) <= set(LANGUAGES), name
        for language, words in known.avoid.items():
            assert known.words[language] not in words, name
    assert len(glossary()) >= 60


def test_a_word_stands_for_one_thing() -> None:
    for language in LANGUAGES:
        words = [known.words[language] for name, known in glossary().items() if name != "entrant"]
        assert sorted(words) == sorted(set(words))


def test_a_label_is_taken_from_the_glossary() -> None:
    assert filled({"who": "=Player", "what": "plays"}, "en") == {"who": "Player", "what": "plays"}
    assert [taken("=release_card", language) for language in LANGUAGES] == ["release card", "釈放カード", "出狱卡"]
    assert taken("=Community_Chest", "zh") == term("Community_Chest", "zh") == "命运"
    with pytest.raises(KeyError):
        taken("=windmill", "en")


# -- all texts


def values(data: Any) -> Iterator[str]:
    """Yield all strings of a TOML file."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for part in (each for key, each in data.items() if key != SAID) if isinstance(data, dict) else data:
            yield from values(part)


def side_by_side(text: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of a file with the languages side by side, each from its language's name to the next."""
    found = list(STARTS.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    for here, end in zip(found, ends, strict=bool(found)):
        yield here[1] or here[2], text[here.end() : end].partition("\n\n")[0]


@cache
def texts() -> tuple[tuple[str, str, str], ...]:
    """All texts as (file, language, text)."""
    rows = []
    for folder in IN_ONE_LANGUAGE:
        for file in sorted(folder.rglob("*.toml")):
            if (language := file.stem.rpartition(".")[2]) in LANGUAGES:
                for key, part in tomllib.loads(file.read_text("utf-8")).items():
                    about = file / "city" if key.startswith("city-") else file  # kinds of irregularity of that game
                    rows += [(about, language, text) for text in values(part)]
            else:
                rows += [(file, *found) for found in side_by_side(file.read_text("utf-8"))]
    for folder in (LAW, PAGES, PAPER):
        for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
            if not any(file.is_relative_to(known) for known in IN_ONE_LANGUAGE) and file.stem != "glossary":
                rows += [(file, *found) for found in side_by_side(file.read_text("utf-8"))]
    for file in sorted((ROOT / "docs").glob("*.md")):
        language = file.stem.rpartition(".")[2]
        text = EXPLAINED.sub("", file.read_text("utf-8"))
        rows.append((file, language if language in LANGUAGES else "en", text))
    found = tuple((str(file.relative_to(ROOT)), language, text) for file, language, text in rows)
    return tuple(row for row in found if not row[0].startswith(tuple(SYNONYMS)))


BESIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々）」][(),;:!?]|[(),;:!?][\u3040-\u30ff\u3400-\u9fff]")
"""Punctuation of the Latin script beside a Chinese or Japanese character."""


def test_punctuation_is_full_width_beside_full_width_characters() -> None:
    wrong = [
        f"{file}: {text[max(0, hit.start() - 20) : hit.end() + 20]!r}"
        for file, language, text in texts()
        if language in ("ja", "zh") and not file.startswith("docs") and (hit := BESIDE.search(text))
    ]
    assert not wrong, "\n".join(wrong)


def test_chinese_texts_quote_and_address_people_in_one_way() -> None:
    wrong = [
        f"{file}: {text}: “” and 您"
        for file, language, text in texts()
        if language == "zh" and not file.startswith("docs") and re.search("[「」你]", re.sub("“[^”]*”", "", text))
    ]
    assert not wrong, "\n".join(wrong)


def pattern(word: str) -> re.Pattern[str]:
    """A pattern of a word standing alone, so that ターン does not match in パターン."""
    before = f"(?<![{KATAKANA}])" if re.match(f"[{KATAKANA}]", word) else r"(?<![A-Za-z])" if word[0].isascii() else ""
    after = f"(?![{KATAKANA}])" if re.search(f"[{KATAKANA}]$", word) else ""
    return re.compile(before + re.escape(word) + after)


def avoided(language: str, city: bool) -> dict[str, str]:
    """The words to avoid in the texts of a game, each with the right one."""
    found: dict[str, str] = {}
    for known in glossary().values():
        right = known.words[language]
        if city and language in known.city:
            found[right] = right = known.city[language]
        found |= dict.fromkeys((each for each in known.avoid.get(language, ()) if each != right), right)
    return found


def of_city(file: str) -> bool:
    """Whether a file is about Monopoly City only."""
    return re.search(r"(/|^)city\b", file) is not None


def wrong_words(said: Iterable[str], language: str) -> Iterator[str]:
    """Words to avoid in texts as they are shown, and half-width punctuation among full-width characters."""
    words = {word: (pattern(word), right) for word, right in avoided(language, city=False).items()}
    for text in said:
        yield from (f"{text}: {word} for {right}" for word, (found, right) in words.items() if found.search(text))
        if language in ("ja", "zh") and (hit := BESIDE.search(text)):
            yield f"{text}: {hit[0]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_to_avoid(language: str) -> None:
    wrong = []
    for city in (False, True):
        words = {word: (pattern(word), right) for word, right in avoided(language, city).items()}
        for file, of_language, text in texts():
            if of_language == language and of_city(file) == city:
                allowed = EXCEPTIONS.get(file, {})
                wrong += [
                    f"{file}: {word} for {right}: {text[max(0, hit.start() - 20) : hit.end() + 20]!r}"
                    for word, (found, right) in words.items()
                    if word not in allowed and (hit := found.search(text))
                ]
    assert not wrong, "\n".join(wrong)


def test_every_exception_is_needed() -> None:
    there = {(file, word) for file, words in EXCEPTIONS.items() for word in words}
    used = {(file, word) for file, word in there for named, _, text in texts() if named == file and word in text}
    assert used == there
    assert all((ROOT / file).exists() for file in SYNONYMS)
