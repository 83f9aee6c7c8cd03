"""Classes within one event: an order and prizes of their own, on pages, paper, in files, by the API, and verified."""

from __future__ import annotations

from referee.archives.writing import archive_stream
from referee.log.table_game import TableGames
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.stale.halls import AT_ONCE, played
from tests.referee.support.archived_day import verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tournaments.standings.classes import class_ranks
from tournaments.standings.standings import StandingRow

pytestmark = SQLITE_ONLY

SHORT = AT_ONCE[: AT_ONCE.index("[[round]]\nname")] + AT_ONCE[AT_ONCE.index("[seating]") : AT_ONCE.index("[qualif")]
"""Three rounds without a final, confirmed at once."""
WITHOUT_FINAL = SHORT.replace("repeat = 3", "repeat = 1") + '\n[results]\nconfirmation = "none"\n'


def test_who_shares_a_rank_shares_it_in_the_class(settings: object) -> None:
    rows = [StandingRow(rank, player, ()) for rank, player in ((1, "a"), (2, "b"), (2, "c"), (2, "d"), (5, "e"))]
    classes = {"a": "x", "b": "y", "c": "y", "d": "", "e": "y"}
    assert class_ranks(rows, classes) == {"a": 1, "b": 1, "c": 1, "e": 3}
    assert class_ranks(rows, {}) == {}


def test_each_class_has_its_order_and_its_prizes(world: World) -> None:
    hall = Hall(world, players=8, text=WITHOUT_FINAL)
    organizer = Browser(world, world.tokens["administrator"])
    for player in (hall.players[2], hall.players[5], hall.players[7]):
        hall.done("PATCH", f"/players/{player}", class_name="ビギナー")
    path = f"/events/{hall.event}/prizes"
    for name, place in (("初心者の星", "1"), ("初心者の月", "2"), ("初心者のくじ", "")):
        organizer.send(path, organizer.read(path), name=name, place=place, count="1", class_name="ビギナー")
    organizer.send(path, organizer.read(path), name="優勝", place="1", count="1", class_name="")
    hall.published()
    assert "選手3" not in organizer.read(path)
    played(hall, 1)
    rows = hall.done("GET", f"/events/{hall.event}/standings")["rows"]
    ranked = {each["name"]: (each["rank"], each["class_name"], each["class_rank"]) for each in rows}
    assert ranked["選手1"] == (1, "", None) and ranked["選手3"] == (3, "ビギナー", 1)
    assert ranked["選手6"] == (6, "ビギナー", 2) and ranked["選手8"] == (8, "ビギナー", 3)
    hall.done("PUT", f"/events/{hall.event}/public", open=True, address="class-cup", parts=["standings"])
    for address in (f"/events/{hall.event}/standings", "/p/class-cup/standings"):
        page = organizer.read(address)
        section = page[page.index("<h2>クラス「ビギナー」") :]
        assert section.index("選手3") < section.index("選手6") < section.index("選手8") and "選手1" not in section
    export = world.ask("GET", f"/events/{hall.event}/standings/export?as=csv&lang=ja").get_data(as_text=True)
    assert "クラス内の順位" in export and "ビギナー,2" in export.replace('"', "")
    draw = next(line for line in organizer.read(path).split("<section") if "初心者のくじ" in line)
    lot = draw.split('name="draw" value="')[1].split('"')[0]
    organizer.send(path, organizer.read(path), draw=lot)
    won = {each.split("</h2>")[0].split("<h2>")[1]: each for each in organizer.read(path).split("<section")[1:]}
    assert "<strong>選手3</strong>" in won["初心者の星"] and "<strong>選手6</strong>" in won["初心者の月"]
    assert "<strong>選手1</strong>" in won["優勝"] and "<strong>選手3</strong>" not in won["優勝"]
    assert any(f"<strong>選手{each}</strong>" in won["初心者のくじ"] for each in (3, 6, 8))
    assert "クラス「ビギナー」の賞" in organizer.read("/p/class-cup/prizes")
    paper = world.ask("GET", f"/events/{hall.event}/papers/standings")
    assert paper.status_code == 200 and paper.get_data().count(b"/Type /Page\n") >= 2
    for public in (False, True):
        games, now = world.service.part(TableGames), world.service.database.now()
        archive = b"".join(archive_stream(world.service.database, games, hall.event, public=public, now=now))
        assert verified(archive).differences == ()
