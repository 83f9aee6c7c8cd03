"""A ruling that changes what stands on a deed says so, whatever the game: in what it would change, and in the log."""

from __future__ import annotations

from typing import Any

import pytest

import rulesets
from rulesets.kernel.telling.pieces import Piece, standing
from rulesets.languages import LANGUAGES
from tests.referee.support.running import Running
from tests.referee.support.tablets import new_table

GAMES = ("jma-2006", "city")
PIECES = [(game, piece.key) for game in GAMES for piece in rulesets.load(game).assets().drawn("en")]


VALUES = {"house": 1, "hotel": 5, "residential": [2], "industrial": [2], "railroad": 1}


def value_of(piece: Piece) -> Any:
    """The field of a deed on which such a piece stands, and no other."""
    return VALUES.get(piece.key, True if piece.key == piece.field else [piece.key])


@pytest.mark.parametrize(("name", "key"), PIECES)
def test_a_piece_that_a_ruling_puts_down_is_seen_before_and_after(service: Running, name: str, key: str) -> None:
    ruleset = rulesets.load(name)
    pieces = {each: next(one for one in ruleset.assets().drawn(each) if one.key == key) for each in LANGUAGES}
    field, value = pieces["en"].field, value_of(pieces["en"])
    groups = [group for group in ruleset.assets().groups if group.deeds[0].pieces]
    group = {deed.key: {"owner": "A"} for deed in groups[0].deeds}
    table = new_table(service, ruleset=name, seats=["A", "B", "C"], start={"turn": "A", "deeds": group})
    deed = next(iter(group))
    ruling = {"type": "ruling", "by": "Sato", "reason": "It stood there.", "set": {"deeds": {deed: {field: value}}}}
    trial = service.ask("POST", f"/api/v1/tables/{table.id}/trials", {"reports": [ruling]}).json
    assert [(each["key"], each["what"]) for each in trial["changes"]] == [
        (deed, "level" if field == "level" else "stands")
    ]
    table.post_elsewhere(ruling)
    for language, piece in pieces.items():
        lines = service.ask("GET", f"/api/v1/tables/{table.id}/lines?limit=9", None, **{"Accept-Language": language})
        said = standing([piece], {field: value})[0].said
        assert any(said in sentence for sentence in lines.json["lines"][-1]["told"]), lines
