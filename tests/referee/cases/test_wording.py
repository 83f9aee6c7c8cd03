"""What was composed of a ruling is read in the reader's language, whoever made it; what somebody worded is theirs."""

from __future__ import annotations

import html
from typing import Any
from urllib.parse import urlencode

import pytest

from rulesets.irregularities import REMEDIES, guide
from rulesets.languages import LANGUAGES
from tests.referee.cases.test_case_pages import Desk
from tests.referee.cases.test_remedies import field
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY

Fields = dict[str, Any]


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def choices(desk: Desk) -> dict[str, Fields]:
    """The fields of each kind of remedy, filled in."""
    ruled = desk.opened(desk.tables[0])
    page = desk.arbiter.read(f"{ruled}/remedies/money?go=1&seat=A&to=B&amount=30")
    desk.arbiter.send(f"{ruled}/remedies/money", page, **signed(desk, page), seat="A", to="B", amount=30)
    return {
        "money": {"seat": "bank", "to": "C", "amount": 2400},
        "undo": {"case": desk.case(ruled)["id"]},
        "deed": {"deed": "boardwalk", "to": "C", "level": 0},
        "token": {"seat": "D", "space": "jail:1"},
        "minutes": {"amount": 5},
        "fine": {"seat": desk.cup.players["A"], "category": "protest"},
        "insert": {"entry": 2, "line": "C b10"},
        "replace": {"entry": 1, "line": "A 56"},
        "remove": {"entry": 2},
        "withdraw": {"seat": "D"},
        "back": {"entry": 0},
    }


def signed(desk: Desk, page: str, facts: str = "Seen so.") -> Fields:
    """What a ruling is sent with whose decision is left as the page words it."""
    seq = desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["seq"]
    decision = html.unescape(field(page, "decision")).replace("\n", "\r\n")  # as browsers send lines
    return {"go": 1, "client_id": desk.fresh(), "facts": facts, "decision": decision, "at": seq}


@SQLITE_ONLY
def test_every_remedys_wording_is_read_in_each_language_whoever_made_the_ruling(desk: Desk) -> None:
    found = choices(desk)
    assert found.keys() == set(REMEDIES)
    seen = set()
    for number, (kind, fields) in enumerate(found.items()):
        path, author = desk.opened(desk.tables[0]), LANGUAGES[number % len(LANGUAGES)]
        remedy = f"{path}/remedies/{kind}?{urlencode({'go': 1, **fields})}"
        proposed = {
            each: html.unescape(field(desk.arbiter.read(f"{remedy}&lang={each}"), "decision")) for each in LANGUAGES
        }
        assert len(set(proposed.values())) == len(LANGUAGES), kind
        assert kind != "money" or proposed["en"].startswith("The bank pays ")
        page = desk.arbiter.read(f"{remedy}&lang={author}")
        desk.arbiter.send(f"{path}/remedies/{kind}?lang={author}", page, **signed(desk, page), **fields)
        case = desk.case(path)["id"]
        for each in LANGUAGES:
            theirs = desk.cup.get(f"/cases/{case}?lang={each}")["decision"]
            at_table = desk.cup.get(f"/tables/{desk.tables[0]}/cases?lang={each}")["rows"][0]["decision"]
            assert theirs["decision"] == at_table["decision"] == proposed[each], (kind, author, each)
            assert theirs["facts"] == "Seen so."
            logged = desk.cup.get(f"/tables/{desk.tables[0]}/lines?since=0&lang={each}")["lines"]
            ruling = next(line for line in reversed(logged) if line["report"]["type"] == "ruling")
            assert proposed[each] in ruling["told"][0], (kind, author, each)
            if entry := fields.get("entry"):
                assert logged[entry - 1]["told"][0] in proposed[each], (kind, each)
        seen.add(kind)
        entries = desk.cup.get(f"/tables/{desk.tables[0]}/entries?limit=200")["rows"]
        rulings = [each["report"]["reason"] for each in entries if each["report"]["type"] == "ruling"]
        assert rulings[-1].endswith(proposed[desk.cup.get(f"/events/{desk.world.event}")["language"]]), kind
    assert seen == set(REMEDIES)


def test_what_the_arbiter_has_changed_in_the_wording_is_nobodys_translation(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    fields: Fields = {"seat": "A", "to": "B", "amount": 30}
    page = desk.arbiter.read(f"{path}/remedies/money?{urlencode({'go': 1, **fields})}")
    words = signed(desk, page) | {"decision": "A pays B $30, as both say."}
    desk.arbiter.send(f"{path}/remedies/money", page, **words, **fields)
    for each in LANGUAGES:
        shown = desk.cup.get(f"/cases/{desk.case(path)['id']}?lang={each}")["decision"]
        assert shown["decision"] == "A pays B $30, as both say."


def test_a_sentence_of_the_guide_left_as_it_stands_is_read_in_each_language(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    page = desk.arbiter.read(f"{path}?irregularity=die-off&lang=ja")
    words: Fields = {
        "facts": "床に落ちた。",
        "decision": "振り直し。",
        "reasons": html.unescape(field(page, "reasons")),
    }
    desk.arbiter.send(f"{path}?lang=ja", page, do="decide", effect="none", client_id=desk.fresh(), **words)
    reasons = {
        each: desk.cup.get(f"/cases/{desk.case(path)['id']}?lang={each}")["decision"]["reasons"] for each in LANGUAGES
    }
    assert reasons == {each: guide(each)["die-off"].reasons for each in LANGUAGES}


def test_programs_send_translations_and_each_reader_gets_theirs(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    case = desk.case(path)["id"]
    ruling = {
        "client_id": desk.fresh(),
        "facts": "Seen so.",
        "decision": "Play on.",
        "effect": {"kind": "none"},
        "translations": [{"language": "ja", "decision": "続けてください。"}],
    }
    assert desk.world.ask("POST", f"/cases/{case}/decision", "organizer", json=ruling).status_code == 200
    said = {each: desk.cup.get(f"/cases/{case}?lang={each}")["decision"] for each in ("ja", "zh")}
    assert (said["ja"]["decision"], said["zh"]["decision"]) == ("続けてください。", "Play on.")
    assert said["ja"]["facts"] == "Seen so."
