"""The journal under calls, penalties and cases: who may take a step, in which order steps stand, what is on record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from sqlmodel import col, select

from referee.calls.queries import CALLS
from referee.calls.state import CLAIMED, ESCALATED, HANDED_OVER, RESOLVED, STEPS
from referee.calls.state import WITHDRAWN as CALL_WITHDRAWN
from referee.cases.queries import CASES
from referee.cases.state import KINDS, NOTED, OPENED, RESTRICTED, WITHDRAWN
from referee.core.access.principal import Principal
from referee.core.command import Caller
from referee.core.journal import Journal
from referee.core.problems import Problem
from referee.models import AuditEntry, CallLine, CallStep
from referee.penalties.queries import PENALTIES
from referee.penalties.state import CANCELLED, PROPOSED, SIGNED_OFF
from referee.penalties.state import NOTED as TAKEN_NOTE
from tests.referee.support.cup import Cup
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

PEOPLE = ("device", "viewer", "scorer", "judge", "arbiter", "head_judge", "organizer", "administrator", "stranger")


class Kept(NamedTuple):
    """A matter of a journal, and the kinds of steps about it."""

    journal: Journal[Any, Any, Any]
    matter: str
    kinds: tuple[str, ...]


@pytest.fixture
def kept(cup: Cup) -> list[Kept]:
    """A matter of each journal, at the table of the world's device."""
    world = cup.world

    def made(path: str, by: str, **body: Any) -> str:
        done = world.ask("POST", path, by, json=body)
        assert done.status_code == 201, done.get_data(as_text=True)
        return str(done.get_json()["id"])

    penalty = {
        "player": cup.players["A"],
        "category": "insult",
        "step": "disqualification",
        "facts": "Called Bob names.",
    }
    return [
        Kept(
            CALLS,
            made(f"/tables/{world.table}/calls", "device", client_id="client-1", kind="judge", about="rule"),
            STEPS,
        ),
        Kept(
            PENALTIES,
            made(f"/events/{world.event}/penalties", "arbiter", **penalty),
            (PROPOSED, SIGNED_OFF, CANCELLED, TAKEN_NOTE),
        ),
        Kept(CASES, made(f"/tables/{world.table}/cases", "judge", client_id="client-2"), KINDS),
    ]


def who(world: World, name: str) -> Principal:
    found = world.service.principals.find(world.tokens[name])
    assert found is not None
    return found


def every_offer(world: World, kept: list[Kept]) -> Iterator[tuple[str, Kept, str, bool, str | None]]:
    """Whether each step is offered to everybody, and the problem that `Journal.claim` raises for it, if any."""
    for name in PEOPLE:
        person = who(world, name)
        caller = Caller(world.service, person)
        for each in kept:
            for kind in each.kinds:
                with caller.change() as change:
                    found, row = each.journal.state(change.session, each.matter), each.journal.row
                    offered = each.journal.offers(person, change.session.get_one(row, each.matter), found, kind)
                    try:
                        each.journal.claim(change, each.matter, kind)
                        problem = None
                    except Problem as error:
                        problem = error.code
                yield name, each, kind, offered, problem


@SQLITE_ONLY
def test_a_step_is_offered_to_whoever_may_take_it_and_to_nobody_else(cup: Cup, kept: list[Kept]) -> None:
    """For every kind of step, by everybody, before anything was done and after some of it."""
    later = [
        (0, CLAIMED, "judge", {"holder_id": "x", "holder": "x"}),
        (1, SIGNED_OFF, "head_judge", {}),
        (0, RESOLVED, "judge", {}),
        (1, CANCELLED, "head_judge", {}),
        (2, WITHDRAWN, "judge", {}),
    ]
    seen: set[tuple[str, bool]] = set()
    for number, kind, by, columns in [(2, NOTED, "judge", {}), *later]:
        for name, each, step, offered, problem in every_offer(cup.world, kept):
            assert offered == (problem is None), (name, each.journal.name, step, problem)
            seen.add((each.journal.name, offered))
        with Caller(cup.world.service, who(cup.world, by)).change() as change:
            journal, matter = kept[number].journal, kept[number].matter
            journal.add(change, change.session.get_one(journal.row, matter), kind, "Done.", **columns)
    assert len(seen) == 6


def test_steps_stand_in_the_order_in_which_they_were_taken_whatever_the_clocks_say(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line of a call that was made by a fast clock too comes before the step that a slow one takes."""
    monkeypatch.setattr(world.service.database, "now", lambda: 1_800_000_000_000)
    given = {"client_id": "client-1", "kind": "judge", "about": "rule"}
    call_id = world.ask("POST", f"/tables/{world.table}/calls", "device", json=given).get_json()["id"]
    monkeypatch.setattr(world.service.database, "now", lambda: 1_700_000_000_000)
    caller = Caller(world.service, who(world, "judge"))
    for kind in (CLAIMED, HANDED_OVER, ESCALATED):
        with caller.change() as change:
            CALLS.add(change, CALLS.locked(change.session, call_id).call, kind)
    with world.service.database.read() as session:
        (line,) = session.exec(select(CallLine).where(CallLine.call_id == call_id))
        steps = session.exec(select(CallStep).where(CallStep.call_id == call_id).order_by(col(CallStep.at))).all()
    assert [each.kind for each in steps] == [CLAIMED, HANDED_OVER, ESCALATED]
    assert [each.at - line.at for each in steps] == [1, 2, 3]


def test_every_step_is_in_the_audit_log_without_what_its_readers_may_not_see(cup: Cup, kept: list[Kept]) -> None:
    caller = Caller(cup.world.service, who(cup.world, "head_judge"))
    with caller.change() as change:
        for each in kept:
            row = change.session.get_one(each.journal.row, each.matter)
            for kind in each.kinds:
                each.journal.add(change, row, kind, f"{kind} said")
    with cup.world.service.database.read() as session:
        rows = session.exec(select(AuditEntry).order_by(col(AuditEntry.id).desc()).limit(22)).all()
    told = {(each.action, each.target): each.details for each in rows}
    for each in kept:
        for kind in each.kinds:
            details = told[f"{each.journal.name}.{kind}", f"{each.journal.name}:{each.matter}"]
            assert (f"{kind} said" in details) == (kind != RESTRICTED), details


def test_a_matter_that_does_not_exist_is_not_found(world: World) -> None:
    caller = Caller(world.service, who(world, "administrator"))
    for journal, kind in ((CALLS, CALL_WITHDRAWN), (PENALTIES, CANCELLED), (CASES, OPENED)):
        with caller.change() as change, pytest.raises(Problem, match="not_found"):
            journal.claim(change, "nothing", kind)
        assert journal.states(change.session, []) == []
