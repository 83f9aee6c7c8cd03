"""The pages of cases and precedents, used through their forms, without scripts."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from referee.cases.undoing import inverse
from rulesets import load
from rulesets.languages import LANGUAGES
from tests.referee.results.test_results_pages import Reader
from tests.referee.rules.test_position_page import Form
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of

BID = {"type": "bid", "player": "C", "amount": 15}
AUCTION: list[dict[str, Any]] = [
    {"type": "roll", "player": "A", "dice": [1, 2]},
    {"type": "decline", "player": "A"},
    BID,
]
RULED: dict[str, Any] = {
    "facts": "C called $15.",
    "decision": "The call stands.",
    "reasons": "C meant $20.",
    "clauses": "JMA/AUCTION-1、ｊｍａ/ref-1",
    "standing": "binding",
}


class Desk:
    """Two tables where C's call of $15 was refused (entry 3), and the arbiter using the pages."""

    def __init__(self, cup: Cup) -> None:
        self.cup = cup
        self.world = world = cup.world
        world.ask("POST", f"/rounds/{self.cup.rounds[1]}/clock", "head_judge", json={"kind": "start"})
        self.tables = [self.cup.tables[1, number] for number in (1, 2)]
        for table in self.tables:
            for base, report in enumerate(AUCTION):
                self.report(table, base, report)
        self.arbiter, self.head = Reader(self.cup, "arbiter"), Reader(self.cup, "head_judge")
        self.count = 0

    def report(self, table: str, base: int, report: dict[str, Any]) -> None:
        body = {"client_id": f"report-{base:04}", "base": base, "report": report}
        self.world.ask("POST", f"/tables/{table}/entries", "organizer", json=body)

    def fresh(self) -> str:
        """A new client id."""
        self.count += 1
        return f"page-{self.count:04}"

    def opened(self, table: str, **form: Any) -> str:
        """Open a case and return its path."""
        page = self.arbiter.read(f"cases/new?table={table}")
        self.arbiter.send("cases", page, table=table, client_id=self.fresh(), **form)
        return self.latest()

    def latest(self) -> str:
        return f"cases/{self.cup.get('cases?state=all')['rows'][0]['id']}"

    def send(self, path: str, status: int = 303, by: Reader | None = None, **form: Any) -> str:
        """Submit a form of a case and return the response."""
        who = by or self.arbiter
        return who.send(path, who.read(path), status, **{"client_id": self.fresh(), **form})

    def case(self, path: str) -> Any:
        """A case as the API returns it."""
        return self.cup.get(f"/{path}")


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


@SQLITE_ONLY
def test_a_second_case_on_one_call_is_pointed_to_the_first(desk: Desk) -> None:
    called = desk.world.made(f"/tables/{desk.tables[0]}/calls", client_id="the-call-2", kind="arbiter", about="rule")
    warning = "R-1 is about the same call."
    asked = f"cases/new?table={desk.tables[0]}&call={called}"
    assert warning not in desk.arbiter.read(asked)
    first = desk.opened(desk.tables[0], call=called)
    assert warning in desk.head.read(asked)
    second = desk.opened(desk.tables[0], call=called)
    assert warning in desk.arbiter.read(second)
    assert "R-2 is about the same call." in desk.arbiter.read(first)
    desk.send(first, do="withdraw", reason="Twice.")
    assert warning not in desk.arbiter.read(second)


@SQLITE_ONLY
def test_a_dossier_is_in_the_language_of_whoever_opens_it(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    for language, title in (("en", "Case"), ("ja", "事案")):
        sheet = desk.arbiter.browser.get(f"{desk.arbiter.event}/{path}/dossier?lang={language}")
        assert title in text_of(sheet.data), language


@SQLITE_ONLY
def test_a_dossier_shows_the_board_before_the_ruling_and_after_it_if_it_changed(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])

    def boards(path: str) -> list[int]:
        """On how many pages each heading of a board stands."""
        sheet = text_of(desk.arbiter.browser.get(f"{desk.arbiter.event}/{path}/dossier?lang=en").data)
        return [sheet.count("Position when the case was opened"), sheet.count("Position after the ruling")]

    assert boards(path) == [2, 0], "in words, and drawn"
    desk.send(path, do="decide", effect="none", facts="Seen.", decision="Play on.")
    assert boards(path) == [2, 0], "nothing changed"
    body = {"number": 9, "ruleset": "city", "seats": ["A", "B"]}
    path = desk.opened(desk.world.made(f"/rounds/{desk.cup.rounds[1]}/tables", **body))
    form = Form(desk.arbiter.read(path)).fields
    jailed = {"players.1.space": str(list(load("city").edition().space_index).index("jail"))}
    desk.send(path, **form | jailed | RULED | {"do": "decide", "effect": "set", "base": "0", "clauses": ""})
    assert boards(path) == [2, 1]


@SQLITE_ONLY
def test_from_the_call_to_the_ruling_and_on_to_the_next_table(desk: Desk) -> None:
    called = desk.world.made(
        f"/tables/{desk.tables[0]}/calls", client_id="the-call-1", kind="arbiter", about="rule", refused=3
    )
    page = desk.arbiter.read(f"calls/{called}")
    (link,) = re.findall(r'href="[^"]*/(cases/new[^"]*)"', page)
    opening = desk.arbiter.read(link.replace("&amp;", "&"))
    assert re.search(r'name="refused" value="3" checked', opening)
    path = desk.opened(desk.tables[0], call=called, refused="3", note="May it be $15?")
    page = desk.arbiter.read(path)
    assert f"calls/{called}" in page
    assert "$15" in page.partition("entry 3")[2]  # why it was refused
    assert 'value="JMA/AUCTION-1"' in page
    wrong = desk.send(path, 422, do="try", effect="stand", seq="3", clauses="JMA/NONE-1")
    assert "JMA/NONE-1" in wrong, "a trial checks the clauses"
    shown = desk.send(path, 200, do="try", effect="stand", seq="3")
    assert "C bids $15" in shown.partition("With this ruling")[2]
    assert desk.case(path)["state"] == "open"
    wrong = desk.send(path, 422, do="decide", effect="stand", seq="3", **{**RULED, "clauses": "JMA/NONE-1"})
    assert "C meant $20." in wrong
    assert "JMA/NONE-1" in wrong
    desk.send(path, do="decide", effect="stand", seq="3", **RULED)
    decision = desk.case(path)["decision"]
    assert [each["id"] for each in decision["clauses"]] == ["JMA/AUCTION-1", "JMA/REF-1"]
    assert decision["entry"] == 4
    assert "The call stands." in desk.arbiter.read(path)
    # At the next table the same question finds it first.
    other = desk.opened(desk.tables[1], refused="3")
    near = desk.arbiter.read(other).partition("Precedents")[2]
    assert "<b>R-1</b> The call stands." in near.partition("Decide")[0]
    listed = desk.arbiter.read("cases")
    assert listed.index("Case R-2") < listed.index("Case R-1")


@SQLITE_ONLY
def test_what_cannot_be_read_or_is_left_empty_is_named_and_nothing_is_lost(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    typed = {"base": "3", "cash_2": "viel", "do": "decide", "effect": "set"}
    wrong = desk.send(path, 422, **{**RULED, **typed})
    assert "viel" in wrong.partition('role="alert"')[2].partition("</div>")[0]
    assert 'name="cash_2" inputmode="numeric" autocomplete="off" value="viel"' in wrong
    assert "C meant $20.</textarea>" in wrong
    wrong = desk.send(path, 422, **{**RULED, "do": "decide", "effect": "penalty"})
    told = wrong.partition('role="alert"')[2].partition("</div>")[0]
    assert [f"{name}: Missing" in told for name in ("Player", "Offence", "Step")] == [True] * 3


@SQLITE_ONLY
def test_a_report_stands_upon_the_position_that_the_arbiter_has_seen_and_not_upon_a_later_one(desk: Desk) -> None:
    table = desk.tables[0]
    path = desk.opened(table, refused="3")
    seen = re.findall(r'name="seen" value="(\d+)"', desk.arbiter.read(path))[0]
    desk.report(table, 3, {"type": "bid", "player": "C", "amount": 20})
    late = desk.send(path, 409, do="decide", effect="stand", seq="3", seen=seen, **RULED)
    assert "C meant $20.</textarea>" in late
    assert 'name="seen" value="4"' in late  # pressed once more, it is decided
    desk.send(path, do="decide", effect="stand", seq="3", seen="4", **RULED)


@SQLITE_ONLY
def test_the_position_of_any_game_is_set_by_the_form_that_it_declares(desk: Desk) -> None:
    quay = {"owner": "B", "residential": [1, 2], "hazards": ["prison"]}
    waits = {"kind": "start_auction", "deed": "marina", "caller": "A", "estate": False}
    start = {"turn": "A", "deeds": {"central_quay": quay}, "due": [waits]}
    body = {"number": 9, "ruleset": "city", "seats": ["A", "B"], "start": start}
    table = desk.world.made(f"/rounds/{desk.cup.rounds[1]}/tables", **body)
    path = desk.opened(table)
    form = Form(desk.arbiter.read(path)).fields | RULED | {"effect": "set", "base": "0", "clauses": ""}
    wrong = desk.send(path, 422, **form | {"do": "decide", "players.1.cash": "viel"})
    assert "viel" in wrong.partition('role="alert"')[2].partition("</div>")[0]
    assert 'value="viel"' in wrong
    said = wrong.partition('role="alert"')[2].partition("</div>")[0]
    assert "A – Cash: “viel”" in said and said.count("Cash") == 1 and "3.5M" in said
    assert form["keep"] == "1"
    typed = {"do": "decide", "players.1.cash": "30M", "deeds.central_quay.owner": "0", "deeds.mill_lane.owner": "2"}
    typed |= {name: "0" for name in form if name.startswith("deeds.central_quay.")}
    desk.send(path, **form | typed)
    assert "37.7M → 30M" in desk.arbiter.read(path)
    changed = {"central_quay": None, "mill_lane": {"owner": "B"}}
    (entry,) = desk.world.ask("GET", f"/tables/{table}/entries").get_json()["rows"]
    assert entry["report"]["set"]["players"] == {"A": {"cash": 30000}}
    assert entry["report"]["set"]["deeds"] == changed
    # The arbiter takes back what was open, and its undoing is filled in for the next case.
    again = desk.opened(table)
    form = Form(desk.arbiter.read(f"{again}?undo={path.partition('/')[2]}")).fields
    assert form["players.1.cash"] == "37.7M"
    sent: Any = {name: value for name, value in form.items() if name.startswith(("game.", "players.", "deeds."))}
    desk.send(again, **sent | RULED | {"do": "decide", "effect": "set", "base": "1", "clauses": ""})
    due = desk.world.ask("GET", f"/tables/{table}").get_json()["due"]
    assert [each["kind"] for each in due] == ["roll"], "the auction is taken back"


@SQLITE_ONLY
def test_time_penalties_and_settlements_are_ruled_by_forms(desk: Desk) -> None:
    table, ann = desk.tables[0], desk.cup.players["A"]
    path = desk.opened(table)
    page = desk.arbiter.read(path)
    assert 'id="minutes"' in page
    desk.send(path, do="decide", effect="extension", minutes="4", **RULED)
    assert desk.case(path)["decision"]["effect"]["minutes"] == 4
    assert desk.cup.get(f"/tables/{table}/clock")["activations"][-1]["seconds"] == 240
    # If no step is chosen, the next one is taken: first a caution, then a warning.
    for step in ("caution", "warning"):
        path = desk.opened(table)
        desk.send(path, do="decide", effect="penalty", penalty_player=ann, penalty_category="protest", **RULED)
        assert desk.case(path)["decision"]["effect"]["penalty"]["step"] == step
    path = desk.opened(table)
    desk.send(path, do="decide", effect="none", settlement="1", agreed=["A", "B"], **RULED)
    assert desk.case(path)["decision"]["agreed"] == ["A", "B"]
    appeals = desk.arbiter.read(path).partition('id="appellant"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w)"', appeals) == ["C", "D"]


@SQLITE_ONLY
def test_an_appeal_is_taken_and_settled_by_somebody_else(desk: Desk) -> None:
    first, second = desk.opened(desk.tables[0], refused="3"), desk.opened(desk.tables[1], refused="3")
    for path in (first, second):
        desk.send(path, do="decide", effect="stand", seq="3", **RULED)
        desk.send(path, do="appeal", player="B", text="It was <late>.")
    page = desk.arbiter.read(first)
    assert "It was &lt;late&gt;." in page
    assert 'id="settle"' not in page
    assert "Pending appeals: 2." in desk.head.browser.get(desk.head.event).get_data(as_text=True)
    waiting = desk.head.read("cases").partition("Open cases")[0]
    assert waiting.index("R-1") < waiting.index("R-2")
    desk.send(first, by=desk.head, do="uphold", outcome_reasons="C was clear.")
    assert desk.case(first)["appeals"]["outcome"] == "upheld"
    form = desk.head.read(second)
    assert "C called $15.</textarea>" in form  # the form starts from what the first ruling found
    new = {**RULED, "decision": "The call is void."}
    desk.send(second, by=desk.head, do="change", outcome_reasons="It was late.", effect="none", **new)
    page = desk.arbiter.read(second)
    assert page.index("The call is void.") < page.index("The call stands.")
    assert desk.send(second, 409, do="appeal", player="D", text="Again.")
    # A withdrawn appeal is no longer pending.
    path = desk.opened(desk.tables[0])
    desk.send(path, do="decide", effect="none", **RULED)
    desk.send(path, do="appeal", player="D", text="No.")
    desk.send(path, do="withdraw_appeal", player="D")
    assert desk.case(path)["state"] == "decided"
    desk.send(path, 404, do="nonsense")


@SQLITE_ONLY
def test_clauses_are_picked_from_those_that_fit_what_the_table_called_for(desk: Desk) -> None:
    text = "two people shouted the same bid at the same moment"
    called = desk.world.made(
        f"/tables/{desk.tables[0]}/calls", client_id="the-call-2", kind="arbiter", about="rule", text=text
    )
    link = re.search(r'href="(/rules\?case=[^"]*)"', desk.arbiter.read(f"calls/{called}"))
    assert link is not None
    assert "&amp;q=two%20people" in link[1], "the rules are searched with the words of the call"
    there = desk.arbiter.browser.get(link[1].replace("&amp;", "&"))
    assert "q=two+people+shouted" in there.headers["Location"]
    path = desk.opened(desk.tables[0], call=called)
    page = desk.arbiter.read(path)
    offered = re.findall(r'name="clause" value="([^"]*)"', page)
    assert "JMA/AUCTION-4" in offered
    desk.send(path, do="decide", effect="none", **{**RULED, "clauses": "JMA/REF-1", "clause": "JMA/AUCTION-4"})
    assert [each["id"] for each in desk.case(path)["decision"]["clauses"]] == ["JMA/AUCTION-4", "JMA/REF-1"]


@SQLITE_ONLY
def test_the_exact_inverse_of_a_ruling_is_offered_whatever_was_logged_since(desk: Desk) -> None:
    table = desk.tables[0]

    def stands() -> Any:
        return desk.world.ask("GET", f"/tables/{table}").get_json()["position"]

    before = stands()
    path = desk.opened(table)
    parts: Any = {
        "players": {"A": {"cash": 1000}, "B": {"cash": 2100, "space": "boardwalk"}},
        "deeds": {"park_place": {"owner": "B", "mortgaged": True}},
    }
    for case, change in ((path, parts), (desk.opened(table), {"players": {"A": {"cash": 993}, "B": {"space": "go"}}})):
        ruled = {"client_id": desk.fresh(), "facts": "x", "decision": "So.", "effect": {"kind": "set", "set": change}}
        assert desk.world.ask("POST", f"/{case}/decision", "arbiter", json=ruled).status_code == 200
    other = desk.opened(table)
    page = desk.arbiter.read(other)
    (link,) = re.findall(rf'href="[^"]*/({other}\?undo={path.partition("/")[2]})#decide"', page)
    filled = desk.arbiter.read(link)
    assert re.search(r'name="effect" value="set" checked', filled)
    fields = dict(re.findall(r'<input[^>]*name="(cash_\d)"[^>]*value="(-?\d+)"', filled))
    assert fields["cash_1"] == str(993 + before["players"]["A"]["cash"] - 1000)
    gone_on = {**before, **_changed(before, {**parts, "players": {"B": {"cash": 5, "space": "go"}}})}
    since = inverse(before, {**before, **_changed(before, parts)}, gone_on)
    assert since["players"]["B"] == {"cash": 5 + before["players"]["B"]["cash"] - 2100}, "B has moved on since"
    found = inverse(before, {**before, **_changed(before, parts)}, {**before, **_changed(before, parts)})
    assert found["players"] == {
        seat: {field: before["players"][seat][field] for field in row} for seat, row in parts["players"].items()
    }
    assert found["deeds"] == {"park_place": None}


def _changed(before: Any, parts: Any) -> Any:
    """The players and deeds of a position with some parts replaced."""
    players = {seat: {**row, **parts["players"].get(seat, {})} for seat, row in before["players"].items()}
    return {"players": players, "deeds": {**before["deeds"], **parts["deeds"]}}


@SQLITE_ONLY
def test_notes_for_the_judges_stay_with_them(desk: Desk) -> None:
    """They are neither proposed as a text of the ruling, nor printed, nor shown at the table."""
    path = desk.opened(desk.tables[0], refused="3", note="Cato has done this before.")
    page = desk.arbiter.read(path)
    assert "Cato has done this before." in page
    assert re.search(r'<textarea id="question"[^>]*></textarea>', page)
    desk.send(path, do="note", note="Dora saw it, do not say so.")
    given_up = desk.opened(desk.tables[1], note="A grudge.")
    desk.send(given_up, do="withdraw", reason="They agreed.")

    def shown_to_others() -> str:
        event = f"/events/{desk.world.event}"
        paper = text_of(desk.world.ask("GET", f"{event}/papers/event-report?lang=en", "organizer").get_data())
        cases = [desk.world.ask("GET", f"/tables/{table}/cases").get_data(as_text=True) for table in desk.tables[:2]]
        return " ".join([" ".join(paper.split()), *cases])

    assert "They agreed." in shown_to_others()
    assert not [each for each in ("done this before", "do not say so", "A grudge") if each in shown_to_others()]
    desk.send(path, do="decide", effect="none", **RULED)
    assert not [each for each in ("done this before", "do not say so", "A grudge") if each in shown_to_others()]


FILLED: dict[str, dict[str, Any]] = {
    "decide": {"effect": "none", **RULED},
    "uphold": {"outcome_reasons": "C was clear."},
    "change": {"outcome_reasons": "It was late.", "effect": "none", **RULED},
    "appeal": {"player": "B", "text": "It was late."},
    "withdraw_appeal": {"player": "B"},
    "note": {"note": "D saw it."},
    "withdraw": {"reason": "They agreed."},
    "mark": {"standing": "advice"},
}
"""What is filled in for each button of a case."""


@SQLITE_ONLY
def test_a_case_shows_the_buttons_that_do_something_now_and_the_others_do_nothing(desk: Desk) -> None:
    first, second = desk.opened(desk.tables[0]), desk.opened(desk.tables[1])
    open_, ruled = {"decide", "withdraw", "note"}, {"appeal", "note", "mark"}
    waiting = {"withdraw_appeal", *ruled}
    steps: list[tuple[str, Reader, str, set[str], set[str]]] = [
        (first, desk.arbiter, "", open_, open_),
        (first, desk.arbiter, "decide", ruled, ruled),
        (first, desk.arbiter, "appeal", waiting, {"uphold", "change", *waiting}),
        (first, desk.head, "uphold", {"note", "mark"}, {"note", "mark"}),
        (second, desk.arbiter, "withdraw", {"note"}, {"note"}),
    ]
    for path, who, button, arbiter, head in steps:
        if button:
            desk.send(path, by=who, do=button, **FILLED[button])
        for by, wanted in ((desk.arbiter, arbiter), (desk.head, head)):
            page = by.read(path)
            assert set(re.findall(r'name="do" value="(\w+)"', page)) - {"try"} == wanted, button
            for other in FILLED.keys() - wanted:
                token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
                form = {"csrf_token": token, "client_id": desk.fresh(), "do": other, **FILLED[other]}
                assert by.browser.post(f"{by.event}/{path}", data=form).status_code in (403, 409), other


@SQLITE_ONLY
def test_notes_are_kept_and_a_case_can_be_given_up(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    desk.send(path, do="note", note="D saw it too.")
    desk.send(path, 422, do="note", note=" ")
    desk.send(path, do="withdraw", reason="They agreed.")
    page = desk.arbiter.read(path)
    assert "D saw it too." in page
    assert "They agreed." in page
    assert 'id="decide"' not in page
    assert "case" not in Reader(desk.cup, "viewer").read("standings").partition("</nav>")[0]
    assert 'id="decide"' not in Reader(desk.cup, "judge").read(desk.opened(desk.tables[0]))


@SQLITE_ONLY
def test_precedents_are_searched_marked_and_carried_to_another_event(desk: Desk) -> None:
    path = desk.opened(desk.tables[0], refused="3", note="Is $15 a call?")
    desk.send(path, do="decide", effect="stand", seq="3", **{**RULED, "standing": "none"})
    assert "no precedents yet" in desk.arbiter.read("precedents")
    desk.send(path, do="mark", standing="advice")
    assert "<b>R-1</b>" in desk.arbiter.read("precedents?q=JMA/AUCTION-1")
    assert "Nothing found" in desk.arbiter.read("precedents?q=pineapple")
    file = desk.world.ask("GET", f"/events/{desk.world.event}/precedents/export", "arbiter").data
    other = World.made(desk.world, "/events", name="Next event")
    next_ = Reader(desk.cup, "administrator")
    next_.event = f"/events/{other}"

    def imported(data: bytes, status: int = 200) -> str:
        return next_.send("precedents/import", next_.read("precedents"), status, file=(io.BytesIO(data), "r.json"))

    looked = imported(file)
    assert "Import 1" in looked
    assert "On: " in looked  # the position came with it
    assert desk.cup.get(f"/events/{other}/precedents", "administrator")["rows"] == []
    (data,) = re.findall(r'name="data" value="([^"]+)"', looked)
    next_.send("precedents/import", looked, data=data, apply="1")
    (row,) = desk.cup.get(f"/events/{other}/precedents", "administrator")["rows"]
    assert (row["key"], row["standing"]) == ("P-1", "advice")
    next_.send("precedents/mark", next_.read("precedents"), precedent=row["id"], standing="binding")
    assert "binding for this event</span>" in next_.read("precedents")
    assert "The file contains nothing new" in imported(file)
    assert "rulings" in imported(json.dumps({"format": "rulings/1"}).encode(), 422)
    assert "written by `referee rulings export`" in imported(b"\xff{", 422)
    desk.arbiter.send("precedents/mark", desk.arbiter.read("precedents"), 404, precedent=row["id"], standing="none")


@pytest.mark.slow
@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(desk: Desk, language: str) -> None:
    path = desk.opened(desk.tables[0], refused="3")
    desk.send(path, do="decide", effect="stand", seq="3", **RULED)
    desk.send(path, do="appeal", player="B", text="No.")
    for page in ("cases?", f"{path}?", f"cases/new?table={desk.tables[1]}&", "precedents?"):
        assert f'<html lang="{language}">' in desk.head.read(f"{page}lang={language}")
