"""The rules in a real browser: searched as you type, with the server's ranking, and offline once loaded."""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.core.language import words
from referee.rules.guide import irregularities_meant
from referee.rules.search import languages_of
from rulesets.languages import LANGUAGES
from rulesets.wordlist import wordlist
from tests.referee.lookup.test_guide_pages import SENTENCES
from tests.referee.lookup.test_rules_measured import read
from tests.referee.lookup.test_rules_search import found, questions_of
from tests.referee.support.browser import page_width, small_tap_targets, visit
from tests.referee.support.running import Running

RANKED = """async ([lang, questions]) => {
    const { searcher } = await import("/static/rules/search.js");
    const search = searcher(await (await fetch(`/rules/jma-2006/index.json?lang=${lang}`)).json());
    return questions.map(each => search(each, [], 5).map(({ point }) => point.id));
}"""


def ready(page: Page, path: str) -> None:
    """Open a search and wait until it works offline."""
    page.goto(path)
    page.locator("#find[data-ready]").wait_for()


GUIDED = """async ([lang, sentences]) => {
    const { guideOf } = await import("/static/rules/search.js");
    const kinds = guideOf(await (await fetch(`/rules/jma-2006/index.json?lang=${lang}`)).json());
    return sentences.map(each => kinds(each).map(({ point }) => point.id.split("/")[1].toLowerCase()));
}"""


def test_the_browser_ranks_as_the_server_does(browser: Browser, service: Running) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        opened.page.goto("/rules/jma-2006")
        for language in LANGUAGES:
            # The server also looks a question up in other languages; the browser has one language only.
            questions = [
                question
                for ruleset, question in questions_of(language)
                if ruleset == "jma-2006" and languages_of(question, language) == (language,)
            ]
            questions += [*read("two")[language], *read("unanswered")[language]]
            ranked = opened.page.evaluate(RANKED, [language, questions])
            differing = {
                question: (here, there)
                for question, here in zip(questions, ranked, strict=True)
                if here != (there := found(question, language, 5))
            }
            assert differing == {}, language
            said = [sentence for spoken, sentence, _ in SENTENCES if spoken == language]
            kinds = opened.page.evaluate(GUIDED, [language, said])
            assert kinds == [irregularities_meant(each, language) for each in said], language
        assert opened.faults == []


@pytest.mark.parametrize(
    ("size", "languages"), [*(("phone", (each,)) for each in LANGUAGES), ("tablet", tuple(LANGUAGES))]
)
def test_every_page_has_room_for_fingers(
    browser: Browser, service: Running, size: str, languages: tuple[str, ...]
) -> None:
    """On a phone every page in every language; on a tablet, where there is more room, the languages in turn."""
    paths = wordlist("""
        /rules /rules/jma-2006 /rules/jma-2006?q=hotel /rules/jma-2006/JMA/BANKR-9 /rules/answers
        /rules/answers/ANSWER/RENT-3 /rules/regulations/jma-national-2012 /rules/irregularities
        /rules/irregularities/build-illegal /rules/compare?left=jma-2006&right=wiki-2008
        /rules/jma-2006?q=die+fell+off+the+table
    """)
    with visit(browser, f"http://127.0.0.1:{service.port}", size) as opened:
        for path, language in zip(paths, cycle(languages), strict=False):
            opened.page.goto(f"{path}{'&' if '?' in path else '?'}lang={language}")
            assert page_width(opened.page) == opened.width, path
            assert small_tap_targets(opened.page) == [], path
        assert opened.faults == []


def test_once_loaded_it_is_searched_without_a_network_even_after_a_cold_start(
    browser: Browser, service: Running
) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        page = opened.page
        ready(page, "/rules/jma-2006?lang=ja")
        expect(page.locator("#kept")).to_have_text(words("ja")["rules_kept"])
        page.goto("/rules/jma-2006/JMA/GO-1")
        page.wait_for_function(
            "async () => (await (await caches.open('referee-rules-1')).keys()).some(each => each.url.endsWith('GO-1'))"
        )
        page.context.set_offline(True)
        page.goto("/rules/jma-2006?q=競売")
        expect(page.locator("#hits summary").first).to_contain_text("JMA/AUCTION-")
        page.fill("input[name=q]", "最後の一振り")
        expect(page.locator("#hits summary").first).to_contain_text("JMA/TIME-7")
        page.fill("input[name=q]", "ゼロ救済")
        expect(page.locator("#hits a[href='/rules/answers/ANSWER/RESCUE-5']")).to_have_count(1)
        page.goto("/rules/jma-2006/JMA/GO-1")
        expect(page.locator("h1")).to_have_text("GOのサラリー")
        page.goto("/rules/jma-2006/JMA/JAIL-1")  # never opened, but in the search index
        expect(page.locator("#hits summary b").first).to_have_text("JMA/JAIL-1")
        page.goto("/rules/answers/ANSWER/TALK-2")
        expect(page.locator("#hits summary b").first).to_have_text("ANSWER/TALK-2")
        page.context.set_offline(False)


def test_without_a_script_the_server_answers(browser: Browser, service: Running) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=f"http://127.0.0.1:{service.port}")
    page = context.new_page()
    page.goto("/rules/jma-2006?lang=en")
    page.fill("input[name=q]", "last roll after the bell")
    page.click("button.go")
    expect(page.locator("#hits summary b").first).to_have_text("JMA/TIME-7")
    context.close()
