"""Games, answers, editions and rulesets can be pickled, copied and hashed: other processes and caches need it."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rulesets
from rulesets.frozen import FrozenDict
from rulesets.kernel import conformance, registry
from rulesets.kernel.conformance import NotConforming
from rulesets.kernel.record import judged
from rulesets.kernel.rejudge import Change
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED

REPORTS = 30
LONG = 5_000
"""More reports than Python's recursion is deep."""


def pickled(value: Any) -> Any:
    """What another process gets."""
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_and_its_answers_are_the_same_in_another_process(name: str) -> None:
    ruleset = rulesets.load(name)
    for seed in range(3):  # from the set-up, from positions, with options
        played = conformance.play(ruleset, seed, REPORTS)
        for value in (conformance.started(ruleset, played.header), played.answers[-1]):
            for made in (pickled(value), copy(value), deepcopy(value)):
                assert made == value and hash(made) == hash(value)
        there = pickled(played.game)
        report = ruleset.propose(played.game, Random(1))
        assert there.ruleset is ruleset
        assert ruleset.judge(there, report).to_json("ja") == ruleset.judge(played.game, report).to_json("ja")


@pytest.mark.parametrize("name", SHIPPED)
def test_whatever_the_library_answers_with_is_a_key(name: str) -> None:
    ruleset = rulesets.load(name)
    played = conformance.play(ruleset, 0, REPORTS)
    record = rulesets.replay(played.header, played.reports)
    assert record.reports
    refused = rulesets.replay({**played.header, "seats": []}, [])
    tried = ruleset.explanation(played.game, record.reports[-1])
    values: list[Any] = [
        record,
        refused,
        record.opening,
        refused.opening,
        *judged(played.game, record.reports[:1]),
        rulesets.rejudge(played.header, played.reports, ruleset),
        Change({}, record.answers[0], record.answers[-1]),
        tried,
        tried.explained,
        ruleset.explanation(played.game),
    ]
    for value in values:
        for made in (pickled(value), deepcopy(value)):
            assert {value: name}[made] == name, value


@pytest.mark.parametrize("name", SHIPPED)
def test_an_edition_and_a_table_are_keys(name: str) -> None:
    mechanics = rulesets.load(name).mechanics
    for each in mechanics.editions():
        edition = mechanics.edition(each)
        for made in (pickled(edition), deepcopy(edition)):
            assert {edition: each}[made] == each
    table = rulesets.load(name).start(["A", "B"], names={"A": "Ann", "B": "Bob"}).state.table
    assert hash(pickled(table)) == hash(table)


def test_a_long_game_is_no_deeper_than_a_short_one() -> None:
    ruleset = rulesets.load("jma-2006")
    record = rulesets.replay(
        {"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B"]}, [as_report({})] * LONG, stop=False
    )
    assert record.game is not None and record.game.seq == LONG
    assert record.game.ruleset is ruleset
    other = pickled(record.game)
    assert other == record.game and hash(other) == hash(record.game)
    past = other.past
    assert past is not None and [each.seq for each in past.each()] == list(range(LONG, 0, -1))
    shorter = other._replace(past=past.before)
    assert shorter != other
    whole = pickle.dumps(record)  # every answer has its game, and all games have one past
    assert len(whole) < 1_000 * LONG
    assert len(pickle.loads(whole).answers) == LONG


def test_a_ruleset_is_pickled_by_its_name_and_only_if_that_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rulesets.load("jma-2006")
    assert pickled(ruleset) is copy(ruleset) is deepcopy(ruleset) is ruleset
    for other, has in ((replace(ruleset, name="pub"), "none"), (replace(ruleset, seats=(2, 3)), "another one")):
        assert deepcopy(other) is other
        with pytest.raises(pickle.PicklingError, match=f"{other.name}@.* has {has} of that name"):
            pickle.dumps(other.start(["A", "B"]))
    written = pickle.dumps(ruleset)
    changed = replace(ruleset, seats=(2, 3))
    monkeypatch.setattr(registry, "load", lambda _name, _version: changed)
    with pytest.raises(pickle.UnpicklingError, match="its rules have changed"):
        pickle.loads(written)


def test_a_frozen_dict_stays_as_it_is() -> None:
    frozen = FrozenDict({"a": 1})
    changes: list[Any] = [
        lambda: frozen.__setitem__("a", 2),
        lambda: frozen.__delitem__("a"),
        lambda: frozen.__ior__({"a": 2}),
        frozen.clear,
        frozen.popitem,
        lambda: frozen.pop("a"),
        lambda: frozen.setdefault("b", 2),
        lambda: frozen.update(a=2),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="never changes"):
            change()
    assert frozen == {"a": 1} == pickled(frozen)
    assert hash(frozen) == hash(pickled(frozen)) and isinstance(pickled(frozen), FrozenDict)
    assert type(frozen | {"b": 2}) is type(frozen.copy()) is dict


def test_the_suite_sees_what_cannot_be_sent() -> None:
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B"])
    answer = ruleset.judge(game, {"type": "roll", "player": "A", "dice": [1, 2]})
    conformance.pickles(ruleset, conformance.Played({}, [], [answer], game), 0)
    code = answer._replace(events=({"kind": "whim", "number": lambda: 4},))
    with pytest.raises(NotConforming, match="no copy of"):
        conformance.pickles(ruleset, conformance.Played({}, [], [code], game), 0)
