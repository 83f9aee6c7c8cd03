"""What is wrong with an archive is told in the reader's language, whatever Python and its libraries call it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from referee.archives.naming import means, question, thing
from referee.core.stale import DRAWING, FILE, PAPER, PLAYOFF_SEATS, PUBLICATION, RESULT, SEATS
from referee.stale.papers import FILES, PAPERS
from rulesets.languages import LANGUAGES
from tests.referee.support.archived_day import UNCONFIRMED, ArchivedDay, changed, texts_of, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tournaments.archive.lines import compact_json
from tournaments.decision import SEEDING
from tournaments.qualification.rule import BY

ENGLISH = re.compile(r"\b(?:[a-z']+ ){2,}[a-z']+|[A-Z][a-z]+Error|'[a-z_]+'|object is")
"""What only English, or Python, has: three small words in a row, the name of an error, a quoted key."""
QUOTED = re.compile("“[^”]*”")
ODD: tuple[Any, ...] = ({}, [], "x", -1, None, [{}], {"a": 1})

Line = dict[str, Any]


@pytest.fixture(scope="module")
def kept() -> list[bytes]:
    """An archive that was made once."""
    return []


@pytest.fixture
def archive(world: World, kept: list[bytes]) -> bytes:
    """The organizer's archive of a day of nine."""
    if not kept:
        kept.append(ArchivedDay(world, 9).hold().archive())
    return kept[0]


def told(archive: bytes, name: str, change: Callable[[list[Line]], None]) -> set[str]:
    """Change the lines of a file, and return the codes of what is found; every sentence is in its language."""
    lines = [json.loads(line) for line in texts_of(archive)[name].splitlines()]
    change(lines)
    text = "".join(compact_json(each) + "\n" for each in lines)
    found = verified(changed(archive, {name: text}, seal=True)).differences
    for each in found:
        for language in set(LANGUAGES) - {"en"}:
            said = QUOTED.sub("", each.sentence(language).partition(": ")[2])
            assert not ENGLISH.search(said), (name, each.code, said)
        assert each.sentence("en")
    return {each.code for each in found}


def set_in(number: int, *path: str | int, value: Any) -> Callable[[list[Line]], None]:
    """A change of one value of a line."""

    def change(lines: list[Line]) -> None:
        part: Any = lines[number]
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value

    return change


def first_of(source: str, value: Any) -> Callable[[list[Line]], None]:
    """Something else entered for the first result of a source."""

    def change(lines: list[Line]) -> None:
        next(each for each in lines if each["source"] == source)["entered"] = value

    return change


NO_REGULATION = f"{UNCONFIRMED}\n[nobody]\nx = 1\n"
CASES: dict[str, tuple[str, Callable[[list[Line]], None]]] = {
    "draw_unreadable": ("seatings.jsonl", set_in(0, "document", "seed", value=7)),
    "draw_differs": ("seatings.jsonl", set_in(0, "document", "fingerprint", value="sha256:0")),
    "seats_impossible": ("seatings.jsonl", set_in(-1, "first_round", value=9)),
    "result_uncounted": ("results.jsonl", first_of("points", {"points": [{"player": "nobody", "assets": 1}]})),
    "result_unreadable": ("results.jsonl", first_of("sheet", {"sheet": {"players": 1}})),
    "underivable": ("regulations.jsonl", set_in(0, "text", value="x = ")),
    "regulation_unreadable": ("regulations.jsonl", set_in(0, "text", value=NO_REGULATION)),
    "uncheckable": ("penalties.jsonl", set_in(0, "steps", value=[{}])),
}


@SQLITE_ONLY
@pytest.mark.parametrize("code", CASES)
def test_what_cannot_be_computed_is_told_in_the_readers_language(archive: bytes, code: str) -> None:
    name, change = CASES[code]
    assert code in told(archive, name, change)


@SQLITE_ONLY
def test_whatever_stands_anywhere_no_words_of_python_are_shown(archive: bytes) -> None:
    places = sorted(places_in(archive), key=str)
    for name, number, key in Random(35).sample(places, 40):
        told(archive, name, set_in(number, key, value=Random(f"{name} {key}").choice(ODD)))


def places_in(archive: bytes) -> Iterator[tuple[str, int, str]]:
    """Every field of every kind of line: file, number of the line, name."""
    for name, text in texts_of(archive).items():
        if name.endswith(".jsonl"):
            seen: set[str] = set()
            for number, line in enumerate(text.splitlines()):
                for key in json.loads(line).keys() - seen:
                    seen.add(key)
                    yield name, number, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_and_things_that_were_made_are_named_and_not_keyed(language: str) -> None:
    questions = ("step/1", "step/2/for/p1", "step/1/seeding", "standings/3", "teams/2", "withdrawal/3", "semi/1")
    made = [(PAPER, name) for name in PAPERS] + [(FILE, name) for name in FILES]
    made += [(SEATS, "2"), (PLAYOFF_SEATS, "101"), (PUBLICATION, ""), (RESULT, "t1"), (DRAWING, "d1")]
    told = [question(each, {"p1": "高橋"}, language) for each in questions]
    told += [means(by, language) for by in (*BY, SEEDING, "withdrawal") if by not in ("standings", "lots")]
    told += [thing(kind, about, {"t1": (2, 3)}, language) for kind, about in made]
    keys = {*questions, *BY, SEEDING, "withdrawal", *(about for _, about in made if about), *(kind for kind, _ in made)}
    assert [each for each in told if each in keys or "/" in each or "_" in each] == []
    assert len({*told}) > len(questions) + 10
