"""Where players can be, what they can hold, and who can be out (RECORD/START)."""

from __future__ import annotations

from collections import Counter

from rulesets.classic.game.state import BETWEEN_TURNS, FREE, OVER, SETUP, TURN, State
from rulesets.classic.game.table import LAST_THROW
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.order import active


def misplaced_tokens(state: State) -> list[Refusal]:
    """A player in jail stands there, and nobody stays on Go To Jail."""
    found = []
    spaces = state.table.edition.spaces
    for seat, player in zip(state.table.seats, state.players, strict=True):
        if player.jail != FREE and player.space != state.table.edition.jail:
            found.append(refuse("jailed_elsewhere", player=seat, space=spaces[player.space].key))
        if spaces[player.space].kind == "go_to_jail":
            found.append(refuse("stands_on_go_to_jail", player=seat))
    return found


def assets_of_players_out(state: State) -> list[Refusal]:
    """A player who is out has neither cash nor cards (deeds: `board.deeds_of_players_out`)."""
    return [
        refuse("out_with_assets", player=seat, cash=player.cash)
        for seat, player in zip(state.table.seats, state.players, strict=True)
        if player.out and (player.cash or player.cards)
    ]


def places_of_going_out(state: State) -> list[Refusal]:
    """Only a player who is out has a place in the order of going out, and a place of their own, unless one throw, one
    card or the signal may make several bankrupt together (JMA/RANK-2, TIME-6).
    """
    found = [
        refuse("out_at_but_in", player=seat)
        for seat, player in zip(state.table.seats, state.players, strict=True)
        if player.out_at and not player.out
    ]
    if state.table.figures.ending == LAST_THROW:
        return found
    places = Counter(player.out_at for player in state.players if player.out and player.out_at)
    return [*found, *(refuse("out_at_twice", place=place) for place, count in places.items() if count > 1)]


def too_few_or_out_of_turn(state: State) -> list[Refusal]:
    """At least two play on, and a turn that begins, or goes on with a throw, is one of theirs."""
    left = len(active(state))
    if left == 0 or (left == 1 and state.phase != OVER):
        return [refuse("too_few_players", count=left)]
    goes_on = state.phase in (SETUP, BETWEEN_TURNS) or (state.phase == TURN and not state.pending)
    if goes_on and state.players[state.turn].out:
        return [refuse("turn_of_player_out", player=state.table.seats[state.turn])]
    return []


def misplaced_cards(state: State) -> list[Refusal]:
    """The known cards of a deck are cards of that deck; a release card has one holder, and is nowhere else."""
    found = []
    table = state.table
    for deck, known in zip(table.decks, state.known, strict=True):
        strange = [card for card in known if card not in table.edition.cards[deck]]
        if strange:
            found.append(refuse("known_card_unfit", card=strange[0], deck=deck))
        holders = [seat for seat, player in zip(table.seats, state.players, strict=True) if deck in player.cards]
        if len(holders) > 1:
            found.append(refuse("card_held_twice", deck=deck, players=holders))
        if holders and table.release[deck] in known:
            found.append(refuse("card_held_and_in_deck", deck=deck, player=holders[0]))
    return found


CHECKS = (misplaced_tokens, assets_of_players_out, places_of_going_out, too_few_or_out_of_turn, misplaced_cards)
