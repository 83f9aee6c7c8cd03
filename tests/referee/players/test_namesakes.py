"""Two players of one name are told apart on every page, in every answer of the API and on every paper."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.printing.catalogue import CATALOGUE, OF_TABLE
from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of
from tournaments.players.entrant import Entrant
from tournaments.players.row import same_text
from tournaments.players.shown import shown_names

ROWS = (
    "Twin Smith,Kobe,a",
    "Twin Smith,Kanto,b",
    "Lone Mori,Kobe,c",
    "Lone Mori,Kobe,d",
    "Ann Lee,,e",
    "Bob Ray,,f",
    "Cy Fox,,g",
    "Di Poe,,h",
)
SHOWN = {"Twin Smith": r" \((Kobe|Kanto)\)", "Lone Mori": r" #[34]"}
NUMBERS = {"Twin Smith": "[12]", "Lone Mori": "[34]"}
OWN = {"name-tags", "certificates-vertical", "certificates-horizontal", "participation-certificates", "receipts"}
"""Papers of one person each, with the name alone; the tags have number and club beside it, receipts the number."""


@given(
    st.lists(
        st.tuples(st.sampled_from(("A", "Ａ", "a", "B", "A (K)", "A #2")), st.sampled_from(("", "K", "k", "-", "L")))
    )
)
@example([("A", "L"), ("A", "K"), ("A (K)", ""), ("A #2", "")])
@example([("A", ""), ("A #3", ""), ("A", "")])
def test_no_two_of_an_event_are_shown_alike_and_a_name_of_its_own_stays(people: list[tuple[str, str]]) -> None:
    players = [Entrant(str(number), number, name, club=club) for number, (name, club) in enumerate(people, 1)]
    listed, gone = players[: len(players) // 2 * 2], players[len(players) // 2 * 2 :]
    shown = shown_names(listed, gone)
    assert len({same_text(each) for each in shown.values()}) == len(players)
    names = [same_text(each.name) for each in players]
    for each in listed:
        if names.count(same_text(each.name)) == 1 and not re.search(r"[(#]", each.name):
            assert shown[each.id] == each.name


def test_two_of_one_name_and_one_number_are_shown_alike_and_end_nothing() -> None:
    """No event has them, but anybody may upload an archive that does."""
    assert shown_names([Entrant("a", 1, "X"), Entrant("b", 1, "X")]) == {"a": "X #1", "b": "X #1"}


class Namesakes(HeldEvent):
    """An event with two pairs of namesakes."""

    def _registered(self, players: int) -> list[str]:
        data = b64encode("\n".join(["name,club,reading", *ROWS]).encode()).decode()
        self.done("POST", f"/events/{self.event}/players/import", data=data, apply=True)
        listed = self.done("GET", f"/events/{self.event}/players")["rows"]
        return [each["id"] for each in sorted(listed, key=lambda player: int(player["number"]))]


def bare(text: str) -> list[str]:
    """Where a name stands that could be either of two people, with what is around it."""
    found = []
    for name, addition in SHOWN.items():
        for at in re.finditer(re.escape(name) + rf"(?!{addition})", text):
            before, after = text[max(0, at.start() - 40) : at.start()], text[at.end() : at.end() + 60]
            told = (
                re.search(rf"(?<!\d){NUMBERS[name]}[ .,·:#]*$", before)
                or (name == "Twin Smith" and re.match(r"\W*(?:[a-d]\W+)?(Kobe|Kanto)", after))
                or re.match(rf" \(No\. {NUMBERS[name]}\)", after)
            )
            if not told:
                found.append(f"…{before}[{name}]{after}…")
    return found


def bare_in_json(value: Any) -> Iterator[str]:
    """Objects and lists in which a bare name stands without id or number."""
    if isinstance(value, dict):
        told = any(key in value for key in ("number", "id", "player", "player_id"))
        for key, each in value.items():
            if isinstance(each, str) and not (told and key in ("name", "own_name")):
                yield from (f"{key}: {where}" for where in bare(each))
            else:
                yield from bare_in_json(each)
    elif isinstance(value, list):
        for each in value:
            yield from bare(each) if isinstance(each, str) else bare_in_json(each)


def not_counted(text: str) -> bool:
    """Whether there are more names than additions to them; on paper an addition may stand in another line."""
    return any(
        len(re.findall(name, text)) > len(re.findall(addition.strip(), text)) for name, addition in SHOWN.items()
    )


def visible(page: str) -> str:
    """What a page says, in its order: texts, labels and values."""
    page = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", page)
    page = re.sub(r'\b(?:aria-label|placeholder|title|alt|content)="([^"]*)"', r">\1<", page)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


@pytest.mark.slow
@SQLITE_ONLY
def test_namesakes_are_told_apart_wherever_a_name_stands(world: World) -> None:
    held = Namesakes(world, 8)
    parts = ["clock", "seating", "standings", "bracket", "tables", "live", "replays"]
    held.done("PUT", f"/events/{held.event}/public", open=True, address="twins", parts=parts)
    held.begin()
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["administrator"])
    found: dict[str, list[str]] = {}
    seen = 0

    def look() -> None:
        nonlocal seen
        for address in held.addresses("twins"):
            response = (browser if not address.startswith("/api") else world.app.test_client()).get(
                address, headers={"Authorization": f"Bearer {world.tokens['administrator']}"}
            )
            if response.status_code != 200 or response.mimetype not in ("text/html", "application/json", "text/csv"):
                continue
            text = response.get_data(as_text=True)
            seen += any(name in text for name in SHOWN)
            if response.mimetype == "application/json":
                where = list(bare_in_json(json.loads(text)))
            else:
                where = bare(visible(text) if response.mimetype == "text/html" else text)
            if where:
                found.setdefault(address, where)

    def look_at_papers() -> None:
        for paper in CATALOGUE.values():
            for query in ("round=1&table=1",) if paper.about == OF_TABLE else ("", "round=1"):
                response = world.ask("GET", f"/events/{held.event}/papers/{paper.name}?lang=en&{query}")
                if response.status_code == 200:
                    text = " ".join(text_of(response.data).split())
                    printed[paper.name] = printed.get(paper.name, False) or any(name in text for name in SHOWN)
                    if paper.name not in OWN and not_counted(text) and (where := bare(text)):
                        found.setdefault(f"{paper.name} {query}", where)

    printed: dict[str, bool] = {}
    look()
    look_at_papers()
    held.end()
    look()
    look_at_papers()
    assert seen > 40
    assert sum(printed.values()) > 15, printed
    assert not found, "\n".join(f"{address}: {where}" for address, where in found.items())


@SQLITE_ONLY
def test_every_namesake_is_taken_into_the_register(world: World) -> None:
    held = Namesakes(world, 8)
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["administrator"])
    for _ in range(2):
        token = fields_of(browser.get("/register").get_data(as_text=True))["csrf_token"]
        browser.post("/register/take-in", data={"csrf_token": token, "event": held.event})
        people = [row["name"] for row in world.ask("GET", "/people").get_json()["rows"]]
        assert sorted(people) == sorted(row.partition(",")[0] for row in ROWS)
