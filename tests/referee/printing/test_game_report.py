"""The report of a game: the board is laid out as on the pages, and any game fits."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.printing.documents.game_report import report_facts
from referee.stories.figures import figures
from rulesets.kernel.record import replay
from rulesets.languages import LANGUAGES
from tests.tournaments.paper_samples import layout, page_count, text_of
from tests.tournaments.paper_watch import troubles, watched
from tournaments.paper.documents.game.board import place
from tournaments.paper.documents.game.curves import apart, steps
from tournaments.paper.documents.game.game_report import game_report
from tournaments.paper.type.breaking import whole_words
from tournaments.paper.type.characters import clean
from tournaments.paper.type.runs import width

ROOT = Path(__file__).resolve().parents[3]
WORD = 8
"""The widest word that fits into a space, in letters that are as wide as high."""
GAMES = [
    *sorted(path for path in (ROOT / "tests/rulesets/golden").glob("*.jsonl") if "answers" not in path.name),
    *(ROOT / "tests/records" / f"{name}.jsonl" for name in ("kesef-0018", "kesef-0019", "kesef-0052")),
]


@pytest.mark.process
def test_spaces_lie_as_on_the_pages(node: str) -> None:
    source = (ROOT / "templates/static/board/places.js").as_uri()
    sides = {each: [[*_box(number, each)] for number in range(4 * each)] for each in (2, 5, 10)}
    code = (
        f"import {{ place }} from {json.dumps(source)};"
        "const all = side => Array.from({ length: 4 * side }, (_, n) => place(n, side)).map(p => [p.x, p.y, p.w, p.h]);"
        "console.log(JSON.stringify(Object.fromEntries([2, 5, 10].map(side => [side, all(side)]))))"
    )
    output = subprocess.run([node, "--input-type=module", "-e", code], capture_output=True, check=True).stdout
    assert {int(side): found for side, found in json.loads(output).items()} == sides


def _box(number: int, side: int) -> tuple[float, ...]:
    box = place(number, side).box
    return box.x, box.y, box.width, box.height


@pytest.mark.parametrize(("number", "path"), list(enumerate(GAMES)), ids=[path.stem for path in GAMES])
def test_whatever_was_played_has_room_in_its_report(number: int, path: Path) -> None:
    language = LANGUAGES[number % len(LANGUAGES)]
    header, *reports = map(json.loads, path.read_text("utf-8").splitlines())
    record = replay(header, reports)
    assert record.opening.game is not None and record.game is not None
    drawn = figures(record.opening.game, record.answers)
    names = dict(zip(record.game.state.table.seats, ("伊集院 龍之介", "김철수", "W" * 80), strict=False))
    facts = report_facts(record.game, drawn, names, language)
    with watched() as pages:
        pdf = game_report(facts, layout("Letter" if language == "en" else "A4"), language)
    assert not [each for page in pages for each in troubles(page)]
    parts = [part for space in facts.board.spaces for part in whole_words(clean(space.name))]
    short = [part for part in parts if width(part, language, "regular") <= WORD]
    assert [part for part in short if not any(part in mark.what for mark in pages[0].texts)] == []
    assert page_count(pdf) == 2
    text = "".join(text_of(pdf).split())
    assert [deed.name for deed in facts.deeds if "".join(deed.name.split()) not in text] == []
    assert facts.players[0].worth in text


@given(st.dictionaries(st.text(max_size=2), st.floats(0, 100), max_size=8))
def test_letters_at_the_ends_of_curves_stand_apart_and_in_their_order(at: dict[str, float]) -> None:
    placed = apart(at, 9.5, 0, 100)
    heights = sorted(placed.values())
    assert placed.keys() == at.keys()
    assert all(high - low >= 9.49 for low, high in pairwise(heights))
    assert all(placed[one] <= placed[other] for one in at for other in at if at[one] < at[other])


@given(st.integers(1, 10**7), st.integers(2, 12))
def test_an_axis_has_few_round_steps_up_to_its_highest(highest: int, most: int) -> None:
    marks = steps(highest, most)
    assert marks[0] == 0 and marks[-1] >= highest > marks[-2]
    assert len(marks) <= most + 1
    assert str(marks[1]).rstrip("0") in ("1", "2", "5")
