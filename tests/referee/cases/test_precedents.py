"""Precedents over HTTP and on the command line: rulings marked, searched, and carried to another event in a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cases.precedents.content import behind_name, replace_names
from referee.cli import main
from referee.core.settings import Settings
from tests.referee.cases.test_cases import NONE, Desk, auction
from tests.referee.support.cup import Cup
from tests.tournaments.paper_samples import text_of


@pytest.fixture
def desk(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The desk with two rulings; the first, on a call in an auction, is binding as it was upheld."""
    desk = Desk(cup, monkeypatch)
    seq = auction(desk)
    first = desk.opened(refused=seq)
    desk.decide(
        first,
        {"kind": "stand", "seq": seq},
        clauses=["JMA/AUCTION-1"],
        standing="advice",
        question="Does Bob's call of $15 stand?",
        facts="Bob called 15, Anna heard Ann laugh.",
        decision="Bobの入札は有効とします。",
    )
    desk.appeal(first, "A", text="Ann did not laugh.")
    desk.settle(first, "upheld")
    desk.ask("PUT", f"/cases/{first}/standing", standing="binding")
    desk.decide(desk.opened(), NONE, clauses=["JMA/MOVE-1"], standing="advice", facts="A die lay on a card.")
    return desk


def found(desk: Desk, query: str, event: str | None = None) -> list[str]:
    """The keys of the precedents that a search finds, in order."""
    rows = desk.ask("GET", f"/events/{event or desk.world.event}/precedents?{query}")["rows"]
    return [each["key"] for each in rows]


def exported(desk: Desk, event: str | None = None) -> Any:
    return desk.ask("GET", f"/events/{event or desk.world.event}/precedents/export")


def test_marked_rulings_are_found_by_words_clause_and_chapter_and_others_are_not(desk: Desk) -> None:
    assert found(desk, "") == ["R-1", "R-2"]
    assert found(desk, "q=die&lang=ja") == ["R-2"]
    assert found(desk, "q=入札&lang=en") == ["R-1"]
    assert (found(desk, "q=入札&lang=zh"), found(desk, "q=die&lang=zh")) == (["R-1"], ["R-2"])
    assert [found(desk, f"q={query}")[0] for query in ("jma/auction-1", "auction-1", "MOVE", "r-2")] == [
        "R-1",
        "R-1",
        "R-2",
        "R-2",
    ]
    assert (found(desk, "clause=JMA/MOVE"), found(desk, "clause=JMA/MOVE-1&q=auction")) == (["R-2"], [])
    case = desk.ask("GET", f"/events/{desk.world.event}/cases?state=all")["rows"][0]
    desk.ask("PUT", f"/cases/{case['id']}/standing", standing="none")
    assert found(desk, "") == ["R-1"]
    assert (
        desk.ask("PUT", f"/cases/{desk.opened()}/standing", status=409, standing="advice")["code"] == "case_undecided"
    )


def test_a_table_with_the_same_refusal_finds_the_precedent_before_the_clause(desk: Desk) -> None:
    desk.table = desk.cup.tables[1, 2]
    desk.device = desk.world.token("the next tablet", table=desk.table)
    auction(desk)
    page, index, strangers, strangers_index = (
        desk.world.app.test_client()
        .get(f"/rules/jma-2006{part}?case={desk.table}&lang=en", headers={"Authorization": f"Bearer {token}"})
        .get_data(as_text=True)
        for token in (desk.world.tokens["arbiter"], desk.device)
        for part in ("", "/index.json")
    )
    places = [page.find(f">{each}<") for each in ("PRECEDENT/R-1", "JMA/AUCTION-1")]
    assert 0 < places[0] < places[1]
    assert "binding for this event" in page
    assert "PRECEDENT/R-1" in index
    assert "PRECEDENT/R-1" not in strangers + strangers_index
    path = f"/rules?event={desk.world.event}&q=call&codes=bid_not_in_tens"
    first, second = desk.ask("GET", path, "judge")["rows"][:2]
    assert (first["kind"], first["clause"], first["standing"]) == ("precedent", "PRECEDENT/R-1", "binding")
    assert (first["why"], first["address"].rpartition("/")[0]) == ("case", f"/events/{desk.world.event}/cases")
    assert (second["kind"], second["clause"]) == ("clause", "JMA/AUCTION-1")
    desk.ask("GET", path, "viewer", 403)


def test_the_export_and_the_report_of_the_event_have_its_cases(desk: Desk) -> None:
    path = f"/events/{desk.world.event}"
    export = desk.ask("GET", f"{path}/export?format=json", "organizer")
    assert [each["name"] for each in export["cases"]] == ["R-2", "R-1"]
    paper = desk.world.ask("GET", f"{path}/papers/event-report?lang=en", "organizer").get_data()
    text = " ".join(text_of(paper).split())
    assert re.search(r"R-1 .* Bob called 15", text)
    assert "異議申立ての結果、維持" in text


def test_the_file_has_seats_for_names_and_everything_about_the_ruling(desk: Desk) -> None:
    first, second = exported(desk)["rulings"]
    assert first["question"] == "Does B's call of $15 stand?"
    assert first["facts"] == "B called 15, Anna heard A laugh."
    assert first["decision"] == "Bの入札は有効とします。"
    assert first["appeal"] == {
        "players": ["A"],
        "texts": ["A did not laugh."],
        "outcome": "upheld",
        "reasons": "As the rules say.",
        "before": None,
    }
    assert first["log"] == ["A 12", "A no", "✗ B b15"]
    assert first["refused"]["refusals"] == [{"clause": "JMA/AUCTION-1", "code": "bid_not_in_tens"}]
    assert (first["position"]["turn"], first["standing"], first["source"]["number"]) == ("A", "binding", 1)
    assert (second["refused"], second["appeal"], second["clauses"]) == (None, None, ["JMA/MOVE-1"])


def test_nobody_is_named_in_the_file_and_words_that_only_look_like_names_stay(desk: Desk) -> None:
    for name in ("林 花子", "ジョン・マリ", "An Lee", "山田 太郎"):
        desk.world.made(f"/events/{desk.world.event}/players", name=name, first_round=3)
    kept = "林立する家、森林、マリン。An auction."
    desk.decide(
        desk.opened(),
        NONE,
        standing="advice",
        facts=f"Eveと林さんが見た。山田は「マリさんだ」と言った。 {kept}",
        reasons="Lee, An Lee and Halley asked Ann.",
    )
    ruling = exported(desk)["rulings"][2]
    assert ruling["facts"] == f"〔選手〕と〔選手〕さんが見た。〔選手〕は「〔選手〕さんだ」と言った。 {kept}"
    assert ruling["reasons"] == "〔選手〕, 〔選手〕 and Halley asked A."
    desk.decide(desk.opened(), NONE, standing="advice")
    assert "arbiter" not in json.dumps(exported(desk)["rulings"][3]["log"])


def test_a_file_is_taken_in_once_shown_before_and_goes_on_to_the_event_after(desk: Desk) -> None:
    file = exported(desk)
    there = desk.world.made("/events", name="第2回大会")
    path = f"/events/{there}/precedents"
    for trial, status in (("true", "new"), ("false", "new"), ("false", "known")):
        rows = desk.ask("POST", f"{path}/import?trial={trial}", "administrator", **file)["rows"]
        assert [each["status"] for each in rows] == [status, status]
    shown = desk.ask("GET", path, "administrator")["rows"]
    assert [(each["key"], each["standing"], each["own"]) for each in shown] == [
        ("P-2", "advice", False),
        ("P-1", "advice", False),
    ]
    desk.ask("PUT", f"/precedents/{shown[1]['id']}/standing", "administrator", standing="binding")
    file["rulings"][1]["reasons"] = "They had agreed on it before."
    rows = desk.ask("POST", f"{path}/import", "administrator", **file)["rows"]
    assert [each["status"] for each in rows] == ["known", "changed"]
    again = desk.ask("GET", path, "administrator")["rows"]
    assert [(each["key"], each["standing"]) for each in again] == [("P-1", "binding"), ("P-2", "advice")]
    assert again[1]["content"]["reasons"] == "They had agreed on it before."
    onwards = desk.ask("GET", f"{path}/export", "administrator")["rulings"]
    assert [each["source"] for each in onwards] == [each["source"] for each in file["rulings"]]
    back = desk.ask(
        "POST", f"/events/{desk.world.event}/precedents/import", "arbiter", format="rulings/1", rulings=onwards
    )["rows"]
    assert [each["status"] for each in back] == ["own", "own"]


def test_a_file_that_is_not_as_it_should_be_is_refused_field_by_field(desk: Desk) -> None:
    file = exported(desk)
    del file["rulings"][0]["facts"]
    file["rulings"][1]["mood"] = "bad"
    path = f"/events/{desk.world.event}/precedents/import"
    faults = desk.ask("POST", path, "arbiter", 422, **file)["errors"]
    assert [(each["field"], each["fault"]) for each in faults] == [
        ("rulings.0.facts", "missing"),
        ("rulings.1.mood", "unknown"),
    ]
    rulings = [*exported(desk)["rulings"], exported(desk)["rulings"][0]]
    faults = desk.ask("POST", path, "arbiter", 422, format="rulings/1", rulings=rulings)["errors"]
    assert [(each["field"], each["fault"]) for each in faults] == [("rulings.2.source", "ruling_twice")]
    rulings[1]["decided"] = "2026-02-30"
    (fault,) = desk.ask("POST", path, "arbiter", 422, format="rulings/1", rulings=rulings)["errors"]
    assert (fault["field"], fault["fault"]) == ("rulings.1.decided", "form")


def test_the_command_line_carries_rulings_to_the_next_event(
    desk: Desk, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REFEREE_DATA", str(settings.data))
    monkeypatch.setenv("REFEREE_DATABASE_URL", settings.database_url)
    there = desk.world.made("/events", name="第2回大会")
    file = tmp_path / "rulings.json"

    def run(*arguments: str) -> tuple[int, list[str]]:
        done = CliRunner().invoke(main, ["rulings", *arguments])
        return done.exit_code, done.output.splitlines()

    assert run("export", "第1回大会", "--out", str(file)) == (0, [])
    assert json.loads(file.read_text("utf-8")) == exported(desk)
    assert run("import", there, str(file), "--trial") == run("import", there, str(file))
    code, lines = run("import", there, str(file))
    assert (code, [line.split()[0] for line in lines]) == (0, ["known", "known"])
    file.write_text('{"format":"rulings/1"}', "utf-8")
    code, (fault,) = run("import", there, str(file))
    assert (code, fault.partition("rulings.json: ")[2].partition(":")[0]) == (1, "rulings")
    assert run("export", "nothing of this name")[0] == 2


def test_what_tells_namesakes_apart_goes_with_the_name() -> None:
    known = {"田中 一": "A", "田中": "somebody"}
    behind = behind_name(["関東（本部）", "関東"])
    for said in (
        "田中 一 (関東)",
        "田中 一（関東）",
        "田中 一（ 関東（本部）)",
        "田中 一 #12",
        "田中 一＃3",
        "田中 一",
    ):
        assert replace_names({"facts": [f"{said}が振った。"]}, known, behind) == {"facts": ["Aが振った。"]}
    assert replace_names("田中 一（遅刻）は関東の選手", known, behind) == "A（遅刻）は関東の選手"
    assert replace_names("田中 一 #7", known, behind_name([])) == "A"
