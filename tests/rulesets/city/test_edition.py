"""Editions of Monopoly City: the sample, the faults of a file, and an organizer's own."""

from __future__ import annotations

import copy
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from rulesets.city import RULESET
from rulesets.city.game import edition
from rulesets.kernel.edition_faults import EditionError
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report


def sample() -> dict[str, Any]:
    """The tables of the sample edition, for tests to spoil."""
    text = files("rulesets").joinpath("editions", "city-sample.toml").read_text("utf-8")
    return copy.deepcopy(tomllib.loads(text))


def district(data: dict[str, Any], key: str) -> dict[str, Any]:
    return next(space for space in data["spaces"] if space["key"] == key)


def faults(data: dict[str, Any]) -> str:
    """All faults of a file, in one text."""
    with pytest.raises(EditionError) as refused:
        edition.parse(data)
    said = refused.value.faults
    assert all(len({each.said(language) for language in LANGUAGES}) == len(LANGUAGES) for each in said)
    return "\n".join(map(str, said))


def test_the_sample_is_whole_and_says_that_it_is_invented() -> None:
    known = edition.load("city-sample")
    assert known.invented
    assert len(known.deeds) == 22
    assert len(known.cards) == 25
    assert "invented" in known.names["en"]
    assert "架空" in known.names["ja"]
    assert "虚构" in known.names["zh"]


def test_the_position_the_standing_and_the_first_report_say_it_too() -> None:
    game = RULESET.start(["A", "B"])
    assert RULESET.position(game)["edition"] == {"name": "city-sample", "invented": True}
    assert all(row["invented"] for row in RULESET.standing(game))
    first = RULESET.judge(game, {"type": "roll", "player": "A", "dice": [4, 6]})
    assert [warning.code for warning in first.warnings] == ["figures_invented"]
    message = first.to_json("ja")["warnings"][0]["message"]
    assert "シティ見本版（数値は架空）" in message
    second = RULESET.judge(first.game, {"type": "roll", "player": "B", "dice": [4, 6]})
    assert second.warnings == ()


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda data: data.pop("go_income"), "go_income is missing"),
        (lambda data: data.update(go_income="?"), "go_income is still blank"),
        (lambda data: data.update(go_income=2005), "go_income is 2.005M"),
        (lambda data: data.update(invented="no"), "invented is no"),
        (lambda data: data.update(colour="red"), "colour is not a known field"),
        (lambda data: data["spaces"].pop(0), "spaces of kind go: 0"),
        (lambda data: data["spaces"].pop(5), "spaces of kind district: 21"),
        (lambda data: data["spaces"].reverse(), "the first space is skyline_drive"),
        (lambda data: data["spaces"].append({**data["spaces"][2]}), "2 spaces have the key chance_1"),
        (lambda data: data["spaces"][10].update(key="prison"), "records call this space jail"),
        (lambda data: data["spaces"][6].update(pair=["park", "school"]), "pair is park / school"),
        (lambda data: district(data, "old_town").update(residential=400), "is not below industrial"),
        (lambda data: district(data, "old_town").update(residential=[200, 400]), "residential is 200K / 400K"),
        (lambda data: district(data, "old_town").update(rents=[600, 500, 1, 1, 1, 1, 1, 1]), "rents is"),
        (lambda data: district(data, "old_town")["rents"].__setitem__(3, 600), "do not rise"),
        (lambda data: district(data, "old_town").update(price=0), "price is 0"),
        (lambda data: district(data, "old_town").update(group="grey"), "the group grey is not listed"),
        (lambda data: data["groups"]["brown"].update(size=3), "districts on the board: 2"),
        (lambda data: data["groups"]["brown"].update(size=7), "size is 7"),
        (lambda data: data["cards"].pop(), "Chance cards: 24"),
        (lambda data: data["cards"][0].update(space="atlantis"), "there is no space atlantis"),
        (lambda data: data["cards"][0].update(kind="dance"), "kind is dance"),
        (lambda data: data["names"].clear(), "names is"),
        (lambda data: data.update(names={"ja": "?", "zh": "?"}), "names is still blank"),
        (lambda data: district(data, "central_quay")["rents"].__setitem__(3, 3400), "published rules say 3.5M"),
        (lambda data: district(data, "old_town").update(group="red"), "are not one colour group"),
        (lambda data: data["names"].update(fr="Ville"), "names is"),
        (lambda data: data.update(rules={"tower_price": 5000}), "the rules say 7000"),
        (lambda data: data.update(rules={"hazards": {"prison": 5}}), "hazards is prison: 5"),
        (lambda data: data.update(rules={"luck": 1}), "luck is not a known figure"),
        (lambda data: data.update(spaces="none"), "spaces is no list"),
    ],
)
def test_a_fault_of_a_file_is_named(spoil: Any, fault: str) -> None:
    data = sample()
    spoil(data)
    assert fault in faults(data)


def test_all_faults_of_a_file_are_named_at_once() -> None:
    data = sample()
    data.pop("go_income")
    data["cards"].pop()
    district(data, "old_town")["price"] = "?"
    text = faults(data)
    assert "go_income" in text
    assert "Chance cards" in text
    assert "(old_town): price is still blank" in text


def test_an_organizers_edition_becomes_playable_by_its_name() -> None:
    data = sample()
    data.update(name="club-city", invented=False)
    del data["spaces"][6]["pair"]
    district(data, "old_town")["residential"] = [200, 350, 500]
    known = edition.parse(data)
    edition.register(known)
    edition.register(known)
    assert "club-city" in RULESET.mechanics.editions()
    game = RULESET.start(["A", "B"], "club-city", start={"deeds": {"old_town": {"owner": "A"}}})
    for report in (
        {"type": "roll", "player": "A", "dice": [2, 4]},
        {"type": "permit", "player": "A", "deed": "old_town", "piece": "school"},
        {"type": "press", "player": "A", "result": 3},
        {"type": "build", "player": "A", "deed": "old_town", "residential": [3]},
    ):
        answer = RULESET.judge(game, as_report(report))
        assert answer.accepted, answer.refusals
        codes = [warning.code for warning in answer.warnings]
        assert codes == (["pair_not_known"] if report["type"] == "permit" else [])
        game = answer.game
    assert RULESET.position(game)["players"]["A"]["cash"] == 37700 - 500
    assert "invented" not in RULESET.standing(game)[0]


def test_names_in_one_language_are_enough() -> None:
    data = sample()
    data["names"] = {"zh": "俱乐部版"}
    district(data, "old_town")["names"] = {"en": "?", "ja": "旧市街", "zh": "?"}
    known = edition.parse(data)
    assert set(known.names.values()) == {"俱乐部版"}
    assert set(known.spaces[known.space_index["old_town"]].names.values()) == {"旧市街"}


def test_two_editions_do_not_share_a_name() -> None:
    data = sample()
    data["go_income"] = 3000
    with pytest.raises(EditionError, match="another edition is named city-sample"):
        edition.register(edition.parse(data))
    with pytest.raises(EditionError, match="there is no edition"):
        edition.load("atlantis")
