"""A whole event of Monopoly City: no page and no paper of it writes money or names pieces as the classic game does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from referee.printing.catalogue import CATALOGUE, EVENT, OF_TABLE
from rulesets.languages import LANGUAGES
from tests.referee.printing.test_every_paper import BROWSER
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import PUBLIC
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of
from tournaments.regulation import shipped

CITY = shipped.text("city-cup").replace("repeat = 2", "repeat = 1").replace("after = 2", "after = 1")
CLASSIC = re.compile(r"[$＄] ?\d|ドル|美元|\b(?:houses?|hotels?|dollars?)\b|(?<!玩)家\d|\d軒|ホテル|旅馆|房屋")
"""Money and pieces that Monopoly City has not."""
OFFER_GAMES = ("/regulation", "/regulation/change", "/regulation/ready")
"""Pages that offer games that the event does not play."""
ADDRESS = "city-cup"


def city_event(world: World) -> HeldEvent:
    """A round of Monopoly City, with results that everybody sees."""
    event = HeldEvent(world, 8, CITY + '\n[results]\nconfirmation = "none"\n')
    event.begin()
    for table in event.tables(1):
        if not event.done("GET", f"/tables/{table['id']}/results")["version"]:
            event.result(table["id"])
    event.done("PUT", f"/events/{event.event}/public", **PUBLIC | {"address": ADDRESS})
    round_ = event.rounds()[0]
    event.done("POST", f"/rounds/{round_['id']}/close", anyway=True, reason="over")
    event.done("POST", f"/rounds/{round_['id']}/results/publish")
    return event


def shown(page: str) -> str:
    """What a page shows, without its code."""
    page = re.sub(r"<(script|style|template)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", page))


def pages(event: HeldEvent, language: str) -> Iterator[tuple[str, str]]:
    """Every page of the event and what it shows."""
    browser = event.world.app.test_client()
    browser.set_cookie("referee", event.world.tokens["administrator"])
    for address in event.addresses(ADDRESS):
        if not address.startswith("/api/") and not address.endswith(OFFER_GAMES):
            answer = browser.get(f"{address}?lang={language}", headers=BROWSER)
            if answer.status_code == 200 and answer.mimetype == "text/html":
                yield address, shown(answer.get_data(as_text=True))


def papers(event: HeldEvent, language: str) -> Iterator[tuple[str, str]]:
    """Every document of the event and what is printed on it."""
    for name, paper in CATALOGUE.items():
        about = "" if paper.about == EVENT else f"&round=1{'&table=1' if paper.about == OF_TABLE else ''}"
        answer = event.world.ask("GET", f"/events/{event.event}/papers/{name}?language={language}{about}")
        if answer.mimetype == "application/pdf":
            yield name, text_of(answer.data)


@SQLITE_ONLY
def test_nothing_of_another_game_speaks_of_the_classic_one(world: World) -> None:
    event, classic = city_event(world), {}
    for language in LANGUAGES:
        seen, printed = dict(pages(event, language)), dict(papers(event, language))
        assert len(seen) > 40, sorted(seen)
        assert len(printed) > 25, sorted(printed)
        assert any("1.2M" in each for each in seen.values())
        for at, text in (seen | printed).items():
            if said := sorted(set(CLASSIC.findall(text))):
                classic[language, at] = said
    assert classic == {}
