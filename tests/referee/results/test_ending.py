"""Who left a game is never shown as bankrupt: not on a page, in a list, by the API, on paper, or in an archive."""

from __future__ import annotations

import csv
import io
from itertools import product
from typing import Any

import pypdfium2
import pytest

from referee.core.access.guard import COOKIE
from referee.core.language import text
from referee.log.standing import left_by, seats_out
from referee.log.table_game import TableGames
from referee.printing.catalogue import CATALOGUE
from referee.public import cache
from rulesets.languages import LANGUAGES
from tests.referee.cases.test_case_pages import Desk
from tests.referee.cases.test_remedies import mend, owing, placed
from tests.referee.public.test_public import Stranger
from tests.referee.results.test_results_pages import Reader
from tests.referee.support.archived_day import archive_of, texts_of, verified
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tournaments.export.table import column

pytestmark = SQLITE_ONLY
HOW = ("left", "bankrupt")
"""How the first to go out of each table's game went: C of the first left it, C of the second went bankrupt."""


class Played:
    """Both tables of a first round that is published; the first result comes from the log."""

    def __init__(self, stranger: Stranger) -> None:
        self.stranger, self.hall, self.event = stranger, stranger.hall, stranger.hall.event
        self.hall.published()
        stranger.open("seating", "standings", "tables")
        self.tables = [str(each["id"]) for each in self.hall.tables(1)]
        self.seats = [self.hall.done("GET", f"/tables/{table}/results")["seats"] for table in self.tables]
        self.hall.roll(self.tables[0])
        case = self.hall.done("POST", f"/tables/{self.tables[0]}/cases", client_id="the-case-1")["id"]
        effect = {"kind": "set", "set": {"players": {"C": {"out": True, "out_at": 1, "cash": 0}}}}
        words = {"client_id": "the-ruling-1", "facts": "C goes home.", "decision": "So be it."}
        self.hall.done("POST", f"/cases/{case}/decision", **words, effect=effect)
        rows = [{"player": each["player"], "assets": 500 - order} for order, each in enumerate(self.seats[1])]
        rows[2] = {"player": rows[2]["player"], "fell": 1}
        self.enter(0, log={"anyway": True}, note="time is up")
        self.enter(1, points=rows)
        (round_id,) = (each["id"] for each in self.hall.rounds() if each["number"] == 1)
        self.hall.done("POST", f"/rounds/{round_id}/close", anyway=True, reason="over")
        self.hall.done("POST", f"/rounds/{round_id}/results/publish")

    def enter(self, place: int, **body: Any) -> None:
        """Enter and confirm the result of a table."""
        result = self.hall.done("POST", f"/tables/{self.tables[place]}/results", version=0, **body)["result"]["id"]
        second = self.hall.world.token("second", administrator=True)
        assert self.hall.world.ask("POST", f"/results/{result}/confirm", second).status_code == 200

    def out(self, place: int) -> str:
        """The player who went out first at a table."""
        return str(self.seats[place][2]["player"])

    def read(self, path: str, language: str) -> str:
        self.stranger.browser.set_cookie(COOKIE, self.hall.world.tokens["administrator"])
        answer = self.stranger.browser.get(f"{path}?lang={language}", headers={"Accept": "text/html"})
        assert answer.status_code == 200, path
        return str(answer.get_data(as_text=True))


@pytest.fixture
def played(world: World, monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    return Played(Stranger(world))


def said(how: str, language: str) -> str:
    return text(language, f"result_ended_{how}", number=1)


def test_pages_say_who_left_and_who_went_bankrupt(played: Played) -> None:
    public, private = f"/p/{played.event}", f"/events/{played.event}"
    for language, place in product(LANGUAGES, (0, 1)):
        link = played.hall.done("GET", f"/players/{played.out(place)}/link")["url"].removeprefix("http://localhost")
        for path in (f"{public}/tables/1/{place + 1}", link, f"{private}/tables/{played.tables[place]}/result"):
            page = played.read(path, language)
            assert [said(how, language) in page for how in HOW] == [place == 0, place == 1], path
    for path, language in product((f"{public}/standings", f"{private}/standings"), LANGUAGES):
        page = played.read(path, language)
        assert [page.count(said(how, language)) for how in HOW] == [1, 1], path


def test_lists_the_api_and_papers_say_it_too(played: Played) -> None:
    for place, table in enumerate(played.tables):
        (version,) = played.hall.done("GET", f"/tables/{table}/results")["versions"]
        (row,) = (each for each in version["players"] if each["fell"])
        assert (row["player"], row["left"]) == (played.out(place), place == 0)
        assert row["ended"] == said(HOW[place], "en")
    listed = played.hall.ask("GET", f"/events/{played.event}/results/export").get_data(as_text=True)
    rows = list(csv.reader(io.StringIO(listed.lstrip("\ufeff"))))
    heading = [column("fell", "en").title, column("left", "en").title]
    fell, left = map(rows[0].index, heading)
    assert sorted(row[left] for row in rows[1:] if row[fell]) == ["0", "1"]
    shown = ""
    for name, document in CATALOGUE.items():
        about = f"&table={played.tables[0]}" if document.about == "table" else ""
        answer = played.hall.ask("GET", f"/events/{played.event}/papers/{name}?language=ja&round=1{about}")
        if answer.status_code == 200:
            with pypdfium2.PdfDocument(answer.data) as file:
                shown += "".join(page.get_textpage().get_text_range() for page in file)
    assert (shown.count(said("left", "ja")), shown.count(said("bankrupt", "ja"))) == (
        2,
        2,
    )  # results of the round, own results


def test_an_archive_is_recomputed_with_who_left(played: Played) -> None:
    archive = archive_of(played.hall)
    assert '"left":true' in texts_of(archive)["results.jsonl"]
    assert verified(archive).differences == ()


def test_a_correction_by_hand_keeps_who_left(played: Played) -> None:
    page = played.read(f"/events/{played.event}/tables/{played.tables[0]}/result", "en")
    assert "way=points" in page
    form = played.stranger.browser.get(f"/events/{played.event}/tables/{played.tables[0]}/result?way=points")
    assert 'name="left_3" value="1" checked' in form.get_data(as_text=True)


def test_every_way_of_entering_a_result_can_say_who_left(cup: Cup) -> None:
    scorer, went_home, broke = Reader(cup, "scorer"), cup.players["D"], cup.players["C"]
    table = cup.tables[1, 1]
    paths = (f"tables/{table}/result", f"rounds/{cup.rounds[1]}/results")
    ends: dict[str, Any] = {"fell_3": "1", "fell_4": "2", "left_4": "1", "action": "enter"}
    typed = {paths[0]: [{"way": "sheet", "cash_1": "900", "cash_2": "700", **ends}], paths[1]: []}
    typed[paths[0]].append({"way": "points", "assets_1": "900", "assets_2": "700", **ends})
    for text_of_d in ("q2", "Q 2", "退２"):
        texts = dict(enumerate(("900", "700", "x1", text_of_d), 1))
        typed[paths[1]].append({f"r_{table}_{order}": each for order, each in texts.items()})
    version = 0
    for path, forms in typed.items():
        for form in forms:
            scorer.send(path, scorer.read(path), **form, version=version, **{f"v_{table}": version}, note="again")
            latest = cup.get(f"/tables/{table}/results")["versions"][-1]
            found = {each["player"]: each["left"] for each in latest["players"] if each["fell"]}
            assert found == {broke: False, went_home: True}, form
            version = latest["version"]
            assert 'name="left_4" value="1" checked' in scorer.read(f"{paths[0]}?way=sheet")
            assert 'value="q2"' in scorer.read(paths[1]) or latest["source"] == "sheet"


def test_who_is_brought_back_and_goes_bankrupt_has_not_left(cup: Cup) -> None:
    """Nor has anybody left by a ruling that was undone."""
    desk = Desk(cup)
    table, games = desk.tables[0], desk.world.service.part(TableGames)
    mend(desk, desk.opened(table), "withdraw", seat="B")
    assert left_by(games, games.current(table)) == {"B"}
    case = desk.case(desk.latest())["id"]
    mend(desk, desk.opened(table), "undo", case=case)
    assert left_by(games, games.current(table)) == frozenset()
    debt = {**owing(10)["due"][0], "amount": 5000, "provisional": True}
    placed(desk, owing(10, due=[debt]))
    desk.report(table, games.current(table).seq, {"type": "declare_bankruptcy", "player": "B"})
    assert seats_out(games.current(table).game) == {"B"}
    assert left_by(games, games.current(table)) == frozenset()
