"""Classes with finals of their own: seated, played, ranked, given prizes, printed, published, archived and verified."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

from referee.archives.naming import question as question_name
from referee.archives.writing import archive_stream
from referee.core.language import words
from referee.core.stale import PUBLICATION
from referee.log.table_game import TableGames
from referee.models import Event
from referee.printing.catalogue import CATALOGUE, EVENT
from referee.stale.queries import stale_things
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.finals.test_place_given_back import WITH_SEMI
from tests.referee.stale.halls import AT_ONCE, entered, played, seated
from tests.referee.support.archived_day import verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of

pytestmark = SQLITE_ONLY

BEGINNERS = """
[[qualification.class]]
name = "ビギナー"
places = 3

[[qualification.class.step]]
after = 1
who = "all"
places = 3
"""
ONE_ROUND = AT_ONCE.replace("repeat = 3", "repeat = 1").replace("after = 3", "after = 1").replace("[4]", "[4, 3]")


OF_THE_FINAL = {
    *("seating-by-name", "seating-by-table", "pairing-slips", "table-signs", "round-set"),
    *("score-sheets", "result-slips", "count-sheets", "move-logs", "game-record"),
    *("round-results", "own-results", "standings", "bracket", "final-board", "event-report"),
}
"""The documents that name a round and who plays in it."""


def with_classes(text: str) -> str:
    """A regulation of one main round with a final of three beginners too."""
    return text + BEGINNERS


def class_hall(world: World, text: str = ONE_ROUND, players: int = 12) -> Hall:
    """A hall in which every second player is a beginner, after its main round: the earlier on the list, the better."""
    hall = Hall(world, players=players, text=with_classes(text))
    for player in hall.players[1::2]:
        hall.done("PATCH", f"/players/{player}", class_name="ビギナー")
    hall.published()
    played(hall, 1)
    return hall


def ranked(hall: Hall) -> dict[str, tuple[int, int | None]]:
    """The rank of each player, and that in the class."""
    rows = hall.done("GET", f"/events/{hall.event}/standings")["rows"]
    return {each["name"]: (each["rank"], each["class_rank"]) for each in rows}


def bracket(hall: Hall, of: str = "") -> Any:
    return hall.done("GET", f"/events/{hall.event}/bracket?class={of}")


def test_each_final_takes_the_best_of_its_own(world: World) -> None:
    hall = class_hall(world)
    names = [each["name"] for each in hall.done("GET", f"/events/{hall.event}/qualification")["qualified"]]
    assert names == ["選手1", "選手3", "選手5", "選手7"]
    own = hall.done("GET", f"/events/{hall.event}/qualification?class=ビギナー")
    assert [each["name"] for each in own["qualified"]] == ["選手2", "選手4", "選手6"]
    assert own["classes"] == ["ビギナー"] and own["class_name"] == "ビギナー"
    assert [each["number"] for stage in bracket(hall, "ビギナー")["stages"] for each in stage["tables"]] == [2]
    # Whoever gives a place back makes room for the next of the same class.
    hall.done("POST", f"/events/{hall.event}/withdrawals", player=hall.players[3], reason="train")
    hall.published(2)
    assert seated(hall, 2) == {"選手1", "選手3", "選手5", "選手7", "選手2", "選手6", "選手8"}
    at = {name: each["number"] for each in hall.tables(2) for name in each["header"]["names"].values()}
    assert at["選手7"] == 1 and at["選手8"] == 2
    assert hall.refused("GET", f"/events/{hall.event}/bracket?class=nobody")["code"] == "no_qualification"


def test_the_seats_say_which_final_a_table_plays(world: World) -> None:
    hall = class_hall(world)
    hall.published(2)
    listed = hall.done("GET", f"/events/{hall.event}/seatings")["rows"]
    seating = hall.done("GET", f"/seatings/{next(each['id'] for each in listed if each['first_round'] == 2)}")
    assert [each["class_name"] for each in seating["rounds"][0]["tables"]] == ["", "ビギナー"]
    hall.done("PUT", f"/events/{hall.event}/public", open=True, address="which-final", parts=["seating"])
    organizer = Browser(world, world.tokens["administrator"])
    for address in (f"/events/{hall.event}/seating?round=2", "/p/which-final/seats/2"):
        first, second = organizer.read(address).split('<div class="seated">')[1:]
        assert "クラス「ビギナー」" in second and "クラス" not in first
    with_one = organizer.read("/p/which-final/seats/1")
    assert "クラス「" not in with_one, "before the finals everybody plays everybody"


def test_a_class_may_play_its_final_beside_the_semi_finals(world: World) -> None:
    semi = '\n[[qualification.class.stage]]\nname = "semi"\ntables = 1\n'
    text = with_classes(WITH_SEMI.replace("sizes = [4]", "sizes = [4, 3]")) + semi
    hall = Hall(world, players=18, text=text)
    for player in hall.players[1::2]:
        hall.done("PATCH", f"/players/{player}", class_name="ビギナー")
    hall.published()
    played(hall, 1)
    hall.published(2)
    assert [len(each["header"]["names"]) for each in hall.tables(2)] == [4, 4, 3]
    played(hall, 2)
    assert [each["name"] for each in bracket(hall, "ビギナー")["final_order"]] == ["選手2", "選手4", "選手6"]
    hall.published(3)
    assert len(hall.tables(3)) == 1 and len(seated(hall, 3)) == 4


def test_level_players_of_two_classes_are_asked_about_apart(world: World) -> None:
    hall = Hall(world, players=12, text=with_classes(ONE_ROUND.replace('[[standings.criterion]]\nby = "lots"\n', "")))
    for player in hall.players[1::2]:
        hall.done("PATCH", f"/players/{player}", class_name="ビギナー")
    hall.published()
    start = next(each["id"] for each in hall.rounds() if each["number"] == 1)
    hall.done("POST", f"/rounds/{start}/clock", kind="start")
    for table in hall.tables(1):
        entered(hall, 1, table, dict.fromkeys(hall.players, 1500))
    wanted = hall.done("GET", f"/events/{hall.event}/decisions")["wanted"]
    assert {each["about"] for each in wanted} == {"step/1", "class/ビギナー/step/1"}
    question = next(each for each in wanted if each["about"].startswith("class"))
    among = [each["player"] for each in question["players"]]
    assert {*among} == {*hall.players[1::2]} and question["places"] == 3
    about = {"about": question["about"], "by": "playoff", "order": among[:3], "note": "dice"}
    hall.done("POST", f"/events/{hall.event}/decisions", **about)
    own = hall.done("GET", f"/events/{hall.event}/qualification?class=ビギナー")
    assert [each["player"] for each in own["qualified"]] == among[:3]
    for language in LANGUAGES:
        said = question_name(about["about"], {}, language)
        assert "ビギナー" in said and "/" not in said


def test_the_event_is_over_when_all_its_finals_are_and_everything_says_who_won_which(world: World) -> None:
    """Player 5 wins the final of all, player 6 that of the beginners."""
    hall = class_hall(world)
    hall.published(2)
    start = next(each["id"] for each in hall.rounds() if each["number"] == 2)
    hall.done("POST", f"/rounds/{start}/clock", kind="start")
    winners = {hall.players[4]: 5000, hall.players[5]: 5000}
    for table in hall.tables(2):
        assert not hall.done("GET", f"/events/{hall.event}/standings")["final"]
        entered(hall, 2, table, winners)
    assert hall.done("GET", f"/events/{hall.event}/standings")["final"]
    hall.done("POST", f"/rounds/{start}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{start}/results/publish")
    found = ranked(hall)
    assert [found[f"選手{each}"][0] for each in (5, 1, 3, 7)] == [1, 2, 3, 4]
    assert [found[f"選手{each}"][1] for each in (6, 2, 4, 8)] == [1, 2, 3, 4], "the final's order, then that of all"
    assert found["選手2"][0] < found["選手6"][0], "among all, the points still decide"
    assert [each["name"] for each in bracket(hall, "ビギナー")["final_order"]] == ["選手6", "選手2", "選手4"]
    pages_and_prizes(hall)
    papers(hall)
    archives(hall)
    # A correction that changes nothing but the order of the class is told before everybody sees it.
    entered(hall, 2, hall.tables(2)[1], {hall.players[1]: 9000}, version=1)
    with world.service.database.read() as session:
        stale = stale_things(session, session.get_one(Event, hall.event))
    told = next(each for each in stale if each.kind == PUBLICATION)
    now = {each.player: each.now for each in told.changes}
    order = (1, 3, 5)  # 選手2, 選手4, 選手6
    assert now == {
        hall.players[at]: f"{found[f'選手{at + 1}'][0]} (ビギナー: {place})" for place, at in enumerate(order, 1)
    }


def pages_and_prizes(hall: Hall) -> None:
    world, event = hall.world, hall.event
    organizer = Browser(world, world.tokens["administrator"])
    path = f"/events/{event}/prizes"
    organizer.send(path, organizer.read(path), name="初心者の星", place="1", count="1", class_name="ビギナー")
    assert "<strong>選手6</strong>" in organizer.read(path)
    parts = ["standings", "bracket"]
    hall.done("PUT", f"/events/{event}/public", open=True, address="class-finals", parts=parts)
    for address in (f"/events/{event}/bracket", "/p/class-finals/bracket"):
        own = organizer.read(address).partition("クラス「ビギナー」 ·")[2]
        assert own.index("選手6") < own.index("選手2") < own.index("選手4") and "選手5" not in own
        assert f"<h3>{words('ja')['table_number'].format(number=2)}</h3>" in own
    for address in (f"/events/{event}/standings", "/p/class-finals/standings"):
        own = organizer.read(address).partition("<h2>クラス「ビギナー」")[2]
        assert own.index("選手6") < own.index("選手2") < own.index("選手4") < own.index("選手8")
    assert words("ja")["reg_class_final"].format(name="ビギナー") in organizer.read(f"/events/{event}/regulation")


def papers(hall: Hall) -> None:
    """The class is named on the bracket, on a board of its own, and on the certificates of its best."""
    said = {
        name: text_of(hall.ask("GET", f"/events/{hall.event}/papers/{name}?lang=ja").get_data())
        for name in ("bracket", "final-board", "standings", "certificates-horizontal")
    }
    for name, text in said.items():
        own = text.partition("ビギナー")[2]
        assert "選手6" in own, name
    assert said["bracket"].count("優勝") == 2


def test_every_document_about_the_table_of_a_class_names_its_final_and_no_other_does(world: World) -> None:
    hall = class_hall(world)
    hall.published(2)
    start = next(each["id"] for each in hall.rounds() if each["number"] == 2)
    hall.done("POST", f"/rounds/{start}/clock", kind="start")
    for table in hall.tables(2):
        entered(hall, 2, table, dict.fromkeys(hall.players, 1500))
    named = set()
    for at, paper in enumerate(CATALOGUE.values()):
        language = paper.languages[at % len(paper.languages)]
        for table in (1, 2) if paper.about != EVENT else (None,):
            about = f"&round=2&table={table}" if table else ""
            answer = hall.ask("GET", f"/events/{hall.event}/papers/{paper.name}?language={language}{about}")
            assert answer.status_code == 200, answer.get_json()
            text = "".join(text_of(answer.data).split())
            if table == 1 and "選手2" not in text:
                assert "ビギナー" not in text, (paper.name, language)
            elif "選手2" in text and words(language)["reg_stage_final"] in text:
                assert "ビギナー" in text, (paper.name, language)
                named.add(paper.name)
    assert named >= OF_THE_FINAL, OF_THE_FINAL - named


def archives(hall: Hall) -> None:
    for public in (False, True):
        games, now = hall.world.service.part(TableGames), hall.world.service.database.now()
        archive = b"".join(archive_stream(hall.world.service.database, games, hall.event, public=public, now=now))
        assert verified(archive).differences == ()
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            name = next(each for each in files.namelist() if each.endswith("bracket.csv"))
            rows = list(csv.DictReader(io.StringIO(files.read(name).decode("utf-8-sig"))))
        assert {(each["class_name"], each["name"]) for each in rows} >= {("", "選手5"), ("ビギナー", "選手6")}
