"""Who confirms a result: a second person where there is one, or else whoever entered it, who looks at it again."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from sqlmodel import col, select

from referee.archives.verify import verify
from referee.archives.writing import archive_stream
from referee.core.language import words
from referee.desk.queries import desk
from referee.log.table_game import TableGames
from referee.models import AuditEntry, Event, Membership
from rulesets.languages import LANGUAGES
from tests.referee.results.test_results_pages import Reader
from tests.referee.support.cup import REGULATION, Cup
from tests.referee.support.databases import SQLITE_ONLY

JA = words("ja")
ME = "administrator"


def leave(cup: Cup, *, but: str = "") -> None:
    """Leave the administrator alone with the event, or with one other role."""
    with cup.world.service.database.write() as session:
        staff = select(Membership).where(Membership.event_id == cup.world.event, col(Membership.role) != but)
        for each in session.exec(staff):
            session.delete(each)


def typed(cup: Cup, table: int, **more: Any) -> Any:
    """Enter a result of the first round by oneself, and return its version."""
    answer = cup.enter(1, table, by=ME, points=cup.rows(1, table, 900, 800, 700, 600), **more)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()["result"]


def confirmed(cup: Cup, result: Any, by: str = ME) -> Any:
    """How a result was confirmed, or why it was not."""
    answer = cup.world.ask("POST", f"/results/{result['id']}/confirm", by).get_json()
    return answer.get("confirmed_how") or answer["code"]


def adopted(cup: Cup, confirmation: str) -> None:
    """Change who confirms results, in the middle of the event."""
    text = f'{REGULATION}\n[results]\nconfirmation = "{confirmation}"\n'
    body = {"text": text, "reason": "the helper went home"}
    assert cup.world.ask("PUT", f"/events/{cup.world.event}/regulation", ME, json=body).status_code == 200


def tasks(cup: Cup) -> list[str]:
    """The codes of what the desk says is to be done about results."""
    with cup.world.service.database.read() as session:
        found = desk(session, session.get_one(Event, cup.world.event), cup.world.service.database.now()).tasks
    return [each.code for each in found if each.code in ("confirm_results", "look_again")]


def test_from_two_people_on_another_one_confirms_and_somebody_alone_looks_again(cup: Cup) -> None:
    first = typed(cup, 1)
    assert (first["confirmed_at"], confirmed(cup, first), tasks(cup)) == (None, "own_result", ["confirm_results"])
    assert confirmed(cup, first, "scorer") == "second_person"
    leave(cup, but="viewer")  # who may only look
    second = typed(cup, 2)
    assert (second["confirmed_at"], tasks(cup)) == (None, ["look_again"])
    assert cup.get(f"/tables/{cup.tables[1, 2]}/results", ME)["confirmation"] == "look_again"
    assert confirmed(cup, second) == "looked_again"
    with cup.world.service.database.read() as session:
        said = session.exec(select(AuditEntry.details).where(AuditEntry.action == "result.confirm")).all()
    assert sorted(json.loads(each)["confirmed_how"] for each in said) == ["looked_again", "second_person"]


@pytest.mark.parametrize("confirmation", ["none", "look_again", "by_staff"])
def test_what_waits_when_the_rule_changes_is_confirmed_in_one_tap(cup: Cup, confirmation: str) -> None:
    leave(cup)
    adopted(cup, "second_person")
    waiting = [typed(cup, 1), typed(cup, 2)]
    assert [confirmed(cup, each) for each in waiting] == ["own_result"] * 2
    adopted(cup, confirmation)
    reader, path = Reader(cup, ME), f"rounds/{cup.rounds[1]}/results"
    page = reader.read(path)
    form = page.split('id="again"')[1].split("</form>")[0]
    assert form.count("900") == 2  # what was typed, to be compared
    body = dict(re.findall(r'name="(v_\w+)" value="(\w+)"', form))
    reader.send(f"{path}/confirm", page, tables=re.findall(r'name="tables" value="(\w+)"', form), signed="1", **body)
    assert 'id="again"' not in reader.read(path)
    for table in (1, 2):
        (version,) = cup.get(f"/tables/{cup.tables[1, table]}/results", ME)["versions"]
        assert (version["stands"], version["confirmed_how"]) == (True, "players")


def test_a_program_says_as_the_page_does_that_all_players_have_signed(cup: Cup) -> None:
    first, second = typed(cup, 1), typed(cup, 2)
    path = f"/results/{first['id']}/confirm"
    assert cup.world.ask("POST", path, ME, json={"signed": True}).get_json()["code"] == "own_result"
    assert cup.world.ask("POST", path, ME, json={"signed": "yes"}).status_code == 422
    assert cup.world.ask("POST", path, ME, data=b"signed=1").status_code == 415
    leave(cup)
    assert cup.world.ask("POST", path, ME, json={"signed": True}).get_json()["confirmed_how"] == "players"
    assert confirmed(cup, second) == "looked_again", "without a body, as ever"


def test_a_correction_by_somebody_alone_is_looked_at_again_too(cup: Cup) -> None:
    leave(cup)
    assert confirmed(cup, typed(cup, 1)) == "looked_again"
    second = typed(cup, 1, version=1, note="a digit was missing")
    assert second["stands"] is False
    reader, path = Reader(cup, ME), f"tables/{cup.tables[1, 1]}/result"
    page = reader.read(path)
    reader.send(f"{path}/confirm", page, result_id=second["id"])
    assert cup.get(f"/tables/{cup.tables[1, 1]}/results", ME)["versions"][0]["confirmed_how"] == "looked_again"


def test_signatures_of_all_players_confirm_a_result_if_there_is_nobody_else(cup: Cup) -> None:
    leave(cup)
    signed = dict.fromkeys("ABCD", "M10 20L12 25")
    some = cup.enter(1, 1, by=ME, log={"anyway": True, "signatures": {"A": signed["A"]}}, note="dark")
    assert some.get_json()["result"]["confirmed_how"] is None
    every = cup.enter(1, 2, by=ME, log={"anyway": True, "signatures": signed}, note="dark").get_json()["result"]
    assert (every["stands"], every["confirmed_how"]) == (True, "players")


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_that_wants_a_second_person_says_how_to_change_it(cup: Cup, language: str) -> None:
    leave(cup)
    adopted(cup, "second_person")
    typed(cup, 1)
    for path in (f"rounds/{cup.rounds[1]}/results", f"tables/{cup.tables[1, 1]}/result"):
        page = Reader(cup, ME).read(f"{path}?lang={language}")
        assert words(language)["result_own_alone"] in page
        assert "/regulation/change#results" in page


def test_an_archive_says_how_results_were_confirmed(cup: Cup) -> None:
    leave(cup)
    confirmed(cup, typed(cup, 1))
    adopted(cup, "none")
    typed(cup, 2)
    service, now = cup.world.service, cup.world.service.database.now()
    stream = archive_stream(service.database, service.part(TableGames), cup.world.event, public=False, now=now)
    found = verify(io.BytesIO(b"".join(stream)))
    assert found.differences == ()
    assert found.confirmations("ja") == "結果の確認：本人が用紙と見比べ直し 1、確認なし 1。"
    assert found.confirmations("en").count("1") == 2
