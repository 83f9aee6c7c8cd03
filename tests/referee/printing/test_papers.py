"""Papers: every document of an event that was played, long documents, and the command."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from referee.cli import main
from referee.core.settings import Settings
from referee.models import Event, RegistrationForm
from referee.printing.catalogue import CATALOGUE, OF_TABLE
from referee.printing.documents.cards import judges_card_facts
from referee.printing.render import prepare
from referee.printing.request import PrintOptions
from rulesets.languages import LANGUAGES
from tests.referee.support.cup import NAMES, Cup
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tests.tournaments.paper_samples import page_count, text_of, texts_of_drawings, title_of
from tests.tournaments.paper_watch import watched
from tournaments.floor import FloorThing, in_rows
from tournaments.paper.documents.folded.judges_card import judges_card
from tournaments.paper.documents.table_signs import TableSigns
from tournaments.paper.page.layout import Layout
from tournaments.paper.signs import PLACES, WITHOUT_ARROW
from tournaments.paper.words import ranking, words
from tournaments.regulation import shipped

HANGUL = "김민준"
"""A name that no font has."""


@pytest.fixture
def played(cup: Cup) -> Cup:
    """The cup after all rounds and the final, which Bob wins."""
    day = "9:30 Doors open\n\nBring your own dice\n10:00 Round 1\n11:30 Round 2\n14:15 Final"
    about = {"venue": "Town hall", "organizer": "Our club", "timetable": day}
    assert cup.world.ask("PATCH", f"/events/{cup.world.event}", "organizer", json=about).status_code == 200
    with cup.world.service.database.write() as session:
        session.add(RegistrationForm(event_id=cup.world.event, fee="3,000 yen"))
    cup.enter_confirmed(1, 1, 900, 600, 400, 100)
    cup.enter_confirmed(1, 2, 800, 700, 300, 200)
    cup.enter_confirmed(2, 1, 500, 300, 900, 300)
    cup.enter_confirmed(2, 2, 100, 200, 300, 400)
    cup.enter_confirmed(2, 2, 100, 200, 300, 700, version=1)
    seated = [each["player"] for each in cup.get("bracket")["stages"][0]["tables"][0]["players"]]
    seated.sort(key=lambda player: cup.letters[player] != "B")
    cup.seat(3, 1, "".join(cup.letters[each] for each in seated))
    rows = [{"player": player, "assets": 900 - 100 * place} for place, player in enumerate(seated)]
    result = cup.enter(3, 1, points=rows).get_json()["result"]
    cup.world.ask("POST", f"/results/{result['id']}/confirm", "judge")
    return cup


def printed(world: World, event: str, name: str, by: str = "organizer", **query: Any) -> bytes:
    answer = world.ask("GET", f"/events/{event}/papers/{name}", by, query_string={"language": "en", **query})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.mimetype == "application/pdf"
    return bytes(answer.data)


EXPECTED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "name-tags": ({}, (*NAMES, "No. 8", "Head judge", "Scorer")),
    "pairing-slips": ({}, (*NAMES, "No. 1", "R2", "11", "12")),
    "judges-card": ({}, ("Cup", "60 min", "Drawn with the seats", "Wrong rent, noticed late", "top 4", "$200")),
    "rules-leaflet": ({}, ("Cup", "60 min", "Bids in whole tens", "JMA/AUCTION-1", "top 4", "32 houses")),
    "fallback-card": ({}, ("First table", "Start 4")),
    "seating-by-name": ({"round": 2}, (*NAMES, "11 – 1", "12 – 4")),
    "seating-by-table": ({"round": 1}, ("Round 1", *NAMES)),
    "table-signs": ({"round": 2}, ("Eve", "11")),
    "score-sheets": ({"round": 1}, ("Boardwalk", "Ann", "Hal", " min")),
    "poster": (
        {},
        ("Round 2", "60 min", "Town hall", "9:30", "Doors open", "Our club", "Fee: 3,000 yen", "15:15", "Expected end"),
    ),
    "staff-rota": ({}, ("Staff rota", "Round 2", "Head judge")),
    "rota-slips": ({}, ("Duty slips", "Nothing yet")),
    "programme": (
        {},
        ("Town hall", "9:30", "Doors open", "Round 2", "60 min", "Head judge: ", "12 players", "3 tables", "top 4"),
    ),
    "direction-signs": ({"first_table": 1, "last_table": 12}, ("Hall", "Check-in", "1–12", "Staff only")),
    "floor-plan": ({}, ("11", "12", "Screen", "Check-in", "Entrance")),
    "floor-plan-names": ({"round": 2}, ("Round 2", "11", *NAMES)),
    "table-tents": ({}, ("11", "12")),
    "name-strips": ({"round": 1}, NAMES),
    "check-in-list": ({}, ("Check-in list", *NAMES)),
    "rules-booklet": ({}, ("JMA/AUCTION-1", "JMA/TIME-7", "Round 2", "60 min")),
    "receipts": ({}, ("Receipt", *NAMES)),
    "call-slips": ({}, ("Called at",)),
    "blanks": ({}, ("Score sheet", "Result slip", "Count sheet", "Move log", "Call", "Penalty", "Ruling", "Receipt")),
    "own-results": ({"round": 1}, ("$900", "45", "Rank after R1", *NAMES)),
    "penalty-slips": ({"round": 1}, ("Penalty", "Signature of the player")),
    "ruling-slips": ({"round": 1}, ("Ruling", "Appeal until")),
    "round-set": ({"round": 1}, ("Seating by name", "Seating by table", "Score sheet", "Result slip", *NAMES)),
    "result-slips": ({"round": 1}, ("Result slip", "Points", *NAMES)),
    "count-sheets": ({"round": 1}, ("Boardwalk", "$500", *NAMES)),
    "move-logs": ({"round": 2}, ("Ann", "Dice")),
    "round-results": ({"round": 1}, ("$900", "45", "Ann", "Dee")),
    "standings": ({"round": 2}, ("after Round 2", "Ann", "45", "R1")),
    "bracket": ({}, ("Final", "Bob")),
    "final-board": ({}, ("Champion", "Bob", "Fay", "Dee")),
    "certificates-vertical": ({"language": "ja"}, ("賞",)),
    "certificates-horizontal": ({"issuer": "Kei Mori", "office": "President"}, ("Champion", "Bob", "Kei Mori")),
    "participation-certificates": ({}, ("having played", "Place 8", *NAMES)),
    "event-report": (
        {},
        (
            "Town hall",
            "5 games",
            "Final ranking",
            "Round 1",
            "Head judge",
            "Ann",
            "45",
            "counted again",
            "Version 2",
            "Deviations",
            "Signatures",
        ),
    ),
}


@pytest.mark.slow
def test_every_document_of_an_event_that_was_played_has_what_happened_there(played: Cup) -> None:
    things = [FloorThing("table", 0, 0, 11), FloorThing("table", 2, 0, 12), *in_rows(1, 1)[0:1], *in_rows(1, 1)[-2:]]
    placed = [asdict(replace(each, row=each.row + 2 * (each.kind != "table"))) for each in things]
    played.world.ask("PUT", f"/events/{played.world.event}/floor", json={"things": placed})
    assert EXPECTED.keys() == CATALOGUE.keys() - {"game-record", "game-report"}
    for name, (query, expected) in EXPECTED.items():
        pdf = printed(played.world, played.world.event, name, **query)
        text = text_of(pdf)
        for word in expected:
            assert word in text, (name, word, text)
        if name == "certificates-horizontal":
            assert page_count(pdf) == 3
        if name == "blanks":
            told = re.findall(r"(\d) sheets?", text.partition("\f")[0])
            assert len(told) == 8 and sum(map(int, told)) == page_count(pdf) - 1
        ranks = name.partition("-")[0] in ("standings", "bracket", "final", "certificates")
        ranks = ranks or name in ("round-results", "own-results", "participation-certificates", "event-report")
        assert ("results not public yet" in text) is (ranks and query.get("language") != "ja"), name
    for number in (1, 2, 3):
        played.close(number)
        played.world.ask("POST", f"/rounds/{played.rounds[number]}/results/publish", "organizer")
    assert "Draft" not in text_of(printed(played.world, played.world.event, "certificates-horizontal"))


@pytest.mark.slow
def test_every_document_calls_the_final_by_its_name_and_writes_dates_in_words(played: Cup) -> None:
    wrong = {}
    for name, paper in CATALOGUE.items():
        if paper.about != OF_TABLE and "en" in paper.languages:
            text = text_of(printed(played.world, played.world.event, name, round=3))
            if found := re.findall(r"\bRound 3\b|\bR3\b|\b\d{4}-\d\d-\d\d\b", text):
                wrong[name] = found
    assert wrong == {}


def test_slips_of_a_round_are_those_of_its_penalties_and_rulings(cup: Cup) -> None:
    world, table = cup.world, cup.tables[1, 1]
    told = {"category": "insult", "step": "warning", "facts": "Cards flew.", "table_id": table}
    made = world.ask("POST", f"/events/{world.event}/penalties", "arbiter", json={**told, "player": cup.players["A"]})
    assert made.status_code == 201
    case = world.ask("POST", f"/tables/{table}/cases", "judge", json={"client_id": "a-case-01"}).get_json()["id"]
    ruled = {"client_id": "a-case-02", "facts": "Cards flew.", "decision": "So be it.", "effect": {"kind": "none"}}
    assert world.ask("POST", f"/cases/{case}/decision", "arbiter", json=ruled).status_code == 200
    for name in ("penalty-slips", "ruling-slips"):
        of_round = {number: text_of(printed(world, world.event, name, round=number)) for number in (1, 2)}
        assert [number for number, text in of_round.items() if "Cards flew." in text] == [1]
        assert "Cards flew." in text_of(printed(world, world.event, name))


def test_one_table_or_one_player_is_printed_again(played: Cup) -> None:
    world = played.world
    for name in ("score-sheets", "result-slips", "seating-by-table", "count-sheets"):
        text = text_of(printed(world, world.event, name, round=2, table=12))
        sitting = [each for each in NAMES if each in text]
        assert len(sitting) == 4, name
    for name in ("name-tags", "pairing-slips", "count-sheets"):
        text = text_of(printed(world, world.event, name, round=1, player=2))
        assert [each for each in NAMES if each in text.split()] == [NAMES[1]], name
    assert world.ask("GET", f"/events/{world.event}/papers/score-sheets?round=1&table=9").status_code == 404


def test_what_was_signed_for_by_finger_stands_in_its_columns_on_the_sheet_and_the_slip_of_its_table(cup: Cup) -> None:
    table, cash = cup.tables[1, 1], {"A": 1523, "B": 1499, "C": 1204, "D": 1086}
    ruling = {"type": "ruling", "reason": "x", "set": {"players": {seat: {"cash": cash[seat]} for seat in cash}}}
    body = {"client_id": "a-ruling-1", "base": 0, "report": ruling}
    assert cup.world.ask("POST", f"/tables/{table}/entries", "arbiter", json=body).status_code == 201
    signed = {"A": "M10 20L90 60L150 20", "C": "M20 80L40 10M60 10L60 90"}
    response = cup.enter(1, 1, log={"anyway": True, "signatures": signed}, note="The hall closes.")
    assert response.status_code == 200, response.get_data(as_text=True)
    for name in ("score-sheets", "result-slips"):
        with watched() as pages:
            text = text_of(printed(cup.world, cup.world.event, name, round=1))
        assert [f"${sum_:,}" for sum_ in cash.values()] == re.findall(r"\$[\d,]{5,}", text), name
        page = next(each for each in pages if any(mark.what == "$1,523" for mark in each.texts))
        lines = [line for line in page.lines if line.left != line.right and line.top != line.bottom]
        middle = {mark.what: (mark.left + mark.right) / 2 for mark in page.texts if mark.what in "AnnBobCyDee"}
        nearest = [min(middle, key=lambda each: abs(middle[each] - (line.left + line.right) / 2)) for line in lines]
        assert nearest == ["Ann", "Ann", "Cy"], name


def test_everything_for_a_round_is_one_file_in_the_order_it_is_handed_out(played: Cup) -> None:
    pdf = printed(played.world, played.world.event, "round-set", round=1)
    pages = text_of(pdf).split("\f")
    titles = ("Seating by name", "Seating by table", "Score sheet", "Result slip")
    first = [next(at for at, page in enumerate(pages[1:]) if title in page) for title in titles]
    assert first == sorted(first) and len(set(first)) == 4
    alone = ("seating-by-name", "seating-by-table", "table-signs", "score-sheets", "result-slips")
    counts = [page_count(printed(played.world, played.world.event, name, round=1)) for name in alone]
    one_side = printed(played.world, played.world.event, "round-set", round=1, single_sided=True)
    assert page_count(one_side) == 1 + sum(counts)
    # On both sides, what has no back stands alone on its sheet; a score sheet has its deeds on the back.
    fronts, backs = pages[0::2], pages[1::2]
    assert all(not back.strip() or "Score sheet" in front for front, back in zip_longest(fronts, backs, fillvalue=""))
    assert page_count(pdf) == 2 * (1 + sum(counts) - counts[alone.index("score-sheets")] // 2)
    assert "Hang on the wall" in fronts[0]
    _, _, signs, scores, slips = counts
    told = [int(each) for each in re.findall(r"(\d+) sheets?", fronts[0])]
    assert told == [signs, scores // 2, slips]


def test_a_record_of_a_game_has_what_was_refused_ruled_and_taken_back(world: World) -> None:
    world.report(0, {"type": "roll", "player": "A", "dice": [1, 2]})
    world.report(1, {"type": "roll", "player": "C", "dice": [1, 2]})
    world.report(2, {"type": "roll", "player": "B", "dice": [3, 4]})
    change = {"players": {"A": {"cash": 1490}}}
    ruling = {"type": "ruling", "by": "Head", "reason": "miscounted", "clauses": ["JMA/GEN-2"], "set": change}
    done = world.report(3, ruling, "organizer")
    assert done.status_code == 201, done.get_data(as_text=True)
    world.report(4, {"type": "retract", "seq": 4}, "organizer", reason="counted again")
    text = " ".join(text_of(printed(world, world.event, "game-record", round=1, table=1)).split())
    assert "Refused" in text and "1+2" in text
    assert text.lower().count("taken back") >= 2  # the ruling, and the entry that took it back
    report = " ".join(text_of(printed(world, world.event, "event-report")).split())
    assert "miscounted" in report and "counted again" in report and "taken back" in report
    none = world.ask("GET", f"/events/{world.event}/papers/game-record?round=1")
    assert (none.status_code, none.get_json()["errors"][0]["field"]) == (422, "table")
    for query in ("round=1&table=9", "round=9&table=1"):
        assert world.ask("GET", f"/events/{world.event}/papers/game-record?{query}").status_code == 404


def test_a_game_report_has_the_board_worths_and_owners_of_the_log(world: World) -> None:
    empty = text_of(printed(world, world.event, "game-report", round=1, table=1))
    assert "Nothing yet" in empty
    world.report(0, {"type": "roll", "player": "A", "dice": [1, 2]})
    world.report(1, {"type": "buy", "player": "A"})
    world.report(2, {"type": "roll", "player": "B", "dice": [1, 4]})
    world.report(3, {"type": "retract", "seq": 3}, "organizer", reason="slip")
    pages = text_of(printed(world, world.event, "game-report", round=1, table=1)).split("\f")
    board, course = (" ".join(page.split()) for page in pages[:2])
    assert "After report 4; the game goes on" in board and "Short Line" in board
    assert "1 A A $1,500 $1,440 $0 $0" in board
    assert "Assets over the reports" in course and "Rent brought" in course and "Baltic Avenue" in course
    assert world.ask("GET", f"/events/{world.event}/papers/game-report?round=1&table=9").status_code == 404


def test_a_game_report_has_the_assets_of_the_confirmed_result_beside_its_places(cup: Cup) -> None:
    world = cup.world

    def confirmed() -> list[tuple[int, int]]:
        with world.app.test_request_context(), world.service.database.read() as session:
            event, now = session.get_one(Event, world.event), world.service.database.now()
            options = PrintOptions(language="en", round=1, table=11)
            facts: Any = prepare(session, event, now, CATALOGUE["game-report"], options).job.facts
        return [(each.place, each.assets) for each in facts.result]

    assert confirmed() == []
    cup.enter_confirmed(1, 1, 100, 600, 400, 900)
    assert confirmed() == [(1, 900), (2, 600), (3, 400), (4, 100)]


def test_a_column_says_why_a_player_stands_above_another(played: Cup) -> None:
    world = played.world
    with world.app.test_request_context(), world.service.database.read() as session:
        event, now = session.get_one(Event, world.event), world.service.database.now()

        def facts(name: str) -> Any:
            return prepare(session, event, now, CATALOGUE[name], PrintOptions(language="en")).job.facts

        sheet, board, diplomas = map(facts, ("standings", "final-board", "participation-certificates"))
    assert (sheet.columns[0], board.columns) == ("Final", ("Final", "points (prelims)"))
    for lines in (sheet.lines, board.lines):
        places = [line.values[0] for line in lines]
        assert places[:4] == ["1", "2", "3", "4"] and set(places[4:]) == {""}
        points = [Fraction(line.values[1]) for line in lines[4:]]
        assert points == sorted(points, reverse=True)
    assert {each.name for each in diplomas} == set(NAMES)
    assert {each.award for each in diplomas} >= {"Champion", "Second place", "Third place"}


def test_neither_the_points_of_the_final_nor_the_seeds_differ_from_sheet_to_sheet(played: Cup) -> None:
    world = played.world
    with world.app.test_request_context(), world.service.database.read() as session:
        event, now = session.get_one(Event, world.event), world.service.database.now()

        def facts(name: str, **query: Any) -> Any:
            return prepare(session, event, now, CATALOGUE[name], PrintOptions(language="en", **query)).job.facts

        results, report, board = facts("round-results", round=3), facts("event-report"), facts("final-board")
        own, *others = (facts("own-results"), *(facts("bracket", round=number) for number in (1, 2, 3)))
        assert others == [facts("bracket")] * 3, "the seeds are those of the whole event"
        sheets = [facts(name, round=3) for name in ("score-sheets", "result-slips")]
        first, programme = facts("score-sheets", round=1), facts("programme")
    assert ["points" in each.counting.sheet.sums for each in (first, *sheets)] == [True, False, False]
    assert programme.finals == ("Final",)
    said = {line.what for column in programme.columns for part in column for line in part.lines}
    assert words("en")["ranked_by"].format(ways=ranking(board.ways)) in said, "the programme ranks as the board does"
    assert {line.points for table in results.tables for line in table.lines} == {"–"}
    (final,) = [table for part in report.tables for title, table in part.tables if title == "Final"]
    assert set(final.rows[0][2::3]) == {"–"}
    assert {game.points for each in own for game in each.games if game.round == "Final"} == {"–"}
    assert board.columns[-1] == "points (prelims)"


def test_a_date_in_figures_is_written_out_on_certificates(played: Cup) -> None:
    for name, language, shown in (
        ("certificates-vertical", "ja", "二〇二六年十一月二十九日"),
        ("certificates-vertical", "zh", "二〇二六年十一月二十九日"),
        ("certificates-horizontal", "en", "29 November 2026"),
    ):
        text = text_of(printed(played.world, played.world.event, name, language=language, date="2026-11-29"))
        assert shown in text, (name, language)


def test_the_same_state_is_not_sent_twice(played: Cup) -> None:
    path = f"/events/{played.world.event}/papers/standings?language=ja"
    first = played.world.ask("GET", path)
    assert first.headers["Content-Disposition"].startswith('inline; filename="standings-ja.pdf"')
    assert first.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    again = played.world.ask("GET", path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert played.world.ask("GET", path).headers["ETag"] == first.headers["ETag"]
    played.enter_confirmed(1, 2, 800, 700, 300, 500, version=1)
    assert played.world.ask("GET", path).headers["ETag"] != first.headers["ETag"]


def test_seats_that_are_not_public_say_so_until_they_are(world: World) -> None:
    hall = Hall(world)
    drawn = hall.done("POST", f"/events/{hall.event}/seatings", first_round=1)

    def paper(name: str, **query: Any) -> str:
        return text_of(printed(world, hall.event, name, "administrator", **query))

    draft = paper("seating-by-table", round=3)
    assert "選手16" in draft and "Draft: seats not public yet" in draft
    slips = paper("pairing-slips")
    assert slips.count("R3") == slips.count("Draft: seats not public yet") == 16
    assert paper("table-signs", round=3).count("Draft: seats not public yet") == 4
    hall.done("POST", f"/seatings/{drawn['id']}/publish")
    assert "選手16" in paper("seating-by-table", round=3)
    assert not [name for name in ("seating-by-table", "pairing-slips", "table-signs") if "Draft" in paper(name)]


def test_a_start_order_that_is_rolled_is_not_printed_before(world: World) -> None:
    hall = Hall(world)
    text = str(hall.done("GET", f"/events/{hall.event}/regulation")["text"])
    hall.done(
        "PUT", f"/events/{hall.event}/regulation", text=text.replace(', "start_order"]', ']\nstart_order = "rolled"')
    )
    drawn = hall.done("POST", f"/events/{hall.event}/seatings", first_round=1)
    hall.done("POST", f"/seatings/{drawn['id']}/publish")

    def paper(name: str) -> str:
        return text_of(printed(world, hall.event, name, "administrator", round=1))

    assert "table; the start order is thrown for there" in paper("seating-by-name")
    assert "throw for the start" in paper("seating-by-table") and "throw for the start" in paper("move-logs")
    assert paper("pairing-slips").count("throw for the start") == 16
    by_hand = "The start order is thrown for at the table"
    assert paper("score-sheets").count(by_hand) == paper("table-signs").count(by_hand) == 4
    noted, played = hall.tables(1)[:2]
    sitting = [each["id"] for each in drawn["rounds"][0]["tables"][0]["players"]]
    hall.done("PUT", f"/tables/{noted['id']}/start-order", players=sitting[::-1])
    hall.roll(played["id"])
    assert paper("score-sheets").count(by_hand) == 2
    assert "1 – 1" in paper("seating-by-name") and "table – start order" in paper("seating-by-name")


def test_the_codes_of_the_tables_are_printed_for_whoever_may_see_them(world: World) -> None:
    world.ask("POST", f"/tables/{world.table}/code", json={})
    with (
        world.app.test_request_context(base_url="http://elsewhere.example"),
        world.service.database.read() as session,
    ):
        event = session.get_one(Event, world.event)
        for codes in (True, False):
            prepared = prepare(
                session, event, world.service.database.now(), CATALOGUE["table-signs"], PrintOptions(), codes=codes
            )
            signs = prepared.job.facts
            assert isinstance(signs, TableSigns)
            (sign,) = signs.tables
            assert sign.link.startswith("http://localhost/t/") is codes  # the service's own address
    judge = printed(world, world.event, "table-signs", "judge")
    assert printed(world, world.event, "table-signs", "head_judge") != judge


def test_a_name_that_no_font_has_is_printed_with_a_sign_and_stays_in_the_file(world: World) -> None:
    for name in (HANGUL, "𓀀 健一"):
        world.made(f"/events/{world.event}/players", name=name)
    pdf = printed(world, world.event, "name-tags")
    assert HANGUL in text_of(pdf) and "𓀀" in texts_of_drawings(pdf)


def test_what_cannot_be_made_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusal(name: str) -> tuple[int, str]:
        answer = world.ask("GET", f"/events/{world.event}/papers/{name}")
        return answer.status_code, answer.get_json()["code"]

    assert refusal("nothing") == (404, "not_found")
    assert refusal("standings") == (409, "no_regulation")
    assert refusal("certificates-vertical?language=en") == (422, "paper_language")
    assert refusal("seating-by-table?round=7") == (404, "not_found")
    assert refusal("standings?round=0") == (422, "invalid")
    city = world.made(f"/events/{world.event}/rounds", number=2)
    world.made(f"/rounds/{city}/tables", number=1, ruleset="city", seats=["A", "B"])
    sheet = text_of(printed(world, world.event, "score-sheets", round=2))
    assert "Canal Street" in sheet and "Present rents" in sheet
    monkeypatch.setattr("rulesets.city.mechanics.CityMechanics.editions", staticmethod(tuple))  # as of another place
    assert refusal("score-sheets?round=2") == (409, "no_score_sheet")
    world.ask("PUT", f"/events/{world.event}/regulation", json={"shipped": "rank-sum"})
    assert refusal("bracket") == (409, "no_qualification")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_judges_card_holds_every_shipped_regulation_and_tells_its_options_in_words(language: str) -> None:
    letter = Layout(dict.fromkeys(LANGUAGES, "A"), paper="Letter")
    with Flask(__name__).test_request_context():
        for name in shipped.names():
            regulation = shipped.load(name)
            facts = judges_card_facts(regulation, language)
            with watched() as sheets:
                assert page_count(judges_card(facts, letter, language)) <= 4, name
            assert [each.what for sheet in sheets for each in sheet.texts if "…" in each.what] == [], name
            text = " ".join(holds for _, holds in facts.terms)
            raw = {*regulation.game.options, *regulation.game.options.values()}
            assert not [each for each in raw if isinstance(each, str) and each in text], name


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run ``referee print`` on the database of the settings."""
    monkeypatch.setenv("REFEREE_DATA", str(settings.data))
    monkeypatch.setenv("REFEREE_DATABASE_URL", settings.database_url)
    return lambda *arguments: CliRunner().invoke(main, ["print", *map(str, arguments)])


def test_the_command_writes_a_document_into_a_file(world: World, run: Any, tmp_path: Path) -> None:
    file = tmp_path / "signs.pdf"
    done = run("第1回大会", "table-signs", "--round", 1, "--lang", "en", "--paper", "letter", "-o", file)
    assert done.exit_code == 0, done.output
    assert title_of(file.read_bytes()) == "Table signs"
    none = run("Nothing", "table-signs", "-o", file)
    assert none.exit_code == 2 and "give its id" in none.output
    refused = run(world.event, "certificates-vertical", "--lang", "en", "-o", tmp_path / "certificates.pdf")
    assert refused.exit_code and "ja, zh" in refused.output
    assert not (tmp_path / "certificates.pdf").exists()


def test_a_programme_of_an_event_of_which_nothing_is_known_leaves_lines(world: World) -> None:
    with watched() as pages:
        text = text_of(printed(world, world.event, "programme"))
    (page,) = pages
    assert "Doors open, check-in" in text and "Prize giving" in text and "Venue" in text
    assert sum(line.top == line.bottom for line in page.lines) > 15
    timed = {"timetable": "9:30 Doors open\n10:00 Round 1\n18:00 Prizes", "venue": "Town hall"}
    assert world.ask("PATCH", f"/events/{world.event}", "organizer", json=timed).status_code == 200
    text = text_of(printed(world, world.event, "programme"))
    assert "18:00" in text and "Town hall" in text and "Venue" not in text and "check-in" not in text


def test_a_direction_sign_says_what_was_chosen_or_typed_in_one_language_or_all(world: World) -> None:
    def sign(**query: Any) -> list[str]:
        text = text_of(printed(world, world.event, "direction-signs", **query))
        return [" ".join(page.split()).replace("第1回大会", "").strip() for page in text.split("\f")[:-1]]

    leading = [each for each in PLACES if each not in WITHOUT_ARROW]
    assert len(sign()) == 3 * len(leading) + len(WITHOUT_ARROW)
    assert len(sign(arrow="ahead")) == len(PLACES)
    assert sign(sign="tables", first_table=12, last_table=1, arrow="left") == ["Tables 1–12"]
    assert sign(sign="tables", first_table=5) == ["Table 5"] * 3
    (every,) = sign(sign="hall", every_language=True, arrow="left")
    assert [each for each in ("Hall", "会場", "会场") if each not in every] == []
    (out,) = sign(sign="way_out", every_language=True, language="ja", arrow="left")
    assert out.count("出口") == 1 and "Way out" in out  # written alike in Japanese and Chinese
    assert sign(sign_text="To the lift", arrow="upstairs") == ["To the lift"]
    assert world.ask("GET", f"/events/{world.event}/papers/direction-signs?arrow=back").status_code == 422
