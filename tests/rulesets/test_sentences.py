"""Sentences: every refusal code has one in every language, made only of facts that the code really carries."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

import rulesets
from rulesets.kernel import sentence
from rulesets.kernel.clause import FOLDER, LANGUAGES
from rulesets.kernel.record import Unreadable, open_header, read_line, replay
from rulesets.kernel.sentence import templates
from tests.rulesets import faults, scenarios

ROOT = Path(__file__).parent.parent.parent

KINDS = {"seat", "money", "deed", "space", "deck", "card", "piece", "level", "thing"}
"""What `rulesets.classic.labels` prints; a plural prints a list."""

COMPUTED: Mapping[str, set[str]] = {
    "throw_during_auction": set(),
    "throw_before_purchase": {"player", "deed"},
    "throw_before_auction_payment": {"player", "amount"},
    "throw_before_place": {"player", "piece"},
    "throw_before_card": {"player", "deck"},
    "shared_rescue_insufficient": {"player", "amount", "assets", "missing"},
}
"""Codes whose facts are put together in another place than the call: the facts that they always carry."""


# -- the catalogues


@cache
def clause_of() -> Mapping[str, str]:
    """The clause of every code of every catalogue."""
    rows = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml")) if "." not in path.stem]
    return {code: name for data in rows for name, row in data.items() if name != "source"
            for code in row.get("refuses", ())}  # fmt: skip


# -- the facts of every code, read from the calls


class Call(NamedTuple):
    """One place where a code is refused: the facts given there, None where they are computed elsewhere."""

    code: str
    facts: frozenset[str] | None


class Scan:
    """The calls of `refuse`, `malformed` and `warn` in one module, with the simple names in them resolved."""

    def __init__(self, tree: ast.Module) -> None:
        self.constants = dict(assignments(tree.body))
        self.names = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("kernel.refusal")
            for alias in node.names
        }
        self.tree = tree

    def calls(self) -> Iterator[Call]:
        """Every call, one for each code that it may name."""
        functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            local = list(assignments(ast.walk(function)))
            parameters = {argument.arg for argument in function.args.args}
            for node in own_nodes(function):
                if not isinstance(node, ast.Call) or (kind := self.kind(node.func)) is None:
                    continue
                code = node.args[0]
                if isinstance(code, ast.Name) and code.id in parameters:
                    continue  # hands on what it was given, as Draft.warn does
                given = self.facts(node, local)
                if kind == "malformed" and given is not None:
                    given |= {"field"}
                for name in self.codes(code, local):
                    yield Call(name, given)

    def kind(self, called: ast.expr) -> str | None:
        """What a call does, if it is one of the three."""
        if isinstance(called, ast.Name) and called.id in {"refuse", "malformed"} & self.names:
            return called.id
        return "warn" if isinstance(called, ast.Attribute) and called.attr == "warn" else None

    def codes(self, node: ast.expr, local: list[tuple[str, ast.expr]]) -> list[str]:
        """All codes that an expression may stand for."""
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        if isinstance(node, ast.IfExp):
            return self.codes(node.body, local) + self.codes(node.orelse, local)
        if isinstance(node, ast.Name):
            return self.codes(last_before(node, local), local)
        if isinstance(node, ast.Subscript):
            return self.of_mapping(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            return self.of_mapping(node.func.value) + self.codes(node.args[1], local)
        raise AssertionError(f"line {node.lineno}: which codes may this be? {ast.unparse(node)}")

    def of_mapping(self, name: ast.expr) -> list[str]:
        """The values of a dictionary at the top of the module."""
        assert isinstance(name, ast.Name)
        table = self.constants[name.id]
        assert isinstance(table, ast.Dict)
        return [str(value.value) for value in table.values if isinstance(value, ast.Constant)]

    def facts(self, call: ast.Call, local: list[tuple[str, ast.expr]]) -> frozenset[str] | None:
        """The names of the facts of a call."""
        found: set[str] = set()
        for keyword in call.keywords:
            if keyword.arg is not None:
                found.add(keyword.arg)
                continue
            value = keyword.value
            if isinstance(value, ast.Name):
                value = last_before(value, local)
            if not isinstance(value, ast.Dict):
                return None
            found |= {str(key.value) for key in value.keys if isinstance(key, ast.Constant)}
        return frozenset(found)


def assignments(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Names with what is assigned to them."""
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def last_before(name: ast.Name, local: list[tuple[str, ast.expr]]) -> ast.expr:
    """What was assigned to a name last before it is used."""
    before = [value for known, value in local if known == name.id and value.lineno <= name.lineno]
    assert before, f"line {name.lineno}: nothing assigned to {name.id}"
    return max(before, key=lambda value: value.lineno)


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function without those of the functions inside it."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        if not isinstance(node, ast.FunctionDef):
            yield node
            pending += ast.iter_child_nodes(node)


@cache
def facts_of() -> Mapping[str, frozenset[str]]:
    """The facts that every code carries, wherever it is refused."""
    carried: dict[str, frozenset[str]] = {}
    for storey in ("rulesets", "tournaments", "referee"):
        for path in sorted((ROOT / storey).rglob("*.py")):
            for code, given in Scan(ast.parse(path.read_text("utf-8"))).calls():
                facts = frozenset(COMPUTED[code]) if given is None or code in COMPUTED else given
                carried[code] = carried.get(code, facts) & facts
    return carried


def parts(template: str) -> list[tuple[str, str]]:
    """The facts that a template prints, each with its kind."""
    return [(name, kind or "") for _, name, kind, _ in Formatter().parse(template) if name is not None]


# -- what holds for the templates


def test_every_code_of_a_catalogue_is_refused_somewhere_with_facts_that_can_be_read() -> None:
    assert set(facts_of()) == set(clause_of())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_template_and_no_template_is_left_over(language: str) -> None:
    assert set(templates(language)) == set(clause_of())


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_print_only_facts_that_their_code_carries(language: str) -> None:
    strange = {
        code: sorted(unknown)
        for code, template in templates(language).items()
        if (unknown := {name for name, _ in parts(template)} - facts_of()[code] - {"clause"})
    }
    assert not strange


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


def test_there_are_no_sentences_in_a_language_that_is_not_spoken() -> None:
    assert set(sentence.AND) == set(LANGUAGES)
    assert {path.name.split(".")[-2] for path in sentence.FOLDER.glob("*.toml")} == set(LANGUAGES)
    with pytest.raises(KeyError):
        templates("fr")


# -- the scan itself


def test_the_scan_reads_conditions_mappings_and_collected_facts() -> None:
    source = """
from rulesets.kernel.refusal import malformed, refuse
WAITS = {1: "waits_one", 2: "waits_two"}
NONE = {}
def check(state, kind):
    facts = {"a": 1}
    yield refuse("early", **facts, b=2)
    facts: dict = {"c": 3}
    code = "yes" if state else "no"
    yield refuse(code, **facts)
    yield refuse(WAITS[kind])
    yield refuse(NONE.get(kind, "waits_else"), d=4)
    malformed("bad", value=5)
def warn(self, code, **facts):
    return refuse(code, **facts)
"""
    have = {code: sorted(facts or ()) for code, facts in Scan(ast.parse(source)).calls()}
    assert have == {
        "early": ["a", "b"], "yes": ["c"], "no": ["c"], "waits_else": ["d"],
        "waits_one": [], "waits_two": [],
        "bad": ["field", "value"],
    }  # fmt: skip


def test_the_scan_leaves_no_doubt_unspoken() -> None:
    source = "from rulesets.kernel.refusal import refuse\ndef check(x):\n    return refuse(x.code)\n"
    with pytest.raises(AssertionError, match="which codes"):
        list(Scan(ast.parse(source)).calls())


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
OTHERS = {"en": "the other players together", "ja": "ほかの全員（合計）", "zh": "其他选手合计"}
PURPLES = {"mediterranean_avenue": {"owner": "A"}, "baltic_avenue": {"owner": "A"}}


def owing(**debt: Any) -> dict[str, Any]:
    """A position in A's turn with one debt of A."""
    return {"phase": "turn", "turn": "A", "due": [{"kind": "debt", "player": "A", **debt}]}


class Sample(NamedTuple):
    """A refused report: from where, the code, and what its sentence must hold (by language, or in all of them)."""

    start: dict[str, Any]
    report: dict[str, Any]
    code: str
    told: tuple[str | Mapping[str, str], ...]


DEED_AUCTION = {
    "phase": "turn",
    "turn": "A",
    "due": [{"kind": "auction", "deed": "boardwalk", "high": {"player": "C", "amount": 40}}],
}
PURCHASE = {"phase": "turn", "turn": "A", "players": {"A": {"space": "boardwalk"}},
            "due": [{"kind": "buy_or_decline", "player": "A", "deed": "boardwalk"}]}  # fmt: skip
DRAW = {"phase": "turn", "turn": "A", "due": [{"kind": "draw", "player": "A", "deck": "chance"}]}
ROLL_B = {"type": "roll", "player": "B", "dice": [1, 2]}

SAMPLES = (
    Sample(DEED_AUCTION, {"type": "bid", "player": "B", "amount": 45}, "bid_not_in_tens",
           ("Beatriz", "$45", "$10", "$50", "JMA/AUCTION-1")),
    Sample(DEED_AUCTION, {"type": "bid", "player": "B", "amount": 40}, "bid_not_higher",
           ("Beatriz", "$40", "$50", "JMA/AUCTION-1")),
    Sample(BETWEEN_TURNS, ROLL_B, "not_in_turn", ("Beatriz", "Akira", "JMA/MOVE-5")),
    Sample(PURCHASE, ROLL_B, "throw_before_purchase", ("Akira", BOARDWALK, "JMA/LAND-1")),
    Sample(DRAW, ROLL_B, "throw_before_card", ("Akira", CHANCE, "JMA/CARD-1")),
    Sample({**DRAW, "decks": {"chance": {"known": ["advance_to_go"]}}},
           {"type": "draw", "player": "A", "card": "advance_to_go"}, "card_drawn_before",
           (ADVANCE, CHANCE, "15", "JMA/CARD-1")),
    Sample({"deeds": PURPLES}, {"type": "build", "player": "A", "to": {"baltic_avenue": 2}}, "build_uneven",
           (BALTIC, HOUSES, "JMA/BUILD-3")),
    Sample({"deeds": {"reading_railroad": {"owner": "A"}}},
           {**faults.TRADE, "give": {"deeds": ["reading_railroad"]}, "take": {"cash": 100}},
           "deed_too_cheap", (READING, "$100", "$101", "JMA/GIFT-3")),
    Sample(owing(to="bank", amount=75, cause="tax"), ROLL_B, "throw_before_payment",
           ("Akira", BANK, "$75", "JMA/DEBT-2")),
    Sample(owing(to="each", amount=100, cause="card"), ROLL_B, "throw_before_payment", ("Akira", OTHERS, "$100")),
    Sample(owing(to="B", amount=1_400, cause="rent", deed="boardwalk") | {"deeds": {"boardwalk": {"owner": "B"}}},
           {"type": "declare_bankruptcy", "player": "A"}, "debt_payable", ("Akira", "$1,400", "$1,500", "JMA/BANKR-1")),
    Sample({**PURCHASE, "players": {"A": {"cash": 390, "space": "boardwalk"}}}, {"type": "buy", "player": "A"},
           "cash_missing", ("Akira", "$400", "$390", "$10")),
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES, ids=[f"{at}-{sample.code}" for at, sample in enumerate(SAMPLES)])
def test_a_printed_sentence_names_players_things_amounts_and_the_clause(sample: Sample, language: str) -> None:
    game = rulesets.load("jma-2006").start(["A", "B", "C"], start=sample.start, names=NAMES)
    told = game.ruleset.judge(game, sample.report).to_json(language)
    messages = {refusal["code"]: refusal["message"] for refusal in told["refusals"]}
    message = messages[sample.code]
    for part in sample.told:
        assert (part if isinstance(part, str) else part[language]) in message
    assert "{" not in message


def test_an_edition_prints_its_own_names_and_money() -> None:
    start = {**DEED_AUCTION, "due": [{"kind": "auction", "deed": "boardwalk", "high": None}]}
    game = rulesets.load("jma-2006").start(["A", "B", "C"], edition="london", start=start, names=NAMES)
    told = game.ruleset.judge(game, {"type": "bid", "player": "A", "amount": 15}).to_json("en")
    assert told["refusals"][0]["message"] == (
        "Akira called £15. Calls go in whole multiples of £10 (JMA/AUCTION-1). The next possible call is £10."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_malformed_option_prints_what_the_option_must_be(language: str) -> None:
    told = open_header({**faults.HEADER, "options": {"starting_cash": "much"}}).to_json(language)
    message = told["refusals"][0]["message"]
    assert "starting_cash" in message
    assert "'much'" in message
    assert "1000000" in message


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
    """All that the scenarios and the faults of form make the engine say, in all languages."""
    for _, scenario in scenarios.load("jma"):
        reports = [{key: value for key, value in step.items() if key != "expect"} for step in scenario.get("steps", [])]
        record = replay({"record": "monopoly/1", **scenario["header"]}, reports, stop=False)
        for language in LANGUAGES:
            yield record.opening.to_json(language)
            yield from (answer.to_json(language) for answer in record.answers if answer.refusals or answer.warnings)
    game = rulesets.load("jma-2006").start(["A", "B", "C"])
    headers = [*faults.HEADERS.values()]
    headers += [{**faults.HEADER, "options": options} for options in faults.OPTIONS.values()]
    headers += [{**faults.HEADER, "start": start} for start in faults.STARTS.values()]
    for language in LANGUAGES:
        yield from (open_header(header).to_json(language) for header in headers)
        yield from (game.ruleset.judge(game, report).to_json(language) for report in faults.REPORTS.values())
        for line in faults.LINES.values():
            try:
                read_line(line)
            except Unreadable as unreadable:
                yield {"refusals": [game.ruleset.explain(unreadable.refusal, game.state.table, language)]}


def test_nothing_that_the_engine_refuses_is_left_without_a_sentence() -> None:
    seen: set[str] = set()
    for answer in every_answer():
        for told in (*answer.get("refusals", ()), *answer.get("warnings", ())):
            seen.add(told["code"])
            assert told["message"], told
            assert "{" not in told["message"], told
            assert "  " not in told["message"], told
            if not told["clause"].startswith("RECORD/"):
                assert told["clause"] in told["message"]
    assert len(seen) > 0.8 * len(clause_of())
