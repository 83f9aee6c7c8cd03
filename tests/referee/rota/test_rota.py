"""The rota: proposed, typed, shown to everybody, printed, archived, and stale when people or tables change."""

from __future__ import annotations

import io
import re
import zipfile
from itertools import product
from typing import Any

import pytest

from referee.rota.queries import duty_words
from rulesets.languages import LANGUAGES
from tests.referee.results.test_results_pages import Reader
from tests.referee.support.archived_day import archive_of
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of
from tournaments.rota import DUTIES, Duties, Duty, away_from_tables, spread, unattended
from tournaments.timetable import times
from tournaments.typed import Misread

DAY = "9:00 開場\n10:00～11:15 第1ラウンド\n12:00 Round 2\n13:00 昼食\n15:00 準決勝なし・決勝\n16:30 表彰"


class Staffed(Hall):
    """A hall with three judges and somebody at the desk.  ``staff``: their account ids by name; ``ann``: a token."""

    def __init__(self, world: World, players: int = 16) -> None:
        super().__init__(world, players)
        self.done("PATCH", f"/events/{self.event}", timetable=DAY)
        self.ann = world.token("Ann")
        ann = world.ask("GET", "/me", self.ann).get_json()["account_id"]
        self.done("POST", f"/events/{self.event}/members", account_id=ann, role="judge")
        self.staff = {"Ann": ann, **{name: self.helper(name, "judge") for name in ("Bob", "Cid")}}
        self.staff["Dot"] = self.helper("Dot", "scorer")

    def helper(self, name: str, role: str) -> str:
        made = self.done("POST", f"/events/{self.event}/members", name=name, role=role)
        return str(made["account_id"])

    def proposed(self) -> list[Any]:
        rows = self.done("GET", f"/events/{self.event}/rota/proposal")["rows"]
        self.done("PUT", f"/events/{self.event}/rota", rows=rows)
        return list(rows)

    def stale(self) -> list[Any]:
        return list(self.done("GET", f"/events/{self.event}/stale")["rows"])

    def reader(self, token: str = "administrator") -> Reader:
        found = Reader.__new__(Reader)
        found.browser = self.world.app.test_client()
        found.browser.set_cookie("referee", self.world.tokens.get(token, token))
        found.event = f"/events/{self.event}"
        return found


@pytest.fixture
def hall(world: World) -> Staffed:
    return Staffed(world)


def test_every_table_has_one_judge_and_nobody_much_more_than_others() -> None:
    for count, tables in product((1, 2, 3, 7, 12), ([1], [30, 30, 30, 1], [5, 5, 4, 2, 1], [0, 3])):
        judges = [f"j{number}" for number in range(count)]
        shares = spread([judges] * len(tables), tables)
        total = dict.fromkeys(judges, 0)
        for at, wanted in enumerate(tables):
            own = {judge: share for (of, judge), share in shares.items() if of == at}
            held = [number for first, last in own.values() for number in range(first, last + 1)]
            assert sorted(held) == list(range(1, wanted + 1))
            sizes = [1 + own[judge][1] - own[judge][0] if judge in own else 0 for judge in judges]
            assert max(sizes) - min(sizes) <= 1
            for judge, size in zip(judges, sizes, strict=True):
                total[judge] += size
        assert max(total.values()) - min(total.values()) <= 1
        if count >= len(tables) and min(tables) >= count:
            assert all(len({shares[at, each] for at in range(len(tables))}) == len(tables) for each in judges)
    assert spread([[], ["a"]], [2, 2]) == {(1, "a"): (1, 2)}
    assert unattended([Duty(2, 3), Duty(duty="desk"), Duty(6, 99)], 7) == ((1, 1), (4, 5))


def test_away_from_the_tables_there_is_one_clock_and_as_many_enter_results_as_are_needed() -> None:
    for many, scoring, tables, first in product(range(4), range(4), (1, 10, 11, 100), (True, False)):
        organizers, scorers = [f"o{number}" for number in range(many)], [f"s{number}" for number in range(scoring)]
        duties = away_from_tables(organizers, scorers, tables, first=first)
        done = [duty for _, duty in duties]
        assert {who for who, _ in duties} == {*organizers, *scorers} and len(set(duties)) == len(duties)
        assert done.count("clock") == min(many, 1)
        assert done.count("results") == min(scoring, -(-tables // 10))
        assert done.count("desk") == (first and bool(scorers or organizers[1:]))


@SQLITE_ONLY
def test_spare_organizers_look_after_tables_where_judges_have_many(world: World) -> None:
    hall = Staffed(world, 48)
    spare = {hall.helper(name, "organizer") for name in ("Eve", "Fay")}
    rows = [each for each in hall.proposed() if each["account_id"] in spare]
    done = [sorted(each["duty"] or "tables" for each in rows if each["round"] == number) for number in (1, 2, 3, 4)]
    assert done == [["clock", "desk"], ["clock", "tables"], ["clock", "tables"], ["clock", "reserve"]]
    assert {each["account_id"] for each in rows if each["duty"] == "clock"} == spare


@pytest.mark.parametrize(
    ("typed", "tasks"),
    [
        ("１〜４、7", (Duty(1, 4), Duty(7, 7))),
        ("1-4卓", (Duty(1, 4),)),
        ("1 4 - 6", (Duty(1, 1), Duty(4, 6))),
        ("受付、ＣＬＯＣＫ; 休息", (Duty(duty="desk"), Duty(duty="clock"), Duty(duty="break"))),
        ("3階の受付, 2", (Duty(duty="3階の受付"), Duty(2, 2))),
        ("5, 5,, desk", (Duty(5, 5), Duty(duty="desk"))),
    ],
)
def test_duties_are_read_as_they_are_typed(typed: str, tasks: tuple[Duty, ...]) -> None:
    assert Duties(999, duty_words()).read(typed) == tasks


@pytest.mark.parametrize("typed", ["12 - x", "0", "1-1000", "写" * 41])
def test_what_is_no_table_and_no_duty_is_refused(typed: str) -> None:
    with pytest.raises(Misread):
        Duties(999, duty_words()).read(typed)


def test_a_line_of_the_timetable_is_about_what_it_names_most_of() -> None:
    names = {1: ("第1ラウンド", "Round 1"), 2: ("Round 2",), 3: ("準決勝",), 4: ("決勝", "Final"), 12: ("Round 12",)}
    text = "10:00 round １\n11:00 Round 12\n12:00 準決勝\n13:00 決勝\nRound 2\n14:00 Final, again"
    assert times(text, names) == {1: "10:00", 12: "11:00", 3: "12:00", 4: "13:00"}


@SQLITE_ONLY
def test_a_proposed_rota_covers_all_tables_and_shows_the_times(hall: Staffed) -> None:
    rows = hall.proposed()
    rota = hall.done("GET", f"/events/{hall.event}/rota")
    assert [(each["number"], each["tables"], each["time"]) for each in rota["rounds"]] == [
        (1, 4, "10:00～11:15"), (2, 4, "12:00"), (3, 4, ""), (4, 1, "15:00")
    ]  # fmt: skip
    assert all(each["unattended"] == [] for each in rota["rounds"]) and rota["rows"] == rows
    own = {(each["round"], each["duty"]) for each in rows if each["account_id"] == hall.staff["Dot"]}
    assert own == {(1, "desk"), *((number, "results") for number in (1, 2, 3, 4))}
    assert [each["duty"] for each in rows if each["round"] == 4 and not each["first"]].count("reserve") == 2
    # The tables of a round are those that its page of calls asks for; other duties are not touched by that.
    of_round = next(each["id"] for each in hall.done("GET", f"/events/{hall.event}/rounds")["rows"])
    listed = hall.done("GET", f"/rounds/{of_round}/assignments")["rows"]
    assert {each["name"] for each in listed} == {"Ann", "Bob", "Cid"}
    hall.done("PUT", f"/rounds/{of_round}/assignments", rows=[])
    left = hall.done("GET", f"/events/{hall.event}/rota")
    assert left["rounds"][0]["unattended"] == [1, 2, 3, 4]
    assert [each["duty"] for each in left["rows"] if each["round"] == 1] == ["results", "desk"]
    audit = hall.done("GET", f"/events/{hall.event}/audit")["rows"]
    assert [len(each["details"]["rows"]) for each in audit if each["action"] == "rota.change"] == [len(rows)]


@SQLITE_ONLY
@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        ({"first": 3, "last": 2}, "rota_tables", "rows.0.last"),
        ({"first": 1, "last": 2, "duty": "desk"}, "rota_one", "rows.0.duty"),
        ({}, "rota_one", "rows.0.duty"),
        ({"account_id": "nobody", "duty": "desk"}, "rota_person", "rows.0.account_id"),
        ({"account_id": "Dot", "first": 1, "last": 1}, "not_answering", None),
        ({"round": 9, "duty": "desk"}, "round_unplanned", None),
    ],
)
def test_what_cannot_be_is_refused(hall: Staffed, row: Any, code: str, field: str | None) -> None:
    whose = row.get("account_id", "Ann")
    given = {"round": 1, **row, "account_id": hall.staff.get(whose, whose)}
    answer = hall.world.ask("PUT", f"/events/{hall.event}/rota", json={"rows": [given]})
    problem = answer.get_json()
    found = [(each["fault"], each["field"]) for each in problem.get("errors", ())] or [(problem["code"], None)]
    assert found == [(code, field)]
    assert hall.done("GET", f"/events/{hall.event}/rota")["rows"] == []


@SQLITE_ONLY
def test_the_rota_is_typed_on_its_page_and_everybody_sees_their_own(hall: Staffed) -> None:
    organizer, ann = hall.reader(), hall.staff["Ann"]
    empty = organizer.read("rota")
    assert "nobody looks after tables 1-4" in empty
    proposed = organizer.read("rota?propose=1")
    assert "not saved yet" in proposed and "nobody looks after" not in proposed
    assert hall.done("GET", f"/events/{hall.event}/rota")["rows"] == []
    fields = dict(re.findall(r'name="(of_[^"]*)"[^>]*value="([^"]*)"', proposed))
    people = hall.done("GET", f"/events/{hall.event}/rota")["people"]
    assert len(fields) == 4 * len(people) and {*hall.staff} <= {each["name"] for each in people}
    typed = {**fields, f"of_1_{ann}": "１ 〜 2、计时", f"of_2_{ann}": "写真", f"of_3_{ann}": "x-4, 2-x"}
    wrong = organizer.send("rota", proposed, 422, **typed)
    assert 'value="写真"' in wrong and "2-x" in wrong
    organizer.send("rota", proposed, **{**typed, f"of_3_{ann}": ""})
    rows = hall.done("GET", f"/events/{hall.event}/rota")["rows"]
    own = [(each["round"], each["first"], each["duty"]) for each in rows if each["account_id"] == ann]
    assert [each for each in own if each[0] < 4] == [(1, 1, ""), (1, 0, "clock"), (2, 0, "写真")]
    shown = organizer.read("rota")
    assert 'value="1-2, Clock"' in shown and 'value="写真"' in shown
    seen = hall.reader(hall.ann).read("rota")
    assert "Your duties, Ann" in seen and "<dd>1-2, Clock</dd>" in seen and "10:00～11:15" in seen
    assert "Bob" in seen and "<form" not in seen.partition("Your duties")[2].partition("</main>")[0]


@SQLITE_ONLY
@pytest.mark.parametrize(("language", "more"), [*zip(LANGUAGES, (0, 3, 30), strict=True)])
def test_rota_slips_report_and_tags_name_the_same_staff(hall: Staffed, language: str, more: int) -> None:
    for name, roles in {"Hal": ("head_judge",), "Ari": ("arbiter", "judge"), "Bob": ("judge", "scorer")}.items():
        for role in roles:
            hall.helper(name, role)
    for number in range(more):
        hall.helper(f"Helper {number}", ("judge", "scorer", "organizer")[number % 3])
    hall.helper("Vic", "viewer")
    hall.done("PATCH", f"/events/{hall.event}", timetable=DAY.replace("昼食", "昼食\n13:30 第3ラウンド"))
    rows = hall.proposed()
    people = hall.done("GET", f"/events/{hall.event}/rota")["people"]
    names = {each["name"].replace(" ", "") for each in people}
    assert {"Ann", "Hal", "Ari#1", "Ari#2", "Bob#1", "Bob#2", "Bob#3"} < names and "Vic" not in names
    assert len(names) == len(people) == 9 + more
    assert {each["account_id"] for each in rows} == {each["account_id"] for each in people}
    for document in ("staff-rota", "rota-slips", "event-report", "name-tags"):
        found = text_of(hall.ask("GET", f"/events/{hall.event}/papers/{document}?language={language}").data)
        missing = [each for each in names if each not in re.sub(r"\s", "", found)]
        assert not missing and "Vic" not in found, document
        assert all(each in found for each in ("15:00", "9:00", "昼食")) or "rota" not in document


@SQLITE_ONLY
def test_a_rota_is_out_of_date_when_a_helper_leaves_or_tables_change(hall: Staffed) -> None:
    hall.proposed()
    assert hall.ask("GET", f"/events/{hall.event}/papers/staff-rota").status_code == 200
    assert hall.stale() == []
    hall.done("DELETE", f"/events/{hall.event}/members/{hall.staff['Bob']}/judge")
    (row,) = hall.stale()
    assert (row["kind"], [(each["name"], each["now"]) for each in row["changes"]]) == (
        "rota", [("Bob", "no longer on the staff")]
    )  # fmt: skip
    for number in range(17, 25):
        hall.player(number)
    (row,) = hall.stale()
    assert [(each["name"], each["before"], each["now"]) for each in row["changes"]][:1] == [
        ("Round 1", "4 tables", "6 tables")
    ]
    assert hall.reader().read("rota").count("no longer on the staff") == 1
    hall.proposed()
    (printed,) = hall.stale()
    assert printed["about"] == "staff-rota" and {"Ann", "Bob", "Cid"} <= {each["name"] for each in printed["changes"]}
    plan = hall.done("GET", f"/events/{hall.event}/regulation")["text"]
    without = plan.replace(plan[plan.index("[[round]]\nname") : plan.index("[seating]")], "")
    without = without[: without.index("[qualification]")]
    hall.done("PUT", f"/events/{hall.event}/regulation", text=without)
    assert {each["about"] for each in hall.stale()} == {"rota", "staff-rota"}
    assert [each["number"] for each in hall.done("GET", f"/events/{hall.event}/rota")["rounds"]] == [1, 2, 3]


@SQLITE_ONLY
def test_the_rota_goes_into_the_archive_of_the_organizer_alone(hall: Staffed) -> None:
    hall.proposed()
    with (
        zipfile.ZipFile(io.BytesIO(archive_of(hall))) as full,
        zipfile.ZipFile(io.BytesIO(archive_of(hall, public=True))) as public,
    ):
        lines = full.read("rota.jsonl").decode().splitlines()
        assert len(lines) == len(hall.done("GET", f"/events/{hall.event}/rota")["rows"])
        assert any("Ann" in each for each in lines) and "rota.jsonl" not in public.namelist()


def test_the_usual_duties_have_a_word_of_their_own_in_every_language() -> None:
    assert len(duty_words()) >= len(DUTIES) * 2 and set(duty_words().values()) == set(DUTIES)
