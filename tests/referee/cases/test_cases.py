"""Cases over HTTP: opened, tried, decided with each effect, appealed against, with every decision in the log."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col

import rulesets
from referee.log.table_game import TableGames
from referee.log.text import DERIVED, change_sentences
from referee.models import Entry
from rulesets.kernel.record import open_header, read_line
from rulesets.languages import LANGUAGES
from tests.referee.support.cup import Cup
from tests.referee.support.databases import EACH_DATABASE
from tests.tournaments.paper_samples import text_of

MINUTE = 60_000


class Desk:
    """The desk of an event with players at two tables, and a wall clock that the test moves."""

    def __init__(self, cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cup = cup
        self.world = world = cup.world
        self.table = self.cup.tables[1, 1]
        self.device = world.token("tablet", table=self.table)
        self.now = 1_800_000_000_000
        monkeypatch.setattr(world.service.database, "now", lambda: self.now)
        self.count = 0

    def ask(self, method: str, path: str, by: str = "arbiter", status: int = 200, **body: Any) -> Any:
        """Send a request and return the answer, which must have this status."""
        answer = self.world.ask(method, path, by, **({"json": body} if method != "GET" else {}))
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.get_json()

    def fresh(self) -> str:
        """A new client id."""
        self.count += 1
        return f"client-{self.count:04}"

    def report(self, report: dict[str, Any], status: int = 201) -> Any:
        """Send a report of the table and return the answer."""
        base = self.log()[-1]["seq"] if self.log() else 0
        sent = {"client_id": self.fresh(), "base": base, "report": report}
        return self.ask("POST", f"/tables/{self.table}/entries", self.device, status, **sent)

    def log(self) -> list[Any]:
        return list(self.ask("GET", f"/tables/{self.table}/entries")["rows"])

    def position(self) -> Any:
        return self.ask("GET", f"/tables/{self.table}")["position"]

    def opened(self, **more: Any) -> str:
        """Open a case at the table and return its id."""
        body = {"client_id": self.fresh(), **more}
        return str(self.ask("POST", f"/tables/{self.table}/cases", "judge", 201, **body)["id"])

    def decide(self, case: str, effect: dict[str, Any], by: str = "arbiter", status: int = 200, **more: Any) -> Any:
        """Decide a case and return the answer."""
        body = {"client_id": self.fresh(), "facts": "The die fell off.", "decision": "So be it.", "effect": effect}
        return self.ask("POST", f"/cases/{case}/decision", by, status, **{**body, **more})

    def appeal(self, case: str, player: str, by: str | None = None, status: int = 201, **more: Any) -> Any:
        """Appeal against a ruling and return the answer."""
        body = {"client_id": self.fresh(), "player": player, "text": "It lay flat.", **more}
        return self.ask("POST", f"/cases/{case}/appeals", by or self.device, status, **body)

    def settle(self, case: str, outcome: str, by: str = "head_judge", status: int = 200, **more: Any) -> Any:
        """Settle an appeal as the head judge and return the answer."""
        body = {"client_id": self.fresh(), "outcome": outcome, "reasons": "As the rules say.", **more}
        return self.ask("POST", f"/cases/{case}/appeals/settle", by, status, **body)

    def replayed(self) -> Any:
        """The position after replaying the log."""
        with self.world.service.database.read():
            lines = self.world.service.part(TableGames).lines(self.table, 0)
            header = self.world.service.part(TableGames).at_start(self.table).header
        game = open_header({name: value for name, value in header.items() if name != "fingerprint"}).game
        assert game is not None
        for line in lines:
            answer = game.ruleset.judge(game, read_line(line.report))
            assert answer.accepted == line.accepted
            game = answer.game
        return game.ruleset.position(game)


@pytest.fixture
def desk(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(cup, monkeypatch)


NONE = {"kind": "none"}
THROW = {"type": "roll", "player": "A", "dice": [1, 2]}
LOW_BID = {"type": "bid", "player": "B", "amount": 15}


def auction(desk: Desk) -> int:
    """Start an auction in which a call is refused, and return the number of the refused entry."""
    desk.report(THROW)
    desk.report({"type": "decline", "player": "A"})
    return int(desk.report(LOW_BID, 422)["entry"]["seq"])


def test_a_refused_report_that_stands_is_in_the_log_and_was_told_before(desk: Desk) -> None:
    seq = auction(desk)
    case = desk.opened(refused=seq, note="B calls 15")
    before = desk.position()
    tried = desk.ask("POST", f"/cases/{case}/trials?lang=en", effect={"kind": "stand", "seq": seq})
    assert (tried["accepted"], tried["logged"], tried["at"]) == (True, True, seq)
    assert [each["path"] for each in tried["changes"]] == ["due", "irregular"]
    assert tried["told"] == ["The report of entry 3 stands.", "B bids $15"]
    assert (desk.position(), len(desk.log())) == (before, seq)
    decided = desk.decide(case, {"kind": "stand", "seq": seq}, clauses=["jma/ref-1", "REGULATION/GAME-1"])
    entry = desk.log()[-1]
    assert decided["decision"]["entry"] == entry["seq"] == seq + 1
    assert entry["report"] == {
        "by": "arbiter",
        "type": "ruling",
        "reason": "R-1: So be it.",
        "clauses": ["JMA/REF-1", "REGULATION/GAME-1"],
        "apply": LOW_BID,
    }
    assert entry["author"] == "arbiter"
    assert desk.position()["due"][0]["high"] == {"player": "B", "amount": 15}
    assert desk.replayed() == desk.position()
    assert [each["address"] for each in decided["decision"]["clauses"]] == ["/rules/jma-2006/JMA/REF-1", None]


def test_every_effect_is_one_entry_and_the_log_alone_gives_the_position(desk: Desk) -> None:
    desk.table = desk.cup.tables[2, 1]
    desk.device = desk.world.token("tablet 2", table=desk.table)
    desk.report(THROW)
    clock = f"/tables/{desk.table}/clock"
    corrected = {"players": {"A": {"cash": 1700}}, "deeds": {"boardwalk": {"owner": "B"}}}
    penalty = {"player": desk.cup.players["A"], "category": "protest", "step": "caution", "facts": "Shouted."}
    allowed = desk.ask("GET", clock)["allowed"]
    effects: tuple[dict[str, Any], ...] = (
        {"kind": "set", "set": corrected},
        {"kind": "extension", "minutes": 5},
        {"kind": "penalty", "penalty": penalty},
        NONE,
    )
    summaries = []
    for number, effect in enumerate(effects, 1):
        case = desk.opened()
        tried = desk.ask("POST", f"/cases/{case}/trials?lang=en", effect=effect)
        decided = desk.decide(case, effect)
        assert (decided["name"], decided["decision"]["entry"]) == (f"R-{number}", number + 1)
        assert tried["changes"] == decided["decision"]["effect"]["changes"]
        summaries.append(tried["told"])
    assert summaries == [
        ["The position is corrected.", "A: cash $1,500 → $1,700", "Boardwalk: owner the bank → B"],
        ["The table gets 5 more minutes."],
        ["Ann: Caution"],
        ["The position does not change."],
    ]
    assert desk.ask("GET", clock)["allowed"] == allowed + 5 * MINUTE
    (row,) = desk.cup.get("penalties", "judge")["rows"]
    assert (row["table_id"], row["state"], row["name"]) == (desk.table, "in_force", "Ann")
    position = desk.position()
    assert (position["players"]["A"]["cash"], position["deeds"]["boardwalk"]["owner"]) == (1700, "B")
    assert desk.replayed() == position
    assert [each["report"].get("set") for each in desk.log()[1:]] == [corrected, {}, {}, {}]


def test_a_ruling_says_every_field_that_it_changes_in_its_summary_the_log_and_the_printed_record(desk: Desk) -> None:
    desk.report(THROW)
    parts = {
        "turn": "B",
        "doubles": 1,
        "players": {"A": {"cash": 1200, "space": "jail", "jail": 1}, "B": {"cards": ["chance"]}},
        "deeds": {"oriental_avenue": {"owner": "B", "mortgaged": True}, "boardwalk": {"owner": "A"}},
        "due": [{"kind": "debt", "player": "A", "to": "B", "amount": 50, "cause": "rent", "deed": "boardwalk"}],
    }
    case = desk.opened()
    tried = desk.ask("POST", f"/cases/{case}/trials?lang=en", effect={"kind": "set", "set": parts})
    decided = desk.decide(case, {"kind": "set", "set": parts})
    summary = tried["told"]
    counts = ("Doubles thrown: 0 → 1", "A: in jail no → yes, failed throws: 1")
    for field in (*counts, "Turn: ", "A: cash ", "B: release cards ", "Due: ", "Boardwalk: owner "):
        assert [each for each in summary if each.startswith(field)], (field, summary)
    assert "$50" in next(each for each in summary if each.startswith("Due: "))
    differ = {each["path"] for each in tried["changes"] if each["path"].partition(".")[0] not in DERIVED}
    assert len(summary) == 1 + len(differ), "a sentence for each field that differs"
    assert summary == decided["decision"]["effect"]["told"]
    entry = desk.ask("GET", f"/tables/{desk.table}/lines?lang=en&since=1")["lines"][0]
    assert entry["told"][-len(summary) + 1 :] == summary[1:]
    record = desk.world.ask("GET", f"/events/{desk.world.event}/papers/game-record?language=en&round=1&table=11")
    paper = " ".join(text_of(record.get_data()).split())
    assert "Doubles thrown: 0 → 1" in paper
    assert "Due: " in paper
    desk.decide(desk.opened(), {"kind": "set", "set": {"phase": "between_turns", "doubles": 0, "due": []}})
    after = desk.ask("GET", f"/tables/{desk.table}/lines?lang=en&since=2")["lines"][0]["told"]
    assert "Phase: in a turn → between turns" in after
    rows = [
        {"path": path, "before": False, "after": True} for path in ("last_throw", "decks.chance.known", "dodge.holder")
    ]
    assert change_sentences(desk.world.service.part(TableGames).at_start(desk.table).game, rows, "en") == [
        "Last throw made: no → yes",
        "Changed: what is known of the decks",
        "Changed: who has the Rent Dodge card",
    ]
    city = rulesets.load("city").start(["A", "B"])
    loan = {"path": "deeds.mill_lane.loan", "before": None, "after": 500}
    said = [change_sentences(city, [loan], language) for language in LANGUAGES]
    assert all("500K" in each for (each,) in said) and said[-1] == ["磨坊巷：抵押金额 无 → 500K"]


def test_a_ruling_can_do_several_things_at_once(desk: Desk) -> None:
    desk.world.ask("POST", f"/rounds/{desk.cup.rounds[1]}/clock", "head_judge", json={"kind": "start"})
    clock = f"/tables/{desk.table}/clock"
    allowed = desk.ask("GET", clock)["allowed"]
    penalty = {"player": desk.cup.players["A"], "category": "protest", "step": "warning", "facts": "Shouted."}
    also = [{"kind": "extension", "minutes": 4}, {"kind": "penalty", "penalty": penalty}]
    effect = {"kind": "set", "set": {"players": {"A": {"cash": 1400}}}, "also": also}
    case = desk.opened()
    tried = desk.ask("POST", f"/cases/{case}/trials?lang=en", effect=effect)["told"]
    assert tried == [
        "The position is corrected.",
        "A: cash $1,500 → $1,400",
        "The table gets 4 more minutes.",
        "Ann: Warning",
    ]
    assert desk.ask("GET", clock)["allowed"] == allowed, "it was only tried"
    decided = desk.decide(case, effect)
    assert decided["decision"]["effect"]["told"] == tried
    assert len(desk.log()) == 1
    assert desk.ask("GET", clock)["allowed"] == allowed + 4 * MINUTE
    assert [each["state"] for each in desk.cup.get("penalties", "judge")["rows"]] == ["in_force"]
    desk.appeal(case, "A")
    desk.settle(case, "changed", decision={"facts": "x", "decision": "Not so.", "effect": NONE})
    assert [each["state"] for each in desk.cup.get("penalties", "judge")["rows"]] == ["cancelled"]
    for wrong in ([{"kind": "set", "set": {}}], [{"kind": "none"}], [also[0], also[0]]):
        desk.decide(desk.opened(), {"kind": "none", "also": wrong}, status=422)


def call(desk: Desk, number: int) -> str:
    body = {"client_id": f"the-call-{number}", "kind": "judge", "about": "dispute"}
    return str(desk.ask("POST", f"/tables/{desk.table}/calls", desk.device, 201, **body)["id"])


def test_a_ruling_settles_the_call_that_it_came_from_and_the_next_call_is_a_new_one(desk: Desk) -> None:
    first = call(desk, 1)
    desk.world.ask("POST", f"/calls/{first}/claim", "arbiter")
    desk.now += 2 * MINUTE
    desk.decide(desk.opened(call_id=first), NONE)
    shown = f"/tables/{desk.table}/calls"
    assert desk.ask("GET", shown, desk.device)["open"] is None
    (row,) = desk.ask("GET", f"/events/{desk.world.event}/calls?state=all")["rows"]
    assert (row["state"], row["steps"][-1]["note"]) == ("resolved", "R-1: So be it.")
    assert row["waited"] + row["handled"] == 2 * MINUTE
    second = call(desk, 2)
    assert second != first
    assert [each["id"] for each in desk.ask("GET", f"/events/{desk.world.event}/calls")["rows"]] == [second]
    # A case opened by whoever has claimed the call is about that call, wherever it is opened; its time is the call's.
    desk.world.ask("POST", f"/calls/{second}/claim", "judge")
    case = desk.opened()
    assert desk.ask("GET", f"/cases/{case}")["call_id"] == second
    desk.world.ask("POST", f"/rounds/{desk.cup.rounds[1]}/clock", "head_judge", json={"kind": "start"})
    desk.now += 3 * MINUTE
    desk.decide(case, {"kind": "extension", "minutes": 5})
    row, _ = desk.ask("GET", f"/events/{desk.world.event}/calls?state=all")["rows"]
    assert (row["id"], row["state"], row["extension"]["given"]) == (second, "resolved", 5)


def test_what_was_sent_twice_is_one_case_one_decision_one_appeal(desk: Desk) -> None:
    case = desk.opened(client_id="the-case")
    assert desk.opened(client_id="the-case") == case
    first = desk.decide(case, NONE, client_id="the-decision")
    assert desk.decide(case, NONE, client_id="the-decision") == first
    assert desk.decide(case, NONE, status=409)["code"] == "case_decided"
    desk.appeal(case, "A", client_id="the-appeal")
    again = desk.appeal(case, "A", client_id="the-appeal")
    assert [each["player"] for each in again["appeals"]["rows"]] == ["A"]
    settled = desk.settle(case, "upheld", client_id="the-answer")
    assert desk.settle(case, "upheld", client_id="the-answer") == settled
    assert len(desk.log()) == 2, "the decision and the outcome of the appeal"
    assert [each["kind"] for each in settled["steps"]] == ["opened", "decided", "appealed", "upheld"]
    for seat, client_id in (("B", "the-appeal"), ("A", "the-decision")):
        assert desk.appeal(case, seat, status=422, client_id=client_id)["code"] == "case_id_reused"


def test_a_ruling_about_the_position_waits_where_the_table_has_gone_on_since_it_was_tried(desk: Desk) -> None:
    seq = auction(desk)
    case, effect = desk.opened(refused=seq), {"kind": "stand", "seq": seq}
    at = desk.ask("POST", f"/cases/{case}/trials", effect=effect)["at"]
    desk.report({"type": "bid", "player": "C", "amount": 20})
    behind = desk.decide(case, effect, status=409, at=at)
    assert (behind["code"], desk.position()["due"][0]["high"]["player"]) == ("ruling_outdated", "C")
    assert desk.decide(case, NONE, at=at)["state"] == "decided"


def test_where_the_rules_judge_the_log_otherwise_a_ruling_leaves_the_position_alone(desk: Desk) -> None:
    seq = auction(desk)
    service = desk.world.service
    with service.database.write() as session:
        session.execute(update(Entry).where(col(Entry.seq) == seq).values(accepted=True))
    service.part(TableGames)._remembered.clear()
    case = desk.opened()
    setting = {"kind": "set", "set": {"players": {"A": {"cash": 1}}}}
    assert desk.decide(case, setting, status=409)["code"] == "rules_changed"
    tried = desk.ask("POST", f"/cases/{case}/trials", effect=NONE)
    assert (tried["at"], tried["logged"]) == (seq, False)
    decided = desk.decide(case, NONE, clauses=["JMA/REF-1"], standing="advice")
    assert (decided["state"], decided["decision"]["entry"]) == ("decided", None)
    (ruling,) = desk.ask("GET", f"/events/{desk.world.event}/precedents/export")["rulings"]
    assert (ruling["position"], ruling["decision"]) == (None, "So be it.")


def test_at_a_closed_table_only_the_case_has_a_decision_that_changes_nothing_there(desk: Desk) -> None:
    cases = desk.opened(), desk.opened()
    desk.ask("POST", f"/tables/{desk.table}/close", "head_judge")
    setting = {"kind": "set", "set": {"players": {"A": {"cash": 1}}}}
    assert desk.decide(cases[0], setting, status=409)["code"] == "table_closed"
    assert desk.ask("POST", f"/cases/{cases[0]}/trials", effect=NONE)["logged"] is False
    decided = desk.decide(cases[0], NONE)
    assert (decided["state"], decided["decision"]["entry"], desk.log()) == ("decided", None, [])


def test_an_impossible_decision_leaves_nothing_behind(desk: Desk) -> None:
    seq = auction(desk)
    case = desk.opened()
    exile = {"player": desk.cup.players["A"], "category": "protest", "step": "exile", "facts": "x"}
    for status, code, body in (
        (422, "refused", {"effect": {"kind": "set", "set": {"players": {"A": {"cash": -1}}}}}),
        (422, "invalid", {"effect": {"kind": "stand", "seq": 1}}),
        (422, "invalid", {"effect": {"kind": "stand", "minutes": 5}}),
        (422, "invalid", {"effect": NONE, "clauses": ["JMA/TEA-1"]}),
        (422, "invalid", {"effect": NONE, "agreed": ["Z", "A"]}),
        (422, "invalid", {"effect": NONE, "agreed": ["A", "A"]}),
        (422, "invalid", {"effect": NONE, "facts": " "}),
        (422, "faulty", {"effect": {"kind": "penalty", "penalty": exile}}),
    ):
        assert desk.decide(case, status=status, **body)["code"] == code, body
    shown = desk.ask("GET", f"/cases/{case}")
    assert ([each["kind"] for each in shown["steps"]], len(desk.log())) == (["opened"], seq)
    desk.ask("POST", f"/cases/{case}/withdraw", "judge", reason="They agreed.")
    assert desk.decide(case, NONE, status=409)["code"] == "case_withdrawn"


def test_the_clock_follows_a_ruling_on_the_time(desk: Desk) -> None:
    desk.table = desk.cup.tables[2, 1]
    case = desk.opened()
    decided = desk.decide(case, {"kind": "set", "set": {"time_up": True}})
    assert [each["path"] for each in decided["decision"]["effect"]["changes"]] == ["time_up"]
    assert desk.ask("GET", f"/tables/{desk.table}/clock")["time_up_at"] == desk.now


@EACH_DATABASE
def test_of_two_decisions_at_once_one_counts_and_two_cases_at_once_have_numbers_of_their_own(desk: Desk) -> None:
    second = desk.world.token("second arbiter", role="arbiter")
    tables = desk.cup.tables[1, 1], desk.cup.tables[1, 2]
    with ThreadPoolExecutor(2) as pool:
        opened = pool.map(
            lambda table: desk.ask("POST", f"/tables/{table}/cases", "judge", 201, client_id="the-case"), tables
        )
        cases = list(opened)
        body = {"facts": "x", "decision": "x", "effect": NONE}
        path = f"/cases/{cases[0]['id']}/decision"
        answers = list(
            pool.map(
                lambda by: desk.world.ask("POST", path, by, json={**body, "client_id": f"by-{by}"[:30]}),
                ["arbiter", second],
            )
        )
    assert sorted(each["number"] for each in cases) == [1, 2]
    said = sorted((each.status_code, each.get_json().get("code")) for each in answers)
    assert said == [(200, None), (409, "case_decided")]
    assert len(desk.log()) == 1
