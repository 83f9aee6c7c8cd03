"""The pages of calls, used through their forms, without scripts."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.languages import LANGUAGES
from tests.referee.results.test_results_pages import Reader
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY

MINUTE = 60_000


def call(cup: Cup, table: int, **more: Any) -> str:
    """Make a call from a table of the first round and return its id."""
    body = {"client_id": f"call-from-{table}", "kind": "judge", "about": "rule", **more}
    return cup.world.made(f"/tables/{cup.tables[1, table]}/calls", **body)


@SQLITE_ONLY
def test_a_judge_sees_the_own_tables_first_takes_a_call_settles_it_and_gives_the_time(
    cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_800_000_000_000]
    monkeypatch.setattr(cup.world.service.database, "now", lambda: now[0])
    judge, head = Reader(cup, "judge"), Reader(cup, "head_judge")
    cup.world.ask("POST", f"/rounds/{cup.rounds[1]}/clock", "head_judge", json={"kind": "start"})
    report = {"client_id": "a-report", "base": 0, "report": {"type": "build", "player": "A", "lots": []}}
    assert cup.world.ask("POST", f"/tables/{cup.tables[1, 2]}/entries", json=report).status_code == 422
    call(cup, 1)
    now[0] += MINUTE
    mine = call(cup, 2, refused=1, text="<b>May I?</b>")
    me = cup.world.ask("GET", "/me", "judge").get_json()["account_id"]
    typed: dict[str, Any] = {"round": cup.rounds[1], f"of_{me}": "12 - x"}
    wrong = head.send("calls/assignments", head.read("calls"), 422, **typed)
    assert 'value="12 - x"' in wrong
    head.send("calls/assignments", wrong, **{**typed, f"of_{me}": "１２ 〜 14、20"})
    queue = judge.read("calls")
    assert queue.index("Table 12") < queue.index("Table 11")
    assert "<dd>12-14, 20</dd>" in queue
    assert "&lt;b&gt;May I?&lt;/b&gt;" in queue
    assert ">1:00<" in queue
    assert "Open calls: 2 (table 11, 12)" in judge.browser.get(judge.event).get_data(as_text=True)
    page = judge.read(f"calls/{mine}")
    assert "Eve" in page
    assert cup.get(f"/tables/{cup.tables[1, 2]}/entries/1")["answer"]["refusals"][0]["message"] in page
    judge.send(f"calls/{mine}", page, do="claim")
    late = head.send(f"calls/{mine}", head.read(f"calls/{mine}"), 409, do="resolve", note="No.")
    assert "Taken by judge" in late
    now[0] += 3 * MINUTE - 1000
    assert "Settled by judge" not in judge.read(f"calls/{mine}")
    judge.send(f"calls/{mine}", page, do="resolve", note="After the throw, no.")
    settled = judge.read(f"calls/{mine}")
    assert "2:59 passed" in settled
    assert "Extend table 12 by 3 min" in settled
    assert mine in judge.read("calls").partition("Settled, extension")[2]
    judge.send(f"calls/{mine}", page, do="extend")
    assert "Given: 3 min." in judge.read(f"calls/{mine}")
    assert "After the throw, no." in judge.read("calls?all=1")
    judge.send("calls/notes", page, table=cup.tables[1, 2], text="Eve asks often")
    assert "Eve asks often" in head.read("calls")


@SQLITE_ONLY
def test_a_call_is_escalated_and_handed_over_by_forms(cup: Cup) -> None:
    judge, head = Reader(cup, "judge"), Reader(cup, "head_judge")
    call_id = call(cup, 1)
    page = judge.read(f"calls/{call_id}")
    judge.send(f"calls/{call_id}", page, do="escalate", note="a new case")
    assert 'value="claim"' not in judge.read(f"calls/{call_id}")
    to = cup.world.ask("GET", "/me", "arbiter").get_json()["account_id"]
    head.send(f"calls/{call_id}", head.read(f"calls/{call_id}"), do="hand_over", to=to, note="yours")
    history = head.read(f"calls/{call_id}")
    assert history.index("a new case") < history.index("handed it over to arbiter") < history.index("yours")
    judge.send(f"calls/{call_id}", page, 404, do="nonsense")
    Reader(cup, "scorer").read("calls", 403)
    assert f"/events/{cup.world.event}/calls" not in Reader(cup, "viewer").read("standings")


@SQLITE_ONLY
@pytest.mark.parametrize(
    "steps",
    [
        [],
        [("judge", "claim")],
        [("judge", "escalate")],
        [("judge", "escalate"), ("arbiter", "claim")],
        [("judge", "escalate"), ("arbiter", "escalate")],
        [("judge", "resolve")],
    ],
    ids=lambda steps: "-".join(f"{by}-{do}" for by, do in steps),
)
def test_the_page_of_a_call_offers_what_the_commands_do_not_refuse(cup: Cup, steps: list[tuple[str, str]]) -> None:
    to = cup.world.ask("GET", "/me", "organizer").get_json()["account_id"]
    bodies: dict[str, Any] = {"claim": None, "escalate": {}, "hand-over": {"to": to}, "resolve": {}}
    number = 0

    def ask(by: str, do: str, call_id: str) -> int:
        options = {} if bodies[do] is None else {"json": bodies[do]}
        return cup.world.ask("POST", f"/calls/{call_id}/{do}", by, **options).status_code

    def begun() -> str:
        nonlocal number
        number += 1
        call_id = call(cup, 1, client_id=f"call-number-{number}")
        assert [ask(by, do, call_id) for by, do in steps] == [200] * len(steps)
        return call_id

    for role in ("judge", "arbiter", "head_judge"):
        reader, call_id = Reader(cup, role), begun()
        page = reader.read(f"calls/{call_id}")
        for do in bodies:
            allowed = ask(role, do, call_id) == 200
            offered = f'value="{do.replace("-", "_")}"' in page
            has_it = do == "claim" and steps[-1:] == [(role, "claim")]  # may take it again, which changes nothing
            assert offered == (allowed and not has_it), (role, do)
            if allowed:
                cup.world.ask("POST", f"/calls/{call_id}/withdraw", "organizer")
                call_id = begun()
        cup.world.ask("POST", f"/calls/{call_id}/withdraw", "organizer")


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_pages_are_there_in_every_language(cup: Cup, language: str) -> None:
    call_id = call(cup, 1)
    for path in ("calls?all=1&", f"calls/{call_id}?"):
        assert f'<html lang="{language}">' in Reader(cup, "organizer").read(f"{path}lang={language}")
