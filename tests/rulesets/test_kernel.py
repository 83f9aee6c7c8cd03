"""The kernel's contract: registry, numbering, rulings, retractions, records, fingerprints, layers."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rulesets
from rulesets import Game, HeaderRefused, UnknownRuleset
from rulesets.kernel import conformance, registry
from rulesets.kernel.clause import catalogue
from rulesets.kernel.registry import GROUP
from rulesets.kernel.rejudge import rejudge
from rulesets.reports import Report, as_report
from rulesets.shipped import SHIPPED
from rulesets.wordlist import wordlist

JMA = rulesets.load("jma-2006")
HEADER: dict[str, Any] = {"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B", "C"]}
ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [2, 4]}


def after(*reports: dict[str, Any], **start: Any) -> Game:
    """A game of three after these reports, all of them accepted."""
    game = JMA.start(["A", "B", "C"], **start)
    for report in reports:
        answer = JMA.judge(game, as_report(report))
        assert answer.accepted, answer.refusals
        game = answer.game
    return game


def codes(game: Game, report: Any) -> list[str]:
    return [refusal.code for refusal in JMA.judge(game, report).refusals]


def test_the_package_docstring_example_holds() -> None:
    game = rulesets.load("jma-2006").start(["A", "B", "C"])
    answer = game.ruleset.judge(game, as_report(ROLL))
    assert answer.accepted
    assert answer.due == [{"kind": "buy_or_decline", "player": "A", "deed": "oriental_avenue", "price": 100}]


def test_an_unknown_ruleset_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownRuleset, match=r"kyoto-1999.*jma-2006"):
        rulesets.load("kyoto-1999")


def test_refused_reports_are_numbered_too() -> None:
    game = after()
    answer = JMA.judge(game, {"type": "roll", "player": "B", "dice": [1, 2]})
    assert (answer.seq, answer.accepted) == (1, False)
    assert JMA.judge(answer.game, as_report(ROLL)).seq == 2


def test_a_refusal_names_all_broken_clauses_rules_before_record_clauses() -> None:
    game = after(start={"players": {"C": {"cash": 0, "out": True}}})
    answer = JMA.judge(game, {"type": "roll", "player": "C", "dice": [1, 2]}).to_json()
    assert [refusal["clause"] for refusal in answer["refusals"]] == ["JMA/MOVE-5", "RECORD/POSITION"]


def test_a_refusal_says_from_which_layer_its_rule_comes() -> None:
    game = after(ROLL, {"type": "decline", "player": "A"})
    bid = JMA.judge(game, {"type": "bid", "player": "B", "amount": 15}).to_json()["refusals"][0]
    assert (bid["clause"], bid["layer"]) == ("JMA/AUCTION-1", "supplement")
    turn = JMA.judge(game, {"type": "buy", "player": "B"}).to_json()["refusals"][0]
    assert (turn["clause"], turn["layer"]) == ("JMA/LAND-1", "boxed")
    quiet = after(options={"negotiation_from": "first_go"}, start={"deeds": {"boardwalk": {"owner": "A"}}})
    deal = {"type": "trade", "player": "A", "with": "B", "give": {"deeds": ["boardwalk"]}, "take": {"cash": 400}}
    early = JMA.judge(quiet, as_report(deal)).to_json()["refusals"][0]
    assert (early["clause"], early["layer"]) == ("JMA/GEN-2", "regulation")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "B bid $15. Bids go in whole multiples of $10 (JMA/AUCTION-1). The next possible bid is $20."),
        ("ja", "Bは$15とコールしました。コールは$10単位です（JMA/AUCTION-1）。次にできるコールは$20です。"),
    ],
)
def test_a_sentence_says_what_was_reported_what_the_rule_is_what_would_be_right(language: str, sentence: str) -> None:
    game = after(ROLL, {"type": "decline", "player": "A"}, {"type": "bid", "player": "C", "amount": 10})
    answer = JMA.judge(game, {"type": "bid", "player": "B", "amount": 15}).to_json(language)
    assert answer["refusals"][0]["message"] == sentence


def test_sentences_use_the_names_of_the_header() -> None:
    game = JMA.start(["A", "B"], names={"B": "佐藤"})
    answer = JMA.judge(game, {"type": "roll", "player": "B", "dice": [1, 2]}).to_json("ja")
    assert answer["refusals"][0]["message"].startswith("佐藤")


RULING: dict[str, Any] = {"type": "ruling", "by": "referee", "reason": "agreed at the table"}


@pytest.mark.parametrize("name", ["佐藤　花子", "髙﨑 辻\U000e0100", "Zoë O’Neill", "ドナルド・ダック"])
def test_names_are_taken_as_people_write_them(name: str) -> None:
    assert JMA.start(["A", "B"], names={"A": name}).state.table.names["A"] == name


@pytest.mark.parametrize("name", ["A\nB", "A\x1b[2J", "\ud800", "A\u2028B"])
def test_names_that_steer_a_terminal_are_refused(name: str) -> None:
    with pytest.raises(HeaderRefused):
        JMA.start(["A", "B"], names={"A": name})


class TestRulings:
    def test_a_refused_report_is_let_stand_and_the_overruled_clauses_are_named(self) -> None:
        game = after(ROLL, {"type": "decline", "player": "A"})
        answer = JMA.judge(game, as_report({**RULING, "apply": {"type": "bid", "player": "B", "amount": 15}}))
        assert answer.accepted
        assert answer.events[0]["overruled"] == ["JMA/AUCTION-1"]
        assert answer.due[0]["high"] == {"player": "B", "amount": 15}

    def test_a_legal_report_is_let_stand_as_it_is(self) -> None:
        answer = JMA.judge(after(), as_report({**RULING, "apply": ROLL}))
        assert answer.events[0]["overruled"] == []
        assert answer.game.state == after(ROLL).state

    def test_no_ruling_makes_cash_that_is_not_there(self) -> None:
        game = after(ROLL, start={"players": {"A": {"cash": 20}}})
        assert codes(game, {**RULING, "apply": {"type": "buy", "player": "A"}}) == ["cash_missing"]

    def test_no_ruling_carries_out_a_deal_of_several_or_hands_over_what_is_not_there(self) -> None:
        deal = {"type": "trade", "player": "A", "with": "B", "give": {"deeds": ["boardwalk"]}, "take": {"cash": 500}}
        several, promising = {**deal, "with": ["B", "C"]}, {**deal, "take": {"cash": 500, "promise": "a visit"}}
        owned = after(start={"deeds": {"boardwalk": {"owner": "A"}}})
        assert codes(owned, {**RULING, "apply": several}) == ["deal_of_several"]
        assert "deed_not_held" in codes(after(), {**RULING, "apply": promising})
        assert codes(owned, {**RULING, "apply": promising}) == []

    def test_no_ruling_builds_houses_that_are_not_there(self) -> None:
        deeds = {
            deed: {"owner": "B", "level": 4}
            for deed in wordlist("""
                st_james_place tennessee_avenue new_york_avenue kentucky_avenue indiana_avenue illinois_avenue
                park_place boardwalk
            """)
        } | {deed: {"owner": "A"} for deed in ("mediterranean_avenue", "baltic_avenue")}
        game = after(start={"deeds": deeds})
        build = {"type": "build", "player": "A", "to": {"baltic_avenue": 1}}
        assert codes(game, {**RULING, "apply": build}) == ["houses_exceed_stock"]

    def test_no_ruling_leads_to_an_impossible_position(self) -> None:
        game = after(start={"deeds": {"oriental_avenue": {"owner": "A"}, "vermont_avenue": {"owner": "B"}}})
        build = {"type": "build", "player": "A", "to": {"oriental_avenue": 1}}
        assert "built_group_divided" in codes(game, {**RULING, "apply": build})
        mortgaged = {"boardwalk": {"owner": "A", "level": 2}, "park_place": {"owner": "A", "mortgaged": True}}
        assert "built_group_mortgaged" in codes(after(), {**RULING, "set": {"deeds": mortgaged}})

    def test_a_ruling_may_cite_the_tournaments_own_regulation(self) -> None:
        assert JMA.judge(
            after(), as_report({**RULING, "clauses": ["JMA/REF-1", "KANTO-2026/7"], "apply": ROLL})
        ).accepted
        assert codes(after(), {**RULING, "clauses": ["JMA/REF-9"], "apply": ROLL}) == ["clause_unknown"]

    def test_a_ruling_that_sets_nothing_is_on_record_and_leaves_everything_as_it_is(self) -> None:
        for game in (after(), after(ROLL)):
            answer = JMA.judge(game, as_report({**RULING, "set": {}}))
            assert ([each["kind"] for each in answer.events], answer.seq) == (["ruling"], game.seq + 1)
            assert answer.game.state == game.state
        assert codes(after(), {**RULING, "set": {}, "apply": ROLL}) == ["ruling_without_effect"]

    def test_setting_a_position_changes_only_what_is_named(self) -> None:
        game = after(ROLL)
        answer = JMA.judge(game, as_report({**RULING, "set": {"players": {"B": {"cash": 7}}}}))
        assert answer.accepted
        expected = JMA.position(game)
        expected["players"]["B"]["cash"] = 7
        assert JMA.position(answer.game) == expected

    def test_what_was_due_for_a_deed_that_has_an_owner_now_falls_away(self) -> None:
        game = after(ROLL)
        answer = JMA.judge(game, as_report({**RULING, "set": {"deeds": {"oriental_avenue": {"owner": "C"}}}}))
        assert answer.accepted
        assert all(entry["kind"] != "buy_or_decline" for entry in answer.due)


class TestRetractions:
    def test_the_numbering_goes_on_and_the_past_stays(self) -> None:
        game = after(ROLL, {"type": "buy", "player": "A"})
        answer = JMA.judge(game, {"type": "retract", "seq": 1})
        assert (answer.seq, answer.events) == (3, ({"kind": "retracted", "from": 1, "to": 2},))
        assert answer.game.state == after().state

    def test_the_future_is_not_taken_back(self) -> None:
        assert codes(after(ROLL), {"type": "retract", "seq": 2}) == ["retract_of_the_future"]

    def test_what_was_taken_back_is_not_taken_back_again(self) -> None:
        game = after(ROLL, {"type": "buy", "player": "A"}, {"type": "retract", "seq": 1})
        assert codes(game, {"type": "retract", "seq": 2}) == ["retracted_before"]

    def test_a_retraction_is_taken_back_like_any_report(self) -> None:
        bought = after(ROLL, {"type": "buy", "player": "A"})
        back = JMA.judge(bought, {"type": "retract", "seq": 1}).game
        assert JMA.judge(back, {"type": "retract", "seq": 3}).game.state == bought.state

    def test_a_finished_game_is_reopened(self) -> None:
        game = after({"type": "time_up"}, {"type": "roll", "player": "A", "dice": [4, 6]})
        assert JMA.over(game)
        assert codes(game, ROLL) == ["over_by_time"]
        assert not JMA.over(JMA.judge(game, {"type": "retract", "seq": 2}).game)


class TestRecords:
    def test_replay_says_how_far_it_got_and_why_it_stopped(self) -> None:
        reports = [ROLL, {"type": "roll", "player": "B", "dice": [1, 2]}, {"type": "buy", "player": "A"}]
        record = rulesets.replay(HEADER, map(as_report, reports))
        assert (record.stopped, len(record.answers)) == (2, 2)
        assert record.answers[-1].refusals[0].code == "throw_before_purchase"

    def test_replay_to_the_end_passes_over_refused_reports(self) -> None:
        reports = [ROLL, {"type": "roll", "player": "B", "dice": [1, 2]}, {"type": "buy", "player": "A"}]
        record = rulesets.replay(HEADER, map(as_report, reports), stop=False)
        assert [answer.accepted for answer in record.answers] == [True, False, True]

    def test_a_header_may_name_version_and_fingerprint(self) -> None:
        right = {**HEADER, "version": JMA.version, "fingerprint": JMA.fingerprint}
        assert rulesets.replay(right, []).game is not None
        wrong = rulesets.replay({**HEADER, "fingerprint": "0" * 16}, [])
        assert [refusal.code for refusal in wrong.opening.refusals] == ["version_unknown"]

    def test_unknown_header_fields_are_notes(self) -> None:
        assert rulesets.replay({**HEADER, "note": "semi-final", "hall": 2}, []).game is not None


class TestOptions:
    @pytest.mark.parametrize(
        "options",
        [
            {"starting_cash": -1},
            {"starting_cash": 1e9},
            {"time_limit_minutes": 0},
            {"dealt_deeds": 1},
            {"dealt_deeds": True},
            {"dealt_deeds_are_paid": "yes"},
            {"negotiation_from": "never"},
            {"interest_rounding": "sideways"},
        ],
        ids=str,
    )
    def test_a_value_of_the_wrong_kind_is_refused(self, options: dict[str, Any]) -> None:
        with pytest.raises(HeaderRefused) as caught:
            JMA.start(
                ["A", "B"], options={**options, **({"dealt_deeds": 2} if "dealt_deeds_are_paid" in options else {})}
            )
        assert [refusal.code for refusal in caught.value.refusals] == ["option_malformed"]

    def test_an_option_without_effect_names_both_sides(self) -> None:
        with pytest.raises(HeaderRefused) as caught:
            JMA.start(["A", "B"], options={"dealt_deeds_are_paid": True})
        assert caught.value.refusals[0].facts == {"option": "dealt_deeds_are_paid", "other": "dealt_deeds", "value": 0}

    def test_every_option_is_described_in_every_language(self) -> None:
        known = set(JMA.catalogue.clauses)
        for option in JMA.options:
            assert set(option.about) == {"en", "ja", "zh"}
            assert option.clause in known


class TestFingerprint:
    def test_rules_do_not_change_under_the_same_version(self) -> None:
        """Records name version and fingerprint; an intended change of the rules changes both here."""
        assert (JMA.version, JMA.fingerprint) == ("2", "e5fc9b27a263fc7b")

    def test_it_changes_with_figures_checks_and_options(self) -> None:
        roll = JMA.rules["roll"]
        others = [
            replace(JMA, figures=JMA.figures._replace(bid_step=5)),
            replace(JMA, rules={**JMA.rules, "roll": roll._replace(checks=roll.checks[:1])}),
            replace(JMA, options=JMA.options[1:]),
        ]
        assert len({JMA.fingerprint, *(other.fingerprint for other in others)}) == 4


class Point(NamedTuple):
    """An entry point that has been loaded."""

    name: str
    found: object

    def load(self) -> object:
        """Return what it points at."""
        return self.found


class TestVersions:
    """A record is judged under the version that it names (`registry.load`)."""

    def versions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """jma-2006 as shipped by a package that has changed it: in its earlier version calls went up in fives."""
        old = replace(JMA, name="kyoto", version="1", figures=JMA.figures._replace(bid_step=5, least_bid=5))
        points = [Point("kyoto", (old, replace(JMA, name="kyoto", version="2")))]
        monkeypatch.setattr(registry, "installed", lambda: points)
        registry.versions.cache_clear()

    def test_the_one_in_force_is_the_last(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.versions(monkeypatch)
        assert rulesets.load("kyoto").version == "2"
        assert rulesets.load("kyoto", "1").version == "1"
        with pytest.raises(UnknownRuleset, match="kyoto@1, kyoto@2"):
            rulesets.load("kyoto", "3")

    def test_old_records_are_judged_as_they_were(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.versions(monkeypatch)
        reports: list[Report] = [
            {"type": "roll", "player": "A", "dice": [1, 2]},
            {"type": "decline", "player": "A"},
            {"type": "bid", "player": "B", "amount": 15},
        ]
        header = {**HEADER, "ruleset": "kyoto"}
        then = rulesets.replay({**header, "version": "1"}, reports)
        assert then.stopped is None
        assert then.game is not None
        assert rulesets.replay({**header, "fingerprint": then.game.ruleset.fingerprint}, reports).stopped == 0
        assert rulesets.replay(header, reports).stopped == 3
        changes = rejudge({**header, "version": "1"}, reports, rulesets.load("kyoto")).changes
        assert [(change.seq, change.then.accepted, change.now.accepted) for change in changes] == [(3, True, False)]

    def test_a_game_judged_anew_stays_on_its_board(self) -> None:
        """The income tax of classic-us is still 75 under the rules of 2008, although their own board charges more."""
        start = {"players": {"A": {"space": "short_line"}}}
        header = {"record": "monopoly/1", "ruleset": "classic-us", "seats": ["A", "B"], "start": start}
        landing: Report = {"type": "roll", "player": "A", "dice": [1, 2]}
        assert rulesets.load("wiki-2008").default_edition != rulesets.load("classic-us").default_edition
        assert rejudge(header, [landing, {"type": "pay", "player": "A"}], rulesets.load("wiki-2008")).changes == ()


class TestRulesetsOfOtherPackages:
    def other(self, folder: Path) -> rulesets.Ruleset:
        """jma-2006 as another package would ship it, with texts of its own."""
        home = Path(rulesets.__file__).parent
        (folder / "clauses").mkdir()
        (folder / "sentences/refusals").mkdir(parents=True)
        clauses = (home / "clauses/jma.toml").read_text("utf-8")
        (folder / "clauses/kyoto.toml").write_text(clauses.replace("JMA/", "KYOTO/"), "utf-8")
        for language in ("en", "ja", "zh"):
            texts = (home / f"clauses/jma.{language}.toml").read_text("utf-8")
            (folder / f"clauses/kyoto.{language}.toml").write_text(texts.replace("JMA/", "KYOTO/"), "utf-8")
            sentences = folder / f"sentences/refusals/kyoto.{language}.toml"
            sentences.write_text('not_in_turn = "Wait ({clause})."\n', "utf-8")
        return replace(JMA, name="kyoto", catalogue=catalogue("kyoto", folder))

    def test_they_bring_their_own_clauses_and_sentences(self, tmp_path: Path) -> None:
        kyoto = self.other(tmp_path)
        answer = kyoto.judge(kyoto.start(["A", "B"]), {"type": "roll", "player": "B", "dice": [1, 2]}).to_json("ja")
        assert [(row["clause"], row["message"]) for row in answer["refusals"]] == [
            ("KYOTO/MOVE-5", "Wait (KYOTO/MOVE-5).")
        ]
        assert kyoto.catalogue.text("KYOTO/GO-1", "zh").title
        conformance.check(kyoto, range(2), 80)

    def test_they_join_by_the_entry_point(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kyoto = replace(JMA, name="kyoto", version="1")
        newer = replace(kyoto, version="2")
        points: list[Point | EntryPoint] = [
            Point("kyoto", (kyoto, newer)),
            Point("late", lambda: replace(JMA, name="late")),
            EntryPoint("broken", "nowhere:AT_ALL", GROUP),
            Point("strange", JMA.options),
            Point("misnamed", JMA),
            Point("none", ()),
            Point("twice", (replace(JMA, name="twice"), replace(JMA, name="twice"))),
        ]
        monkeypatch.setattr(registry, "installed", lambda: points)
        assert set(rulesets.names()) == {*SHIPPED, *(point.name for point in points)}
        versions = registry.versions.__wrapped__
        assert versions("kyoto") == (kyoto, newer)
        assert versions("late")[0].name == "late"
        for name, why in (
            ("broken", "No module named 'nowhere'"),
            ("strange", "gives a Option"),
            ("misnamed", "calls itself 'jma-2006'"),
            ("none", "no version, or one twice"),
            ("twice", "no version, or one twice"),
        ):
            with pytest.raises(registry.BrokenRuleset, match=why):
                versions(name)
        refused = rulesets.replay({**HEADER, "ruleset": "broken"}, []).opening.to_json("ja")
        assert refused["refusals"][0]["code"] == "ruleset_broken"
