"""A whole event of another game, Monopoly City and one of another package: no page and no paper of it writes money or
names pieces as the classic game does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from html import unescape
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from referee.printing.catalogue import CATALOGUE, EVENT, OF_TABLE
from rulesets.city.game.pieces import BONUSES, HAZARDS
from rulesets.kernel import registry
from rulesets.kernel.telling.pieces import standing
from rulesets.languages import LANGUAGES
from tests.referee.printing.test_every_paper import BROWSER
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import PUBLIC
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of
from tests.tournaments.paper_watch import watched
from tournaments.regulation import shipped

HARBOUR = """
format = 1
name = "harbour-cup"
version = "1"
title = { ja = "杯", en = "Cup", zh = "杯赛" }

[game]
ruleset = "harbour"

[tables]
size = 4

[[round]]
seating = "schedule"
minutes = 30

[[points.rule]]
winner = true
points = 3

[[points.rule]]
points = 0

[[standings.criterion]]
by = "points"
"""
ROLL = {"type": "roll", "player": "A", "dice": [1, 2]}
BERTH = {"type": "buy_berth", "player": "A", "deed": "north"}
CITY = shipped.text("city-cup").replace("repeat = 2", "repeat = 1").replace("after = 2", "after = 1")
CLASSIC = re.compile(
    r"[$＄] ?\d|ドル|美元|\b(?:houses?|hotels?|dollars?)\b|(?<!玩)家\d|\d軒|ホテル|旅馆|房屋|地契|権利書"
    r"|(?:JMA|US|WIKI|CLASSIC-JA)/[A-Z]+-\d+|\btwo minutes\b|两分钟|100/3"
)
"""Money, pieces and clauses that Monopoly City has not."""
BARE = re.compile(r"1[,.]?200(?! ?crowns)\b|1[,.]?100(?! ?crowns)\b")
"""Amounts of the results without the word or the unit that the game has for them."""
CUT = re.compile(r"^…|\S…$|^K$")
"""What did not fit on paper: a text that ends early, and an amount on two lines."""
OFFER_GAMES = ("/regulation", "/regulation/change", "/regulation/ready")
"""Pages that offer games that the event does not play."""
KINDS = ("minutes", "deed")
"""What a part of some addresses is."""
WAYS = {"result": ("&way=sheet",)}
"""What some pages are also asked for, by the end of their address."""
ADDRESS = "city-cup"
BUILT = {
    deed.key: {
        "owner": "ABCD"[at % 4],
        "residential": [3, 1],
        "industrial": [2],
        "railroads": 2,
        **({"hazards": [[*HAZARDS][at // 2 % 4]]} if at % 2 else {"bonus": [BONUSES[at // 2 % 4]]}),
        "skyscraper": at == 0,
        "tower": at == 2,
    }
    for at, deed in enumerate(registry.load("city").assets().deeds())
}
"""Something on every district, all around the board, and every kind of piece but one."""


def held(world: World, regulation: str, first: dict[str, Any], built: dict[str, Any]) -> HeldEvent:
    """A round of a game, with results that everybody sees.  ``first``: a report with which a game begins; ``built``:
    what then stands on the board.
    """
    event = HeldEvent(world, 8, regulation + '\n[results]\nconfirmation = "none"\n')
    event.published()
    table = event.tables(1)[0]["id"]
    event.done("POST", f"/tables/{table}/entries", client_id="first-report", base=0, report=first)
    if built:
        ruling = {"type": "ruling", "set": {"deeds": built}, "reason": "x"}
        event.done("POST", f"/tables/{table}/entries", client_id="buildings", base=1, report=ruling, reason="x")
    for table in event.tables(1):
        if not event.done("GET", f"/tables/{table['id']}/results")["version"]:
            event.result(table["id"])
    event.done("PUT", f"/events/{event.event}/public", **PUBLIC | {"address": ADDRESS})
    round_ = event.rounds()[0]
    event.done("POST", f"/rounds/{round_['id']}/close", anyway=True, reason="over")
    event.done("POST", f"/rounds/{round_['id']}/results/publish")
    event.done("POST", f"/tables/{event.tables(1)[0]['id']}/cases", client_id="case-0001", note="x")
    return event


def shown(page: str) -> str:
    """What a page shows, without its code."""
    page = re.sub(r"<(script|style|template)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", page))


def pages(event: HeldEvent, language: str) -> Iterator[tuple[str, str]]:
    """Every page of the event and what it shows."""
    browser = event.world.app.test_client()
    browser.set_cookie("referee", event.world.tokens["administrator"])
    case = event.done("GET", f"/events/{event.event}/cases")["rows"][0]["id"]
    for address in dict.fromkeys(each for kind in KINDS for each in event.addresses(ADDRESS, case_id=case, kind=kind)):
        if not address.startswith("/api/") and not address.endswith(OFFER_GAMES):
            for way in ("", *WAYS.get(address.rpartition("/")[2], ())):
                answer = browser.get(f"{address}?lang={language}{way}", headers=BROWSER)
                assert answer.status_code < 500, address
                if answer.status_code == 200 and answer.mimetype == "text/html":
                    yield address + way, shown(answer.get_data(as_text=True))


def papers(event: HeldEvent, language: str, crowded: Container[str]) -> Iterator[tuple[str, str]]:
    """Every document of the event and what is printed on it, with nothing cut except in those that are ``crowded``."""
    for name, paper in CATALOGUE.items():
        about = "" if paper.about == EVENT else f"&round=1{'&table=1' if paper.about == OF_TABLE else ''}"
        with watched() as sheets:
            answer = event.world.ask("GET", f"/events/{event.event}/papers/{name}?language={language}{about}")
        if name not in crowded:
            assert not [each for sheet in sheets for each in sheet.texts if CUT.search(each.what)], name
        assert answer.status_code < 500, name
        if answer.mimetype == "application/pdf":
            yield name, text_of(answer.data)


@SQLITE_ONLY
@pytest.mark.parametrize(
    ("game", "regulation", "amount", "first", "built"),
    [("city", CITY, "1.2M", ROLL, BUILT), ("harbour", HARBOUR, "1,200 crowns", BERTH, {})],
)
def test_nothing_of_another_game_speaks_of_the_classic_one(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    regulation: str,
    amount: str,
    first: dict[str, Any],
    built: dict[str, Any],
) -> None:
    point = EntryPoint("harbour", "tests.harbour:RULESET", "referee.rulesets")
    monkeypatch.setattr(registry, "installed", lambda: (point,))
    event, classic = held(world, regulation, first, built), {}
    for language in LANGUAGES:
        # a board of four spaces has no room for the figures inside
        seen, printed = dict(pages(event, language)), dict(papers(event, language, () if built else ("game-report",)))
        assert len(seen) > 40, sorted(seen)
        assert len(printed) > 25, sorted(printed)
        assert any(amount in each for each in seen.values())
        row = registry.load(game).assets().called["one"][language]
        assert row in printed["score-sheets"]
        assert row in printed["count-sheets"]
        pieces = registry.load(game).assets().drawn(language)
        for mark, many in Counter(each.mark for deed in built.values() for each in standing(pieces, deed)).items():
            assert printed["game-report"].count(mark) >= many, mark
        for at, text in (seen | printed).items():
            if said := sorted({*CLASSIC.findall(text), *BARE.findall(text)}):
                classic[language, at] = said
    assert classic == {}
