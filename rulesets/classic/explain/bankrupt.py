"""What happens to a debtor whom nobody rescues (JMA/BANKR-5 to BANKR-10 and the BANKR clauses of the boxed rules)."""

from __future__ import annotations

from typing import Any

from rulesets.classic.debts import bankruptcy
from rulesets.classic.game.state import State
from rulesets.classic.game.table import EACH
from rulesets.classic.turns import jail
from rulesets.kernel.explanation import Facts
from rulesets.kernel.ruleset import Answer, Game
from rulesets.kernel.track.order import active
from rulesets.reports import as_report


def otherwise(game: Game, debtor: int, raised: Game) -> Facts:
    """Return what declaring bankruptcy would do.

    If everything must be sold and mortgaged first, it is declared in ``raised``, the game after that.
    """
    seats = game.state.table.seats
    report = {"type": "declare_bankruptcy", "player": seats[debtor]}
    answer = game.ruleset.judge(game, as_report(report))
    found: dict[str, Any] = {"open": answer.accepted, "refused": list(answer.refusals)}
    creditor = taker(game)
    if not answer.accepted:
        answer = game.ruleset.judge(raised, as_report(report))
    if not answer.accepted:
        nothing: dict[str, Any] = {"to": None, "cash": 0, "deeds": [], "auctioned": [], "over": False}
        return {**found, **nothing, "take_over": creditor, "lines": []}
    facts = outcome(game, answer, seats[debtor])
    return {**found, **facts, "take_over": creditor, "lines": lines(game, answer, facts, seats[debtor], creditor)}


def taker(game: Game) -> str | None:
    """Return the creditor who may take over a jail fee, or None (JMA/BANKR-10)."""
    state: State = game.state
    for seat in active(state):
        report = {"type": "take_over", "player": state.table.seats[seat]}
        if report["type"] in state.table.reports and game.ruleset.obstacle(game, as_report(report)) is None:
            return report["player"]
    return None


def outcome(game: Game, answer: Answer, debtor: str) -> dict[str, Any]:
    event = next(event for event in answer.events if event["kind"] == "bankrupt")
    auctioned = [each["deed"] for each in answer.events if each["kind"] == "auction_opened" and "deed" in each]
    return {
        "to": event["to"],
        "cash": event["cash"],
        "deeds": event["deeds"],
        "auctioned": auctioned,
        "over": game.ruleset.over(answer.game),
    }


def lines(game: Game, answer: Answer, facts: Facts, debtor: str, creditor: str | None) -> list[Facts]:
    """What happens in the bankruptcy, in order."""
    found = [*settled_first(game, answer, debtor), *handed_over(game, answer, facts, debtor)]
    owes = [event for event in answer.events if event["kind"] == "owes" and event["cause"] == "interest"]
    if owes:
        amount = sum(event["amount"] for event in owes)
        found.append({"kind": "interest_on_receipt", "player": facts["to"], "amount": amount})
    if facts["over"]:
        by_time = answer.game.state.time_up and len(active(answer.game.state)) > 1
        found.append({"kind": "then_over_by_signal" if by_time else "then_over"})
    if creditor is not None:
        found.append({"kind": "fee_open_to_creditor", "player": creditor, "debtor": debtor})
    return found


def settled_first(game: Game, answer: Answer, debtor: str) -> list[Facts]:
    """The jail fee that is settled before the bankruptcy, by card or in cash (JMA/BANKR-9); one that was taken over
    leads nowhere.
    """
    found: list[Facts] = []
    if jail.fee_due(game.state, game.state.table.seat_number[debtor]) is None:
        return found
    for event in answer.events:
        if event["kind"] == "card_used":
            found.append({"kind": "fee_first_by_card", "player": debtor, "deck": event["deck"]})
        elif event["kind"] == "paid" and event.get("cause") == "jail_fee":
            found.append({"kind": "fee_first", "player": debtor, "amount": event["amount"]})
    return found


def handed_over(game: Game, answer: Answer, facts: Facts, debtor: str) -> list[Facts]:
    """Who gets everything, and what happens to the deeds."""
    found: list[Facts] = []
    to_bank = facts["to"] == "bank"
    kind = "bankrupt_to_bank" if to_bank else "bankrupt_to_player"
    sold = any(event["kind"] == "sold" for event in answer.events)
    estate = {name: facts[name] for name in ("to", "cash", "deeds")}
    found.append({"kind": kind, "player": debtor, **estate, "sold": sold})
    owed = bankruptcy.unpayable_debt(game.state, game.state.table.seat_number[debtor])
    if to_bank and owed is not None and owed.to == EACH:
        found.append({"kind": "nobody_paid"})
    if facts["auctioned"]:
        found.append({"kind": "deeds_auctioned", "deeds": facts["auctioned"]})
    elif to_bank and facts["deeds"]:
        found.append({"kind": "deeds_fall_to_bank", "deeds": facts["deeds"]})
    return found
