"""A game with no options, no money, no events and no win by monopoly goes through every door that other games do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulesets
from referee.cli import main
from rulesets.kernel import conformance, registry
from rulesets.kernel.conformance import NotConforming
from rulesets.kernel.refusal import malformed
from rulesets.kernel.report import Field, Form, whole
from rulesets.kernel.ruleset import Ruleset
from rulesets.languages import LANGUAGES
from rulesets.shipped import SHIPPED
from tests.rulesets.small_game import RULESET, Step, seat

HEADER = {"record": "monopoly/1", "ruleset": "ladder", "seats": ["A", "B"], "names": {"A": "Ann"}}
REPORTS: list[dict[str, Any]] = [
    {"type": "step", "player": "A", "rungs": 3},
    {"type": "step", "player": "A", "rungs": 3},
    {"type": "step", "player": "Z", "rungs": 3},
    {"type": "step", "player": "B", "rungs": 9},
    {"type": "step", "player": "B", "rungs": 1},
]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is in the registry, as another package would put it there."""
    monkeypatch.setitem(SHIPPED, "ladder", "tests.rulesets.small_game:RULESET")
    yield
    registry.versions.cache_clear()


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A record of it, with reports that are refused."""
    file = tmp_path / "record.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in (HEADER, *REPORTS)), "utf-8")
    return str(file)


def test_it_conforms() -> None:
    conformance.check(rulesets.load("ladder"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("check",), "LADDER/TURN-1"),
        (("check", "--json"), "ladder_other_turn"),
        (("position",), '"rungs"'),
        (("explain",), "may step"),
        (("explain", "--report", '{"type": "step", "player": "B", "rungs": 3}'), "LADDER/TURN-1"),
        (("rejudge", "--ruleset", "ladder"), "ladder@1"),
        (("rejudge", "--ruleset", "jma-2006"), "jma-2006@2"),
        (("rules", "list", "--ruleset", "ladder"), "LADDER/TOP-1"),
        (("rules", "show", "LADDER/TOP-1", "--ruleset", "ladder"), "The top"),
    ],
)
def test_every_command_takes_it(record: str, command: tuple[str, ...], says: str, language: str) -> None:
    files = () if command[0] == "rules" else (record,)
    ran = CliRunner().invoke(main, [*command, *(() if command[0] == "position" else ("--lang", language)), *files])
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.output
    assert ran.exit_code in (0, 1) and says in ran.output


def with_seat(parse: Any) -> Ruleset:
    """The game, its climbers read in another way."""
    form = Form("step", Step, Field("player", parse), Field("rungs", whole(1, 3)))
    return replace(RULESET, rules={"step": RULESET.rules["step"]._replace(form=form)})


def test_a_code_whose_facts_are_not_given_has_a_sentence_with_a_gap_and_does_not_conform() -> None:
    def nobody(value: Any, table: Any) -> int:
        if value not in table.seats:
            malformed("seat_unknown", seat=value)
        return seat(value, table)

    other = with_seat(nobody)
    answer = other.judge(other.start(["A", "B"]), REPORTS[2])
    for language in LANGUAGES:
        assert "…" in answer.sentences(language)[0]
    with pytest.raises(NotConforming, match="the sentence of seat_unknown prints seats, value, not given"):
        conformance.check(other)


def test_a_type_of_report_without_words_for_what_may_be_reported_does_not_conform() -> None:
    other = replace(RULESET, rules={"jump": RULESET.rules["step"]})
    with pytest.raises(NotConforming, match="no sentence in en for may_jump"):
        conformance.check(other)


def test_a_standing_without_a_worth_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(RULESET.mechanics), "standing", lambda _self, _state: [{"rank": 1, "player": "A"}])
    with pytest.raises(NotConforming, match="a standing has rank, player and worth"):
        conformance.check(RULESET)


def test_a_time_of_hundreds_of_digits_is_refused() -> None:
    game = rulesets.load("ladder").start(["A", "B"])
    answer = game.ruleset.judge(game, {**REPORTS[0], "at": 10**400})
    assert [refusal.code for refusal in answer.refusals] == ["time_malformed"]
