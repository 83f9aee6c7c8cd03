"""Guides as pages: in the reader's language, with the same sections in every language, and with HTML escaped."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.help.guide import (
    GUIDES,
    PROJECT,
    guide,
    guides,
    html_token,
    markdown_parser,
    reference_guides,
    slug,
    text_of,
    wrap_wide_blocks,
)
from referee.help.pages import PLACES, help_address
from rulesets.languages import FALLBACK, LANGUAGES, NAMES
from tests.referee.lookup.test_rules_pages import page
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import EveryAddress
from tests.referee.support.world import World

IN_EVERY_LANGUAGE = ("tablet", "tournament", "arbiter", "players")
EVERY = [(name, language) for name, files in guides().items() for language in files]
NO_TEXT = re.compile(r"<(pre|code)\b.*?</\1>", re.S)


def test_judges_organizers_arbiters_and_players_read_their_guides_in_every_language() -> None:
    assert all(list(guides()[name]) == list(LANGUAGES) for name in IN_EVERY_LANGUAGE)
    assert "ja" in guides()["operating"]
    assert set(GUIDES) | set(PROJECT) <= set(guides())


@pytest.mark.parametrize("name", [name for name, files in guides().items() if len(files) > 1])
def test_the_sections_of_a_guide_are_the_same_in_all_its_languages(name: str) -> None:
    in_english, *others = (guide(name, language) for language in guides()[name])
    assert in_english is not None
    for other in others:
        assert other is not None and other.language != FALLBACK
        assert [(each.level, each.anchor) for each in other.sections] == [
            (each.level, each.anchor) for each in in_english.sections
        ]
        counted = [
            [len(re.findall(f"<{tag}[ >]", each.body)) for tag in ("pre", "table", "tr", "img")]
            for each in (in_english, other)
        ]
        assert counted[0] == counted[1], other.language


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_no_mark_of_markdown_is_left_in_a_guide(name: str, language: str) -> None:
    page = guide(name, language)
    assert page is not None and page.title
    text = NO_TEXT.sub("", page.body)
    assert re.findall(r".{0,20}(?:\*\*|\]\(|`|<!--|&lt;!--).{0,20}", text) == []


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_what_is_meant_to_be_bold_is_bold_and_nothing_else(name: str, language: str) -> None:
    """In CommonMark a ``**`` between a question mark and a letter does not end bold text, and in Japanese and Chinese
    no space separates them; the bold would then run on to the next ``**``.
    """
    page = guide(name, language)
    assert page is not None
    lines = [
        each.content for each in markdown_parser().parse(text_of(guides()[name][language])) if each.type == "inline"
    ]
    meant = [each for line in lines for each in re.findall(r"\*\*(.+?)\*\*", line, re.S)]
    bold = [re.sub(r"<[^>]+>|&\w+;", "", each) for each in re.findall(r"<strong>(.*?)</strong>", page.body, re.S)]
    assert [re.sub(r"\W", "", each) for each in bold] == [re.sub(r"\W", "", each) for each in meant]


def test_html_in_a_guide_is_shown_and_not_carried_out() -> None:
    reader = markdown_parser()
    text = 'A <script>alert(1)</script> <img src=x>\n\n<div onclick="x">\n\n[a](javascript:alert(1))\n\n    <b>'
    rendered = reader.renderer.render(wrap_wide_blocks(reader.parse(text), '"><script>'), reader.options, {})
    assert re.findall(r"<\w+", rendered) == ["<p", "<p", "<p", "<pre", "<code"]
    assert html_token("<i>").content == "<i>"


def test_headings_have_the_anchors_that_github_gives_them() -> None:
    assert (
        slug("When the clock is set, and when the lid is closed") == "when-the-clock-is-set-and-when-the-lid-is-closed"
    )
    assert slug("The bracket: [[qualification.stage]]") == "the-bracket-qualificationstage"
    assert slug("卓から呼び出しがあったら") == "卓から呼び出しがあったら"


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_finds_every_guide_and_is_told_of_one_that_lacks_their_language(world: World, language: str) -> None:
    index = page(world, f"/help?lang={language}")
    for name in guides():
        assert f'href="/help/{name}"' in index
        shown = page(world, f"/help/{name}?lang={language}")
        lacking = language not in guides()[name]
        assert ('<p class="note">' in shown) == lacking
        assert f'<article class="sheet" lang="{FALLBACK if lacking else language}">' in shown
        if lacking:
            assert NAMES[FALLBACK] in shown.partition('<p class="note">')[2].partition("</p>")[0]
    assert reference_guides() and 'lang="en"' in index
    page(world, "/help/nothing", status=404)


@SQLITE_ONLY
def test_a_guide_shows_its_pictures_and_leads_to_other_guides_and_their_sections(world: World) -> None:
    shown = page(world, "/help/operating?lang=en")
    assert 'src="/help/https-ipad.svg"' in shown and 'href="/help/referee.service"' in shown
    assert 'href="/help/operating#https"' in page(world, "/help/security?lang=en")
    assert "<span>tests/one_clause</span>" in page(world, "/help/adding-a-ruleset?lang=en")
    picture = world.app.test_client().get("/help/https-ipad.svg")
    assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
    assert world.app.test_client().get("/help/referee.service").mimetype == "text/plain"


def test_the_place_of_every_page_is_a_section_that_there_is_in_every_language(addresses: Flask) -> None:
    known = {name: {each.anchor for each in found.sections} for name in guides() if (found := guide(name, FALLBACK))}
    lost = [
        place
        for place in set(PLACES.values())
        if (parts := place.partition("#"))[0] not in known or parts[2] not in known[parts[0]] | {""}
    ]
    assert lost == []
    endpoints = {rule.endpoint for rule in addresses.url_map.iter_rules()}
    blueprints = {endpoint.partition(".")[0] for endpoint in endpoints}
    assert set(PLACES) <= endpoints | blueprints
    assert help_address("desk.show_desk", "desk") == "/help/tournament#each-round"
    assert help_address("public.show_event", "public", "?lang=zh") == "/help/players?lang=zh#where-do-i-sit"
    assert help_address(None, None) == "/help"


@pytest.mark.slow
@SQLITE_ONLY
def test_every_page_has_its_place_in_a_guide_and_leads_there(world: World) -> None:
    every, without, unmarked = EveryAddress(world), [], []
    for rule in every.rules("GET"):
        if rule.rule.startswith(("/api/", "/static/", "/help", "/law/")):
            continue
        answer = every.ask("GET", every.path(rule), headers={"Accept": "text/html"})
        if answer.mimetype == "text/html" and answer.status_code == 200:
            blueprint = rule.endpoint.rpartition(".")[0]
            place = help_address(rule.endpoint, blueprint)
            without += [rule.endpoint] if place == "/help" else []
            framed = "rim" in answer.text and 'id="tablet"' not in answer.text
            unmarked += [rule.endpoint] if framed and f'href="{place}"' not in answer.text else []
        answer.close()
    assert without == []
    assert unmarked == []
