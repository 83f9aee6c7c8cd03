"""The irregularity guide on its pages: every kind, as an event's regulation has it, and found by what people say."""

from __future__ import annotations

import re

import pytest

import rulesets
from referee.rules.guide import irregularities_meant
from rulesets.irregularities import guide, irregularities
from rulesets.languages import LANGUAGES
from tests.referee.lookup.test_rules_pages import page
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

SENTENCES = (
    ("en", "he moved his car one space too far", "wrong-move"),
    ("en", "the judge was called an idiot", "conduct"),
    ("en", "nobody held an auction for Oriental", "auction-missed"),
    ("en", "my opponent just walked away", "player-leaves"),
    ("en", "she did not take her 200", "salary-forgotten"),
    ("en", "the die is leaning on a card", "die-off"),
    ("ja", "サイコロが床に落ちた", "die-off"),
    ("ja", "サラリーをもらい忘れた", "salary-forgotten"),
    ("ja", "観客が口を出した", "outside-advice"),
    ("ja", "選手が帰ってしまった", "player-leaves"),
    ("ja", "競売を忘れていた", "auction-missed"),
    ("ja", "審判に暴言", "conduct"),
    ("zh", "骰子掉到地上", "die-off"),
    ("zh", "忘了领薪金", "salary-forgotten"),
    ("zh", "选手回家了", "player-leaves"),
    ("zh", "忘了拍卖", "auction-missed"),
    ("zh", "故意拖时间", "slow-play"),
    ("zh", "骂了裁判", "conduct"),
)


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_its_page_in_each_language(world: World, language: str) -> None:
    listed = page(world, f"/rules/irregularities?lang={language}")
    for key, kind in irregularities().items():
        assert f'href="/rules/irregularities/{key}"' in listed
        shown = page(world, f"/rules/irregularities/{key}?lang={language}")
        assert not re.search(r"<code>ruling |{&#34;", shown), f"{key}: a ruling is told in words"
        words = guide(language)[key]
        for part in (words.title, words.sign, words.facts, words.decision, words.reasons, *words.found.values()):
            assert part in shown, key
        assert all(f"{clause}</b>" in shown for clause in kind.clauses), key
    page(world, "/rules/irregularities/none", status=404)


@SQLITE_ONLY
@pytest.mark.usefixtures("cup")
def test_a_regulation_sets_the_penalty_and_what_is_done_instead_of_the_proposal(world: World) -> None:
    path = f"/events/{world.event}/regulation"
    text = world.ask("GET", path).get_json()["text"]
    own = '\n[rulings.irregularities]\nlateness = { en = "Ten minutes here.", ja = "ここでは10分です。" }\n'
    assert world.ask("PUT", path, json={"text": text + own}).status_code < 300
    for language, says in (("en", "Ten minutes here."), ("ja", "ここでは10分です。"), ("zh", "Ten minutes here.")):
        at = f"/rules/irregularities/lateness?event={world.event}&lang={language}"
        assert says in page(world, at, "organizer")
    assert "Ten minutes here." not in page(world, "/rules/irregularities/lateness?lang=en")
    page(world, f"/rules/irregularities/lateness?event={world.event}", status=401)
    wrong = '\n[rulings.irregularities]\nnonsense = { en = "x" }\n'
    assert world.ask("PUT", path, json={"text": text + wrong}).status_code == 422


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_in_the_hall_leads_to_the_kind(language: str) -> None:
    missed = {
        sentence: (key, found)
        for said, sentence, key in SENTENCES
        if said == language and key not in (found := irregularities_meant(sentence, language))
    }
    assert missed == {}
    city = rulesets.load("city")
    for key, each in guide(language).items():
        if key.startswith("city-"):
            led = {sentence: irregularities_meant(sentence, language, ruleset=city) for sentence in each.asked}
            assert {sentence for sentence, keys in led.items() if key not in keys} == set()
    assert (
        irregularities_meant("is there parking", "en")
        == irregularities_meant("駐車場はどこ", "ja")
        == irregularities_meant("停车场在哪里", "zh")
        == []
    )


@SQLITE_ONLY
def test_the_search_and_a_clause_lead_to_the_guide(world: World) -> None:
    assert 'href="/rules/irregularities/die-off"' in page(world, "/rules/jma-2006?q=a+die+fell+on+the+floor&lang=en")
    assert 'href="/rules/irregularities/die-off"' in page(world, "/rules/jma-2006/JMA/MOVE-3?lang=en")
    assert 'href="/rules/irregularities"' in page(world, "/rules")
