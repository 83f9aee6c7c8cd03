"""Explanations: a sentence for everything they tell, in every language, and figures that agree with the referee."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import rulesets
from rulesets import Game
from rulesets.classic.bargain import may_rescue
from rulesets.classic.explain.rescue import with_cash
from rulesets.kernel import conformance
from rulesets.kernel.explanation import FILES
from rulesets.kernel.narration import KINDS
from rulesets.kernel.ruleset import Explanation
from rulesets.kernel.sentence import SHARED, read
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tests.rulesets.count_positions import ORANGE
from tests.rulesets.explained import CASES, RAILROAD, SIGNAL, position

JMA = rulesets.load("jma-2006")
SOURCE = Path(rulesets.__file__).parent
OWN = ("may", "explain")
SPOILT = re.compile(r"[{}|\[\]]|  |[a-z]_[a-z]|True|False|None")


@cache
def explanations() -> tuple[Explanation, ...]:
    """Explanations of the cases, and of positions along a random game of every ruleset."""
    games = list(CASES.values())
    for name in rulesets.names():
        games += [answer.game for answer in conformance.play(rulesets.load(name), 3, 60).answers[::12]]
    return tuple(game.ruleset.explanation(game) for game in games)


def lines(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every object with a kind, at any depth."""
    if isinstance(value, Mapping):
        if "kind" in value:
            yield value
        for each in value.values():
            yield from lines(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from lines(each)


def sentences(game: Game, part: str, language: str = "en") -> list[str]:
    return [line["text"] for line in lines(JMA.explanation(game).to_json(language)[part])]


def debtor(name: str) -> Mapping[str, Any]:
    """The only debtor of a case."""
    (found,) = CASES[name].ruleset.explanation(CASES[name]).explained.debts
    return found


def read_all(file: str, language: str) -> dict[str, str]:
    """All templates of a file, including those of single documents."""
    home = SHARED[0][0]
    return dict(read(file, language, (*SHARED, (home, "jma"), (home, "city"))))


# -- templates


def test_every_kind_of_line_is_made_somewhere_and_every_type_of_report_has_its_words() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("explain*/*.py"))
    code += (SOURCE / "city" / "explain.py").read_text("utf-8")
    kinds = {name.split()[0] for name in read_all("explain", "en") if not name.startswith("+")}
    assert {kind for kind in kinds if f'"{kind}"' not in code} == set()
    types = {f"may_{kind}" for name in rulesets.names() for kind in rulesets.load(name).rules}
    named = {name.split()[0] for name in read_all("may", "en")}
    assert named == types


def test_no_name_is_used_for_two_sentences() -> None:
    names = [name for file in FILES for name in read(file, "en", SHARED)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("file", OWN)
def test_all_languages_tell_the_same_facts(file: str, language: str) -> None:
    def shape(templates: dict[str, str]) -> dict[str, set[tuple[str | None, str | None]]]:
        return {
            name: {
                (fact, kind if kind and "/" not in kind else "")  # the words of a count are the language's own
                for _, fact, kind, _ in Formatter().parse(text)
                if fact
            }
            for name, text in templates.items()
        }

    assert shape(read_all(file, language)) == shape(read_all(file, "en"))


def test_clauses_explain_only_kinds_that_have_a_template() -> None:
    known = {name.split()[0] for name in read_all("explain", "en")}
    for name in rulesets.names():
        for clause in rulesets.load(name).catalogue.clauses.values():
            assert set(clause.explains) <= known, clause.id


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_an_explanation_has_a_sentence(language: str) -> None:
    for explanation in explanations():
        whole = explanation.to_json(language)
        for entry in (*lines(whole), *whole["may"]):
            assert entry["text"].strip() and not SPOILT.search(entry["text"]), entry
        assert not any(text.endswith((".", "。")) for text in read_all("explain", language).values())
    assert FILES[: len(KINDS)] == KINDS


# -- debts


def test_own_assets_are_made_of_their_sources_and_the_way_uses_them_up_or_pays() -> None:
    for game, _, _, explained in explanations():
        for found in explained.debts:
            assert sum(source["amount"] for source in found["sources"]) == found["assets"]
            assert found["complete"], found
            after = game
            for step in found["way"]:
                answer = game.ruleset.judge(after, step["report"])
                assert answer.accepted
                after = answer.game
                assert game.ruleset.position(after)["players"][found["player"]]["cash"] == step["cash"]
            if found["provisional"]:
                means = game.ruleset.mechanics.explained(after).means
                cash, *deeds = next(row["sources"] for row in means if row["player"] == found["player"])
                kept = sum(source["amount"] for source in deeds)
                assert cash["amount"] + kept == found["assets"]
                assert not kept or "offer_rescue" in game.ruleset.rules  # deeds go over as they are (JMA/BANKR-5)
            else:
                owes = [entry for entry in game.ruleset.due(after) if entry["kind"] == "debt"]
                assert all(entry["player"] != found["player"] for entry in owes)


def test_a_debtor_beyond_the_cash_raises_the_least_that_suffices() -> None:
    found = debtor("cash falls short")
    assert (found["owed"], found["missing"], found["assets"], found["rescue"]) == (1400, 400, 1680, None)
    assert [(step["kind"], step["amount"]) for step in found["way"]] == [
        ("way_mortgage", 100),
        ("way_sell", 300),
        ("way_pay", 1400),
    ]
    assert debtor("cash covers")["lines"][-1]["kind"] == "cash_covers"


def test_the_least_price_saves_and_a_dollar_less_does_not() -> None:
    game, found = CASES["provisional"], debtor("provisional")
    assert (found["assets"], found["short"]) == (720, 680)
    prices = {line.get("deed"): line for line in found["rescue"]["prices"]}
    assert (prices[None]["amount"], prices[RAILROAD]["amount"]) == (1060, 780)
    offer = {"type": "offer_rescue", "player": "C", "to": "A", "take": {"deeds": [RAILROAD]}}
    for less, accepted in ((0, True), (1, False)):
        assert JMA.judge(game, as_report({**offer, "give": {"cash": 780 - less}})).accepted is accepted
    offer["take"] = {"deeds": [RAILROAD, *ORANGE], "sell_buildings": True}
    for less, accepted in ((0, True), (1, False)):
        assert JMA.judge(game, as_report({**offer, "give": {"cash": 1060 - less}})).accepted is accepted
    assert (prices[ORANGE[0]]["selling"], prices[ORANGE[0]]["open"], prices[RAILROAD]["selling"]) == (True, True, False)


def test_the_creditor_may_not_rescue_and_who_cannot_alone_may_together() -> None:
    who = {line["player"]: line for line in debtor("provisional")["rescue"]["who"]}
    assert who["B"]["refusal"].code == "rescue_by_creditor"
    assert (who["C"]["kind"], who["C"]["enough"]) == ("may_rescue", True)
    for name, kind in (("only together", "only_shared"), ("not even together", "not_even_shared")):
        assert [line["kind"] for line in debtor(name)["rescue"]["lines"]] == ["rescue_must_bring", kind]
    empty = debtor("not even the fee")["rescue"]
    assert ([line["kind"] for line in empty["lines"]], empty["who"]) == (["nothing_but_cash"], [])


@pytest.mark.parametrize("name", [name for name, game in CASES.items() if game.ruleset.name == "jma-2006"])
def test_who_may_rescue_is_said_as_the_list_of_what_is_legal_says_it(name: str) -> None:
    """With own means in hand: alone who has enough, nobody of whom it says that every offer would be refused."""
    game = CASES[name]
    for entry in JMA.explanation(game).explained.debts:
        rescue = entry["rescue"] or {"who": []}
        for line in rescue["who"]:
            debtor, other = (game.state.table.seat_number[line[part]] for part in ("debtor", "player"))
            means = with_cash(game, other, line.get("assets", 10000))
            listed = may_rescue(means, other, debtor)
            assert line.get("enough", False) == (listed == ["give", "take"]), (line, listed)
            assert line["kind"] == "may_rescue" or not listed, (line, listed)


def test_where_no_price_is_high_enough_no_rescue_is_named() -> None:
    rescue = debtor("only a card")["rescue"]
    assert [line["kind"] for line in rescue["lines"]] == ["no_price_saves"]
    assert [(line["kind"], line["refusal"].code) for line in rescue["prices"]] == [("price_of_card", "card_too_dear")]
    worth = next(line for line in debtor("fee by card, the rent beyond")["rescue"]["lines"] if "card" in line)
    assert worth["card"] == 50


def test_a_release_card_may_be_got_for_the_fee_that_cash_covers() -> None:
    line = debtor("a third has a card")["lines"][-1]
    assert (line["kind"], line["with"]) == ("card_for_fee", ["C"])


def test_a_win_is_raised_without_debts_or_is_void() -> None:
    raised = JMA.explanation(CASES["win to be raised"]).explained.win
    assert raised is not None and (raised["missing"], raised["complete"]) == (70, True)
    assert [(step["kind"], step["cash"]) for step in raised["way"]] == [("way_mortgage", 150), ("way_pay", 30)]
    beyond = JMA.explanation(CASES["win too high"]).explained.win
    assert beyond is not None and [line["kind"] for line in beyond["lines"]] == ["win_beyond"]
    assert JMA.judge(CASES["win too high"], {"type": "default", "player": "B"}).accepted


def test_what_a_win_is_raised_from_leaves_aside_the_group_that_the_piece_goes_on() -> None:
    """A's house at $60 goes on light blue, and $200 on green is beyond it: Pacific and Reading Railroad are left."""
    light_blue, green = ("oriental_avenue", "vermont_avenue", "connecticut_avenue"), ("pacific_avenue",)
    start = {
        "players": {"A": {"cash": 10}},
        "deeds": {key: {"owner": "A"} for key in (*light_blue, *green, RAILROAD)},
        "due": [{"kind": "payment", "player": "A", "amount": 60, "piece": "house"}],
    }
    win = JMA.explanation(JMA.start(["A", "B"], start=start)).explained.win
    assert win is not None
    assert [source["deed"] for source in win["sources"] if "deed" in source] == [RAILROAD, *green]
    assert sum(source["amount"] for source in win["sources"]) == win["assets"]


@pytest.mark.parametrize(
    ("name", "accepted", "thrower"), [("rent not asked for", True, "C"), ("rent asked for too late", False, "B")]
)
def test_until_when_a_rent_may_be_asked_for(name: str, accepted: bool, thrower: str) -> None:
    game = CASES[name]
    (line,) = game.ruleset.explanation(game).explained.rents
    assert line["until" if accepted else "closed_by"] == thrower
    claim = {"type": "claim_rent", "player": "C", "from": "A", "deed": RAILROAD}
    assert game.ruleset.judge(game, as_report(claim)).accepted is accepted


def test_without_a_rescue_everything_goes_to_the_creditor_or_to_auction() -> None:
    to_player = debtor("provisional")["otherwise"]
    assert (to_player["to"], to_player["cash"], len(to_player["deeds"])) == ("B", 340, 4)
    to_bank = debtor("to the bank")["otherwise"]
    assert (to_bank["to"], to_bank["auctioned"]) == ("bank", [RAILROAD])
    both = debtor("fee and rent")
    assert (both["owed"], both["assets"]) == (1050, 1000)
    assert [line["kind"] for line in both["otherwise"]["lines"]] == ["fee_first", "bankrupt_to_player"]
    by_card = [line["kind"] for line in debtor("fee and rent, with a card")["lines"]]
    assert by_card == ["fee_and_rent", "fee_by_card", "rent_short"]
    assert debtor("not even the fee")["otherwise"]["take_over"] == "B"
    kinds = [line["kind"] for line in debtor("pays each")["otherwise"]["lines"]]
    assert kinds == ["bankrupt_to_bank", "nobody_paid", "deeds_auctioned"]
    interest = debtor("with mortgaged deeds")["otherwise"]["lines"][-1]
    assert (interest["kind"], interest["player"], interest["amount"]) == ("interest_on_receipt", "B", 30)
    assert debtor("bankrupt by the last throw")["otherwise"]["lines"][-1]["kind"] == "then_over_by_signal"
    assert debtor("auctioned after the last throw")["otherwise"]["auctioned"] == [RAILROAD]


def test_in_the_city_the_present_rents_are_what_a_debtor_can_raise() -> None:
    payable = debtor("payable in the city")
    assert (payable["missing"], payable["assets"], payable["otherwise"]) == (200, 400, None)
    assert [(step["kind"], step["amount"]) for step in payable["way"]] == [
        ("way_mortgage", 150),
        ("way_mortgage", 150),
        ("way_pay", 300),
    ]
    beyond = debtor("too much in the city")
    assert (beyond["short"], beyond["otherwise"]["to"], beyond["otherwise"]["cash"]) == (100, "B", 100)


# -- the end, and scarce pieces


@pytest.mark.parametrize(
    ("name", "state", "thrower"),
    [
        ("provisional", "before", "B"),
        ("after the signal", "signalled", "A"),
        ("signal among doubles", "signalled", "A"),
        ("last throw", "last_throw", None),
        ("timed by the box", "before", None),
    ],
)
def test_whose_the_last_throw_is(name: str, state: str, thrower: str | None) -> None:
    game = CASES[name]
    ending = game.ruleset.explanation(game).explained.ending
    assert ending is not None
    assert (ending["state"], ending["thrower"]) == (state, thrower)


def test_the_one_named_throws_as_soon_as_nothing_is_left() -> None:
    for game, _, _, explained in explanations():
        ending = explained.ending
        if ending and ending["state"] == "signalled" and not ending["left"]:
            throw = {"type": "roll", "player": ending["thrower"], "dice": [1, 2]}
            assert game.ruleset.judge(game, as_report(throw)).accepted


def test_the_signal_takes_out_who_cannot_pay() -> None:
    ending = JMA.explanation(CASES["provisional"]).explained.ending
    assert ending is not None and ending["bankrupt"] == ["A"]
    after = JMA.judge(CASES["provisional"], as_report(SIGNAL)).game
    assert JMA.position(after)["players"]["A"]["out"]


def test_who_could_follow_and_what_would_be_auctioned() -> None:
    few = JMA.explanation(CASES["few houses"]).explained.shortage
    assert few is not None
    assert (few["houses"], few["piece"]) == (4, "")
    rooms = {row["player"]: row["houses"] for row in few["rooms"]}
    assert rooms == {"A": 12, "B": 12, "C": 4}
    assert all(line["houses"] == 0 for line in few["lines"] if line["kind"] == "at_once")
    closed = JMA.explanation(CASES["cash covers"]).explained.shortage
    assert closed is not None
    assert [line["kind"] for line in closed["lines"]] == ["pieces_left", "could_build", "could_build"]
    declared = JMA.explanation(CASES["declared"]).explained.shortage
    assert declared is not None and declared["piece"] == "house"
    calls = {line["player"]: line["least"] for line in declared["lines"] if line["kind"] == "may_call"}
    assert calls == {"A": 100, "B": 150, "C": 200}


# -- a report that is tried


def test_a_refusal_comes_with_its_clause_and_whether_a_ruling_can_overrule_it() -> None:
    game = position()
    throw = {"type": "roll", "player": "B", "dice": [1, 2]}
    tried = JMA.explanation(game, as_report(throw)).to_json("ja")
    (refusal, *_) = tried["refused"]
    text = JMA.catalogue.text("JMA/MOVE-5", "ja")
    assert (refusal["clause"], refusal["title"], refusal["says"]) == ("JMA/MOVE-5", text.title, text.text)
    assert refusal["bendable"] is True and tried["accepted"] is False
    sold = {"type": "sell", "player": "A", "to": {"boardwalk": 0}}
    assert not any(each["bendable"] for each in JMA.explanation(game, as_report(sold)).to_json()["refused"][-1:])


def test_an_accepted_report_comes_with_what_follows_and_changes_nothing() -> None:
    game = position(deeds={"oriental_avenue": {"owner": "B"}})
    tried = JMA.explanation(game, {"type": "roll", "player": "A", "dice": [2, 4]}).to_json()
    assert [event["text"] for event in tried["happens"]][-1] == "A owes B $6 rent for Oriental Avenue"
    assert tried["next"][0]["text"] == "A owes B $6 rent for Oriental Avenue"
    assert tried["debts"] == [] and tried["seq"] == 0


def test_the_words_are_those_of_the_rules_in_force() -> None:
    assert "仮破産です" in sentences(CASES["provisional"], "debts", "ja")[1]
    clauses = {
        line["kind"]: line["clauses"] for line in lines(JMA.explanation(CASES["provisional"]).to_json()["debts"])
    }
    assert clauses["provisional"] == ["JMA/BANKR-1"]
    assert clauses["bankrupt_to_player"] == ["JMA/BANKR-5"]


def test_what_each_player_could_raise_is_shown_without_a_debt_and_adds_up() -> None:
    """Everybody in the game has a row whose sources add up; a debtor's figures match those of the debt."""
    for each in explanations():
        rows = {row["player"]: row for row in each.explained.means}
        players = each.game.ruleset.position(each.game)["players"].items()
        assert set(rows) == {seat for seat, player in players if not player["out"]}
        for row in rows.values():
            assert sum(source["amount"] for source in row["sources"]) == row["assets"] >= row["cash"]
        for debtor in each.explained.debts:
            assert rows[debtor["player"]]["assets"] == debtor["assets"]
