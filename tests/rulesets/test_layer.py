"""Layers: what changes a ruleset is there, changes something, and says where it comes from."""

from __future__ import annotations

from typing import Any

import pytest

import rulesets
from rulesets.kernel.layer import BadLayer, layered
from rulesets.kernel.ruleset import HeaderRefused
from rulesets.reports import as_report

US = rulesets.load("classic-us")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"figures": {"salary": 400}}, "classic-us has no figure 'salary'"),
        ({"defaults": {"speed": 1}}, "classic-us has no option 'speed'"),
        ({"figures": {"least_bid": 1}}, "the figure 'least_bid' is 1 in classic-us already"),
        ({"defaults": {"starting_cash": 1500}}, "the option 'starting_cash' is 1500 in classic-us already"),
        ({"rules": {"buy": US.rules["buy"]}}, "the rule 'buy' is .* in classic-us already"),
        ({"seats": (2, 8)}, r"the part 'seats' is \(2, 8\) in classic-us already"),
        ({"title": "Pub"}, "a ruleset has no part 'title'"),
        ({"figures": {"least_bid": 5}}, "the option 'least_bid' is 1 and overrides the figure, 5"),
    ],
)
def test_a_layer_that_contradicts_the_one_below_or_changes_nothing_names_both(
    change: dict[str, Any], fault: str
) -> None:
    with pytest.raises(BadLayer, match=fault) as caught:
        layered(US, "pub", **change)
    assert "pub" in str(caught.value)


def test_all_faults_of_a_layer_are_named_at_once() -> None:
    with pytest.raises(BadLayer) as caught:
        layered(US, "pub", figures={"salary": 400, "least_bid": 1}, defaults={"speed": 1})
    assert len(caught.value.faults) == 3


def test_a_layer_changes_what_it_names_and_nothing_else() -> None:
    pub = layered(US, "pub", figures={"most_doubles": 4}, defaults={"starting_cash": 2000}, version="1")
    assert pub.figures == US.figures._replace(most_doubles=4)
    assert pub.start(["A", "B"]).state.players[0].cash == 2000
    assert pub.rules == US.rules
    assert pub.fingerprint != US.fingerprint


class TestRegulation:
    """The last layer: the tournament's options."""

    def bid(self, amount: int, **options: Any) -> dict[str, Any]:
        ruleset = rulesets.load("wiki-2008")
        game = ruleset.start(["A", "B"], options=options)
        for report in (
            {"type": "roll", "player": "A", "dice": [1, 2]},
            {"type": "decline", "player": "A"},
            {"type": "bid", "player": "B", "amount": amount},
        ):
            answer = ruleset.judge(game, as_report(report))
            game = answer.game
        refusal: dict[str, Any] = answer.to_json()["refusals"][0]
        return refusal

    def test_a_refusal_names_the_layer_and_the_option_that_its_rule_comes_from(self) -> None:
        boxed = self.bid(5)
        assert (boxed["clause"], boxed["layer"], "option" in boxed) == ("WIKI/AUCTION-2", "boxed", False)
        bent = self.bid(15, least_bid=20)
        assert (bent["clause"], bent["layer"], bent["option"]) == ("WIKI/AUCTION-2", "regulation", "least_bid")

    def test_a_rule_of_a_variant_has_the_layer_variant(self) -> None:
        short = rulesets.load("classic-us-short")
        answer = short.judge(short.start(["A", "B"]), {"type": "roll", "player": "A", "dice": [1, 2]})
        refusal = answer.to_json()["refusals"][0]
        assert (refusal["clause"], refusal["layer"]) == ("US/SHORT-3", "variant")

    @pytest.mark.parametrize(
        ("options", "both"),
        [
            ({"dealt_deeds": 2, "starting_cash": 100}, {"option": "starting_cash", "other": "dealt_deeds_are_paid"}),
            ({"least_bid": 15, "bid_step": 10}, {"option": "least_bid", "other": "bid_step"}),
            ({"dealt_deeds_are_paid": False}, {"option": "dealt_deeds_are_paid", "other": "dealt_deeds"}),
        ],
    )
    def test_options_that_contradict_each_other_or_do_nothing_name_both(
        self, options: dict[str, Any], both: dict[str, Any]
    ) -> None:
        with pytest.raises(HeaderRefused) as caught:
            US.start(["A", "B"], options=options)
        assert both.items() <= caught.value.refusals[0].facts.items()

    def test_a_timed_game_has_a_time(self) -> None:
        with pytest.raises(HeaderRefused):
            rulesets.load("classic-us-timed").start(["A", "B"], options={"time_limit_minutes": None})
