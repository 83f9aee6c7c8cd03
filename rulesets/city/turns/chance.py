"""Chance: the pile, whose cards come round in order, and what the cards order (CITY/LAND-11)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game import fields as city_fields
from rulesets.city.game.board import Card
from rulesets.city.game.draft import Draft, View
from rulesets.city.game.pending import CARD, Draw
from rulesets.city.game.state import State
from rulesets.city.turns import landing, movement
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import REPLY, Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.order import clockwise
from rulesets.kernel.track.table import BANK

DECK = "chance"


class DrawCard(NamedTuple):
    """The card drawn."""

    player: int
    card: str


DRAW = Form("draw", DrawCard, Field("player", fields.seat), Field("card", city_fields.card), nature=REPLY)


def holder(view: View, card: str) -> int | None:
    """The seat that holds a release card, or None."""
    return next((seat for seat, player in enumerate(view.players) if card in player.cards), None)


def pile(view: View) -> list[str]:
    """The cards in the pile: all 25 except the release cards that players hold (CONTENTS-1, SETUP-2)."""
    return [card.key for card in view.table.edition.cards if holder(view, card.key) is None]


def candidates(view: View) -> list[str]:
    """The cards that can be on top: those not known to be at the bottom, or else the one known to be next (LAND-11)."""
    left = [card for card in pile(view) if card not in view.known]
    return left or list(view.known[:1])


def due_draw(view: View, player: int) -> Draw | None:
    return next((entry for entry in view.pending if isinstance(entry, Draw) and entry.player == player), None)


def drawable(state: State, report: DrawCard) -> list[Refusal] | None:
    """A card is due, and this can be the next one (CITY/LAND-11, JAIL-8)."""
    seats = state.table.seats
    if due_draw(state, report.player) is None:
        return [refuse("no_chance_due", player=seats[report.player])]
    if (seat := holder(state, report.card)) is not None:
        return [refuse("card_in_hand_of", card=report.card, player=seats[seat])]
    possible = candidates(state)
    if report.card not in possible:
        if len(possible) == 1:
            return [refuse("card_known_on_top", card=report.card, top=possible[0])]
        return [refuse("card_at_bottom", card=report.card, left=len(possible))]
    return None


def draw(draft: Draft, report: DrawCard) -> None:
    """Obey the card and put it at the bottom; a release card stays with the player (LAND-11, JAIL-8)."""
    entry = due_draw(draft, report.player)
    assert entry is not None
    card = draft.table.edition.card[report.card]
    draft.remove(entry)
    draft.event("drew", player=draft.table.seats[report.player], deck=DECK, card=card.key)
    if card.kind == "release":
        draft.known = tuple(known for known in draft.known if known != card.key)
        draft.keep_card(report.player, card.key)
        return
    draft.lay_at_bottom(card.key)
    obey(draft, report.player, card)


def obey(draft: Draft, player: int, card: Card) -> None:
    """Carry out what a card orders; payments become debts (LAND-11, JAIL-2)."""
    seats = draft.table.seats
    others = [seat for seat in clockwise(draft, player) if seat != player]
    if card.kind == "collect":
        draft.pay(BANK, player, card.amount)
        draft.event("received", player=seats[player], amount=card.amount)
    elif card.kind == "pay":
        draft.owe(Debt(player, BANK, card.amount, CARD))
    elif card.kind == "collect_each":
        for other in others:
            draft.owe(Debt(other, player, card.amount, CARD))
    elif card.kind == "pay_each":
        for other in others:
            draft.owe(Debt(player, other, card.amount, CARD))
    elif card.kind == "go_to_jail":
        movement.go_to_jail(draft, player, "card")
    elif card.kind == "advance":
        movement.forward_to(draft, player, card.space)
        landing.land(draft, player)
    else:
        draft.warn("card_by_ruling", player=seats[player], card=card.key)
