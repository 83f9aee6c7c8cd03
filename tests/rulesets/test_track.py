"""What games on a track share (`rulesets.kernel.track`), tested with a toy game that is not Monopoly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.kernel.refusal import FormFault, Refusal, refuse
from rulesets.kernel.report import ascending, listed, whole
from rulesets.kernel.track import fields, ledger, order, position, proposal, ranking
from rulesets.kernel.track.drafting import Drafting
from rulesets.kernel.track.ledger import Ask, Debt, Pay
from rulesets.kernel.track.reading import Reader
from rulesets.kernel.track.table import BANK


class Place(NamedTuple):
    key: str
    number: int = 0


class Track(NamedTuple):
    spaces: tuple[Place, ...] = (Place("start"), Place("wood"))
    space_index: Mapping[str, int] = {"start": 0, "wood": 1}
    deeds: tuple[Place, ...] = (Place("mill"),)
    deed_number: Mapping[str, int] = {"mill": 0}


class Table(NamedTuple):
    seats: tuple[str, ...] = ("A", "B", "C")
    seat_number: Mapping[str, int] = {"A": 0, "B": 1, "C": 2}
    edition: Track = Track()

    def party(self, number: int) -> str:
        return self.seats[number] if number >= 0 else "bank"

    def deed_key(self, number: int) -> str:
        return self.edition.deeds[number].key


class Walker(NamedTuple):
    cash: int = 100
    space: int = 0
    out: bool = False
    out_at: int = 0


class State(NamedTuple):
    table: Table = Table()
    players: tuple[Walker, ...] = (Walker(),) * 3
    ledger: int = -300
    pending: tuple[Any, ...] = ()
    order: tuple[ranking.Throws, ...] = ()


class Draft(Drafting):
    """A draft that records the deeds handed over in ``order``, a part for which the toy has no other use."""

    parts = State._fields
    __slots__ = ("order",)

    def hand_over(self, deed: int, owner: int) -> None:
        self.order: Any = (*self.order, (deed, owner))


def total(draft: Draft) -> int:
    return draft.ledger + sum(int(player.cash) for player in draft.players)


PARTIES = st.integers(BANK, 2)


@given(st.lists(st.tuples(PARTIES, PARTIES, st.integers(0, 50))))
def test_a_draft_makes_and_loses_no_money(payments: list[tuple[int, int, int]]) -> None:
    draft = Draft(State())
    for payer, payee, amount in payments:
        draft.pay(payer, payee, amount)
    assert total(draft) == 0


def test_a_debt_is_written_down_and_settled_once() -> None:
    draft = Draft(State())
    debt = Debt(0, 1, 30, "toll", 0)
    draft.owe(debt)
    draft.owe(debt)
    draft.settle(debt)
    assert draft.pending == (debt,)
    assert [player.cash for player in draft.players] == [70, 130, 100]
    facts = {"player": "A", "to": "B", "amount": 30, "cause": "toll", "deed": "mill"}
    assert draft.events == [{"kind": "owes", **facts}, {"kind": "owes", **facts}, {"kind": "paid", **facts}]


def test_a_payment_fits_debts_by_creditor_and_deed() -> None:
    toll, tax = Debt(0, 1, 30, "toll", 0), Debt(0, BANK, 20, "tax")
    assert [Pay(0, None, None).fits(entry) for entry in (toll, tax)] == [True, True]
    assert [Pay(0, BANK, None).fits(entry) for entry in (toll, tax)] == [False, True]
    assert [Pay(0, None, 0).fits(entry) for entry in (toll, tax)] == [True, False]
    assert not Pay(1, None, None).fits(toll)


def test_who_asks_means_the_debt_of_that_payer_for_that_deed() -> None:
    toll, tax = Debt(0, 1, 30, "toll", 0), Debt(0, BANK, 20, "tax")
    assert [Ask(1, 0, None).fits(entry) for entry in (toll, tax)] == [True, False]
    assert not Ask(1, 2, None).fits(toll)
    assert not Ask(1, 0, 5).fits(toll)
    assert Ask(1, 0, None).facts(Table(), toll) == {"player": "B", "payer": "A", "amount": 30, "deed": "mill"}


def test_what_is_bought_is_paid_to_the_bank_and_handed_over() -> None:
    draft = Draft(State())
    draft.buy(0, 0, 40)
    assert (draft.players[0].cash, total(draft), draft.order) == (60, 0, ((0, 0),))
    assert draft.events == [{"kind": "bought", "player": "A", "deed": "mill", "amount": 40}]


def test_a_deed_due_twice_is_named_once_with_its_count() -> None:
    assert position.due_twice(Table(), [0]) == []
    assert [refusal.facts for refusal in position.due_twice(Table(), [0, 0])] == [{"deed": "mill", "count": 2}]


def test_a_rule_of_play_asks_first_whether_play_is_open_and_last_who_is_in_the_game() -> None:
    play = order.playing(lambda state, _: [refuse("seat_is_out", player="the hall")] if state.ledger else None)
    rule = play(fields.by_player("dig"), lambda *_: None)
    assert [refusal.facts["player"] for refusal in rule.broken(State(), fields.ByPlayer(0)) or ()] == ["the hall"]
    state = State(players=(Walker(), Walker(out=True), Walker()), ledger=0)
    assert rule.broken(state, fields.ByPlayer(0)) is None
    assert [refusal.facts["player"] for refusal in rule.broken(state, fields.ByPlayer(1)) or ()] == ["B"]


@pytest.mark.parametrize(("means", "expected"), [(0, 0), (29, 0), (30, 1), (49, 1), (50, None)])
def test_the_debt_that_the_means_do_not_reach_is_the_oldest_such(means: int, expected: int | None) -> None:
    owed = [Debt(0, 1, 30, "toll"), Debt(0, BANK, 20, "tax")]
    assert ledger.beyond(owed, means) == (None if expected is None else owed[expected])


def test_cash_in_hand_names_what_is_missing() -> None:
    assert ledger.in_hand(State(), 0, 100) is None
    found = ledger.in_hand(State(), 0, 130)
    assert found is not None
    assert found[0].facts == {"player": "A", "amount": 130, "cash": 100, "missing": 30}


def test_those_out_are_passed_over() -> None:
    state = State(players=(Walker(), Walker(out=True), Walker()))
    assert order.active(state) == [0, 2]
    assert [order.after(state, seat) for seat in range(3)] == [2, 2, 0]
    assert order.clockwise(state, 1) == [2, 0]


def test_equal_ones_share_a_rank_and_the_next_is_skipped() -> None:
    assert ranking.ranked([5, 9, 5, 1]) == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_those_equal_at_the_top_throw_again() -> None:
    rounds = [((0, 7), (1, 9), (2, 9)), ((1, 3), (2, 8))]
    assert [ranking.leading(range(3), rounds[:count]) for count in range(3)] == [[0, 1, 2], [1, 2], [2]]
    assert ranking.leading(range(3), [rounds[0], ((0, 12),)]) == [1, 2]


def test_who_is_set_out_goes_out_after_those_before_and_who_is_in_again_has_no_place() -> None:
    before = (Walker(), Walker(out=True, out_at=1), Walker())
    after = (Walker(out=True), Walker(), Walker(out=True))
    placed = position.places_of_those_out(before, (after[0], before[1], after[2]))
    assert [player.out_at for player in placed] == [2, 1, 3]
    assert [player.out_at for player in position.places_of_those_out(before, (after[0], after[1], after[2]))] == [
        2,
        0,
        3,
    ]


def test_players_written_are_read_back() -> None:
    state = State(players=(Walker(5, 1), Walker(0, 0, True, 2), Walker()))
    parsers: dict[str, Any] = {
        "cash": whole(0),
        "space": fields.space,
        "out": lambda value, _table: bool(value),
        "out_at": position.place_of_going_out,
    }
    reader = Reader(state.table, State())
    read = position.read_players(reader, position.players_json(state, lambda _: {}), parsers, {}, lambda *_: {})
    assert (read, reader.faults) == (state.players, [])


def test_every_row_of_due_that_cannot_be_read_is_named_by_its_field() -> None:
    faults: list[Refusal] = []

    def toll(row: Mapping[str, Any]) -> int:
        return int(position.take(row, "amount", whole(1), Table()))

    rows = [{"kind": "toll", "amount": 0}, {"kind": "toll", "amount": 3}, {"kind": "toll"}]
    assert position.read_due(rows, faults, toll) == [3]
    assert [fault.facts["field"] for fault in faults] == ["due[0].amount", "due[2].amount"]
    assert position.read_due("all", faults, toll) is None


@pytest.mark.parametrize(
    ("parse", "value", "code"),
    [
        (fields.seat, "D", "seat_unknown"),
        (fields.several(), ["B"], "not_a_list"),
        (fields.several(), ["B", "B"], "listed_twice"),
        (fields.deed, ["mill"], "deed_unknown"),
        (fields.space, "moon", "space_unknown"),
        (fields.dice, [1, 7], "dice_malformed"),
        (fields.moment, -1, "time_malformed"),
    ],
)
def test_what_is_no_such_field_has_its_fault_of_form(parse: Callable[[Any, Any], Any], value: Any, code: str) -> None:
    with pytest.raises(FormFault) as fault:
        parse(value, Table())
    assert fault.value.refusal.code == code


def test_fields_are_numbers_of_the_table() -> None:
    table = Table()
    assert fields.party("bank", table) == BANK
    assert fields.several()(["C", "A"], table) == (2, 0)
    assert fields.several()("B", table) == (1,)
    assert ascending(listed(fields.seat))(["C", "A"], table) == (0, 2)
    assert fields.or_none(fields.deed, -5)(None, table) == -5
    assert fields.on_deed("dig").parse({"type": "dig", "player": "B", "deed": "mill"}, table) == (1, 0)


def test_a_spoilt_report_is_one_of_those_without_form() -> None:
    random = Random(3)
    good = {"type": "walk", "player": "A"}
    spoilt = [proposal.malformed(State(), random, good, [{"type": "dig"}]) for _ in range(60)]
    assert good not in spoilt
    assert {} in spoilt
    assert any(report.get("type") == "dig" for report in spoilt)
