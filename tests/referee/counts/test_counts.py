"""The final count over HTTP: sheets by the log, agreement that lapses with the log, differences, open disputes."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import rulesets
from referee.counts.queries import confirmed_by_everybody, disputes_at
from referee.counts.sheets import own_sheets
from referee.log.table_game import TableGame, TableGames
from rulesets import as_report
from tests.referee.results.test_confirming import ME, leave
from tests.referee.support.cup import Cup


class Counted:
    """A table of the cup whose game is over by its log, and its count."""

    def __init__(self, cup: Cup) -> None:
        self.cup, self.world, self.table = cup, cup.world, cup.tables[1, 1]
        self.made = 0

    def report(self, **report: Any) -> int:
        """Log a report and return the status."""
        base = self.count()["seq"]
        body = {"client_id": f"report-{base:04}-{self.made}", "base": base, "report": report}
        self.made += 1
        return int(self.world.ask("POST", f"/tables/{self.table}/entries", "judge", json=body).status_code)

    def play(self) -> None:
        for report in (
            {"type": "roll", "player": "A", "dice": [1, 2]},
            {"type": "buy", "player": "A"},
            {"type": "roll", "player": "B", "dice": [1, 2]},
            {"type": "pay", "player": "B", "to": "A"},
            {"type": "time_up"},
            {"type": "roll", "player": "C", "dice": [5, 5]},
        ):
            assert self.report(**report) == 201, report

    def count(self, by: str = "judge") -> Any:
        return self.world.ask("GET", f"/tables/{self.table}/count", by).get_json()

    def step(self, seat: str, kind: str = "agreed", seq: int | None = None, by: str = "judge", **more: Any) -> Any:
        self.made += 1
        body = {"client_id": f"step-{self.made:06}", "seat": seat, "kind": kind, **more}
        return self.world.ask(
            "POST",
            f"/tables/{self.table}/count",
            by,
            json={"seq": self.count(by)["seq"] if seq is None else seq, **body},
        )

    def game(self) -> TableGame:
        return self.world.service.part(TableGames).current(self.table)

    def confirmed(self) -> bool:
        with self.world.service.database.read() as session:
            return confirmed_by_everybody(session, self.game())

    def enter(self, **more: Any) -> Any:
        return self.cup.enter(1, 1, log={}, **more)


@pytest.fixture
def counted(cup: Cup) -> Counted:
    found = Counted(cup)
    found.play()
    return found


def test_before_the_end_there_is_nothing_to_agree_to(cup: Cup) -> None:
    found = Counted(cup)
    assert found.count()["players"] == []
    assert found.step("A").get_json()["code"] == "count_too_early"


def test_everybody_agrees_to_a_sheet_whose_lines_make_the_worth(counted: Counted) -> None:
    view = counted.count()
    for each in view["players"]:
        assert sum(line["amount"] for line in each["lines"]) == each["worth"]
    assert not view["complete"]
    for seat in "ABC":
        assert counted.step(seat, signature="M1 1L2 2" if seat == "A" else None).status_code == 200
    assert not counted.confirmed()
    assert counted.step("D").get_json()["complete"]
    assert counted.confirmed()
    assert counted.count()["players"][0]["signature"] == "M1 1L2 2"
    assert not counted.step("B", "withdrawn").get_json()["complete"]
    assert not counted.confirmed()


def test_a_step_sent_twice_is_taken_once(counted: Counted) -> None:
    first = counted.step("A")
    body = {"client_id": f"step-{counted.made:06}", "seat": "A", "kind": "withdrawn", "seq": counted.count()["seq"]}
    again = counted.world.ask("POST", f"/tables/{counted.table}/count", "judge", json=body)
    assert (first.status_code, again.status_code) == (200, 200)
    assert [each["seat"] for each in counted.count()["players"] if each["agreed"]] == ["A"]


def test_an_agreement_lapses_when_the_log_changes_the_sheet_and_only_then(counted: Counted) -> None:
    for seat in "ABCD":
        counted.step(seat)
    seen = counted.count()["seq"]
    ruling = {"type": "ruling", "set": {"players": {"B": {"cash": 1400}}}, "reason": "x"}
    body = {"client_id": "ruling-0001", "base": seen, "report": ruling, "reason": "x"}
    done = counted.world.ask("POST", f"/tables/{counted.table}/entries", "arbiter", json=body)
    assert done.status_code == 201, done.get_json()
    view = counted.count()
    assert {each["seat"] for each in view["players"] if each["lapsed"]} == {"B"}
    assert {each["seat"] for each in view["players"] if each["agreed"]} == {"A", "C", "D"}
    assert not counted.confirmed()
    assert counted.step("B", seq=seen).get_json()["code"] == "count_outdated"
    assert counted.step("A", seq=seen).status_code == 200
    assert counted.step("B", seq=view["seq"] + 9).get_json()["code"] == "base_ahead"


def test_typed_cash_is_compared_with_the_log_and_the_entries_that_could_explain_it_are_named(counted: Counted) -> None:
    path = f"/tables/{counted.table}/count/B/difference?cash="
    right = counted.world.ask("GET", path + "1496", "judge").get_json()
    assert right == {"difference": 0, "causes": []}
    wrong = counted.world.ask("GET", path + "1500", "judge").get_json()
    assert wrong["difference"] == 4
    assert (wrong["causes"][0]["kind"], wrong["causes"][0]["seqs"]) == ("undone", [4])
    assert "4 (" in wrong["causes"][0]["message"]
    view = counted.step("B", "counted", cash=1500).get_json()
    assert [each["kind"] for each in view["disputes"]] == ["difference"]
    assert counted.step("B", "counted", cash=None).get_json()["disputes"] == []
    assert counted.world.ask("GET", f"/tables/{counted.table}/count/Z/difference?cash=1", "judge").status_code == 404


def test_a_result_is_not_entered_beside_something_open_without_a_reason(counted: Counted) -> None:
    world, table = counted.world, counted.table
    call = {"client_id": "call-00001", "kind": "judge", "about": "dispute", "text": "the rent"}
    call_id = world.ask("POST", f"/tables/{table}/calls", "judge", json=call).get_json()["id"]
    refused = counted.enter()
    assert (refused.status_code, refused.get_json()["code"]) == (409, "dispute_open")
    assert [each["kind"] for each in refused.get_json()["disputes"]] == ["call"]
    assert "the rent" in refused.get_json()["detail"]
    entered = counted.enter(despite="the judge has settled it by word")
    assert entered.status_code == 200
    assert "the judge has settled it by word" in entered.get_json()["result"]["note"]
    assert world.ask("POST", f"/calls/{call_id}/resolve", "arbiter", json={}).status_code == 200
    with world.service.database.read() as session:
        assert disputes_at(session, counted.game()) == []


def test_a_case_and_a_refusal_that_nothing_followed_are_open_too(counted: Counted) -> None:
    assert counted.report(type="roll", player="A", dice=[1, 1]) == 422
    seq = counted.count()["seq"]
    assert [(each["kind"], each["about"]) for each in counted.count()["disputes"]] == [("refusal", str(seq))]
    case = {"client_id": "case-00001", "refused": seq}
    made = counted.world.ask("POST", f"/tables/{counted.table}/cases", "judge", json=case)
    assert made.status_code == 201, made.get_json()
    assert [each["kind"] for each in counted.count()["disputes"]] == ["case"]  # which is about the refusal
    withdrawn = counted.world.ask("POST", f"/cases/{made.get_json()['id']}/withdraw", "judge", json={"reason": "x"})
    assert withdrawn.status_code == 200
    assert counted.count()["disputes"] == []


def test_the_code_on_the_tablet_opens_the_count_of_that_player_at_that_table_and_nothing_else(counted: Counted) -> None:
    code = counted.world.ask("GET", f"/tables/{counted.table}/count/B/code", "judge").get_json()
    assert code["picture"].startswith("<svg")
    path = re.sub(r"https?://[^/]+", "", code["address"])
    client = counted.world.app.test_client()
    page = client.get(path).get_data(as_text=True)
    assert "Bob" in page
    token = re.search(r'name="client_id" value="([^"]+)a"', page)
    assert token
    seq = counted.count()["seq"]
    agreed = client.post(path, data={"do": "agree", "client_id": token[1] + "a", "seq": seq})
    assert agreed.status_code == 303, agreed.get_data(as_text=True)
    (bob,) = [each for each in counted.count()["players"] if each["seat"] == "B"]
    assert bob["agreed"]["by_link"]
    assert bob["agreed"]["author"] == "Bob"
    differs = client.post(path, data={"do": "count", "client_id": token[1] + "c", "seq": seq, "cash": "＄１，５００"})
    assert differs.status_code == 303
    assert "$4" in client.get(path).get_data(as_text=True)
    secret = path.split("/")[2]
    other = counted.cup.tables[1, 2]
    guessed = secret[:-1] + ("1" if secret.endswith("0") else "0")
    for wrong in (f"/m/{secret}", f"/m/{secret}/count/{other}", f"/m/{guessed}/count/{counted.table}"):
        assert client.get(wrong).status_code == 404
        assert client.post(wrong, data={"do": "agree"}).status_code in (404, 405)


def test_the_players_private_link_leads_to_the_count_and_a_new_one_ends_both(counted: Counted) -> None:
    world, player = counted.world, counted.cup.players["B"]
    own = re.sub(r"https?://[^/]+", "", world.ask("GET", f"/players/{player}/link").get_json()["url"])
    code = world.ask("GET", f"/tables/{counted.table}/count/B/code", "judge").get_json()["address"]
    client = world.app.test_client()
    assert client.get(f"{own}/count/{counted.table}").status_code == 200
    assert world.ask("POST", f"/players/{player}/link").status_code == 200
    assert client.get(f"{own}/count/{counted.table}").status_code == 404
    assert client.get(re.sub(r"https?://[^/]+", "", code)).status_code == 404


@pytest.mark.parametrize("name", rulesets.names())
def test_every_ruleset_says_of_what_a_worth_consists(name: str) -> None:
    ruleset = rulesets.load(name)
    game = ruleset.start(["A", "B", "C", "D"])
    luck = Random(5)
    for _ in range(300):
        report = ruleset.mechanics.propose(game, luck, hurry=False)
        game = ruleset.judge(game, as_report(report)).game
    sheets = own_sheets(TableGame("t", "e", "r", {}, game, ""))
    assert list(sheets) == [row["player"] for row in ruleset.standing(game)]
    for each in sheets.values():
        assert each.out_at or sum(line.amount for line in each.lines) == each.worth


def test_where_nobody_else_confirms_a_result_the_agreement_of_everybody_does(counted: Counted) -> None:
    leave(counted.cup)
    for seat in "ABC":
        assert counted.step(seat, by=ME).status_code == 200
    some = counted.cup.enter(1, 1, by=ME, log={}, despite="one is away")
    assert some.get_json()["result"]["confirmed_how"] is None, some.get_json()
    assert counted.step("D", by=ME).status_code == 200
    beside = counted.cup.enter(1, 1, by=ME, version=1, log={}, despite="a call is open")
    assert beside.get_json()["result"]["confirmed_how"] is None
    assert counted.cup.enter(1, 1, by=ME, version=2, log={}).get_json()["result"]["confirmed_how"] == "players"
