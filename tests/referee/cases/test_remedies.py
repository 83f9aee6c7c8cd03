"""Remedies: each is previewed, makes an ordinary ruling, and leaves the position that it announces."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urlencode

import pytest

from referee.cases.wording import WORDS
from rulesets.irregularities import REMEDIES, guide, irregularities
from rulesets.languages import LANGUAGES
from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY

pytestmark = SQLITE_ONLY


LIGHT_BLUE = ("oriental_avenue", "vermont_avenue", "connecticut_avenue")
STEPS = ("caution", "warn", "注意", "警告", "提醒")
"""How the usual steps of a penalty are named, in every language."""


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def position(desk: Desk) -> Any:
    """The position at the first table."""
    return desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["position"]


def preview(desk: Desk, path: str, kind: str, **fields: object) -> str:
    """The page of a remedy with its fields filled in."""
    return desk.arbiter.read(f"{path}/remedies/{kind}?go=1&{urlencode(fields, doseq=True)}")


def mend(desk: Desk, path: str, kind: str, status: int = 303, at: int | None = None, **fields: object) -> str:
    """Carry a remedy out."""
    page = preview(desk, path, kind, **fields)
    seq = desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["seq"] if at is None else at
    words = {"client_id": desk.fresh(), "facts": "Found so.", "decision": "So be it.", "at": seq}
    return desk.arbiter.send(f"{path}/remedies/{kind}", page, status, go=1, **words, **fields)


def field(page: str, name: str) -> str:
    """What stands in a text field of a page."""
    found = re.search(rf'<textarea id="{name}"[^>]*>([^<]*)</textarea>', page)
    assert found
    return found[1]


def test_back_to_an_entry_and_the_ruling_is_undone_again(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    before = position(desk)
    shown = preview(desk, path, "back", entry=1)
    assert "entry 1" in shown
    assert position(desk) == before, "a preview changes nothing"
    mend(desk, path, "back", entry=1)
    assert [each["kind"] for each in position(desk)["due"]] == ["buy_or_decline"]
    assert desk.case(path)["decision"]["effect"]["kind"] == "set"
    other = desk.opened(desk.tables[0])
    mend(desk, other, "undo", case=desk.case(path)["id"])
    assert position(desk) == before


def test_replacing_or_inserting_a_report_replays_what_still_follows(desk: Desk) -> None:
    table = desk.tables[0]
    first = desk.opened(table)
    mend(desk, first, "insert", entry=2, line="C b10")
    assert position(desk)["due"][0]["high"] == {"player": "C", "amount": 10}
    desk.report(table, 4, {"type": "bid", "player": "B", "amount": 20})
    desk.report(table, 5, {"type": "close_auction"})
    path = desk.opened(table)
    shown = preview(desk, path, "replace", entry=2, line="A buy")
    assert shown.count(">falls away</span>") == 2, "nothing asks for the bid and the hammer"
    mend(desk, path, "replace", entry=2, line="A buy")
    assert position(desk)["deeds"]["baltic_avenue"]["owner"] == "A"
    assert position(desk)["players"]["B"]["cash"] == 1500
    again = desk.opened(table)
    assert "JMA/" in preview(desk, again, "insert", entry=0, line="B 12")  # B is not next, and the page says so


def test_money_deeds_tokens_and_buildings_are_moved(desk: Desk) -> None:
    for kind, fields, holds in (
        ("money", {"seat": "A", "to": "B", "amount": 30}, lambda now: now["players"]["B"]["cash"] == 1530),
        ("money", {"seat": "bank", "to": "A", "amount": 200}, lambda now: now["players"]["A"]["cash"] == 1670),
        ("deed", {"deed": "boardwalk", "to": "C", "mortgaged": 1}, lambda now: now["deeds"]["boardwalk"]["mortgaged"]),
        ("token", {"seat": "D", "space": "jail:1"}, lambda now: now["players"]["D"]["jail"] == 1),
        ("deed", {"deed": "boardwalk", "to": "bank"}, lambda now: "boardwalk" not in now["deeds"]),
    ):
        path = desk.opened(desk.tables[0])
        assert preview(desk, path, kind, **fields).count('class="why"') == 1
        mend(desk, path, kind, **fields)
        assert holds(position(desk)), kind


def test_a_player_who_leaves_is_out_and_the_deeds_are_auctioned(desk: Desk) -> None:
    case = desk.opened(desk.tables[0])
    mend(desk, case, "deed", deed="boardwalk", to="D")
    back = desk.opened(desk.tables[0])
    mend(desk, back, "back", entry=0)
    path = desk.opened(desk.tables[0])
    mend(desk, path, "withdraw", seat="C")
    assert position(desk)["players"]["C"]["out"]


def placed(desk: Desk, parts: dict[str, Any]) -> None:
    """Set the position at the first table by a ruling in a case of its own."""
    case = desk.case(desk.opened(desk.tables[0]))["id"]
    ruling = {"client_id": desk.fresh(), "facts": "x", "decision": "y", "effect": {"kind": "set", "set": parts}}
    answer = desk.world.ask("POST", f"/cases/{case}/decision", "organizer", json=ruling)
    assert answer.status_code == 200, answer.get_json()


def owing(cash: int, **more: Any) -> dict[str, Any]:
    """B owes A $2 of rent, and owns Boardwalk and Park Place."""
    debt = {"kind": "debt", "player": "B", "to": "A", "amount": 2, "cause": "rent", "provisional": False}
    deeds = {
        "mediterranean_avenue": {"owner": "A", "level": 0, "mortgaged": False},
        **{each: {"owner": "B", "level": 0, "mortgaged": False} for each in ("boardwalk", "park_place")},
    }
    players = {"A": {"cash": 500}, "B": {"cash": cash, "space": "mediterranean_avenue"}}
    due = [{**debt, "deed": "mediterranean_avenue"}]
    return {"phase": "turn", "turn": "B", "due": due, "deeds": deeds, "players": players} | more


@pytest.mark.parametrize("cash", [1700, 1])
def test_who_leaves_owing_little_pays_that_and_the_rest_goes_to_the_bank(desk: Desk, cash: int) -> None:
    """With too little cash deeds are mortgaged for it; no creditor is made king."""
    placed(desk, owing(cash))
    path = desk.opened(desk.tables[0])
    shown = preview(desk, path, "withdraw", seat="B")
    assert "first pays" in shown.partition('id="decision"')[2]
    assert "money and deeds go to the bank, and the deeds are auctioned." in shown.partition('id="decision"')[2]
    mend(desk, path, "withdraw", seat="B")
    now = position(desk)
    assert now["players"]["B"]["out"]
    assert now["players"]["A"]["cash"] == 502
    assert {each["owner"] for each in now["deeds"].values()} == {"A"}
    assert [each["deed"] for each in now["due"] if each["kind"] == "auction"] == ["park_place", "boardwalk"]


def test_who_leaves_owing_more_than_there_is_leaves_it_to_the_creditor_and_the_wording_says_so(desk: Desk) -> None:
    rent = owing(10)["due"][0] | {"amount": 5000}
    placed(desk, owing(10, due=[rent]))
    path = desk.opened(desk.tables[0])
    assert "cannot pay the debt; what there is goes to" in preview(desk, path, "withdraw", seat="B")
    mend(desk, path, "withdraw", seat="B")
    assert position(desk)["deeds"]["boardwalk"]["owner"] == "A"


def test_a_moved_token_owes_what_its_space_asks_and_no_longer_what_the_other_did(desk: Desk) -> None:
    placed(desk, owing(1700))
    mend(desk, desk.opened(desk.tables[0]), "token", seat="B", space="chance_1")
    assert [(each["kind"], each["player"]) for each in position(desk)["due"]] == [("draw", "B")]
    placed(desk, owing(1700))
    mend(desk, desk.opened(desk.tables[0]), "token", seat="B", space="oriental_avenue")
    assert [each["kind"] for each in position(desk)["due"]] == ["buy_or_decline"]
    placed(desk, owing(1700))
    mend(desk, desk.opened(desk.tables[0]), "token", seat="C", space="chance_1")
    assert [each["kind"] for each in position(desk)["due"]] == ["debt"], "another's token changes nothing that is due"


def wrongly_moved(desk: Desk, cash: int = 1500, level: int = 0) -> int:
    """A came to Mediterranean Avenue, paid B, and B has thrown; the number of A's throw.  ``cash``: A's before it;
    ``level``: the houses on B's light blue deeds.
    """
    owners = dict.fromkeys(("mediterranean_avenue", *LIGHT_BLUE), "B") | {"boardwalk": "A"}
    deeds = {
        deed: {"owner": owner, "level": level if deed in LIGHT_BLUE else 0, "mortgaged": False}
        for deed, owner in owners.items()
    }
    begins = {"phase": "between_turns", "turn": "A", "due": [], "deeds": deeds}
    placed(desk, {**begins, "players": {"A": {"space": "short_line", "cash": cash}, "B": {"space": "go"}}})
    seq = int(desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["seq"])
    desk.report(desk.tables[0], seq, {"type": "roll", "player": "A", "dice": [2, 4]})
    desk.report(desk.tables[0], seq + 1, {"type": "pay", "player": "A"})
    desk.report(desk.tables[0], seq + 2, {"type": "roll", "player": "B", "dice": [3, 4]})
    return seq + 1


def test_a_replaced_throw_keeps_the_next_players_throw_and_asks_about_what_it_opens(desk: Desk) -> None:
    throw = wrongly_moved(desk)
    path = desk.opened(desk.tables[0])
    before = position(desk)
    asked = preview(desk, path, "replace", entry=throw, line="A 35")
    assert f"Entry {throw + 2} cannot follow yet" in asked
    assert "Baltic Avenue" in asked.partition('id="answer"')[2], "A now decides about another space"
    assert 'id="facts"' not in asked, "no ruling is made meanwhile"
    mend_open = {"entry": throw, "line": "A 35", "client_id": desk.fresh(), "facts": "x", "decision": "y"}
    page = desk.arbiter.read(path)
    assert "later entry" in desk.arbiter.send(f"{path}/remedies/replace", page, 422, go=1, at=throw + 2, **mend_open)
    done = preview(desk, path, "replace", entry=throw, line="A 35", answer=f"{throw + 2} A decline")
    assert f"Entry {throw + 2} cannot follow yet" in done, "the deed is auctioned first"
    answers = [f"{throw + 2} A decline", f"{throw + 2} hammer"]
    mend(desk, path, "replace", entry=throw, line="A 35", answer=answers)
    now = position(desk)
    assert now["players"]["B"]["space"] == "chance_1", "B's throw was real"
    assert now["players"]["A"]["cash"] - before["players"]["A"]["cash"] == 2, (
        "and what A paid for the wrong space is back"
    )
    assert now["players"]["A"]["space"] == "baltic_avenue"


def test_a_question_about_a_debt_offers_the_mortgages_that_can_pay_it(desk: Desk) -> None:
    throw = wrongly_moved(desk, cash=2, level=4)
    path = desk.opened(desk.tables[0])
    asked = preview(desk, path, "replace", entry=throw, line="A 56")  # to Oriental Avenue: $400 of $202
    mortgage = f"{throw + 2} A mort boa"
    assert f'value="{mortgage}"' in asked
    mend(desk, path, "replace", entry=throw, line="A 56", answer=mortgage)
    now = position(desk)
    assert (now["players"]["A"]["cash"], now["players"]["B"]["space"]) == (2, "chance_1")
    assert now["deeds"]["boardwalk"]["mortgaged"]


def test_a_report_is_taken_out_and_the_difference_is_shown_for_each_player(desk: Desk) -> None:
    throw = wrongly_moved(desk)
    path = desk.opened(desk.tables[0])
    shown = preview(desk, path, "remove", entry=throw, answer=f"{throw + 2} A 12")
    assert "paid anew" in shown, "the luxury tax"
    rows = shown.partition("What changes for each player")[2].partition("</table>")[0]
    assert re.findall(r"<b>([+−][^<]*)</b>", rows) == ["−$273", "−$2"]
    case = desk.case(path)["id"]
    wanted: dict[str, Any] = {"kind": "remove", "entry": throw}
    asked = desk.world.ask("POST", f"/cases/{case}/remedies", "organizer", json=wanted).get_json()
    assert (asked["effect"], asked["trial"]) == (None, None)
    assert [each["fate"] for each in asked["entries"]] == ["obsolete", "open"]
    assert asked["entries"][-1]["refusals"][0]["clause"] == "JMA/MOVE-5"
    wanted["answers"] = [{"entry": throw + 2, "line": "A 12"}]
    told = desk.world.ask("POST", f"/cases/{case}/remedies", "organizer", json=wanted).get_json()
    assert [each["fate"] for each in told["entries"]] == ["obsolete", "given", "anew", "stands"]
    assert told["trial"]["accepted"]
    assert told["dropped"] == [throw + 1]


def test_a_building_taken_out_shows_the_rents_that_are_others_now_and_the_deed_that_is_kept(desk: Desk) -> None:
    begins = {"phase": "between_turns", "turn": "A", "due": [], "deeds": {each: {"owner": "A"} for each in LIGHT_BLUE}}
    placed(desk, {**begins, "players": {"A": {"space": "go"}, "B": {"space": "go"}}})
    seq = int(desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["seq"])
    reports: list[dict[str, Any]] = [
        {"type": "build", "player": "A", "to": dict.fromkeys(LIGHT_BLUE, 1)},
        {"type": "roll", "player": "A", "dice": [4, 6]},
        {"type": "roll", "player": "B", "dice": [2, 4]},
        {"type": "pay", "player": "B"},
    ]
    for base, report in enumerate(reports, seq):
        desk.report(desk.tables[0], base, report)
    shown = preview(desk, desk.opened(desk.tables[0]), "remove", entry=seq + 1)
    assert [each for each in ("$30", "$12") if each not in shown] == []
    assert re.findall(r"Entry (\d+)[^<]*</b> [^<]*Now:", shown) == [str(seq + 3), str(seq + 4)]
    deeds = shown.partition("What changes for each player")[2].partition("</table>")[0]
    assert re.search(r"Oriental Avenue\s*<b>one house</b>\s*→ –", deeds)


def test_no_template_of_the_guide_is_a_ruling_before_it_is_filled_in(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    case = desk.case(path)["id"]
    for language in LANGUAGES:
        for key, text in guide(language).items():
            words = {name: getattr(text, name) for name in WORDS}
            body = {"client_id": desk.fresh(), **words, "effect": {"kind": "none"}}
            answer = desk.world.ask("POST", f"/cases/{case}/decision", "arbiter", json=body)
            assert answer.status_code == 422, (key, language)
            assert "[…]" in answer.get_json()["errors"][0]["message"], (key, language)
    page = desk.arbiter.read(f"{path}?irregularity=slow-play")
    filled: dict[str, Any] = {name: html.unescape(field(page, name)) for name in WORDS}
    shown = desk.send(path, 422, do="decide", effect="none", **filled)
    assert "Fill in what stands as […]" in shown
    assert not desk.case(path)["decision"]


def test_an_offence_of_the_guide_comes_with_a_penalty_and_in_no_words_that_name_its_step(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    offences = [each.key for each in irregularities().values() if each.first]
    for key in (*offences, "rent-wrong"):
        page = desk.arbiter.read(f"{path}?irregularity={key}")
        assert ('name="also_penalty" value="1" checked' in page) == (key in offences), key
        assert not [each for each in STEPS for language in LANGUAGES if each in guide(language)[key].decision.lower()]


def test_a_caution_of_the_guide_is_a_penalty_and_not_in_words_alone(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    page = desk.arbiter.read(f"{path}?irregularity=slow-play")
    assert re.search('name="also_penalty" value="1" checked', page)
    assert re.search('<option value="slow" selected', page)
    words: dict[str, Any] = {"facts": "C took two minutes.", "decision": "C is cautioned.", "reasons": "Slow."}
    also: dict[str, Any] = {"also_penalty": "1", "penalty_category": "slow"}
    desk.send(path, 422, do="decide", effect="none", **words, **also)
    desk.send(path, do="decide", effect="none", penalty_player=desk.cup.players["C"], **words, **also)
    assert desk.case(path)["decision"]["effect"]["also"][0]["penalty"]["step"] == "caution"


def test_minutes_and_a_penalty_by_the_regulation(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    mend(desk, path, "minutes", amount=5)
    assert desk.case(path)["decision"]["effect"]["minutes"] == 5
    other = desk.opened(desk.tables[0])
    player = desk.cup.players["A"]
    mend(desk, other, "fine", seat=player, category="protest")
    assert desk.case(other)["decision"]["effect"]["penalty"]["step"] == "caution"


def test_what_changes_nothing_or_came_too_late_is_refused(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    assert "This would change nothing" in preview(desk, path, "money", seat="A", to="A", amount=5)
    assert 'role="alert"' in preview(desk, path, "back", entry=99)
    mend(desk, path, "money", 409, at=1, seat="A", to="B", amount=5)
    desk.arbiter.read(f"{path}/remedies/none", 404)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remedy_has_its_page_in_each_language(desk: Desk, language: str) -> None:
    path = desk.opened(desk.tables[0])
    for kind in REMEDIES:
        assert "<form" in desk.arbiter.read(f"{path}/remedies/{kind}?lang={language}&irregularity=slow-play")


def test_the_guide_leads_from_what_was_said_to_words_and_remedies(desk: Desk) -> None:
    path = desk.opened(desk.tables[0], note="one die fell on the floor")
    page = desk.arbiter.read(path)
    assert f"{path}?irregularity=die-off" in page
    chosen = desk.arbiter.read(f"{path}?irregularity=die-off")
    assert "The throw is void; […] throws both dice again." in chosen
    assert f"{path}/remedies/back?irregularity=die-off" in chosen
    assert "One die came to rest […]." in desk.arbiter.read(f"{path}/remedies/back?irregularity=die-off&go=1&entry=0")


def test_from_the_words_of_a_call_to_the_remedy_with_the_clauses_of_the_events_own_rules(desk: Desk) -> None:
    said = {
        "client_id": "the-call-9",
        "kind": "arbiter",
        "about": "rule",
        "text": "he paid half the rent two turns ago",
    }
    called = desk.world.made(f"/tables/{desk.tables[0]}/calls", **said)
    page = desk.arbiter.read(f"calls/{called}")
    assert 'name="remedy" value="money rent-wrong"' in page
    desk.arbiter.send(
        "cases", page, table=desk.tables[0], call=called, client_id=desk.fresh(), remedy="money rent-wrong"
    )
    remedy = preview(desk, desk.latest(), "money", seat="A", to="B", amount=14, irregularity="rent-wrong")
    cited = set(re.findall(r'name="clause" value="([^"]*)"', remedy))
    assert "JMA/RENT-1" in cited
    assert all(each.startswith("JMA/") for each in cited)
    guide = desk.arbiter.browser.get(f"/rules/irregularities/rent-wrong?event={desk.world.event}").get_data(
        as_text=True
    )
    assert "JMA/RENT-1" in guide
    assert "US/RENT-1" not in guide
    assert "US/RENT-1" in desk.arbiter.browser.get("/rules/irregularities/rent-wrong").get_data(as_text=True)


def test_programs_are_told_the_effect_that_a_remedy_is_and_decide_by_it(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    case = desk.case(path)["id"]
    wanted = {"kind": "money", "seat": "A", "to": "B", "amount": 30}
    proposed = desk.world.ask("POST", f"/cases/{case}/remedies", "organizer", json=wanted).get_json()
    assert proposed["trial"]["accepted"]
    assert proposed["effect"]["set"]["players"]["B"]["cash"] == 1530
    ruling = {"client_id": desk.fresh(), "facts": "x", "decision": "y", "effect": proposed["effect"]}
    assert desk.world.ask("POST", f"/cases/{case}/decision", "organizer", json=ruling).status_code == 200
    assert position(desk)["players"]["B"]["cash"] == 1530
    for odd in ({"kind": "money", "seat": "A", "to": "A"}, {"kind": "minutes"}, {"kind": "fine"}, {"kind": "none"}):
        assert desk.world.ask("POST", f"/cases/{case}/remedies", "organizer", json=odd).status_code == 422, odd


def test_the_head_judge_changes_a_ruling_on_appeal_by_a_remedy(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    mend(desk, path, "money", seat="A", to="B", amount=30)
    desk.send(path, do="appeal", player="A", text="No.")
    assert "Reasons for the change" not in preview(desk, path, "money", seat="B", to="A", amount=30), "not by who ruled"
    assert f"{path}/remedies/undo" in desk.head.read(path)
    fields = {"case": desk.case(path)["id"]}
    shown = desk.head.read(f"{path}/remedies/undo?go=1&case={fields['case']}")
    words: dict[str, Any] = {"client_id": desk.fresh(), "facts": "Seen.", "decision": "Back."}
    seq = desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["seq"]
    desk.head.send(f"{path}/remedies/undo", shown, go=1, at=seq, outcome_reasons="B's.", **words, **fields)
    assert desk.case(path)["appeals"]["outcome"] == "changed"
    assert position(desk)["players"]["B"]["cash"] == 1500
