"""What the phase of the game allows: set-up, turns, the end signal and the last throw, the end (RECORD/START)."""

from __future__ import annotations

from rulesets.classic.game.options import DEAREST_TWO
from rulesets.classic.game.order import halted, signalled
from rulesets.classic.game.pending import INTEREST, Auction, Debt, TaxChoice, Throw
from rulesets.classic.game.state import BETWEEN_TURNS, FREE, OVER, SETUP, TURN, State
from rulesets.classic.game.table import AT_ONCE, FINISH_TURN, LAST_THROW
from rulesets.classic.turns import tax
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.order import active
from rulesets.kernel.track.table import BANK


def setup_without_a_deal(state: State) -> list[Refusal]:
    """A set-up exists only for dealing deeds."""
    if state.phase == SETUP and not state.table.options["dealt_deeds"]:
        return [refuse("setup_without_deal")]
    return []


def play_before_the_deal(state: State) -> list[Refusal]:
    """Before the deal nobody owns or owes anything, or has moved; all can pay for any deeds that must be paid."""
    if state.phase != SETUP:
        return []
    table = state.table
    found = []
    if deeds := [table.deed_key(deed) for deed, holding in enumerate(state.holdings) if holding.owner != BANK]:
        found.append(refuse("setup_with_deeds", deeds=deeds))
    rows = list(zip(table.seats, state.players, strict=True))
    if holders := [seat for seat, player in rows if player.cards]:
        found.append(refuse("setup_with_cards", players=holders))
    if moved := [seat for seat, player in rows if player.space or player.jail != FREE]:
        found.append(refuse("setup_after_moves", players=moved))
    if state.time_up or something_open(state):
        found.append(refuse("setup_with_play"))
    if table.options["dealt_deeds"] and table.options["dealt_deeds_are_paid"]:
        found += [fault for seat in range(len(table.seats)) for fault in in_hand(state, seat, DEAREST_TWO) or ()]
    return found


def something_open(state: State) -> bool:
    """Whether anything is pending, for whatever reason."""
    standing = (state.declared, state.talks, state.offers, state.rents, state.inherited, state.closing)
    return bool(state.pending) or any(standing)


def play_after_the_end(state: State) -> list[Refusal]:
    """A finished game has nothing due (record format, flow)."""
    return [refuse("over_with_play")] if state.phase == OVER and something_open(state) else []


def misplaced_doubles(state: State) -> list[Refusal]:
    """Doubles are counted during a turn, and jail ends the count (JMA/JAIL-5)."""
    thrower = state.turn
    if state.phase != TURN:
        return [refuse("doubles_out_of_turn", number=state.doubles)] if state.doubles else []
    throwing = [entry.player for entry in state.pending if type(entry) is Throw and entry.why != "utility_rent"]
    if state.doubles or (not state.pending and not state.last_throw):
        throwing.append(thrower)
    jailed = dict.fromkeys(seat for seat in throwing if state.players[seat].jail != FREE)
    return [refuse("doubles_of_jailed", player=state.table.seats[seat]) for seat in jailed]


def closing_without_debts(state: State) -> list[Refusal]:
    """If a bankruptcy ends the game, debts that it left are settled before the end, and nothing else is open."""
    if not state.closing:
        return []
    settling = bool(state.pending) and all(type(entry) is Debt for entry in state.pending) and not state.declared
    last = state.table.figures.last_bankruptcy
    if last and settling and len(state.players) - len(active(state)) >= last:
        return []
    return [refuse("closing_without_debts")]


def strange_to_these_rules(state: State) -> list[Refusal]:
    """A position holds only what its rules can bring about on its edition."""
    table = state.table
    figures = table.figures
    interest = figures.interest_on_receipt or figures.interest_before_count
    parts = {
        "talks": state.talks and "open_talk" not in table.reports,
        "offers": state.offers and "offer_rescue" not in table.reports,
        "inherited": state.inherited and not figures.principal_after_bankruptcy,
        "due choose_tax": any(type(entry) is TaxChoice for entry in state.pending)
        and not ("choose_tax" in table.reports and tax.offered(table)),
        "due interest": any(type(entry) is Debt and entry.cause == INTEREST for entry in state.pending)
        and not interest,
    }
    return [refuse("not_in_these_rules", part=part) for part, there in parts.items() if there]


def signal_without_its_end(state: State) -> list[Refusal]:
    """The signal needs a time limit, and ends the game unless play continues after it (US/TIMED-1, WIKI/TIMED-1)."""
    if not state.time_up:
        return []
    found = []
    if state.table.options["time_limit_minutes"] is None:
        found.append(refuse("signal_without_limit", option="time_limit_minutes"))
    ending = state.table.figures.ending
    ended = ending == AT_ONCE or (ending == FINISH_TURN and state.phase == BETWEEN_TURNS)
    if state.phase != OVER and ended:
        found.append(refuse("signal_but_not_over"))
    return found


def stopped_by_the_signal(state: State) -> list[Refusal]:
    """After the signal nobody negotiates or builds, and before the last throw nothing is auctioned (JMA/TIME-5)."""
    if not signalled(state) or state.phase == OVER:
        return []
    auctions = [entry for entry in state.pending if type(entry) is Auction]
    parts = {
        "talks": state.talks,
        "offers": state.offers,
        "due building": state.declared,
        "due auction": auctions and (halted(state) or any(entry.piece for entry in auctions)),
    }
    return [refuse("open_after_signal", part=part) for part, there in parts.items() if there]


def misplaced_last_throw(state: State) -> list[Refusal]:
    """The last throw comes after the signal, in a turn, and once all that it left is settled the game is over
    (JMA/TIME-7).
    """
    if not state.last_throw:
        return []
    found = [] if state.time_up else [refuse("last_throw_without_signal")]
    ahead = [entry for entry in state.pending if type(entry) is not Throw or entry.why == "utility_rent"]
    between = state.phase != TURN and state.table.figures.ending == LAST_THROW
    if state.phase != OVER and (between or not ahead):
        found.append(refuse("last_throw_but_not_over"))
    return found


CHECKS = (
    setup_without_a_deal,
    play_before_the_deal,
    play_after_the_end,
    misplaced_doubles,
    closing_without_debts,
    strange_to_these_rules,
    signal_without_its_end,
    stopped_by_the_signal,
    misplaced_last_throw,
)
