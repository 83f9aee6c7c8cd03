"""The game that docs/adding-a-ruleset.md prints, with no options, no money, no events and no win by monopoly, goes
through every door that other games do.
"""

from __future__ import annotations

import doctest
import json
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
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
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED
from tests.rulesets.small_game import assemble, blocks

HEADER = {"record": "monopoly/1", "ruleset": "ladder", "seats": ["A", "B"], "names": {"A": "Ann"}}
REPORTS: list[dict[str, Any]] = [
    {"type": "step", "player": "A", "rungs": 3},
    {"type": "step", "player": "A", "rungs": 3},
    {"type": "step", "player": "Z", "rungs": 3},
    {"type": "step", "player": "B", "rungs": 9},
    {"type": "step", "player": "B", "rungs": 1},
]


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The game's module, made of the page's blocks."""
    folder = tmp_path_factory.mktemp("ladder")
    assemble(folder)
    sys.path.insert(0, str(folder))
    yield import_module("ladder")
    sys.path.remove(str(folder))
    del sys.modules["ladder"]


@pytest.fixture(autouse=True)
def registered(ladder: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is in the registry, by the entry point on the page."""
    file = Path(ladder.__file__).parent.parent / "pyproject.toml"
    points = tomllib.loads(file.read_text("utf-8"))["project"]["entry-points"]["referee.rulesets"]
    for name, point in points.items():
        monkeypatch.setitem(SHIPPED, name, point)
    yield
    registry.versions.cache_clear()


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A record of it, with reports that are refused."""
    file = tmp_path / "record.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in (HEADER, *REPORTS)), "utf-8")
    return str(file)


def test_it_conforms_as_the_last_lines_of_the_page_say() -> None:
    *_, (_, session) = blocks()
    assert "conformance.check(" in session
    test = doctest.DocTestParser().get_doctest(session, {}, "adding-a-ruleset.md", None, 0)
    assert doctest.DocTestRunner().run(test) == (0, 3)


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


def with_seat(ladder: Any, parse: Any) -> Any:
    """The game, its climbers read in another way."""
    form = Form("step", ladder.Step, Field("player", parse), Field("rungs", whole(1, 3)))
    return replace(ladder.RULESET, rules={"step": ladder.RULESET.rules["step"]._replace(form=form)})


def test_a_code_whose_facts_are_not_given_has_a_sentence_with_a_gap_and_does_not_conform(ladder: Any) -> None:
    def nobody(value: Any, table: Any) -> Any:
        if value not in table.seats:
            malformed("seat_unknown", seat=value)
        return ladder.seat(value, table)

    other = with_seat(ladder, nobody)
    answer = other.judge(other.start(["A", "B"]), REPORTS[2])
    for language in LANGUAGES:
        assert "…" in answer.sentences(language)[0]
    with pytest.raises(NotConforming, match="the sentence of seat_unknown prints seats, value, not given"):
        conformance.check(other)


def test_a_type_of_report_without_words_for_what_may_be_reported_does_not_conform(ladder: Any) -> None:
    other = replace(ladder.RULESET, rules={"jump": ladder.RULESET.rules["step"]})
    with pytest.raises(NotConforming, match="no sentence in en for may_jump"):
        conformance.check(other)


def test_a_standing_without_a_worth_does_not_conform(ladder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder.Ladder, "standing", lambda _self, _state: [{"rank": 1, "player": "A"}])
    with pytest.raises(NotConforming, match="a standing has rank, player and worth"):
        conformance.check(ladder.RULESET)


def test_a_time_of_hundreds_of_digits_is_refused() -> None:
    game = rulesets.load("ladder").start(["A", "B"])
    answer = game.ruleset.judge(game, as_report({**REPORTS[0], "at": 10**400}))
    assert [refusal.code for refusal in answer.refusals] == ["time_malformed"]
