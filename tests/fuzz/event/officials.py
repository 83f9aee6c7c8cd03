"""What arbiters and organizers do besides results: deals at a table, cases and appeals, reserves, prizes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from sqlmodel import col, select

from referee.cases.queries import cases_of
from referee.core.command import Caller
from referee.core.problems import Problem
from referee.log.table_game import TableGames
from referee.models import Prize
from referee.prizes.commands import AddPrize, add_prize, draw_prize, remove_prize
from rulesets.reports import as_report
from tests.fuzz.event.hall import At, Hall, Impossible, pick
from tests.fuzz.event.place import SECOND
from tests.fuzz.event.results import append
from tournaments.fault import Faulty

PLAIN = {"client_id": "", "facts": "the die fell off", "decision": "it is thrown again", "reasons": "the rules say so"}
TRIED = 60
"""How many reports are tried for a deal that the ruleset takes."""


def deal(hall: Hall, table: int, seed: int, moves: int) -> None:
    """Some moves at a table that plays, and then a deal between two who sit there; often the law refuses it."""
    at = pick([each for each in hall.now().tables if each.round.state == "running" and each.result is None], table)
    for number in range(1 + moves % 4):
        game = hall.service.part(TableGames).current(at.table.id).game
        if game.ruleset.over(game):
            raise Impossible
        append(hall, current(hall, at), [game.ruleset.mechanics.propose(game, Random(seed + number), hurry=False)])
    game = hall.service.part(TableGames).current(at.table.id).game
    one, two, *_ = json.loads(at.table.header)["seats"]
    give: dict[str, Any] = {"cash": 10 + 10 * (seed % 5)}
    trade = {"type": "trade", "player": one, "with": two, "give": give, "take": {"cash": 1}}
    for number in range(TRIED):
        found = game.ruleset.mechanics.propose(game, Random(seed + number), hurry=False)
        if found.get("type") in ("trade", "offer") and game.ruleset.judge(game, as_report(found)).accepted:
            trade = found
            break
    append(hall, current(hall, at), [trade])


def current(hall: Hall, at: At) -> At:
    """A table as it is now: its log may be longer."""
    return next(each for each in hall.now().tables if each.table.id == at.table.id)


def case(hall: Hall, table: int, seed: int, effect: int) -> None:
    """Open a case at a table, and mostly decide it: without an effect, with more time, or by changing the position."""
    at = pick(hall.now().tables, table)
    body = {"client_id": f"case-{at.table.id}-{hall.changes()}", "note": "the die fell off"}
    opened = hall.tried("POST", f"/tables/{at.table.id}/cases", **body)
    if opened is not None and seed % 4:
        decide_case(hall, opened["id"], effect)


def decide_case(hall: Hall, case_id: str, effect: int) -> None:
    """Decide a case."""
    effects: Sequence[dict[str, Any]] = (
        {"kind": "none"},
        {"kind": "extension", "minutes": 5},
        {"kind": "set", "set": {"cash": {"A": 100 + effect}}},
    )
    body: dict[str, Any] = {**PLAIN, "client_id": f"ruling-{case_id}-{hall.changes()}", "effect": pick(effects, effect)}
    hall.tried("POST", f"/cases/{case_id}/decision", **body)


def appeal(hall: Hall, one: int, seat: int, settle: int) -> None:
    """Appeal against a ruling, and mostly let the second person settle it."""
    with hall.database.read() as session:
        decided = [each.case.id for each in cases_of(session, hall.event)]
    found = pick(decided, one)
    body = {"client_id": f"appeal-{found}-{hall.changes()}", "player": "ABCD"[seat % 4], "text": "it lay flat"}
    if hall.tried("POST", f"/cases/{found}/appeals", **body) is not None and settle % 3:
        settle_appeal(hall, found)


def settle_appeal(hall: Hall, case_id: str) -> None:
    """Let the second person uphold a ruling."""
    body = {"client_id": f"settled-{case_id}-{hall.changes()}", "outcome": "upheld", "reasons": "the rules say so"}
    hall.tried("POST", f"/cases/{case_id}/appeals/settle", SECOND, **body)


def settle_all(hall: Hall) -> None:
    """Settle the appeals that wait, and decide the cases that are open."""
    with hall.database.read() as session:
        waiting = [(each.case.id, bool(each.waiting)) for each in cases_of(session, hall.event, still_open=True)]
    for number, (found, appealed) in enumerate(waiting):
        if appealed:
            settle_appeal(hall, found)
        else:
            decide_case(hall, found, 3 * number)


def reserves(hall: Hall, number: int, places: int, come: int) -> None:
    """Register a reserve, who is mostly here, and let reserves into a round."""
    hall.registered += 1
    place = 1 + sum(each.reserve is not None for each in hall.now().players)
    body: dict[str, Any] = {"number": hall.registered, "name": f"補欠{hall.registered}", "reserve": place}
    made = hall.tried("POST", hall.at("players"), **body)
    if made is not None and come % 4:
        hall.tried("PUT", f"/players/{made['id']}/check-in")
    first = pick(hall.regulation.rounds, number).number
    hall.tried("POST", hall.at("reserves"), round=first, places=1 + places % 3)


def rota(hall: Hall, what: int, one: int, duty: int) -> None:
    """Take in a helper and set the proposed rota with another duty for somebody, or take the role from a helper."""
    judges = [each for each in hall.done("GET", hall.at("members"))["rows"] if each["roles"] == ["judge"]]
    if what % 3 == 0 and judges:
        hall.tried("DELETE", hall.at(f"members/{pick(judges, one)['account_id']}/judge"))
        return
    hall.tried("POST", hall.at("members"), name=f"助っ人{len(judges)}", role="judge")
    rows = hall.tried("GET", hall.at("rota/proposal"))["rows"]
    if rows:
        changed = pick(rows, one)
        other = {"first": 0, "last": 0, "duty": ("break", "写真", "")[duty % 3]}
        hall.tried("PUT", hall.at("rota"), rows=[each | other if each is changed else each for each in rows])


def prize(hall: Hall, kind: int, one: int, count: int) -> None:
    """Add a prize, by place or by lot, draw one, or remove one."""
    caller, event = Caller(hall.service, None), hall.event
    with hall.database.read() as session:
        known = [each.id for each in session.exec(select(Prize).where(Prize.event_id == event).order_by(col(Prize.id)))]
    deeds: Sequence[Callable[[], None]] = (
        lambda: add_prize(caller, event, AddPrize("杯", 1 + count % 4)),
        lambda: add_prize(caller, event, AddPrize("くじ", None, 1 + count % 3)),
        lambda: draw_prize(caller, event, pick(known, one)),
        lambda: draw_prize(caller, event, pick(known, one)),
        lambda: remove_prize(caller, event, pick(known, one)),
    )
    before = hall.changes()
    try:
        pick(deeds, kind)()
    except (Problem, Faulty):
        hall.unchanged(before, "a prize")
