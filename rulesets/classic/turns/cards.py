"""Chance and Community Chest: decks as cycles, and what the cards order (JMA/CARD)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt, Draw, PayOrDraw
from rulesets.classic.game.state import State
from rulesets.classic.game.table import EACH
from rulesets.classic.turns import landing, movement
from rulesets.editions import Effect
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import REPLY, Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.drafting import put
from rulesets.kernel.track.order import clockwise
from rulesets.kernel.track.table import BANK


class DrawCard(NamedTuple):
    """The card drawn."""

    player: int
    card: str


DRAW = Form("draw", DrawCard, Field("player", fields.seat), Field("card", classic_fields.card), nature=REPLY)


def held(view: View, deck: str) -> int | None:
    """Return the seat that holds the release card of a deck, or None."""
    for seat, player in enumerate(view.players):
        if deck in player.cards:
            return seat
    return None


def size(view: View, deck: str) -> int:
    """How many cards a deck has now, without a release card that somebody holds."""
    return len(view.table.edition.decks[deck]) - (held(view, deck) is not None)


def top(view: View, deck: str) -> str | None:
    """Return the card on top, if it is known: once every card of the deck has been seen (JMA/CARD-1)."""
    known = view.known[view.table.decks.index(deck)]
    if len(known) < len(view.table.edition.decks[deck]) - 1:  # no card but a release card can be out of the deck
        return None
    return known[0] if len(known) == size(view, deck) else None


def candidates(view: View, deck: str) -> list[str]:
    """The cards that can be drawn next (JMA/CARD-1)."""
    if (on_top := top(view, deck)) is not None:
        return [on_top]
    known = view.known[view.table.decks.index(deck)]
    release = view.table.release.get(deck) if held(view, deck) is not None else None
    return [card.key for card in view.table.edition.decks[deck] if card.key not in known and card.key != release]


def due_draw(view: View, player: int) -> Draw | PayOrDraw | None:
    """Return the card that a player has to draw, or may draw instead of paying a fine, or None."""
    for entry in view.pending:
        if (type(entry) is Draw or type(entry) is PayOrDraw) and entry.player == player:
            return entry
    return None


def drawable(state: State, report: DrawCard) -> list[Refusal] | None:
    """A card is due, this one is of that deck, and it can be the next one."""
    entry = due_draw(state, report.player)
    seat = state.table.seats[report.player]
    if entry is None:
        return [refuse("no_card_due", player=seat)]
    deck = entry.deck
    if report.card not in state.table.edition.cards[deck]:
        return [refuse("card_of_another_deck", card=report.card, deck=deck)]
    holder = held(state, deck)
    if holder is not None and state.table.release[deck] == report.card:
        return [refuse("card_held_by_player", card=report.card, deck=deck, player=state.table.seats[holder])]
    on_top = top(state, deck)
    if on_top is not None and on_top != report.card:
        return [refuse("card_not_on_top", card=report.card, deck=deck, top=on_top)]
    if on_top is None and report.card in state.known[state.table.decks.index(deck)]:
        return [refuse("card_drawn_before", card=report.card, deck=deck, left=len(candidates(state, deck)))]
    return None


def draw(draft: Draft, report: DrawCard) -> None:
    """Obey the card and put it at the bottom; a release card stays with the player (JMA/CARD-1, CARD-2)."""
    entry = due_draw(draft, report.player)
    assert entry is not None
    deck = entry.deck
    card = draft.table.edition.cards[deck][report.card]
    draft.remove(entry)
    table = draft.table
    draft.events.append({"kind": "drew", "player": table.seats[report.player], "deck": deck, "card": card.key})
    at = table.decks.index(deck)
    draft.lay_at_bottom(at, card.key)
    if card.effect.kind == "keep":
        draft.known = put(draft.known, at, draft.known[at][:-1])
        draft.take_card(report.player, deck)
    else:
        obey(draft, report.player, card.effect)


def obey(draft: Draft, player: int, effect: Effect) -> None:
    """Carry out what a card orders; what is to be paid becomes a debt (JMA/DEBT-3, CARD-1)."""
    kind = effect.kind
    if kind == "collect_bank":
        draft.pay(BANK, player, effect.amount)
        draft.event("received", player=draft.table.seats[player], amount=effect.amount)
    elif kind == "pay_bank":
        draft.owe(Debt(player, BANK, effect.amount, "card"))
    elif kind == "pay_or_draw":
        draft.await_first(PayOrDraw(player, effect.amount, effect.alternative))
    elif kind == "pay_per_building":
        if amount := repairs(draft, player, effect):
            draft.owe(Debt(player, BANK, amount, "card"))
    elif kind == "collect_each":
        for other in clockwise(draft, player)[1:]:
            draft.owe(Debt(other, player, effect.amount, "card"))
    elif kind == "pay_each":
        others = len(clockwise(draft, player)) - 1
        draft.owe(Debt(player, EACH, effect.amount * others, "card"))
    elif kind == "go_to_jail":
        movement.go_to_jail(draft, player, "card")
    else:
        travel(draft, player, effect)


def travel(draft: Draft, player: int, effect: Effect) -> None:
    """Move the token as a card orders, forward past GO with the salary or back without it."""
    spaces = draft.table.edition.spaces
    here = draft.players[player].space
    if effect.kind == "advance_to":
        movement.forward_to(draft, player, effect.space)
    elif effect.kind == "advance_nearest":
        steps = next(step for step in range(1, len(spaces)) if spaces[(here + step) % len(spaces)].kind == effect.near)
        movement.forward(draft, player, steps)
    elif effect.kind == "move_back":
        movement.back_to(draft, player, (here - effect.amount) % len(spaces))
    else:
        movement.back_to(draft, player, effect.space)
    railroad = effect.near == "railroad"
    landing.land(draft, player, 0, times=effect.times if railroad else 1, anew=10 if railroad else effect.times or 10)


def repairs(view: View, player: int, effect: Effect) -> int:
    """Return what repairs cost: per house and per hotel that the player owns, anywhere."""
    return sum(
        (effect.hotel if holding.level == 5 else effect.house * holding.level)
        for holding in view.holdings
        if holding.owner == player
    )
