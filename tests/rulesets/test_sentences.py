"""Sentences: every refusal code has one in every language, using only facts that the code carries."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

import rulesets
from rulesets.kernel import sentence
from rulesets.kernel.clause import FOLDER, HOME
from rulesets.kernel.record import open_header
from rulesets.kernel.refusal import refuse
from rulesets.kernel.sentence import templates
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tests.rulesets import faults
from tests.rulesets.observed import all_refusals, of_faults, records

ROOT = Path(__file__).parent.parent.parent

KINDS = {"seat", "money", "deed", "space", "deck", "card", "piece", "level", "thing", "dice", "edition"}
"""The kinds that the labels of the games print; a plural prints a list."""

DOCUMENTS = ((HOME, ""), (HOME, "jma"), (HOME, "city"))
"""All documents that have wordings of their own."""

# -- the catalogues


@cache
def clause_of() -> Mapping[str, str]:
    """The clause of every code of every catalogue."""
    rows = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml")) if "." not in path.stem]
    return {
        code: name
        for data in rows
        for name, row in data.items()
        if "/" in name
        for code in (*row.get("refuses", ()), *row.get("unread", ()))
    }


def test_what_a_document_tells_in_its_own_words_replaces_a_shared_sentence() -> None:
    for language in LANGUAGES:
        shared = templates(language)
        own = templates(language, ((HOME, "jma"),))
        assert set(own) == set(shared)
        changed = {code for code in own if own[code] != shared[code]}
        assert "throw_before_rent" in changed
        for code in changed:
            assert {name for name, _ in parts(own[code])} <= {name for name, _ in parts(shared[code])} | facts_of()[
                code
            ]


# -- the facts of every code, as the engine provides them


@cache
def facts_of() -> Mapping[str, frozenset[str]]:
    """The facts that every code carries, whenever it is refused."""
    carried: dict[str, frozenset[str]] = {}
    for _, refusal in all_refusals():
        facts = frozenset(refusal.facts)
        carried[refusal.code] = carried.get(refusal.code, facts) & facts
    return carried


def parts(template: str) -> list[tuple[str, str]]:
    """The facts that a template prints, each with its kind; the words of a count are the language's own."""
    found = [(name, kind or "") for _, name, kind, _ in Formatter().parse(template) if name is not None]
    return [(name, "" if "/" in kind else kind) for name, kind in found]


# -- what holds for the templates


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_template_and_no_template_is_left_over(language: str) -> None:
    assert set(templates(language)) == set(clause_of())


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_print_only_facts_that_their_code_carries(language: str) -> None:
    strange = {
        code: sorted(unknown)
        for code, template in templates(language).items()
        if code in facts_of() and (unknown := {name for name, _ in parts(template)} - facts_of()[code] - {"clause"})
    }
    assert not strange


@pytest.mark.parametrize(("needed", "said"), [(1, "takes 1 house from"), (2, "takes 2 houses from")])
def test_one_house_and_two_houses(needed: int, said: str) -> None:
    refusal = refuse("no_houses_to_break", needed=needed, stock=0)
    assert said in sentence.sentence(refusal, "JMA/SELL-3", "en", lambda *_: None)


def narrower(language: str) -> dict[str, str]:
    """The templates that require facts with a value, by their full names."""
    return {name: text for name, text in sentence.read("refusals", language, DOCUMENTS).items() if " " in name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_that_asks_for_facts_stands_beside_a_plain_one_in_every_language(language: str) -> None:
    assert narrower(language).keys() == narrower("en").keys()
    for name, text in narrower(language).items():
        code, *conditions = name.split()
        asks = [each.partition("=")[0] for each in conditions]
        assert {*asks, *(fact for fact, _ in parts(text))} <= facts_of()[code] | {"clause"}, name
        assert set(parts(text)) == set(parts(narrower("en")[name])), name
        assert text.endswith(("。", "."))


def test_things_are_listed_as_a_language_joins_them() -> None:
    cases = {"en": ("A", "A and B", "A, B and C"), "ja": ("A", "AとB", "A、B、C"), "zh": ("A", "A、B", "A、B、C")}
    for language, expected in cases.items():
        assert tuple(sentence.listed("ABC"[:most], language) for most in (1, 2, 3)) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_are_printed_as_a_kind_that_the_labels_know(language: str) -> None:
    known = {"", *KINDS, *(f"{kind}s" for kind in KINDS)}
    used = {(code, kind) for code, template in templates(language).items() for _, kind in parts(template)}
    assert {(code, kind) for code, kind in used if kind not in known} == set()


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_all_languages_tell_the_same_facts(language: str) -> None:
    english = templates("en")
    differ = {
        code for code, template in templates(language).items() if set(parts(template)) != set(parts(english[code]))
    }
    assert not differ


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_about_a_rule_names_its_clause(language: str) -> None:
    silent = {
        code
        for code, template in templates(language).items()
        if not clause_of()[code].startswith("RECORD/") and [name for name, _ in parts(template)].count("clause") != 1
    }
    assert not silent


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_is_whole_sentences(language: str) -> None:
    end = {"en": ".", "ja": "。", "zh": "。"}[language]
    for code, template in templates(language).items():
        assert template == template.strip()
        assert template.endswith(end) or code == "option_malformed", code


def test_there_are_no_sentences_in_an_unknown_language() -> None:
    assert {path.name.split(".")[-2] for path in sentence.FOLDER.rglob("*.toml")} == set(LANGUAGES)
    with pytest.raises(KeyError):
        templates("fr")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["refusals", "events", "due"])
def test_no_template_stands_in_two_files(kind: str, language: str) -> None:
    names = [
        name
        for file in (sentence.FOLDER / kind).glob(f"*.{language}.toml")
        for name in tomllib.loads(file.read_text("utf-8"))
    ]
    assert sorted(set(names)) == sorted(names)


# -- sentences as the engine prints them

NAMES = {"A": "Akira", "B": "Beatriz", "C": "Chen"}
BETWEEN_TURNS: dict[str, Any] = {"turn": "A"}
BOARDWALK = {"en": "Boardwalk", "ja": "ボードウォーク", "zh": "木板路"}
BALTIC = {"en": "Baltic Avenue", "ja": "バルティック通り", "zh": "波罗的海大道"}
READING = {"en": "Reading Railroad", "ja": "リーディング鉄道", "zh": "雷丁铁路"}
HOUSES = {"en": "two houses", "ja": "家2軒", "zh": "2栋房屋"}
ADVANCE = {"en": "Advance to GO", "ja": "GOへ進む", "zh": "前进到起点"}
CHANCE = {"en": "Chance", "ja": "チャンス", "zh": "机会"}
BANK = {"en": "the bank", "ja": "銀行", "zh": "银行"}
OTHERS = {"en": "the other players together", "ja": "ほかの全員（合計）", "zh": "其他玩家合计"}
PURPLES = {"mediterranean_avenue": {"owner": "A"}, "baltic_avenue": {"owner": "A"}}


def owing(**debt: Any) -> dict[str, Any]:
    """A position in A's turn with one debt of A."""
    return {"phase": "turn", "turn": "A", "due": [{"kind": "debt", "player": "A", **debt}]}


class Sample(NamedTuple):
    """A refused report: from where, the code, and what its sentence must hold (by language, or in all of them)."""

    start: dict[str, Any]
    report: dict[str, Any]
    code: str
    mentions: tuple[str | Mapping[str, str], ...]


def call(amount: int) -> dict[str, Any]:
    return {"type": "bid", "player": "B", "amount": amount}


def of_a(kind: str, **facts: Any) -> dict[str, Any]:
    return {"type": kind, "player": "A", **facts}


DEED_AUCTION = {
    "phase": "turn",
    "turn": "A",
    "due": [{"kind": "auction", "deed": "boardwalk", "high": {"player": "C", "amount": 40}}],
}
PURCHASE = {
    "phase": "turn",
    "turn": "A",
    "players": {"A": {"space": "boardwalk"}},
    "due": [{"kind": "buy_or_decline", "player": "A", "deed": "boardwalk"}],
}
DRAW = {"phase": "turn", "turn": "A", "due": [{"kind": "draw", "player": "A", "deck": "chance"}]}
ROLL_B = {"type": "roll", "player": "B", "dice": [1, 2]}

DRAWN_BEFORE = {**DRAW, "decks": {"chance": {"known": ["advance_to_go"]}}}
SHORT = {**PURCHASE, "players": {"A": {"cash": 390, "space": "boardwalk"}}}
RENT = owing(to="B", amount=1_400, cause="rent", deed="boardwalk") | {"deeds": {"boardwalk": {"owner": "B"}}}
CHEAP = {**faults.TRADE, "give": {"deeds": ["reading_railroad"]}, "take": {"cash": 100}}
READING_HELD = {"deeds": {"reading_railroad": {"owner": "A"}}}
TAXED = owing(to="bank", amount=75, cause="tax")
ADVANCED, UNEVEN = of_a("draw", card="advance_to_go"), of_a("build", to={"baltic_avenue": 2})
SAMPLES = (
    Sample(DEED_AUCTION, call(45), "bid_not_in_tens", ("Beatriz", "$45", "$10", "$50", "JMA/AUCTION-1")),
    Sample(DEED_AUCTION, call(40), "bid_not_higher", ("Beatriz", "$40", "$50", "JMA/AUCTION-1")),
    Sample(BETWEEN_TURNS, ROLL_B, "not_in_turn", ("Beatriz", "Akira", "JMA/MOVE-5")),
    Sample(PURCHASE, ROLL_B, "throw_before_purchase", ("Akira", BOARDWALK, "JMA/LAND-1")),
    Sample(DRAW, ROLL_B, "throw_before_card", ("Akira", CHANCE, "JMA/CARD-1")),
    Sample(DRAWN_BEFORE, ADVANCED, "card_drawn_before", (ADVANCE, CHANCE, "15", "JMA/CARD-1")),
    Sample({"deeds": PURPLES}, UNEVEN, "build_uneven", (BALTIC, HOUSES, "JMA/BUILD-3")),
    Sample(READING_HELD, CHEAP, "deed_too_cheap", (READING, "$100", "$101", "JMA/GIFT-3")),
    Sample(TAXED, ROLL_B, "throw_before_payment", ("Akira", BANK, "$75", "JMA/DEBT-2")),
    Sample(owing(to="each", amount=100, cause="card"), ROLL_B, "throw_before_payment", ("Akira", OTHERS, "$100")),
    Sample(RENT, of_a("declare_bankruptcy"), "debt_payable", ("Akira", "$1,400", "$1,500", "JMA/BANKR-1")),
    Sample(SHORT, of_a("buy"), "cash_missing", ("Akira", "$400", "$390", "$10")),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES, ids=[f"{at}-{sample.code}" for at, sample in enumerate(SAMPLES)])
def test_a_printed_sentence_names_players_things_amounts_and_the_clause(sample: Sample, language: str) -> None:
    game = rulesets.load("jma-2006").start(["A", "B", "C"], start=sample.start, names=NAMES)
    answer = game.ruleset.judge(game, as_report(sample.report)).to_json(language)
    messages = {refusal["code"]: refusal["message"] for refusal in answer["refusals"]}
    message = messages[sample.code]
    for part in sample.mentions:
        assert (part if isinstance(part, str) else part[language]) in message
    assert "{" not in message


def test_an_edition_prints_its_own_names_and_money() -> None:
    start = {**DEED_AUCTION, "due": [{"kind": "auction", "deed": "boardwalk", "high": None}]}
    game = rulesets.load("jma-2006").start(["A", "B", "C"], edition="london", start=start, names=NAMES)
    answer = game.ruleset.judge(game, {"type": "bid", "player": "A", "amount": 15}).to_json("en")
    assert answer["refusals"][0]["message"] == (
        "Akira bid £15. Bids go in whole multiples of £10 (JMA/AUCTION-1). The next possible bid is £10."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_malformed_option_prints_what_the_option_must_be(language: str) -> None:
    answer = open_header({**faults.HEADER, "options": {"starting_cash": "much"}}).to_json(language)
    message = answer["refusals"][0]["message"]
    assert "starting_cash" in message
    assert "'much'" in message
    assert "1000000" in message


@pytest.mark.parametrize(
    ("language", "nothing", "something"),
    [
        ("en", "but Beatriz owes Chen nothing", "but Beatriz owes Chen $16"),
        ("ja", "Chenに対するBeatrizの負債はありません", "Chenに対するBeatrizの負債は$16です"),
        ("zh", "而Beatriz并不欠Chen", "而Beatriz欠Chen$16"),
    ],
)
def test_where_nothing_is_owed_no_sum_is_named(language: str, nothing: str, something: str) -> None:
    jma = rulesets.load("jma-2006")
    table = jma.start([*NAMES], names=NAMES).state.table
    for owed, ending in ((0, nothing), (16, something)):
        refusal = refuse("claim_not_held", player="A", debtor="B", creditor="C", amount=20, owed=owed)
        assert ending in jma.explain(refusal, table, language)["message"]


@pytest.mark.parametrize(
    ("language", "a_list", "an_object"),
    [
        ("en", "reads a list.", "reads an object."),
        ("ja", "一覧（list）", "オブジェクト（object）"),
        ("zh", "列表（list）", "对象（object）"),
    ],
)
def test_a_value_that_is_not_printed_is_named_by_its_shape(language: str, a_list: str, an_object: str) -> None:
    ruleset = rulesets.load("jma-2006")
    for report, shape in (([], a_list), ({**faults.TRADE, "give": {"claims": [{}]}}, an_object)):
        message = ruleset.judge(ruleset.start(["A", "B"]), as_report(report)).to_json(language)["refusals"][0][
            "message"
        ]
        assert shape in message
        assert " value" not in message


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_thing_that_comes_back_is_named(language: str) -> None:
    table = rulesets.load("jma-2006").start(["A", "B"]).state.table
    label = rulesets.load("jma-2006").mechanics.label
    assert label(table, "thing", "reading_railroad", language) == READING[language]
    named = label(table, "thing", "chance", language)
    assert named is not None
    assert CHANCE[language] in named
    assert named != CHANCE[language]


def every_answer() -> Iterator[dict[str, Any]]:
    """Everything that the scenarios and the faults of form make the engine say, in all languages."""
    for language in LANGUAGES:
        for _, record in records():
            yield record.opening.to_json(language)
            yield from (answer.to_json(language) for answer in record.answers if answer.refusals or answer.warnings)
        for ruleset, refusal in of_faults():
            if ruleset is not None:
                yield {"refusals": [ruleset.explain(refusal, None, language)]}


def test_nothing_that_the_engine_refuses_is_left_without_a_sentence() -> None:
    seen: set[str] = set()
    for answer in every_answer():
        for refusal in (*answer.get("refusals", ()), *answer.get("warnings", ())):
            seen.add(refusal["code"])
            assert refusal["message"], refusal
            assert "{" not in refusal["message"], refusal
            assert "  " not in refusal["message"], refusal
            if not refusal["clause"].startswith("RECORD/"):
                assert refusal["clause"] in refusal["message"]
    assert len(seen) > 0.8 * len(clause_of())
