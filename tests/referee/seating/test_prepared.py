"""A seating that was prepared elsewhere is checked and measured like a drawn one, shown first, and says what it is."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from typing import Any

import pytest
from openpyxl import Workbook

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.support.archived_day import ArchivedDay, changed, texts_of, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import PLAN, Hall, seated_players
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World
from tournaments.archive.lines import compact_json
from tournaments.seating.file import check, fingerprint, parse

TWO = PLAN.replace("repeat = 3", "repeat = 2").replace("after = 3", "after = 2")
SEATS = {1: ([1, 2, 3, 4], [5, 6, 7, 8]), 2: ([1, 5, 2, 6], [3, 7, 4, 8])}
"""By round, the numbers of the players at each table, in start order."""


def rows(seats: dict[int, Any] = SEATS) -> list[tuple[int, int, str]]:
    """Round, table, name of each seat."""
    return [
        (number, table, f"選手{player}")
        for number, tables in seats.items()
        for table, players in enumerate(tables, 1)
        for player in players
    ]


def csv(seats: dict[int, Any] = SEATS, heading: str = "ラウンド,卓,名前") -> str:
    return "\n".join([heading, *(",".join(map(str, row)) for row in rows(seats))])


@pytest.fixture
def hall(world: World) -> Hall:
    return Hall(world, players=8, text=TWO)


def bring(hall: Hall, text: str | bytes, *, apply: bool = False, **more: Any) -> Any:
    data = b64encode(text.encode() if isinstance(text, str) else text).decode()
    return hall.done("POST", f"/events/{hall.event}/seatings/prepared", first_round=1, data=data, apply=apply, **more)


def faults(hall: Hall, text: str) -> list[str]:
    return [each["fault"] for each in bring(hall, text)["faults"]]


def test_a_list_is_shown_first_and_then_taken_as_it_is(hall: Hall) -> None:
    seen = bring(hall, csv())
    assert (seen["seating_id"], seen["faults"]) == (None, [])
    assert hall.done("GET", f"/events/{hall.event}/seatings")["rows"] == []
    # Players 1 and 2 meet twice, and 5 and 6, 3 and 4, 7 and 8; those of one club sit together.
    assert sum(each["fault"] == "seating_rematch" for each in seen["violations"]) == 4
    assert "選手1" in json.dumps(seen["violations"], ensure_ascii=False)
    draft = bring(hall, csv(), apply=True)["seating_id"]
    view = hall.done("GET", f"/seatings/{draft}")
    assert (view["kind"], view["state"]) == ("prepared", "draft")
    wanted = [[hall.players[number - 1] for number in table] for table in SEATS[2]]
    assert seated_players(view, 2) == wanted
    hall.done("POST", f"/seatings/{draft}/publish")
    assert len(hall.tables(1)) == 2


@pytest.mark.parametrize(
    ("seats", "wanted"),
    [
        ({1: ([1, 2, 3, 4], [5, 6, 7, 99]), 2: SEATS[2]}, ["player_unknown"]),
        ({1: ([1, 2, 3, 4], [5, 6, 7, 1]), 2: SEATS[2]}, ["player_in_round_twice"]),
        ({1: ([1, 2, 3], [4, 5, 6, 7, 8]), 2: SEATS[2]}, ["seating_size"]),
        ({1: SEATS[1]}, ["seats_no_round"]),
        ({1: ([1, 2, 3, 4], [], [5, 6, 7, 8]), 2: SEATS[2]}, ["seats_no_table"]),
        ({1: SEATS[1], 2: SEATS[2], 3: SEATS[2]}, ["seats_other_round"] * 8),
    ],
)
@SQLITE_ONLY
def test_what_a_drawn_one_could_not_have_is_refused(hall: Hall, seats: dict[int, Any], wanted: list[str]) -> None:
    assert faults(hall, csv(seats)) == wanted
    data = b64encode(csv(seats).encode()).decode()
    path = f"/events/{hall.event}/seatings/prepared"
    assert hall.refused("POST", path, first_round=1, data=data, apply=True)["code"] == "faulty"
    assert hall.done("GET", f"/events/{hall.event}/seatings")["rows"] == []


@SQLITE_ONLY
def test_whoever_is_missing_is_named_and_may_be_missing(hall: Hall) -> None:
    hall.player(9)
    seen = bring(hall, csv())
    missing = [each["message"] for each in seen["violations"] if each["fault"] == "seating_missing"]
    assert len(missing) == 2
    assert all("選手9" in each for each in missing)
    draft = bring(hall, csv(), apply=True)["seating_id"]
    assert len(hall.done("GET", f"/seatings/{draft}")["unseated"]) == 1


@SQLITE_ONLY
def test_who_does_not_play_has_no_seat(hall: Hall) -> None:
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=0, reason="ill")
    assert "seating_absent" in faults(hall, csv())


@SQLITE_ONLY
def test_start_orders_count_where_they_are_given(hall: Hall) -> None:
    lines = [f"{number},{table},{name},{4 - at % 4}" for at, (number, table, name) in enumerate(rows())]
    draft = bring(hall, "\n".join(["round,table,player,start order", *lines]), apply=True)["seating_id"]
    view = hall.done("GET", f"/seatings/{draft}")
    assert seated_players(view, 1)[0] == hall.players[3::-1]
    twice = "\n".join(["round,table,player,start order", *(line[:-1] + "1" for line in lines)])
    assert set(faults(hall, twice)) == {"start_order_twice"}


@SQLITE_ONLY
def test_a_workbook_with_other_titles_is_read_as_people_say_and_that_is_remembered(hall: Hall) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Seats of Sunday"])
    sheet.append(["R", "Tisch", "Wer"])
    for row in rows():
        sheet.append(row)
    kept = io.BytesIO()
    book.save(kept)
    chosen: dict[str, Any] = {"heading": 2, "columns": ["round", "table", "player"]}
    assert bring(hall, kept.getvalue())["faults"]
    assert bring(hall, kept.getvalue(), **chosen)["faults"] == []
    bring(hall, kept.getvalue(), apply=True, **chosen)
    assert bring(hall, kept.getvalue())["faults"] == []


@SQLITE_ONLY
def test_its_file_can_be_checked_and_it_can_be_changed_like_a_drawn_one(hall: Hall) -> None:
    draft = bring(hall, csv(), apply=True)["seating_id"]
    swap = {"round": 1, "one": hall.players[0], "other": hall.players[4], "base": 1, "reason": "a couple"}
    hall.done("POST", f"/seatings/{draft}/swaps", **swap)
    latest = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]
    assert latest["kind"] == "prepared"
    text = hall.ask("GET", f"/seatings/{latest['id']}/file").get_data(as_text=True)
    assert check(parse(text)) == ()
    filed = json.loads(text)
    filed["score"]["rematches"] += 1
    assert {each.code for each in check(parse(json.dumps(filed)))} == {"seating_fingerprint", "seating_figure"}


@SQLITE_ONLY
def test_the_archive_says_that_it_was_prepared_and_by_whom_and_is_found_right(hall: Hall) -> None:
    draft = bring(hall, csv(), apply=True)["seating_id"]
    hall.done("POST", f"/seatings/{draft}/publish")
    archive = bytes(ArchivedDay.archive(hall))  # type: ignore[arg-type]
    assert [each.sentence("en") for each in verified(archive).differences] == []
    (line,) = map(json.loads, texts_of(archive)["seatings.jsonl"].splitlines())
    assert (line["document"]["kind"], line["author"]) == ("prepared", "administrator")
    line["document"]["score"]["rematches"] += 1
    line["document"]["fingerprint"] = fingerprint(line["document"])
    wrong = changed(archive, {"seatings.jsonl": compact_json(line) + "\n"}, seal=True)
    assert "draw_differs" in {each.code for each in verified(wrong).differences}


@SQLITE_ONLY
def test_tables_that_follow_from_the_plan_take_no_list(world: World) -> None:
    ranked = Hall(world, players=8, text=PLAN.replace("repeat = 3\nseating = \"schedule\"", 'seating = "schedule"\n'
        "[[round]]\nseating = \"ranked\"").replace("after = 3", "after = 2"))  # fmt: skip
    data = b64encode(b"table,player\n1,x").decode()
    path = f"/events/{ranked.event}/seatings/prepared"
    assert ranked.refused("POST", path, first_round=2, data=data)["code"] == "seating_derived"
    assert [each["fault"] for each in ranked.done("POST", path, first_round=1, data=data)["faults"]] == [
        "player_unknown"
    ]


@SQLITE_ONLY
def test_the_page_shows_tables_figures_and_faults_in_every_language(hall: Hall, world: World) -> None:
    desk = Browser(world, world.tokens["administrator"])
    at = f"/events/{hall.event}/seating/prepared"
    for language in LANGUAGES:
        said = words(language)
        page = f"{at}?lang={language}"
        assert said["prepared_title"] in as_shown(desk.read(f"/events/{hall.event}/seating?lang={language}"))
        shown = as_shown(desk.send(page, desk.read(page), 200, round="1", text=csv()))
        for key in ("prepared_do", "prepared_measured", "aim_rematches"):
            assert said[key] in shown, (language, key)
        wrong = as_shown(desk.send(page, desk.read(page), 200, round="1", text=csv().replace("選手3", "選手")))
        assert said["prepared_mend"] in wrong
        assert said["prepared_do"] not in wrong
    desk.send(at, desk.read(at), round="1", text=csv(), apply="1")
    assert words("en")["kind_prepared"] in as_shown(desk.read(f"/events/{hall.event}/seating?lang=en"))
