"""What makes a position impossible: every reason at once (RECORD/START)."""

from __future__ import annotations

from collections import Counter

from rulesets.classic import building, steps, tax
from rulesets.classic.order import active
from rulesets.classic.pending import HOTEL, HOUSE, NONE, Auction, Debt, Payment, Purchase, TaxChoice, Throw, is_fee
from rulesets.classic.state import BETWEEN_TURNS, FREE, OVER, SETUP, State
from rulesets.classic.table import AT_ONCE, BANK
from rulesets.kernel.refusal import Refusal, refuse


def impossible(state: State) -> list[Refusal]:
    """Every reason why a position cannot be (RECORD/START)."""
    return [
        *_stock_faults(state),
        *_deed_faults(state),
        *_player_faults(state),
        *_deck_faults(state),
        *_phase_faults(state),
        *due_faults(state),
    ]


def contradictions(state: State) -> list[Refusal]:
    """Why a position cannot be, even by a ruling: as `impossible`, but a ruling may leave a group uneven."""
    return [fault for fault in impossible(state) if fault.code != "group_uneven"]


def _stock_faults(state: State) -> list[Refusal]:
    edition = state.table.edition
    found = []
    if state.houses < 0:
        found.append(refuse("too_many_houses", count=edition.houses - state.houses, most=edition.houses))
    if state.hotels < 0:
        found.append(refuse("too_many_hotels", count=edition.hotels - state.hotels, most=edition.hotels))
    return found


def _deed_faults(state: State) -> list[Refusal]:
    found = []
    edition = state.table.edition
    for deed, holding in zip(edition.deeds, state.holdings, strict=True):
        if holding.owner == BANK:
            if holding.level or holding.mortgaged:
                found.append(refuse("bank_deed_used", deed=deed.key))
            continue
        if state.players[holding.owner].out:
            found.append(refuse("deed_of_player_out", deed=deed.key, player=state.table.seats[holding.owner]))
        if holding.level and not deed.building_cost:
            found.append(refuse("built_on_no_lot", deed=deed.key))
        elif holding.level and holding.mortgaged:
            found.append(refuse("built_and_mortgaged", deed=deed.key))
        if holding.costs and len(holding.costs) not in possible_steps(state, holding.level):
            found.append(refuse("costs_unfit", deed=deed.key, level=holding.level, count=len(holding.costs)))
    for group in edition.groups.values():
        rows = [state.holdings[deed] for deed in group]
        levels = [row.level for row in rows]
        if not any(levels) or not edition.deeds[group[0]].building_cost:
            continue
        keys = [edition.deeds[deed].key for deed in group]
        if len({row.owner for row in rows}) > 1:
            found.append(refuse("built_group_divided", deeds=keys))
        elif any(row.mortgaged and not row.level for row in rows):
            found.append(refuse("built_group_mortgaged", deeds=keys))
        if building.spread(state.table.figures, levels) > 1:
            found.append(refuse("group_uneven", deeds=keys, levels=levels))
    return found


def possible_steps(state: State, level: int) -> tuple[int, ...]:
    """How many steps a level can stand for: a hotel, where the houses returned count, more than one number."""
    figures = state.table.figures
    usual = steps.steps(figures, level)
    return (usual, 5) if level == 5 and figures.hotel_counts_returned else (usual,)


def _player_faults(state: State) -> list[Refusal]:
    found = []
    table = state.table
    for seat, player in zip(table.seats, state.players, strict=True):
        if player.jail != FREE and player.space != table.edition.jail:
            found.append(refuse("jailed_elsewhere", player=seat, space=table.edition.spaces[player.space].key))
        if table.edition.spaces[player.space].kind == "go_to_jail":
            found.append(refuse("stands_on_go_to_jail", player=seat))
        if player.out and (player.cash or player.cards):
            found.append(refuse("out_with_assets", player=seat, cash=player.cash))
        if not player.out and player.out_at:
            found.append(refuse("out_at_but_in", player=seat))
    places = Counter(player.out_at for player in state.players if player.out and player.out_at)
    found += [refuse("out_at_twice", place=place) for place, count in places.items() if count > 1]
    left = len(active(state))
    if left == 0 or (left == 1 and state.phase != OVER):
        found.append(refuse("too_few_players", count=left))
    elif state.players[state.turn].out and state.phase in (SETUP, BETWEEN_TURNS):
        found.append(refuse("turn_of_player_out", player=table.seats[state.turn]))
    return found


def _deck_faults(state: State) -> list[Refusal]:
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


def _phase_faults(state: State) -> list[Refusal]:
    found = []
    seats = state.table.seats
    if state.phase == SETUP and not state.table.options["dealt_deeds"]:
        found.append(refuse("setup_without_deal"))
    settling = bool(state.pending) and all(type(entry) is Debt for entry in state.pending)
    if state.closing and not (state.table.figures.last_bankruptcy and settling):
        found.append(refuse("closing_without_debts"))
    for part, given, report in (
        ("talks", state.talks, "open_talk"),
        ("offers", state.offers, "offer_rescue"),
        ("inherited", state.inherited and not state.table.figures.principal_after_bankruptcy, ""),
        ("due choose_tax", any(type(entry) is TaxChoice for entry in state.pending), "choose_tax"),
    ):
        if given and (report not in state.table.reports or (report == "choose_tax" and not tax.offered(state.table))):
            found.append(refuse("not_in_these_rules", part=part))
    if state.time_up and state.phase != OVER and state.table.figures.ending == AT_ONCE:
        found.append(refuse("signal_but_not_over"))
    if state.last_throw and not state.time_up:
        found.append(refuse("last_throw_without_signal"))
    talking = {seat for talk in state.talks for seat in talk}
    owing = {seat for rent in state.rents for seat in (rent.player, rent.to)}
    found += [
        refuse("rent_to_nobody", player=seats[rent.player], deed=state.table.deed_key(rent.deed))
        for rent in state.rents
        if rent.player == rent.to or not state.table.figures.claims_until
    ]
    named = (
        owing | talking | {seat for seat, _ in state.declared} | {seat for offer in state.offers for seat in offer[:2]}
    )
    found += [refuse("due_from_player_out", player=seats[seat]) for seat in sorted(named) if state.players[seat].out]
    return found


def due_faults(state: State) -> list[Refusal]:
    found = []
    table = state.table
    for entry in state.pending:
        player = getattr(entry, "player", None)
        if player is not None and state.players[player].out:
            found.append(refuse("due_from_player_out", player=table.seats[player]))
        deed = getattr(entry, "deed", NONE)
        if isinstance(entry, Purchase | Auction | Payment) and deed >= 0 and state.holdings[deed].owner != BANK:
            found.append(refuse("due_for_owned_deed", deed=table.deed_key(deed)))
        found += _piece_faults(state, getattr(entry, "piece", ""))
        if isinstance(entry, Debt):
            if entry.to == entry.player or (entry.to >= 0 and state.players[entry.to].out):
                found.append(refuse("debt_to_nobody", player=table.seats[entry.player]))
            if is_fee(entry) and state.players[entry.player].jail == FREE:
                found.append(refuse("fee_out_of_jail", player=table.seats[entry.player]))
        if isinstance(entry, Throw) and entry.why == "utility_rent" and not _on_owned_utility(state, entry):
            found.append(refuse("utility_throw_elsewhere", player=table.seats[entry.player]))
    return found


def _piece_faults(state: State, piece: str) -> list[Refusal]:
    """A piece under the hammer, paid for or to be placed is in the bank."""
    edition = state.table.edition
    if piece == HOUSE and state.houses < 1:
        return [refuse("too_many_houses", count=edition.houses - state.houses + 1, most=edition.houses)]
    if piece == HOTEL and state.hotels < 1:
        return [refuse("too_many_hotels", count=edition.hotels - state.hotels + 1, most=edition.hotels)]
    return []


def _on_owned_utility(state: State, entry: Throw) -> bool:
    deed = state.table.edition.spaces[state.players[entry.player].space].deed
    owned = deed >= 0 and state.table.edition.deeds[deed].kind == "utility"
    return owned and entry.to not in (BANK, entry.player) and not state.players[entry.to].out
