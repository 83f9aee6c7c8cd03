"""The boards used to test the drawing (``templates/tests/board.test.js``) match the editions."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import rulesets
from referee.pictures.board import token_spots
from rulesets.city.game.edition import names as cities
from rulesets.editions import names
from rulesets.languages import LANGUAGES
from rulesets.letters import letters

ROOT = Path(__file__).parents[1]
BOARDS = ROOT / "templates" / "tests" / "boards.json"
PLACES = (ROOT / "templates" / "static" / "board" / "places.js").as_uri()
EDITIONS = {**dict.fromkeys(names(), "classic-us"), **dict.fromkeys(cities(), "city")}
"""The shipped editions, each with a ruleset that plays on its board."""


def printed_board(edition: str, language: str) -> dict[str, Any]:
    """The texts and figures printed on an edition's board."""
    ruleset = rulesets.load(EDITIONS[edition])
    board: dict[str, Any] = ruleset.mechanics.printed(ruleset.start(["A", "B"], edition).state.table, language)
    return board


def drawing_data(edition: str) -> dict[str, Any]:
    """The data that a board is drawn from, in English."""
    board = printed_board(edition, "en")
    deeds = [{key: each[key] for key in ("key", "name", "price")} for each in board["deeds"]]
    return {name: board[name] for name in ("marks", "money", "pieces", "spaces")} | {"deeds": deeds}


def test_the_boards_of_the_drawings_tests_are_those_of_the_editions() -> None:
    assert json.loads(BOARDS.read_text("utf-8")) == {edition: drawing_data(edition) for edition in EDITIONS}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_groups_are_told_apart_by_letters_of_their_names_in_every_language(edition: str, language: str) -> None:
    groups = printed_board(edition, language)["groups"]
    shown = [group["letter"] for group in groups]
    assert len(set(shown)) == len(shown)
    assert all(1 <= len(each) <= 2 for each in shown)
    for group in groups:
        first, *second = group["letter"].lower()
        name = group["name"].lower()
        assert name.startswith(first) and all(each in name[1:] for each in second), group


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_kind_of_space_has_a_letter(edition: str) -> None:
    board, known = printed_board(edition, "en"), letters("en")
    assert {space["kind"] for space in board["spaces"] if space["group"] is None} <= known["kinds"].keys()


@pytest.mark.process
def test_tokens_stand_in_pictures_where_they_stand_on_pages(node: str) -> None:
    crowds = [[number] * many for number in range(40) for many in (1, 4, 8)]
    crowds += [[one, other] * 3 for one, other in ((1, 39), (9, 11), (19, 21), (29, 31))]
    code = (
        f"import {{ tokenSpots }} from {json.dumps(PLACES)};"
        f"console.log(JSON.stringify({json.dumps(crowds)}.map(spaces => tokenSpots(spaces, 10))))"
    )
    output = subprocess.run([node, "--input-type=module", "-e", code], capture_output=True, check=True).stdout
    assert json.loads(output) == [[list(spot) for spot in token_spots(spaces, 10)] for spaces in crowds]
