"""The law embedded in another program answers as it does here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import rulesets
from rulesets import embedded
from rulesets.city.game import edition

SAMPLE = Path(__file__).parents[2] / "docs" / "samples" / "championship-table.jsonl"
HEADER = {"ruleset": "jma-2006", "seats": ["A", "B", "C", "D"]}
ROLL = {"type": "roll", "player": "A", "dice": [2, 4]}
BUY = {"type": "buy", "player": "A"}
NEXT = {"type": "roll", "player": "B", "dice": [3, 4]}


@pytest.fixture(autouse=True)
def nothing_held() -> Iterator[None]:
    """Make sure that no game is open before a test or after it."""
    embedded.held.clear()
    yield
    embedded.held.clear()


def ask(question: str, **facts: Any) -> Any:
    """Ask a question and return the answer as another program gets it."""
    return json.loads(embedded.answer(json.dumps({"ask": question, **facts})))


def plain(value: Any) -> Any:
    """A value after a round trip through JSON."""
    return json.loads(json.dumps(value, default=list))


def test_a_whole_game_is_judged_as_the_law_judges_it() -> None:
    header, *reports = (json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines())
    record = rulesets.replay(header, reports, stop=False)
    assert record.game is not None
    ruleset = record.game.ruleset
    opened = ask("open", header=header)
    assert opened == {"seq": 0, "fingerprint": ruleset.fingerprint, "version": ruleset.version}
    found = ask("judge", after=0, reports=reports, language="ja")
    assert found["answers"] == plain([answer.to_json("ja") for answer in record.answers])
    state = found["state"]
    assert state["seq"] == len(reports)
    assert state["position"] == plain(ruleset.position(record.game))
    assert state["legal"] == plain(ruleset.legal(record.game))
    assert state["standing"] == plain(ruleset.standing(record.game))
    assert state["rents"] == plain(ruleset.mechanics.charges(record.game.state))


def test_an_edition_that_does_not_come_with_the_law_is_learnt_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edition, "_registered", {})
    text = files("rulesets").joinpath("editions", "city-sample.toml").read_text("utf-8")
    text = text.replace('name = "city-sample"', 'name = "own-city"', 1)
    header = {"ruleset": "city", "seats": ["A", "B"], "edition": "own-city"}
    assert ask("open", header=header)["refusals"]
    for _ in range(2):
        assert ask("open", header=header, edition=text)["seq"] == 0
    assert ask("board", language="en")["printed"]["deeds"]


def test_entries_of_the_log_move_the_game_on_and_reports_behind_them_do_not() -> None:
    ask("open", header=HEADER)
    assert ask("judge", after=0, reports=[ROLL, BUY], language="en")["state"]["seq"] == 2
    followed = ask("follow", after=0, reports=[ROLL, BUY], language="en")
    assert (followed["seq"], [answer["accepted"] for answer in followed["answers"]]) == (2, [True, True])
    found = ask("judge", after=2, reports=[NEXT], language="en")
    assert [answer["accepted"] for answer in found["answers"]] == [True]
    assert ask("judge", after=2, reports=[], language="en")["state"]["position"]["turn"] == "B"
    assert not ask("follow", after=1, reports=[NEXT], language="en")["answers"][0]["accepted"]
    assert "unknown" in ask("judge", after=9, reports=[], language="en")


def test_what_is_judged_is_not_judged_again_when_the_log_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ask("open", header=HEADER)
    whole = ask("judge", after=0, reports=[ROLL, BUY, NEXT], language="en")
    ruleset = type(embedded.held[0].logged[0].ruleset)
    monkeypatch.setattr(ruleset, "judge", lambda *_arguments: pytest.fail("judged once more"))
    ask("follow", after=0, reports=[ROLL], language="en")
    left = ask("judge", after=1, reports=[BUY, NEXT], known=1, language="en")
    assert left["answers"] == whole["answers"][2:]
    assert left["told"] == whole["told"][2:]
    assert left["state"] == whole["state"]


def test_what_changes_in_the_middle_of_the_reports_is_judged_anew() -> None:
    ask("open", header=HEADER)
    first = ask("judge", after=0, reports=[ROLL, BUY, NEXT], language="en")
    other = ask("judge", after=0, reports=[ROLL, {"type": "decline", "player": "A"}, NEXT], language="en")
    assert [answer["accepted"] for answer in first["answers"]] == [True, True, True]
    assert [answer["accepted"] for answer in other["answers"]] == [True, True, False]


def test_a_game_goes_on_from_a_position_and_says_where_it_cannot_reach_back() -> None:
    ask("open", header=HEADER)
    ask("follow", after=0, reports=[ROLL, BUY], language="en")
    position = ask("judge", after=2, reports=[], language="en")["state"]["position"]
    assert ask("open", header=HEADER, position=position, seq=2)["seq"] == 2
    again = ask("judge", after=2, reports=[NEXT], language="en")
    assert again["state"]["seq"] == 3
    assert ask("judge", after=2, reports=[NEXT, {"type": "retract", "seq": 3}], language="en")["answers"][1]["accepted"]
    assert "unknown" in ask("judge", after=2, reports=[{"type": "retract", "seq": 2}], language="en")
    assert "unknown" in ask("try", after=2, reports=[], tried=[{"type": "retract", "seq": 1}], language="en")


def test_what_is_tried_ends_at_the_first_refusal_and_leaves_the_game_as_it_is() -> None:
    ask("open", header=HEADER)
    tried = ask("try", after=0, reports=[ROLL], tried=[BUY, BUY, NEXT], language="en")["answers"]
    assert [answer["accepted"] for answer in tried] == [True, False]
    assert ask("judge", after=0, reports=[ROLL], language="en")["state"]["due"][0]["entry"]["kind"] == "buy_or_decline"


def test_a_header_that_is_refused_opens_nothing() -> None:
    assert ask("open", header={**HEADER, "seats": ["A"]})["refusals"][0]["clause"] == "RECORD/FORM"
    assert ask("open", header={**HEADER, "ruleset": "none"})["refusals"]
    assert "unknown" in ask("judge", after=0, reports=[], language="en")


def test_lines_of_the_short_notation_are_read_and_written_as_everywhere() -> None:
    ask("open", header=HEADER)
    assert ask("read", after=0, reports=[], line="24", language="en") == {"report": ROLL}
    assert ask("read", after=0, reports=[], line="A fly", language="en")["fault"]["code"] == "notation_verb_unknown"
    assert ask("write", reports=[ROLL, BUY]) == {"lines": ["A 24", "A buy"]}
    assert ask("read_lines", lines=["A 24", "buy", "B b10", "34"]) == {"reports": [ROLL, BUY], "of": 4}


def test_every_ruleset_is_named_and_its_board_is_there() -> None:
    rows = ask("rulesets", language="en")["rulesets"]
    assert [row["name"] for row in rows] == list(rulesets.names())
    for row in rows:
        ask("open", header={"ruleset": row["name"], "seats": ["A", "B", "C", "D"][: max(2, row["seats"][0])]})
        assert ask("board", language="zh")["ruleset"] == row["name"]


@pytest.mark.parametrize("groups", [("vermont_avenue", "illinois_avenue"), ("illinois_avenue", "vermont_avenue")])
def test_of_groups_that_are_uneven_the_first_on_the_board_is_named_on_every_machine(groups: tuple[str, str]) -> None:
    game = rulesets.load("jma-2006").start(["A", "B"])  # the hash of a tuple, and so set order, differs in a browser
    answer = game.ruleset.judge(game, {"type": "build", "player": "A", "to": dict.fromkeys(groups, 3)})
    (uneven,) = [refusal for refusal in answer.refusals if refusal.code == "build_uneven"]
    assert uneven.facts["deed"] == "vermont_avenue"
