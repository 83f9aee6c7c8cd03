"""What is wrong with an archive is told in the reader's language, whatever Python and its libraries call it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from flask import Flask

from referee.archives.naming import means, question, thing
from referee.core.database.changes import CHAINED
from referee.core.settings import from_environment
from referee.core.stale import DRAWING, FILE, PAPER, PLAYOFF_SEATS, PUBLICATION, RESULT, SEATS
from referee.results.sources import SOURCES
from referee.server.app import attach_service
from referee.server.assembly import assemble
from referee.stale.papers import FILES, PAPERS
from rulesets.languages import LANGUAGES
from tests.referee.support.archived_day import UNCONFIRMED, FullDay, changed, texts_of, verified
from tests.referee.support.templates import Templates
from tests.referee.support.world import World
from tests.test_layering import ROOT
from tournaments.archive.lines import compact_json
from tournaments.decision import SEEDING
from tournaments.qualification.rule import BY
from tournaments.seating.file import FOLLOWING, fingerprint

ENGLISH = re.compile(r"\b(?:[a-z']+ ){2,}[a-z']+|[A-Z][a-z]+Error|'[a-z_]+'|object is")
"""What only English, or Python, has: three small words in a row, the name of an error, a quoted key."""
QUOTED = re.compile("“[^”]*”|「[^」]*」")
KEYS = re.compile("[a-z]+_[a-z_]+|table[0-9]")
"""What names of tables, columns and codes look like."""
ODD: tuple[Any, ...] = ({}, [], "x", -1, None, [{}], {"a": 1})

Line = dict[str, Any]


@pytest.fixture(scope="module")
def archive(templates: Templates, addresses: Flask, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The organizer's archive of a day on which everything happens; verifying it needs no service."""
    parts = assemble(from_environment(templates.copy("sqlite", "world", tmp_path_factory.mktemp("day"))))
    attach_service(addresses, parts)
    made = FullDay(World(addresses, templates.get("sqlite", "world").world)).hold().archive()
    parts.close()
    return made


def told(archive: bytes, name: str, change: Callable[[list[Line]], None]) -> set[str]:
    """Change the lines of a file, and return the codes of what is found; every sentence is in its language."""
    lines = [json.loads(line) for line in texts_of(archive)[name].splitlines()]
    change(lines)
    return said_of(changed(archive, {name: "".join(compact_json(each) + "\n" for each in lines)}, seal=True))


def said_of(archive: bytes) -> set[str]:
    """The codes of what is found in an archive; no sentence shows a key, or has words of another language."""
    found = verified(archive).differences
    for each in found:
        for language in LANGUAGES:
            said = QUOTED.sub("", each.sentence(language).partition(": ")[2])
            assert language == "en" or not ENGLISH.search(said), (each.code, said)
            assert not KEYS.search(re.sub(r"[\w/-]+\.(jsonl|csv|json|txt)", "", said)), (each.code, said)
            words = {*re.split("[^a-z0-9_]+", said)}
            if language == "en" or each.code == "derived_differs" or words >= SECTIONS:
                continue
            assert not words & CHOICES, (each.code, said)
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


def exchanged(lines: list[Line]) -> None:
    """Another final: somebody else sits there."""
    document = lines[-1]["document"]
    table = document["rounds"][0][0]
    table[0], table[1] = table[1], table[0]
    document["fingerprint"] = fingerprint(document)


SECTIONS = frozenset({"parameters", "points", "qualification"})
"""Where these stand together, it is said which names a regulation may have."""
CHOICES = {*FOLLOWING, *SOURCES, *(each.__tablename__ for each in CHAINED)}
"""Keys that look like words of English."""
CODE = [*(ROOT / "referee" / "archives").rglob("*.py"), *(ROOT / "tournaments" / "archive").glob("*.py")]
BLANK_EDITION = {"name": "club-city", "ruleset": "city", "text": 'name = "club-city"'}
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
    "malformed": ("clock.jsonl", set_in(0, "round", value="x")),
    "field_unknown": ("clock.jsonl", set_in(0, "odd", value=1)),
    "field_missing": ("clock.jsonl", lambda lines: lines[0].pop("kind")),
    "one_event": ("event.jsonl", lambda lines: lines.append(lines[0])),
    "log_end": ("tables.jsonl", set_in(0, "seq", value=77)),
    "log_unlisted": ("tables.jsonl", set_in(0, "log", value="round-9-table-9.jsonl")),
    "seats_underivable": ("seatings.jsonl", set_in(-1, "drawn_at", value="2000-01-01T00:00:00.000Z")),
    "seats_follow": ("seatings.jsonl", exchanged),
    "no_table": ("results.jsonl", set_in(0, "table", value=99)),
    "result_version": ("results.jsonl", set_in(0, "version", value=9)),
    "result_differs": ("results.jsonl", set_in(0, "players", 0, "fell", value=1)),
    "publication_differs": ("publications.jsonl", set_in(0, "versions", value={"1": 9, "2": 1})),
    "round_publication": ("rounds.jsonl", set_in(0, "results_published_at", value="2026-01-01T00:00:00.000Z")),
    "round_regulation": ("rounds.jsonl", set_in(0, "regulation", value=9)),
    "regulation_fingerprint": ("regulations.jsonl", set_in(0, "name", value="other")),
    "player_unknown": ("adjustments.jsonl", set_in(0, "player", value="nobody")),
    "ruleset_unused": ("rulesets.jsonl", set_in(0, "version", value="9")),
    "edition_unusable": ("editions.jsonl", lambda lines: lines.append(BLANK_EDITION)),
    "attendance_unaudited": ("attendance.jsonl", set_in(0, "author", value="nobody")),
    "prize_seal": ("prizes.jsonl", set_in(-1, "sealed", value="0")),
    "picture_differs": ("pictures.jsonl", set_in(0, "sha256", value="0")),
    "venue_ranks": ("venues.jsonl", set_in(0, "row", "field", value=0)),
    "log_number": ("changes.jsonl", set_in(1, "seq", value=9)),
    "change_hash": ("changes.jsonl", set_in(1, "hash", value="0")),
    "chain_end": ("event.jsonl", set_in(0, "changes", value=9)),
    "unchained": ("adjustments.jsonl", set_in(0, "id", value="other")),
    "chain_differs": ("penalties.jsonl", set_in(0, "reason", value="other")),
}
SHEETS: dict[str, tuple[str, str, str]] = {
    "derived_differs": ("standings.csv", "points 1", "points 2"),
    "player_unknown": ("seats.csv", "選手1\r", "選手2\r"),
    "player_twice": ("players.csv", ",2,選手2", ",1,選手1"),
    "seats_differ": ("seats.csv", "1,1,1,A,", "1,1,9,A,"),
    "malformed": ("players.csv", ",2,選手2", ",two,選手2"),
    "malformed_line": ("players.csv", ",2,選手2", ",選手2"),
    "log_report": ("logs/round-1-table-1.jsonl", '{"type":"roll"', '"type":"roll"'),
    "log_accepted": ("chains/round-1-table-1.jsonl", '"accepted":false', '"accepted":true'),
    "log_refused": ("chains/round-1-table-1.jsonl", '"accepted":true', '"accepted":false'),
    "log_answer": ("chains/round-1-table-1.jsonl", '"answer":{', '"answer":{"x":1,'),
    "log_hash": ("chains/round-1-table-1.jsonl", '"hash":"', '"hash":"0'),
    "log_header": ("logs/round-1-table-1.jsonl", '"ruleset":"', '"ruleset":"x'),
    "log_lengths": ("logs/round-1-table-1.jsonl", "\n", '\n{"type":"roll"}\n'),
    "readme_changed": ("README.txt", "1", "2"),
}
UNSEALED = {"line_changed", "lines_changed", "file_changed", "seal_changed", "manifest_changed", "unlisted"}
"""Found where somebody changes a file without making a manifest for it."""
ELSEWHERE = {"file_missing", "log_empty", "venue_places", "uncheckable_because", "edition_not_kept"}
"""Without a key in them; they take an archive of another day, one without a file, or a service that did not make it."""


@pytest.mark.parametrize("code", CASES)
def test_what_cannot_be_computed_is_told_in_the_readers_language(archive: bytes, code: str) -> None:
    name, change = CASES[code]
    assert code in told(archive, name, change)


@pytest.mark.parametrize("code", SHEETS)
def test_what_differs_in_a_sheet_or_a_log_is_told_in_the_readers_language(archive: bytes, code: str) -> None:
    name, before, after = SHEETS[code]
    text = texts_of(archive)[name]
    assert before in text
    assert code in said_of(changed(archive, {name: text.replace(before, after, 1)}, seal=True))


def test_what_was_changed_without_a_new_manifest_is_told_in_the_readers_language(archive: bytes) -> None:
    texts = texts_of(archive)
    logs = "logs/round-9-table-9.jsonl"
    seal = sha256(texts["event.jsonl"].encode()).hexdigest()
    others = {
        "line_changed": {"event.jsonl": texts["event.jsonl"].replace("1", "2", 1)},
        "lines_changed": {"audit.jsonl": texts["audit.jsonl"].replace("}\n", "} \n")},
        "file_changed": {"audit.jsonl": texts["audit.jsonl"] + "\n"},
        "seal_changed": {"manifest.json": texts["manifest.json"].replace(seal, "0" * len(seal))},
        "manifest_changed": {"manifest.json": texts["manifest.json"].replace('"organizer"', '"public"')},
        "unlisted": {logs: texts["logs/round-1-table-1.jsonl"]},
    }
    found = {code: said_of(changed(archive, other)) for code, other in others.items()}
    assert {code for code in found if code not in found[code]} == set()


def test_every_difference_is_among_those_that_are_told() -> None:
    """A code that verifying can yield, and that no test above provokes, needs a case there."""
    source = "".join(each.read_text("utf-8") for each in CODE)
    codes = set(re.findall(r'Discrepancy\(\s*[^,]+,\s*[^,]+,\s*"([a-z_]+)"', source))
    assert len(codes) > 30
    assert codes - CASES.keys() - SHEETS.keys() - UNSEALED - ELSEWHERE == set()


def test_whatever_stands_anywhere_no_words_of_python_are_shown(archive: bytes) -> None:
    places = sorted(places_in(archive), key=str)
    for name, number, key in Random(35).sample(places, 15):
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
