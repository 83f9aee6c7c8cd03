"""Which positions are possible (CITY clauses of the pieces, RECORD/START); what can be due is in `possible_due`."""

from __future__ import annotations

from collections import Counter

from rulesets.city import possible_due
from rulesets.city.game import pieces
from rulesets.city.game.state import FREE, OVER, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.order import active
from rulesets.kernel.track.table import BANK


def impossible(state: State) -> list[Refusal]:
    """Return all reasons why a position is impossible."""
    return [
        *player_faults(state),
        *district_faults(state),
        *group_faults(state),
        *card_faults(state),
        *(fault for check in possible_due.CHECKS for fault in check(state)),
    ]


def player_faults(state: State) -> list[Refusal]:
    """Players: cash comes in notes of 10K, the bankrupt own nothing, the jailed are on the jail space (MONEY-1)."""
    table = state.table
    spaces = table.edition.spaces
    found = []
    places: Counter[int] = Counter()
    for seat, player in zip(table.seats, state.players, strict=True):
        if player.cash % table.figures.bid_step:
            found.append(refuse("cash_not_in_notes", player=seat, amount=player.cash))
        if player.jail != FREE and player.space != table.edition.jail:
            found.append(refuse("jailed_elsewhere", player=seat, space=spaces[player.space].key))
        if spaces[player.space].kind == "go_to_jail" and not player.out:
            found.append(refuse("stands_on_go_to_jail", player=seat))
        if player.out and (player.cash or player.cards or state.dodge == table.seat_number[seat]):
            found.append(refuse("out_with_assets", player=seat, cash=player.cash))
        if player.out_at and not player.out:
            found.append(refuse("out_at_but_in", player=seat))
        if player.out_at:
            places[player.out_at] += 1
    found += [refuse("out_at_twice", place=place) for place, count in places.items() if count > 1]
    if state.phase != OVER and len(active(state)) < 2:
        found.append(refuse("too_few_players", count=len(active(state))))
    elif state.players[state.turn].out and state.phase != OVER:
        found.append(refuse("turn_of_player_out", player=table.seats[state.turn]))
    return found


def district_faults(state: State) -> list[Refusal]:
    """Districts: owned by players in the game, at most eight blocks in pieces of 1 to 3, no bonus beside a hazard."""
    table = state.table
    found = []
    for number, district in enumerate(state.districts):
        key = table.deed_key(number)
        if district.owner == BANK and district.mortgaged:
            found.append(refuse("mortgaged_at_bank", deed=key))
        if district.owner != BANK and state.players[district.owner].out:
            found.append(refuse("deed_of_player_out", deed=key, player=table.seats[district.owner]))
        if district.loan % table.figures.bid_step:
            found.append(refuse("loan_not_in_notes", deed=key, amount=district.loan))
        if district.blocks > (limit := table.figures.block_limit):
            found.append(refuse("more_than_eight_stand", deed=key, standing=district.blocks, limit=limit))
        strange = [size for size in (*district.residential, *district.industrial) if size not in pieces.SIZES]
        if strange:
            found.append(refuse("no_piece_of_size", deed=key, size=strange[0]))
        if district.bonuses and district.hazards:
            facts = {"deed": key, "piece": district.bonuses[0], "standing": district.hazards[0]}
            found.append(refuse("bonus_beside_hazard", **facts))
    return found


def group_faults(state: State) -> list[Refusal]:
    """Stadiums, skyscrapers, tower: no more than exist, one per group (STADIUM-4, STADIUM-7, SKY-5, TOWER-2)."""
    table = state.table
    found = []
    if state.stadiums < 0:
        count = table.figures.stadiums - state.stadiums
        found.append(refuse("too_many_stadiums", count=count, most=table.figures.stadiums))
    if state.towers < 0:
        found.append(refuse("too_many_towers", count=table.figures.towers - state.towers))
    for deeds in table.edition.groups.values():
        for piece, code in (("stadium", "stadiums_in_group"), ("skyscraper", "skyscrapers_in_group")):
            standing = [table.deed_key(deed) for deed in deeds if getattr(state.districts[deed], piece)]
            if len(standing) > 1:
                found.append(refuse(code, deeds=standing))
    return found


def card_faults(state: State) -> list[Refusal]:
    """Release cards: each with one holder, and none of them in the pile as well (CONTENTS-1)."""
    edition = state.table.edition
    holders: dict[str, list[str]] = {}
    for seat, player in zip(state.table.seats, state.players, strict=True):
        for card in player.cards:
            holders.setdefault(card, []).append(seat)
    found = []
    for card, seats in holders.items():
        if edition.card[card].kind != "release":
            found.append(refuse("no_card_to_keep", player=seats[0], card=card))
        if len(seats) > 1:
            found.append(refuse("one_card_two_hands", card=card, players=seats))
        if card in state.known:
            found.append(refuse("known_card_unfit", card=card, deck="chance"))
    return found
