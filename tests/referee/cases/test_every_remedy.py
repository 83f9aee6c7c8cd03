"""Remedies in every game, also in one of another package: what is offered can be done there, and says what it does."""

from __future__ import annotations

import json
import re
from importlib.metadata import EntryPoint
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

import rulesets
from referee.cases.remedies import ProposedEffect
from referee.cases.remedy_effect import BANK, Leave, MoveToken, apply_remedy, place_token
from referee.cases.wording import ChosenRemedy, proposed_wording
from referee.log.standing import Standing
from referee.log.table_game import TableGame
from rulesets import Game, as_report
from rulesets.irregularities import REMEDIES, guide, irregularities
from rulesets.kernel import registry
from rulesets.languages import LANGUAGES
from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tournaments.penalties.rule import PenaltiesRule

HARBOUR = "harbour"
CLASSIC = [name for name in rulesets.names() if name != "city"]


@pytest.fixture
def desk(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The desk of an event, in a service that knows a game of another package too."""
    point = EntryPoint(HARBOUR, "tests.harbour:RULESET", "referee.rulesets")
    monkeypatch.setattr(registry, "installed", lambda: (point,))
    return Desk(cup)


@SQLITE_ONLY
@pytest.mark.parametrize("name", [*rulesets.names(), HARBOUR])
def test_what_a_call_and_a_case_offer_can_be_done_at_that_table_and_a_report_taken_out(desk: Desk, name: str) -> None:
    body: dict[str, Any] = {"number": 9, "ruleset": name, "seats": ["A", "B"]}
    table = desk.world.made(f"/rounds/{desk.cup.rounds[1]}/tables", **body)
    said = guide("en")["player-leaves"].asked[0]
    asked: dict[str, Any] = {"client_id": "the-call-7", "kind": "arbiter", "about": "rule", "text": said}
    page = desk.arbiter.read(f"calls/{desk.world.made(f'/tables/{table}/calls', **asked)}")
    offered = re.findall(r'name="remedy"\s+value="([^"]*)"', page)
    path = desk.opened(table)
    different = {frozenset(each.remedies.items()): each.key for each in irregularities().values()}
    pages = [desk.arbiter.read(f"{path}?irregularity={key}") for key in different.values()]
    linked = {each for page in pages for each in re.findall(r"/remedies/(\w+)", page)}
    every = {each.partition(" ")[0] for each in offered} | linked
    assert len(every) >= len(REMEDIES) - 2
    for kind in every:
        desk.arbiter.read(f"{path}/remedies/{kind}")
    assert ("withdraw" in offered) == (name != HARBOUR)
    opening = rulesets.load(name).start(["A", "B"])
    proposed = (opening.ruleset.propose(opening, Random(seed)) for seed in count())
    desk.report(table, 0, dict(next(each for each in proposed if opening.ruleset.judge(opening, each).accepted)))
    path = desk.opened(table)
    shown = desk.arbiter.read(f"{path}/remedies/remove?go=1&entry=1")
    words: dict[str, Any] = {"client_id": desk.fresh(), "facts": "It was not so.", "decision": "It is taken out."}
    desk.arbiter.send(f"{path}/remedies/remove", shown, go=1, entry=1, at=1, **words)
    now = desk.world.ask("GET", f"/tables/{table}", "organizer").get_json()
    assert (now["seq"], now["position"]) == (2, opening.ruleset.position(opening))


@SQLITE_ONLY
@pytest.mark.parametrize("name", [*rulesets.names(), HARBOUR])
def test_a_deed_that_changed_hands_wrongly_goes_to_its_owner_with_what_stands_on_it(desk: Desk, name: str) -> None:
    game = rulesets.load(name).start(["A", "B"])
    deed = next(game.ruleset.assets().deeds())
    of: dict[str, dict[str, Any]] = {
        "city": {"residential": [1, 2], "mortgaged": True, "loan": 500},
        HARBOUR: {"cranes": 1},
    }
    stands = of.get(name, {})
    start = {"deeds": {deed.key: {"owner": "A", **stands}}}
    body: dict[str, Any] = {"number": 9, "ruleset": name, "seats": ["A", "B"], "start": start}
    table = desk.world.made(f"/rounds/{desk.cup.rounds[1]}/tables", **body)
    path = desk.opened(table)
    for seq, to in enumerate(("B", BANK)):
        for language in LANGUAGES:
            shown = desk.arbiter.read(f"{path}/remedies/deed?go=1&deed={deed.key}&to={to}&lang={language}")
            assert deed.names[language] in shown
        words: dict[str, Any] = {"client_id": desk.fresh(), "facts": "It was not so.", "decision": "It is."}
        desk.arbiter.send(f"{path}/remedies/deed", shown, go=1, deed=deed.key, to=to, at=seq, **words)
        row = desk.world.ask("GET", f"/tables/{table}", "organizer").get_json()["position"]["deeds"].get(deed.key)
        assert row is None if to == BANK else row.items() >= {"owner": "B", **stands}.items()
        path = desk.opened(table)


class Owing(NamedTuple):
    """What somebody who leaves owes and has.  ``paid``, ``heir``: how that is settled."""

    due: list[dict[str, Any]]
    cash: int
    deeds: list[str]
    paid: dict[str, int]
    heir: str


def owes(to: str, amount: int, player: str = "B", cause: str = "card") -> dict[str, Any]:
    return {"kind": "debt", "player": player, "to": to, "amount": amount, "cause": cause}


LEAVERS = {
    "nothing": Owing([], 100, ["boardwalk"], {}, BANK),
    "the bank": Owing([owes(BANK, 75)], 100, ["boardwalk"], {BANK: 75}, BANK),
    "the bank, too much": Owing([owes(BANK, 2000)], 100, ["boardwalk"], {}, BANK),
    "a player, from a mortgage": Owing([owes("A", 150)], 100, ["boardwalk"], {"A": 150}, BANK),
    "a player, too much": Owing([owes("A", 1500)], 100, ["boardwalk"], {}, "A"),
    "several": Owing([owes(each, 50) for each in "ACD"], 100, ["boardwalk"], {"A": 50, "C": 50, "D": 50}, BANK),
    "several, too much": Owing([owes(each, 150) for each in "ACD"], 60, ["boardwalk"], {"A": 150}, "C"),
    "each": Owing([owes("each", 150)], 200, [], {"A": 50, "C": 50, "D": 50}, BANK),
    "each, too much": Owing([owes("each", 1500)], 200, ["boardwalk"], {}, BANK),
    "and is owed": Owing([owes("B", 50, "A"), owes("A", 30)], 100, [], {"A": 30}, BANK),
    "is owed by two": Owing([owes("B", 50, "A"), owes("B", 50, "C")], 100, [], {}, BANK),
}


def owing(name: str, what: Owing) -> Game:
    """A game in which B owes that."""
    ruleset = rulesets.load(name)
    players = {each: {"cash": what.cash if each == "B" else 500} for each in "ABCD"}
    deeds = {each: {"owner": "B"} for each in what.deeds}
    turn = what.due[0]["player"] if what.due else "B"
    parts = {"phase": "turn", "turn": turn, "due": what.due, "players": players, "deeds": deeds}
    return ruling(ruleset.start(list("ABCD")), parts)


def ruling(game: Game, parts: Any) -> Game:
    answer = game.ruleset.judge(game, as_report({"type": "ruling", "by": "-", "reason": "-", "set": dict(parts)}))
    assert answer.accepted, answer.to_json("en")
    return answer.game


@pytest.mark.parametrize("name", CLASSIC)
@pytest.mark.parametrize("case", LEAVERS)
def test_whoever_leaves_settles_every_kind_of_debt_as_the_ruling_says(name: str, case: str) -> None:
    what, game = LEAVERS[case], owing(name, LEAVERS[case])
    table = cast("TableGame", SimpleNamespace(game=game, table_id="-"))
    done = apply_remedy(Leave("B"), table, (), "en")
    after = ruling(game, done.parts)
    conserved = game.ruleset.mechanics.conserved
    assert conserved(after.state) == conserved(game.state)
    settled = done.settlement
    assert settled is not None
    assert (dict(settled.paid), settled.heir) == (what.paid, what.heir)
    position = after.ruleset.position(after)
    for seat in "ACD":
        gained = position["players"][seat]["cash"] - 500
        assert gained == what.paid.get(seat, 0) or seat == what.heir, seat
    assert {row["owner"] for row in position["deeds"].values() if row} <= {what.heir}
    names = {each: f"Player {each}" for each in "ABCD"}
    proposed = ProposedEffect({"kind": "set"}, settlement=settled)
    chosen = ChosenRemedy("withdraw", {"seat": "B"}, names, {}, table, PenaltiesRule((), (), ""), proposed)
    for language in LANGUAGES:
        said = proposed_wording(chosen, language)
        assert all(names[each] in said for each in what.paid if each != BANK), json.dumps(said)


@pytest.mark.parametrize("name", rulesets.names())
def test_a_token_moved_anywhere_owes_what_a_throw_to_that_space_asks_for(name: str) -> None:
    """B owns every other deed, A has thrown; whatever the first space asked for is gone, the open rent of it too."""
    ruleset = rulesets.load(name)
    opening = ruleset.start(list("ABCD"))
    board = opening.state.table.edition
    keys = [each.key for each in board.spaces]
    deeds = {each.key: {"owner": "B"} for each in board.deeds[::2]}
    begun = {"phase": "between_turns", "turn": "A", "due": [], "begun": True, "deeds": deeds}
    throw = as_report({"type": "roll", "player": "A", "dice": [1, 3]})

    def thrown_from(space: str) -> Game:
        before = ruling(opening, {**begun, "players": {"A": {"space": space, "jail": None}}})
        answer = ruleset.judge(before, throw)
        assert answer.accepted, answer.to_json("en")
        return answer.game

    def asked(game: Game) -> dict[str, Any]:
        position = ruleset.position(game)
        step = position.get("step") or {}
        return {**{each: position.get(each) for each in ("due", "phase", "turn", "rents")}, "right": step.get("right")}

    reached = [key for at, key in enumerate(keys) if "go_to_jail" not in (key, keys[at - 4])]
    for first in (keys[keys.index(board.deeds[0].key) - 4], keys[-4]):
        standing = thrown_from(first)
        for space in set(reached) - {keys[(keys.index(first) + 4) % len(keys)]}:
            parts = place_token(MoveToken("A", space, None), standing, [Standing(1, throw, None)])
            assert asked(ruling(standing, parts)) == asked(thrown_from(keys[keys.index(space) - 4])), space
