"""A ruleset from another package (`tests/stranger`), installed for real: listed, shown, judged by, conforming."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.installed import ROOT, Installed, install

pytestmark = pytest.mark.process
STRANGER = ROOT / "tests" / "stranger"
PAGE = ROOT / "docs" / "adding-a-ruleset.md"

HEADER: dict[str, Any] = {"record": "monopoly/1", "ruleset": "pub-rules", "seats": ["A", "B"]}
ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [2, 4]}
BUY: dict[str, Any] = {"type": "buy", "player": "A"}
DECLINE: dict[str, Any] = {"type": "decline", "player": "A"}
HAMMER: dict[str, Any] = {"type": "close_auction"}

CONFORMANCE = """
from rulesets.kernel import conformance, registry
for version in registry.versions("pub-rules"):
    conformance.check(version, (0, 2, 3), 100)
    answers = conformance.play(version, 2, 100).answers
    met = {refusal.code for answer in answers for refusal in answer.refusals}
    print(version.name, version.version, "pub_no_lap_yet" in met)
"""
LAYERS = """
import json
import rulesets
pub, boxed = rulesets.load("pub-rules"), rulesets.load("classic-us")
texts = [pub.catalogue.text(clause, language)
         for clause in pub.catalogue.clauses for language in ("en", "ja", "zh")]
whole = all(text.title and text.text and text.example for text in texts)
changed = {name for name in pub.rules if pub.rules[name] != boxed.rules[name]}
added = [clause for clause in pub.catalogue.clauses if clause not in boxed.catalogue.clauses]
figures = {name: value for name, value in pub.figures._asdict().items() if value != getattr(boxed.figures, name)}
print(json.dumps([sorted(changed), added, figures, whole]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package, installed."""
    return install(STRANGER, tmp_path_factory.mktemp("stranger"))


def record(folder: Path, *reports: dict[str, Any], **header: Any) -> Path:
    """A record under pub-rules."""
    file = folder / "record.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ({**HEADER, **header}, *reports)), "utf-8")
    return file


def broken(answer: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Clause, code and layer of each refusal."""
    return [(refusal["clause"], refusal["code"], refusal["layer"]) for refusal in answer.get("refusals", [])]


def test_it_is_listed_in_the_version_in_force(installed: Installed) -> None:
    ran = installed.referee("rules", "list")
    assert (ran.code, ran.err) == (0, "")
    row = next(line for line in ran.out.splitlines() if line.startswith("pub-rules "))
    assert row.split()[1] == "v2"
    assert row.endswith("House rules of the pub")


@pytest.mark.parametrize(
    ("language", "title", "layer"),
    [
        ("en", "No buying before the first lap", "Layer: supplementary rules"),
        ("ja", "1周するまで購入なし", "層: 補足ルール"),
        ("zh", "第一圈之前不得购买", "层级: 补充规则"),
    ],
)
def test_its_clause_is_shown(installed: Installed, language: str, title: str, layer: str) -> None:
    ran = installed.referee("rules", "show", "PUB/LAP-1", "--ruleset", "pub-rules", "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"PUB/LAP-1  {title}\n")
    assert layer in ran.out


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "A reported buying Oriental Avenue, and nobody has reached GO yet. Until some player has, nobody may "
            "buy the property landed on (PUB/LAP-1). It is declined and auctioned, and A may call.",
        ),
        (
            "ja",
            "Aのオリエンタル通りの購入が報告されましたが、まだ誰もGOに着いていません。誰かがGOに着くまでは、"
            "止まった物件を購入できません（PUB/LAP-1）。辞退を報告してください。競売になり、Aもコールできます。",
        ),
        (
            "zh",
            "A报告购买东方大道，但还没有玩家到达起点。在此之前，谁也不得购买所停的地产（PUB/LAP-1）。"
            "请报告放弃，随后进行拍卖，A也可以出价。",
        ),
    ],
)
def test_its_own_rule_refuses_in_its_own_words(
    installed: Installed, tmp_path: Path, language: str, sentence: str
) -> None:
    _, bought, _ = installed.answers(record(tmp_path, ROLL, BUY), language)
    assert broken(bought) == [("PUB/LAP-1", "pub_no_lap_yet", "supplement")]
    assert bought["refusals"][0]["message"] == sentence


def test_what_is_declined_is_auctioned_from_five_dollars(installed: Installed, tmp_path: Path) -> None:
    calls = [{"type": "bid", "player": "B", "amount": amount} for amount in (4, 5)]
    _, _, low, high, sold, end = installed.answers(record(tmp_path, ROLL, DECLINE, *calls, HAMMER))
    assert broken(low) == [("PUB/AUCTION-1", "bid_below_least", "supplement")]
    assert (low["refusals"][0]["facts"]["least"], high["accepted"], sold["accepted"]) == (5, True, True)
    assert end["position"]["players"]["B"]["cash"] == 1495
    assert end["position"]["deeds"]["oriental_avenue"]["owner"] == "B"


def test_a_tournament_may_still_set_the_least_call(installed: Installed, tmp_path: Path) -> None:
    call = {"type": "bid", "player": "B", "amount": 6}
    _, _, low, _ = installed.answers(record(tmp_path, ROLL, DECLINE, call, options={"least_bid": 20}))
    assert broken(low) == [("PUB/AUCTION-1", "bid_below_least", "regulation")]
    assert low["refusals"][0]["option"] == "least_bid"


def test_after_the_first_lap_it_may_be_bought(installed: Installed, tmp_path: Path) -> None:
    start = {"players": {"A": {"space": "boardwalk"}}}
    past_go = {**ROLL, "dice": [1, 3]}
    _, bought, end = installed.answers(record(tmp_path, past_go, BUY, start=start))
    assert bought["accepted"]
    assert end["position"]["deeds"]["baltic_avenue"]["owner"] == "A"


def test_a_record_is_judged_under_the_version_that_it_names(installed: Installed, tmp_path: Path) -> None:
    second = ({"type": "roll", "player": "B", "dice": [1, 2]}, {"type": "decline", "player": "B"})
    call = {"type": "bid", "player": "A", "amount": 4}
    _, bought, *_, low, _ = installed.answers(record(tmp_path, ROLL, BUY, *second, call, version="1"))
    assert bought["accepted"]
    assert broken(low) == [("PUB/AUCTION-1", "bid_below_least", "supplement")]


def test_it_is_judged_anew_under_another_version_and_another_ruleset(installed: Installed, tmp_path: Path) -> None:
    file = record(tmp_path, ROLL, BUY)
    for other, version in (("pub-rules@1", "1"), ("classic-us", "2")):
        ran = installed.referee("rejudge", "--ruleset", other, "--json", file)
        assert (ran.code, ran.err) == (1, "")
        result = json.loads(ran.out)
        assert (result["then"], result["now"]) == ("pub-rules@2", f"{other.partition('@')[0]}@{version}")
        assert (result["changed"], result["left_out"]) == (1, [])
        (change,) = result["first"]
        assert (change["report"], change["now"]["accepted"]) == (BUY, True)
        assert broken(change["then"]) == [("PUB/LAP-1", "pub_no_lap_yet", "supplement")]


def test_it_changes_what_it_names_and_nothing_else(installed: Installed) -> None:
    ran = installed.python("-c", LAYERS)
    assert not ran.err
    assert json.loads(ran.out) == [["buy"], ["PUB/LAP-1", "PUB/AUCTION-1"], {"least_bid": 5}, True]


def test_random_play_keeps_the_contract(installed: Installed) -> None:
    ran = installed.python("-c", CONFORMANCE)
    assert not ran.err
    assert ran.out.splitlines() == ["pub-rules 1 False", "pub-rules 2 True"]


def test_without_the_package_there_is_no_such_ruleset(tmp_path: Path) -> None:
    ran = Installed(tmp_path).referee("rules", "list", "--ruleset", "pub-rules")
    assert (ran.code, ran.out) == (2, "")
    assert "There is no ruleset 'pub-rules'" in ran.err


def test_the_checklist_quotes_the_package_as_it_is() -> None:
    files = [path for path in STRANGER.rglob("*") if path.suffix in (".py", ".toml")]
    there = {line.strip() for path in files for line in path.read_text("utf-8").splitlines()}
    _, _, part = PAGE.read_text("utf-8").partition("## House rules with checks of their own\n")
    part, _, _ = part.partition("\n## How layers work\n")
    _, *quoted = re.findall(r"(?:^    .*\n|^\n(?=    ))+", part, re.MULTILINE)
    lines = {re.sub(r"  +# .*", "", line).strip() for block in quoted for line in block.splitlines()}
    assert len(lines) > 25
    assert not {line for line in lines if not any(known.startswith(line.removesuffix("…")) for known in there)}
