"""The tablet and the screens in a browser, in a language added by files alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from rulesets.notation.codes import grammar
from tests import pseudo
from tests.referee.support.browser import visit
from tests.referee.support.running import PROGRAM, Running, running
from tests.referee.support.tablet_states import SCENES, Scene
from tests.referee.support.tablets import new_table

pytestmark = pytest.mark.process

SHOWN = """attributes => [document.title, ...document.body.innerText.split("\\n"),
    ...attributes.flatMap(name => [...document.querySelectorAll(`[${name}]`)].map(each => each.getAttribute(name)))]"""
VERBS = sorted({verb for form in grammar() for verb in form["verbs"]}, key=len, reverse=True)
ALLOWED = re.compile(
    rf"\b(?:JMA|CITY|RECORD)/[A-Z]+|(?<=[ \]])(?:{'|'.join(map(re.escape, VERBS))})(?=\[\[, |\.)"
    r"|\b(?:Event|Player) \d+|\b(?:admin|Cup|English)\b|“jump”|The throw stands, .* due\."
)
"""What is the same in every language: clauses, the verbs of the notation, names in the scenes, and what is typed there.
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service of a copy of the project with the pseudo-language."""
    project = pseudo.copy_with_pseudo_language(tmp_path_factory.mktemp("project"))
    own = {"PYTHONPATH": str(project), "PYTHONSAFEPATH": "1"}
    with running(tmp_path_factory.mktemp("data"), program=PROGRAM, **own) as started:
        started.log_in()
        yield started


@pytest.fixture(scope="module")
def page(service: Running, browser: Browser) -> Iterator[Page]:
    """A page for one table after another."""
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet", service.headers["Cookie"]) as (page, _, _):
        yield page


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.walk.__name__)
def test_the_tablet_says_nothing_in_plain_letters(service: Running, page: Page, scene: Scene) -> None:
    table = new_table(service, **scene.header)
    page.goto(f"{table.page}?lang={pseudo.CODE}")
    page.locator("main#panel").wait_for()
    found = {}
    for state in scene.walk(page, table):
        texts = [str(each) for each in page.evaluate(SHOWN, list(pseudo.TEXT_ATTRIBUTES))]
        assert any("[[" in each for each in texts), state
        if plain := pseudo.plain_texts(dict.fromkeys(texts), ALLOWED):
            found[state] = plain
    assert not found
