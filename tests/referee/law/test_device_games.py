"""Random games are judged in the browser exactly as they are here."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from rulesets import embedded
from tests.referee.support.browser import visit
from tests.referee.support.device_games import differing_answers, random_games, start_law
from tests.referee.support.law import judging_service
from tests.referee.support.running import Running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service whose pages can judge."""
    with judging_service(tmp_path_factory.mktemp("games")) as started:
        yield started


def test_random_games_are_answered_alike_in_the_browser_and_here(browser: Browser, service: Running) -> None:
    text = service.ask("GET", "/try").body.decode()
    law = json.loads(text.partition('id="given">')[2].partition("</script>")[0])["law"]
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened:
        opened.page.goto("/rules")
        start_law(opened.page, law)
        for number, game in enumerate(random_games(9, 1, 120)):
            asks = game.questions(("en", "ja", "zh")[number % 3])
            assert differing_answers(opened.page, asks) == [], game.ruleset
            assert json.loads(embedded.answer(asks[1]))["state"]["seq"] == len(game.reports)
        broken = asks[1].replace('"after": 0', '"after": 7')  # proof that the check sees a difference
        assert differing_answers(opened.page, [asks[0], broken]) == []
        embedded.held.clear()
        assert differing_answers(opened.page, [asks[1]]) == [asks[1]]
