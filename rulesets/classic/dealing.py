"""Dealing deeds before the game, where a tournament's regulation asks for it (JMA/GEN-2, options ``dealt_deeds``)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game.draft import Draft
from rulesets.classic.game.state import BETWEEN_TURNS, SETUP, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, listed, mapped
from rulesets.kernel.track import fields
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK


class DealDeeds(NamedTuple):
    """The deeds dealt to each seat."""

    deeds: tuple[tuple[int, tuple[int, ...]], ...]


DEAL = Form("deal", DealDeeds, Field("deeds", mapped(fields.seat, listed(fields.deed, least=0, most=28))))


def deal_due(state: State, report: DealDeeds) -> list[Refusal] | None:
    """Every seat gets the number of deeds that the regulation names, each deed once, and can pay for them."""
    table = state.table
    number = table.options["dealt_deeds"]
    if state.phase != SETUP:
        return [refuse("no_deal_due")]
    dealt = dict(report.deeds)
    found = [
        refuse("deal_of_wrong_number", player=seat, number=number, count=len(dealt.get(at, ())), option="dealt_deeds")
        for at, seat in enumerate(table.seats)
        if len(dealt.get(at, ())) != number
    ][:1]
    every = [deed for deeds in dealt.values() for deed in deeds]
    if twice := [deed for deed in every if every.count(deed) > 1 or state.holdings[deed].owner != BANK]:
        found.append(refuse("dealt_twice", deed=table.deed_key(twice[0])))
    if table.options["dealt_deeds_are_paid"]:
        for seat, deeds in report.deeds:
            price = sum(table.edition.deeds[deed].price for deed in deeds)
            found += in_hand(state, seat, price) or ()
    return found or None


def deal(draft: Draft, report: DealDeeds) -> None:
    """Hand out the deeds, paid at the printed price if the regulation says so; the game can begin."""
    table = draft.table
    for seat, deeds in report.deeds:
        for deed in deeds:
            price = table.edition.deeds[deed].price if table.options["dealt_deeds_are_paid"] else 0
            draft.pay(seat, BANK, price)
            draft.hand_over(deed, seat)
            draft.event("dealt", player=table.seats[seat], deed=table.deed_key(deed), amount=price)
    draft.phase = BETWEEN_TURNS
