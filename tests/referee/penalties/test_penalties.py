"""Penalties over HTTP and on the pages: the next step, signing, what they do to the order, and taking it back."""

from __future__ import annotations

from typing import Any

import pytest

from referee.public import cache
from tests.referee.results.test_results_pages import Reader
from tests.referee.support.cup import REGULATION, Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of

MINUS = """
[penalties]

[[penalties.step]]
key = "minus"
title = { ja = "減点", en = "Points off", zh = "扣分" }
weight = 1
effect = "points"
points = -30

[[penalties.category]]
key = "late"
title = { ja = "遅刻", en = "Late", zh = "迟到" }
first = "minus"
"""


def give(cup: Cup, letter: str, step: str, by: str = "arbiter", status: int = 201, **more: Any) -> Any:
    """Give a penalty for an insult and return the answer."""
    body = {"player": cup.players[letter], "category": "insult", "step": step, "facts": "Called Bob names.", **more}
    answer = cup.world.ask("POST", f"/events/{cup.world.event}/penalties", by, json=body)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.get_json()


def do(cup: Cup, what: str, penalty: Any, by: str = "head_judge", status: int = 200, **body: Any) -> Any:
    """Carry out an action on a penalty and return the answer."""
    options = {} if what == "sign-off" else {"json": body}
    answer = cup.world.ask("POST", f"/penalties/{penalty['id']}/{what}", by, **options)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.get_json()


def suggested(cup: Cup, letter: str) -> Any:
    return cup.get(f"penalties/suggestion?player={cup.players[letter]}&category=insult&lang=en", "judge")


def dropped(cup: Cup, letter: str) -> int | None:
    """The round after which somebody has left."""
    after: int | None = cup.get(f"/players/{cup.players[letter]}")["dropped_after"]
    return after


def test_the_history_of_a_player_makes_the_next_step(cup: Cup) -> None:
    assert (suggested(cup, "A")["step"]["key"], suggested(cup, "A")["history"]) == ("warning", [])
    warned = give(cup, "A", "warning", by="judge", reason="twice told", table_id=cup.tables[1, 1])
    assert (warned["state"], warned["clauses"], warned["number"], warned["round"]) == ("in_force", ["JMA/REF-2"], 11, 1)
    again = suggested(cup, "A")
    assert (
        again["sentence"] == "Earlier penalties that count: 1, the most severe: Warning. The next step is: Game loss."
    )
    assert [each["id"] for each in again["history"]] == [warned["id"]]
    noted = do(cup, "noted", warned, "judge", note="Sorry.")
    assert [(each["kind"], each["author"], each["note"]) for each in noted["steps"]] == [
        ("proposed", "judge", ""),
        ("noted", "judge", "Sorry."),
    ]
    do(cup, "cancel", warned, "judge", reason="It was Bob.")
    assert suggested(cup, "A")["step"]["key"] == "warning"
    assert do(cup, "noted", warned, "judge", status=409)["code"] == "penalty_over"
    assert [each["state"] for each in cup.get(f"penalties?player={cup.players['A']}", "judge")["rows"]] == ["cancelled"]
    assert cup.get(f"penalties?player={cup.players['B']}", "judge")["rows"] == []


def test_a_game_loss_waits_for_somebody_else_to_sign_and_is_taken_back_when_it_is_cancelled(cup: Cup) -> None:
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    before = cup.ranks()
    assert give(cup, "A", "game_loss", by="judge", status=403, table_id=cup.tables[1, 1])["code"] == "not_allowed"
    penalty = give(cup, "A", "game_loss", by="head_judge", table_id=cup.tables[1, 1])
    assert (penalty["state"], cup.ranks()) == ("proposed", before)
    assert do(cup, "sign-off", penalty, status=409)["code"] == "own_penalty"
    assert do(cup, "sign-off", penalty, "organizer")["state"] == "in_force"
    assert do(cup, "sign-off", penalty, "organizer", status=409)["code"] == "penalty_in_force"
    assert cup.ranks()[0] == (1, "H", "40")
    assert cup.ranks()[-1] == (8, "A", "0")
    (row,) = [each for each in cup.get("standings?lang=en")["rows"] if each["player"] == cup.players["A"]]
    assert row["penalties"] == ["Game loss: last of round 1, table 11"]
    (game,) = cup.get(f"standings/games?player={cup.players['A']}&lang=en")["rows"]
    assert [each["name"] for each in game["players"]] == ["Bob", "Cy", "Dee", "Ann"]
    assert game["players"][-1]["steps"][0] == "The game was lost by a penalty: last place, without assets."
    result = cup.get(f"/tables/{cup.tables[1, 1]}/results")["versions"][0]["players"][-1]
    assert (result["name"], result["place"], result["points"]) == ("Ann", 4, "0")
    assert do(cup, "cancel", penalty, "arbiter", status=403, reason="x")["code"] == "not_allowed"
    do(cup, "cancel", penalty, reason="The video shows otherwise.")
    assert cup.ranks() == before


def test_strangers_see_the_loss_of_a_game_with_its_round_and_not_before(cup: Cup) -> None:
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    do(cup, "sign-off", give(cup, "A", "game_loss", table_id=cup.tables[1, 1]))
    assert {tuple(each["penalties"]) for each in cup.get("standings", "viewer")["rows"]} == {()}
    cup.close(1)
    cup.world.ask("POST", f"/rounds/{cup.rounds[1]}/results/publish", json={})
    assert len([each for each in cup.get("standings", "viewer")["rows"] if each["penalties"]]) == 1


def test_what_counts_stands_on_paper_in_exports_and_before_strangers(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    cup.close(1)
    event = f"/events/{cup.world.event}"
    assert cup.world.ask("POST", f"/rounds/{cup.rounds[1]}/results/publish").status_code == 200
    assert cup.world.ask("PUT", f"{event}/public", json={"open": True, "parts": ["standings"]}).status_code == 200
    stranger = cup.world.app.test_client()
    mine = cup.get(f"/players/{cup.players['A']}/link")["url"]
    pages = [f"/p/{cup.world.event}/screen", f"/p/{cup.world.event}/standings", mine[mine.index("/m/") :]]

    def everywhere() -> list[str]:
        shown = [stranger.get(f"{page}?lang=en").get_data(as_text=True) for page in pages]
        for query in ("as=csv", "as=json"):
            shown.append(cup.world.ask("GET", f"{event}/standings/export?lang=en&{query}").get_data(as_text=True))
        papers = [cup.world.ask("GET", f"{event}/papers/{name}?language=en") for name in ("standings", "round-results")]
        return shown + [" ".join(text_of(each.data).split()) for each in papers]

    assert not [each for each in everywhere() if "Game loss" in each or "by a penalty" in each]
    penalty = give(cup, "A", "game_loss", table_id=cup.tables[1, 1])
    assert not [each for each in everywhere() if "Game loss" in each or "by a penalty" in each]
    do(cup, "sign-off", penalty)
    signed = everywhere()
    assert not [each for each in signed[:2] if "Game loss" in each], "it is public with the next publication"
    assert "Game loss" in signed[2], "the player knows at once"
    assert all("Game loss: last of round 1, table 11" in each for each in signed[3:5]), "the staff has it at once"
    assert {tuple(each["penalties"]) for each in cup.get("standings", "viewer")["rows"]} == {()}
    assert cup.get("standings", "viewer")["rows"] != cup.get("standings")["rows"]
    results = f"/rounds/{cup.rounds[1]}/results"
    assert cup.world.ask("POST", f"{results}/withdraw", json={"reason": "a penalty"}).status_code == 200
    assert cup.world.ask("POST", f"{results}/publish").status_code == 200
    screen, *shown, results = everywhere()
    assert '<i class="late">Game loss</i>' in screen
    assert all("Game loss: last of round 1, table 11" in each for each in shown)
    assert "last by a penalty" in results


def test_a_disqualified_player_is_seated_no_more_until_it_is_cancelled(cup: Cup) -> None:
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.world.ask("PUT", f"/players/{cup.players['A']}/drop-out", json={"after": 2, "reason": "a train"})
    out = do(cup, "sign-off", give(cup, "A", "disqualification"))
    removed = do(cup, "sign-off", give(cup, "A", "removal"))
    assert dropped(cup, "A") == 1
    back = cup.world.ask("DELETE", f"/players/{cup.players['A']}/drop-out")
    assert (back.status_code, back.get_json()["code"]) == (409, "out_by_penalty")
    assert "Disqualification from the event: out of the event" in cup.get("standings?lang=en")["rows"][0]["penalties"]
    do(cup, "cancel", out, reason="One is enough.")
    assert dropped(cup, "A") == 1
    do(cup, "cancel", removed, reason="It was Bob.")
    assert dropped(cup, "A") == 2


def test_points_off_are_in_force_at_once_and_stay_what_they_were_when_the_regulation_changes(world: World) -> None:
    cup = Cup(world, REGULATION + MINUS)
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    assert give(cup, "H", "minus", by="judge", status=403, category="late")["code"] == "not_allowed"
    penalty = give(cup, "H", "minus", category="late")
    changed = {"text": REGULATION, "reason": "no points off"}
    assert world.ask("PUT", f"/events/{world.event}/regulation", json=changed).status_code == 200
    assert (penalty["state"], cup.ranks()[0]) == ("in_force", (1, "A", "40"))
    assert ("H", "10") in [each[1:] for each in cup.ranks()]


def test_a_penalty_that_fits_nothing_is_refused_with_every_fault(cup: Cup) -> None:
    call = cup.world.made(f"/tables/{cup.tables[1, 2]}/calls", client_id="a-call-00", kind="judge", about="dispute")
    refused = give(cup, "A", "warning", status=422, table_id=cup.tables[1, 1], entry=1, call_id=call)
    assert {each["fault"] for each in refused["errors"]} == {"penalty_entry_unknown", "penalty_call_elsewhere"}
    for fault, more in {
        "wanted_choice": {"step": "exile"},
        "penalty_of_nobody": {"player": "nobody"},
        "penalty_elsewhere": {"table_id": cup.tables[1, 2]},
        "penalty_table_wanted": {"step": "game_loss"},
    }.items():
        body = {"step": "warning", **more}
        assert [each["fault"] for each in give(cup, "A", status=422, **body)["errors"]] == [fault]
    assert give(cup, "E", "warning", table_id=cup.tables[1, 2], call_id=call)["call_id"] == call


def test_clauses_are_those_of_the_event_and_a_slip_is_told_with_what_may_be_meant(cup: Cup) -> None:
    refused = give(cup, "A", "warning", status=422, clauses=["JMA/REF-2", "JMA/REFF-2"])
    (fault,) = refused["errors"]
    assert (fault["field"], fault["fault"]) == ("clauses[1]", "clause_unknown")
    assert "JMA/REF-2" in fault["message"]
    assert [each["fault"] for each in give(cup, "A", "warning", status=422, clauses=["RULE-X"])["errors"]] == [
        "clause_far"
    ]
    penalty = give(cup, "A", "warning", clauses=["ｊｍａ/ref-2", "REGULATION/ROUNDS-1", "JMA/REF-2"])
    assert penalty["clauses"] == ["JMA/REF-2", "REGULATION/ROUNDS-1"]


@SQLITE_ONLY
def test_a_judge_warns_and_the_head_judge_signs_by_the_forms(cup: Cup) -> None:
    judge, arbiter, head = Reader(cup, "judge"), Reader(cup, "arbiter"), Reader(cup, "head_judge")
    chosen = f"player={cup.players['A']}&category=insult"
    page = judge.read(f"penalties?{chosen}")
    assert "Suggested: Warning" in page
    assert '<input type="checkbox" name="clause" value="JMA/REF-2" checked><span><b>JMA/REF-2</b> ' in page
    form: dict[str, Any] = {"player": cup.players["A"], "category": "insult", "step": "warning"}
    form["clause"], form["clauses"] = "JMA/REF-2", "JMA/REF-3"
    again = judge.send("penalties", page, 422, **form, facts="<b>rude</b>", entry="x")
    assert "&lt;b&gt;rude&lt;/b&gt;</textarea>" in again
    judge.send("penalties", again, **form, facts="<b>rude</b>")
    page = judge.read(f"penalties?{chosen}")
    assert "This step is for an arbiter or above" in page
    assert 'value="game_loss"' not in page
    form["step"], form["table_id"] = "game_loss", cup.tables[1, 1]
    arbiter.send("penalties", page := arbiter.read(f"penalties?{chosen}"), **form, facts="Went on.", reason="again")
    loss = cup.get("penalties", "judge")["rows"][0]
    assert "Penalties to be approved: 1." in head.browser.get(head.event).get_data(as_text=True)
    assert 'value="sign"' not in arbiter.read("penalties")
    head.send(f"penalties/{loss['id']}", head.read("penalties"), do="sign")
    head.send(f"penalties/{loss['id']}", head.read("penalties"), do="note", note="It was a joke")
    player = judge.read(f"players/{cup.players['A']}")
    assert all(f'/JMA/{each}"' in player for each in ("REF-2", "REF-3"))
    assert "It was a joke" in player
    assert "Game loss: last of round 1, table 11" in judge.read("standings")
    head.send(f"penalties/{loss['id']}", head.read("penalties"), do="cancel", note="Too hard.")
    assert "Game loss" not in judge.read("standings")
    assert "Caution, Warning, Game loss (last of the game, to be approved)" in judge.read("regulation")


@SQLITE_ONLY
@pytest.mark.parametrize("signed", [False, True])
def test_the_page_offers_the_steps_that_the_commands_do_not_refuse(cup: Cup, signed: bool) -> None:
    """For a game loss that waits to be signed, and one in force; a step that is done is undone by giving it anew."""
    bodies: dict[str, Any] = {"sign-off": None, "cancel": {"reason": "x"}, "noted": {"note": "x"}}
    buttons = {"sign-off": "sign", "cancel": "cancel", "noted": "note"}

    def ask(by: str, do: str, penalty_id: str) -> int:
        options = {} if bodies[do] is None else {"json": bodies[do]}
        return cup.world.ask("POST", f"/penalties/{penalty_id}/{do}", by, **options).status_code

    def begun() -> str:
        given = give(cup, "A", "game_loss", "arbiter", table_id=cup.tables[1, 1])
        assert not signed or ask("head_judge", "sign-off", given["id"]) == 200
        return str(given["id"])

    for role in ("judge", "arbiter", "head_judge"):
        penalty_id = begun()
        page = Reader(cup, role).read("penalties")
        for do, button in buttons.items():
            allowed = ask(role, do, penalty_id) == 200
            assert (f'value="{button}"' in page) == allowed, (role, do)
            if allowed:
                ask("organizer", "cancel", penalty_id)
                penalty_id = begun()
        ask("organizer", "cancel", penalty_id)
