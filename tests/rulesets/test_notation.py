"""The short notation: what is written is read back unchanged, and what is typed is read as it is meant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulesets
from rulesets import notation
from rulesets.classic.game.fields import BARRED
from rulesets.kernel.record import FORMAT, Unreadable, open_header
from rulesets.kernel.ruleset import Game
from rulesets.languages import LANGUAGES
from rulesets.notation.codes import grammar
from rulesets.reports import as_report
from tests.rulesets import golden
from tests.rulesets.notation_lines import FAULTS
from tests.rulesets.scenarios import FOLDERS, load

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*golden.FOLDER.glob("*.jsonl"), *(ROOT / "tests" / "records").glob("*.jsonl")])
FILES = [file for file in FILES if ".answers" not in file.name]


@cache
def table(name: str, edition: str | None = None) -> tuple[Game, dict[str, Any]]:
    """A game of three players, and its codes as another program gets them."""
    game = rulesets.load(name).start(["A", "B", "C"], edition)
    return game, json.loads(json.dumps(notation.codes(game)))


def of_files() -> Iterator[tuple[Any, list[Any]]]:
    """The golden games and those of another engine."""
    for file in FILES:
        header, *reports = golden.lines(file)
        yield header, reports


def of_scenarios() -> Iterator[tuple[Any, list[Any]]]:
    """The scenarios whose header is good."""
    for folder in FOLDERS:
        for _, scenario in load(folder):
            steps = [step for step in scenario.get("steps", []) if isinstance(step, dict)]
            yield (
                {"record": FORMAT, **scenario["header"]},
                [{key: part for key, part in step.items() if key != "expect"} for step in steps],
            )


def well_formed(game: Game, report: dict[str, Any]) -> bool:
    """Whether a report has the form of its type."""
    if report["type"] in ("ruling", "retract"):
        refusals = game.ruleset.judge(game, as_report(report)).to_json().get("refusals", ())
        return "RECORD/FORM" not in {row["clause"] for row in refusals}
    if report["type"] == "bid" and not {"player", "players"} & set(report):
        return False  # one of the two must be there, which no single field requires
    if isinstance(report.get("with"), list) and report["type"] == "trade":
        return False  # deals of several, which a rule refuses, have no notation
    if any(set(BARRED) & set(report.get(side) or ()) for side in ("give", "take")):
        return False  # nor has what no deal may contain
    rule = game.ruleset.rules.get(report["type"])
    parsed = [] if rule is None else rule.form.parse(report, game.state.table)
    return not isinstance(parsed, list) and not barred(report, parsed)


def barred(report: dict[str, Any], parsed: Any) -> bool:
    """Whether a deal contains what no deal may, or is made with several: there is no short notation for that."""
    several = report["type"] in ("trade", "start_trade") and isinstance(report["with"], list)
    return several or any(getattr(side, "barred", ()) for side in parsed)


@pytest.mark.slow
@pytest.mark.parametrize("source", [of_files, of_scenarios])
def test_every_report_is_read_as_it_was_written_and_only_malformed_ones_are_json(source: Any) -> None:
    done = set()
    for header, reports in source():
        game = open_header(header).game
        if game is None:
            continue
        codes = notation.codes(game)
        for report in reports:
            key = json.dumps([game.ruleset.name, list(codes["seats"]), report])
            if key in done or "0" * 19 in key:  # a number of that length is refused in a record as well
                continue
            done.add(key)
            line = notation.write(report, codes)
            assert notation.parse(line, codes) == report
            if line.startswith("{"):
                assert "type" not in report or not well_formed(game, report), line
    assert len(done) > 1000


# -- any report that the forms allow

SEATS = ["A", "b", "花子", "Seat 2", "buy", "bal", "P4", "2"]


@cache
def crowded(name: str) -> dict[str, Any]:
    """The codes of a game whose seats have difficult names."""
    return notation.codes(rulesets.load(name).start(SEATS[: rulesets.load(name).seats[1]]))


def values(arg: dict[str, Any], codes: dict[str, Any]) -> st.SearchStrategy[Any]:
    """The values that an argument may have."""
    seat, deed, card = (st.sampled_from([key for key, _ in codes[kind]]) for kind in ("seats", "deeds", "cards"))
    deck = st.sampled_from([key for key, _ in codes["decks"]] or [None])
    release = st.sampled_from([key for key, _ in codes[codes["release"]]])
    amount = st.integers(0, 1_000_000)
    text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9)
    dice = st.lists(st.integers(1, 6), min_size=2, max_size=2)
    claim = st.fixed_dictionaries({"debtor": seat, "creditor": seat, "amount": amount})
    sizes = st.lists(st.integers(1, 3), min_size=1, max_size=3)
    listed = {"deeds": deed, "cards": release, "claims": claim}
    side = st.fixed_dictionaries(
        {}, optional={"cash": amount} | {part: st.lists(item, min_size=1, max_size=3) for part, item in listed.items()}
    )
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "seat": seat,
        "party": seat | st.sampled_from(["bank", "each"]),
        "deed": deed,
        "deck": deck,
        "card": card,
        "number": amount,
        "amount": amount,
        "flag": st.just(True),
        "option": st.sampled_from(arg.get("values", [0])),
        "name": st.sampled_from(["park", "water_tower"]),
        "text": text,
        "texts": st.lists(text, min_size=1, max_size=3),
        "seats": st.lists(seat, min_size=1, max_size=3),
        "deeds": st.lists(deed, min_size=1, max_size=4),
        "dice": dice,
        "levels": st.dictionaries(deed, st.integers(0, 12), min_size=1, max_size=4),
        "throws": st.dictionaries(seat, dice, min_size=1, max_size=4),
        "side": side,
        "hands": st.dictionaries(seat, st.lists(deed, max_size=3), min_size=1, max_size=3),
        "blocks": st.fixed_dictionaries({}, optional={"residential": sizes, "industrial": sizes}),
        "report": st.fixed_dictionaries({"type": st.just("buy"), "player": seat}),
        "json": st.dictionaries(text, text | st.lists(amount), max_size=3),
    }
    return kinds[arg["kind"]]


@st.composite
def reports(draw: st.DrawFn, codes: dict[str, Any]) -> dict[str, Any]:
    """Reports of any type for which the codes have a form."""
    form = draw(st.sampled_from(codes["forms"]))
    report: dict[str, Any] = {"type": form["type"]}
    seat = st.sampled_from([key for key, _ in codes["seats"]])
    if form["by"] == "players" and draw(st.booleans()):
        report["players"] = draw(st.lists(seat, min_size=2, max_size=3))
    elif form["by"]:
        report["player"] = draw(seat)
    for arg in form["args"]:
        if arg.get("optional") and draw(st.booleans()):
            continue
        value = draw(values(arg, codes))
        report |= value if "fields" in arg else {arg["field"]: value}
    if "apply" in report:
        report.pop("set", None)  # a ruling does one or the other
    return report


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jma-2006", "classic-ja", "city"])
@given(data=st.data())
def test_any_report_that_the_forms_allow_is_written_without_json_and_read_back(name: str, data: st.DataObject) -> None:
    codes = crowded(name)
    report = data.draw(reports(codes))
    line = notation.write(report, codes)
    assert not line.startswith("{")
    assert notation.parse(line, codes) == report


@pytest.mark.slow
@given(text=st.text(max_size=40))
def test_no_line_whatever_is_typed_raises_anything_but_a_refusal(text: str) -> None:
    game, codes = table("jma-2006")
    try:
        game.ruleset.judge(game, notation.parse(text, codes, "A"))
    except Unreadable as unreadable:
        assert game.ruleset.refuse_unread(game, unreadable.refusal).to_json()["refusals"][0]["message"]


# -- typing

THROW = {"type": "roll", "player": "A", "dice": [3, 4]}
TYPED: dict[str, dict[str, Any]] = {
    "A 34": THROW,
    "a 3 4": THROW,
    "A 3 + 4": THROW,
    "Ａ　３４": THROW,
    "34": {**THROW, "player": "B"},
    "A: 34 off ; 机の下": {**THROW, "off_board": True, "note": "机の下"},
    "A 34 @12.5": {**THROW, "at": 12.5},
    "b120": {"type": "bid", "player": "B", "amount": 120},
    "b b120": {"type": "bid", "player": "B", "amount": 120},
    "b = c bid 120": {"type": "bid", "players": ["B", "C"], "amount": 120},
    "A build 3=2 #1 1": {"type": "build", "player": "A", "to": {"baltic_avenue": 2, "mediterranean_avenue": 1}},
    "A mort 6、Ver, pennsylvania-a": {
        "type": "mortgage",
        "player": "A",
        "deeds": ["oriental_avenue", "vermont_avenue", "pennsylvania_avenue"],
    },
    "A deal B: bal 100 ＞ chance B/C=50": {
        "type": "trade",
        "player": "A",
        "with": "B",
        "give": {"deeds": ["baltic_avenue"], "cash": 100},
        "take": {"cards": ["chance"], "claims": [{"debtor": "B", "creditor": "C", "amount": 50}]},
    },
    "ruling 佐藤 「駒の位置」 let buy": {
        "type": "ruling",
        "by": "佐藤",
        "reason": "駒の位置",
        "apply": {"type": "buy", "player": "B"},
    },
    'ruling Sato “moved” set{"turn":"A"}': {"type": "ruling", "by": "Sato", "reason": "moved", "set": {"turn": "A"}},
    '{"type":"time_up"}': {"type": "time_up"},
}


@pytest.mark.parametrize("line", TYPED)
def test_a_line_is_read_as_it_is_meant(line: str) -> None:
    assert notation.parse(line, table("jma-2006")[1], "B") == TYPED[line]


def test_who_is_meant_is_the_one_whom_the_first_due_thing_names() -> None:
    game, codes = table("jma-2006")
    game = game.ruleset.judge(game, notation.parse("12", codes, notation.meant(game.ruleset.due(game)))).game
    assert notation.parse("buy", codes, notation.meant(game.ruleset.due(game))) == {"type": "buy", "player": "A"}
    game = game.ruleset.judge(game, {"type": "decline", "player": "A"}).game
    assert notation.meant(game.ruleset.due(game)) is None
    assert notation.meant([]) is None


LINES = """A bid {} | bid A {} | A {} 1 | A 1{} | A 3+{} | A pay {} | A trade B {} > {} | A trade B 5 > A/B={}
    | A mortgage #{} | A build #{}=1 | A build med={} | undo {} | @{} A 12 | A 12 @{} | A 12 @{}.5 | A 12 @1.{}
    | {{"type":"roll","player":"A","dice":[1,2],"at":{}}}"""


@pytest.mark.parametrize("digits", [19, 400, 5_000])
def test_no_number_is_too_long_to_be_refused(digits: int) -> None:
    for name in ("jma-2006", "city"):
        game, codes = table(name)
        for line in map(str.strip, LINES.split("|")):
            try:
                report = notation.parse(line.format("9" * digits, "9" * digits), codes)
            except Unreadable as unreadable:
                refusals = [unreadable.refusal]
            else:
                refusals = list(game.ruleset.judge(game, report).refusals)
            assert refusals, line
            for language in LANGUAGES:
                assert all(game.ruleset.explain(each, game.state.table, language)["message"] for each in refusals)


@pytest.mark.parametrize(("code", "line", "column"), FAULTS, ids=[line for _, line, _ in FAULTS])
def test_a_fault_says_what_and_where(code: str, line: str, column: int) -> None:
    with pytest.raises(Unreadable) as caught:
        notation.parse(line, table("jma-2006")[1])
    refusal = caught.value.refusal
    assert (refusal.code, refusal.facts["column"]) == (code, column)


BOARDS = (("jma-2006", "atlantic-city"), ("jma-2006", "london"), ("wiki-2008", "atlantic-city-2008"), ("city", None))


@pytest.mark.parametrize(("name", "edition"), BOARDS)
def test_deeds_have_codes_of_three_or_four_letters_and_no_code_stands_for_two(name: str, edition: str | None) -> None:
    codes = table(name, edition)[1]
    assert all(len(code) in (3, 4) for _, code in codes["deeds"])
    every = [code for kind in ("deeds", "decks", "cards") for _, code in codes[kind]]
    assert len(set(every)) == len(every)


def test_seats_that_look_like_other_words_are_numbered() -> None:
    assert [code for _, code in crowded("jma-2006")["seats"]] == ["A", "b", "花子", "s4", "s5", "s6", "P4", "s8"]


# -- the grammar and its page


def documented(page: Path) -> dict[str, list[str]]:
    """The examples in the tables of a page, by type of report."""
    found: dict[str, list[str]] = {}
    for line in page.read_text("utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").replace("\\|", "¦").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            found.setdefault(cells[0], []).append(cells[1])
    return found


@pytest.mark.parametrize("page", ["notation.md", "notation.ja.md", "notation.zh.md"])
def test_the_page_has_an_example_of_every_type_and_each_is_read_as_that_type(page: str) -> None:
    examples = documented(ROOT / "docs" / page)
    written = {form["type"]: form["example"] for form in grammar()}
    assert set(examples) == set(written)
    for form in grammar():
        assert form["example"] in examples[form["type"]]
    for kind, lines in examples.items():
        for line in lines:
            assert read_somewhere(line)["type"] == kind


def read_somewhere(line: str) -> Any:
    """A line as read by a game on the classic board, or else by Monopoly City."""
    for name in ("jma-2006", "classic-ja", "city"):
        try:
            return notation.parse(line, table(name)[1])
        except Unreadable:
            continue
    raise AssertionError(line)


def test_every_type_of_report_of_every_ruleset_can_be_typed() -> None:
    for name in rulesets.names():
        game = rulesets.load(name)
        types = {form["type"] for form in table(name)[1]["forms"]}
        assert {*game.rules, *game.absent, "ruling", "retract"} - types == set(), name


@pytest.mark.parametrize("name", rulesets.names())
@given(amount=st.integers(1, 999_999), nothing=st.sampled_from(("2.4G", "0.00004", "much", "--1")))
def test_an_amount_is_typed_as_the_game_writes_it_or_in_its_units(name: str, amount: int, nothing: str) -> None:
    game, codes = table(name)
    money = game.ruleset.mechanics.money(game.state.table.edition)
    for typed in (money.shown(amount).replace(",", ""), str(amount)):
        assert notation.parse(f"A b {typed}", codes) == {"type": "bid", "player": "A", "amount": amount}
        assert notation.parse(f"A deal B {typed} >", codes)["give"] == {"cash": amount}
    for word, units in (*money.multiples, *money.also):
        assert notation.parse(f"A b{amount}{word}", codes)["amount"] == amount * units
    for line in ("A b {}", "A deal B {} >"):
        with pytest.raises(Unreadable):
            notation.parse(line.format(nothing), codes)


@pytest.mark.parametrize("name", rulesets.names())
def test_a_line_without_a_known_verb_is_told_those_of_its_own_game(name: str) -> None:
    game, codes = table(name)
    own = {*game.ruleset.rules, "ruling", "retract"}
    for line in ("A xyzzy", "A"):
        with pytest.raises(Unreadable) as error:
            notation.parse(line, codes)
        told = error.value.refusal.facts["verbs"]
        assert told == [form["verbs"][0] for form in codes["forms"] if form["type"] in own]


def test_what_a_fault_says_has_words_in_every_language() -> None:
    codes = {code for code, _, _ in FAULTS}
    assert {frozenset(notation.words(language)) for language in ("en", "ja", "zh")} == {frozenset(codes)}
