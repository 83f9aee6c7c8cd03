"""Laws of what stands open - wins, declarations, offers - checked from the public position: what was won can be placed,
what was declared can be built, what was offered can be taken, and nobody is stuck.
"""

from __future__ import annotations

from typing import Any

from rulesets.reports import as_report
from tests.fuzz.leading import leads_on
from tests.fuzz.seen import HOTEL, Report, Seen
from tests.fuzz.step import Step

JMA = "jma-2006"
CARD = 49
"""Dollars that a release card counts for as a price (JMA/GIFT-4)."""


def jma(seen: Seen) -> bool:
    """Whether the association's rules are in force."""
    return seen.ruleset.name == JMA


def due(seen: Seen, *kinds: str) -> list[Report]:
    return [entry for entry in seen.due if entry["kind"] in kinds]


def provisional(seen: Seen, seat: str) -> bool:
    """Whether a seat owes more than its own assets."""
    return any(entry["player"] == seat and entry["provisional"] for entry in seen.debts())


def leads_to_a_throw(step: Step) -> str | None:
    """From every position some report other than a ruling leads to the next throw."""
    if step.kind == "ruling" or leads_on(step.after.game):
        return None
    return f"only a ruling leads on: {step.after.due}"


# -- wins


def lots_for(seen: Seen, seat: str, piece: str) -> list[tuple[str, int]]:
    """The lots that a piece could stand on, with their printed building costs."""
    found = []
    for group in seen.groups(seat):
        levels = [seen.level(deed) for deed in group]
        if any(seen.position["deeds"][deed]["mortgaged"] for deed in group):
            continue
        for deed, level in zip(group, levels, strict=True):
            fits = level == min(levels) < 4 if piece == "house" else level < HOTEL and min(levels) >= 4
            if fits:
                found.append((deed, seen.edition.deeds[seen.edition.deed_number[deed]].building_cost))
    return found


def what_is_won_can_be_placed(step: Step) -> str | None:
    """Whoever has paid for a piece has a lot where it may be placed."""
    for entry in due(step.after, "place"):
        fits = any(each["type"] == "place" and each["player"] == entry["player"] for each in step.after.legal)
        if step.played and not fits:
            return f"a {entry['piece']} is paid for and can be placed nowhere: {entry['player']}"
    return None


def what_is_paid_stays_paid(step: Step) -> str | None:
    """Nobody who has paid for a piece gets the money back for want of a lot, unless the game began so."""
    won = [entry["player"] for entry in due(step.before, "place")]
    if not step.played or step.kind != "default" or not won:
        return None
    given = step.opening.ruleset.position(step.opening).get("irregular", ())
    return None if "piece_without_lot" in given else "a win that was paid is void"


def a_win_at_the_printed_cost_is_final(step: Step) -> str | None:
    """A win that reaches the printed cost of every lot that its winner could build on is not called for again."""
    if not step.played or step.kind != "bid":
        return None
    for entry in due(step.before, "place"):
        costs = [cost for _, cost in lots_for(step.before, entry["player"], entry["piece"])]
        if costs and max(costs) <= entry["amount"]:
            return f"called again after a win at {entry['amount']}, where lots cost {sorted(set(costs))}"
    return None


# -- declarations


def declared(seen: Seen) -> dict[str, dict[str, int]]:
    """What is declared, by seat, while others may still follow."""
    rows = due(seen, "building")
    return rows[0]["declared"] if rows else {}


def what_is_declared_can_be_paid(step: Step) -> str | None:
    """Nobody has declared building beyond cash and what may be sold or mortgaged without the groups built on."""
    for seat, to in declared(step.after).items() if step.played else ():
        cost, means = price(step.after, to), own_means(step.after, seat, to)
        if cost > means:
            return f"declared beyond the means: {seat} for {cost} with {means}"
    return None


def price(seen: Seen, to: dict[str, int]) -> int:
    """The printed cost of building up to these levels."""
    enough: int = seen.ruleset.figures.hotel_from
    total = 0
    for deed, level in to.items():
        now = seen.level(deed)
        steps = level - now if level < HOTEL else max(enough - now, 0) + 1
        cost: int = seen.edition.deeds[seen.edition.deed_number[deed]].building_cost
        total += steps * cost
    return total


def own_means(seen: Seen, seat: str, to: dict[str, int]) -> int:
    """Cash and what deeds and buildings of other groups bring, at most, less what is owed."""
    deeds = seen.edition.deeds
    groups = {deeds[seen.edition.deed_number[deed]].group for deed in to}
    means: int = seen.cash(seat) - sum(entry["amount"] for entry in seen.debts() if entry["player"] == seat)
    for key in seen.deeds(seat):
        deed, row = deeds[seen.edition.deed_number[key]], seen.position["deeds"][key]
        if deed.group not in groups or not deed.building_cost:
            means += 0 if row["mortgaged"] else deed.mortgage
            means += sum(row["costs"]) // 2 if row.get("costs") else row["level"] * (deed.building_cost or 0) // 2
    return means


def a_declaration_binds(step: Step) -> str | None:
    """What may not be withdrawn is not undone by a mortgage, a sale or a deal of one's own (JMA/BUILD-8)."""
    if not step.played or not jma(step.before) or step.kind not in ("mortgage", "lift_mortgage", "sell", "trade"):
        return None
    for seat in {step.report["player"], step.report.get("with")}:
        before, after = declared(step.before).get(seat, {}), declared(step.after).get(seat, {})
        free = any(entry["type"] == "withdraw_build" and entry["player"] == seat for entry in step.before.legal)
        lost = [deed for deed, level in before.items() if max(after.get(deed, 0), step.after.level(deed)) < level]
        if lost and not free and not any(entry["player"] == seat for entry in step.before.debts()):
            return f"undone by a {step.kind}, and not to be withdrawn: {lost} of {seat}"
    return None


def all_declare_anew_after_a_win(step: Step) -> str | None:
    """After a piece is placed every declaration may be lowered (JMA/SHORT-3 and the like)."""
    if not step.played or step.kind != "place":
        return None
    may = {entry["player"] for entry in step.after.legal if entry["type"] == "withdraw_build"}
    bound = set(declared(step.after)) - may
    return f"may not be withdrawn after a win: {sorted(bound)}" if bound else None


def hotels_go_before_houses(step: Step) -> str | None:
    """While houses are called for, a hotel that nobody else wants may be built (JMA/SHORT-7)."""
    seen = step.after
    running = [entry for entry in due(seen, "auction") if entry.get("piece") == "house"]
    if not running or not jma(seen) or seen.position["time_up"] or seen.debts():
        return None
    ready = {seat: lots_for(seen, seat, "hotel") for seat in seen.playing}
    if sum(map(len, ready.values())) > seen.position["bank"]["hotels"]:
        return None
    for seat, lots in ready.items():
        for deed, cost in lots:
            report = {"type": "build", "player": seat, "to": {deed: HOTEL}}
            refused = seen.cash(seat) >= cost and seen.ruleset.obstacle(seen.game, as_report(report))
            if refused and refused.code == "build_during_auction":
                return f"no hotel may be built while houses are called for: {seat} on {deed}"
    return None


# -- rescues


def offers(seen: Seen) -> list[Report]:
    """The offers that stand."""
    return list(seen.position.get("offers", ()))


def an_offer_stands_on_what_it_offers(step: Step) -> str | None:
    """What an offer gives is there, and as it was offered: a deed that has been mortgaged or lifted is another."""
    if not step.played:
        return None
    for offer in offers(step.after):
        if offer not in offers(step.before) or offer == step.report:
            continue
        giver, give, take = offer["player"], offer["give"], offer["take"]
        for deed in give.get("deeds", ()):
            then, now = step.before.position["deeds"][deed], step.after.position["deeds"][deed]
            if (then["owner"], then["mortgaged"]) != (now["owner"], now["mortgaged"]):
                return f"offered still, and not as it was: {deed} of {giver}"
        if give.get("cash", 0) - take.get("cash", 0) > step.after.cash(giver) and not give.get("sell_buildings"):
            return f"offered more than the cash in hand: by {giver}"
    return None


def rescued(seen: Seen, debtor: str) -> bool:
    """Whether a rescue stands, so that the debtor may not choose bankruptcy (JMA/BANKR-3)."""
    refusal = seen.ruleset.obstacle(seen.game, {"type": "declare_bankruptcy", "player": debtor})
    return refusal is not None and refusal.code == "rescue_offered"


def a_debtor_keeps_the_last_rescue(step: Step) -> str | None:
    """No report of a debtor other than taking it makes the last standing rescue lapse."""
    if not step.played or not offers(step.before) or step.kind == "accept_rescue":
        return None
    for debtor in {step.report.get("player"), step.report.get("with") if step.kind == "trade" else None}:
        own = debtor in {offer["to"] for offer in offers(step.before)}
        had = own and provisional(step.before, debtor) and rescued(step.before, debtor)
        if had and provisional(step.after, debtor) and not rescued(step.after, debtor):
            return f"the last rescue is lost by {step.kind} of the debtor: {debtor}"
    return None


def a_call_keeps_the_last_rescue(step: Step) -> str | None:
    """No call of a debtor loses the last rescue when the hammer falls on it at once."""
    if not step.played or step.kind != "bid" or not offers(step.before):
        return None
    [running] = due(step.after, "auction")[:1] or [{}]
    caller: str = (running.get("high") or {}).get("player", "")
    if caller not in {offer["to"] for offer in offers(step.before)} or not rescued(step.before, caller):
        return None
    hammered = [
        Seen(each.ruleset.judge(each.game, {"type": "close_auction"}).game) for each in (step.before, step.after)
    ]
    if all(provisional(each, caller) and not rescued(each, caller) for each in hammered):
        return None  # it had called too much before
    lost = provisional(hammered[1], caller) and not rescued(hammered[1], caller)
    return f"the last rescue is lost by a call: {caller}" if lost else None


def a_rescue_that_stands_can_be_taken(step: Step) -> str | None:
    """If a debtor may not go bankrupt because of offers, some of them can be accepted, and then the debts be paid."""
    for debtor in {offer["to"] for offer in offers(step.after)} if step.played else ():
        if rescued(step.after, debtor):
            mine = [
                each for each in step.after.legal if (each["type"], each.get("player")) == ("accept_rescue", debtor)
            ]
            if not mine and step.after.cash(debtor) < owed(step.after, debtor):
                return f"a rescue stands and cannot be taken: {debtor}"
            for report in mine:
                after = Seen(step.after.ruleset.judge(step.after.game, as_report(report)).game)
                if provisional(after, debtor):
                    return f"a rescue was taken and does not save: {debtor} from {report['from']}"
    return None


def owed(seen: Seen, seat: str) -> int:
    return sum(entry["amount"] for entry in seen.debts() if entry["player"] == seat)


def a_bankrupt_rescues_nobody(step: Step) -> str | None:
    """Who is provisionally bankrupt rescues nobody (JMA/BANKR-5)."""
    if not step.played or step.kind != "offer_rescue" or not provisional(step.before, step.report["player"]):
        return None
    return f"a rescue is offered by a provisional bankrupt: {step.report['player']}"


def a_bankrupt_mortgages_nothing_in_vain(step: Step) -> str | None:
    """Who is provisionally bankrupt mortgages only what a fee, a win or a rescue needs (JMA/BANKR-5)."""
    if not step.played or not jma(step.before) or step.kind != "mortgage":
        return None
    seat = step.report["player"]
    if not provisional(step.before, seat):
        return None
    fee = any(entry["player"] == seat and entry["cause"] == "jail_fee" for entry in step.before.debts())
    needed = fee or due(step.before, "payment", "place", "auction") or offers(step.before)
    return None if needed else f"a provisional bankrupt mortgages for nothing: {seat} {step.report['deeds']}"


# -- deals


def a_card_is_a_price(step: Step) -> str | None:
    """Deeds alone go for more than their mortgage values, in money and release cards (JMA/GIFT-3, GIFT-4)."""
    if not step.played or step.kind != "trade" or not jma(step.before):
        return None
    sides: list[Report] = [step.report["give"], step.report["take"]]
    for given, back in (sides, sides[::-1]):
        if given.get("deeds") and not back.get("deeds"):
            floor = sum(
                step.before.edition.deeds[step.before.edition.deed_number[deed]].mortgage
                for deed in given["deeds"]
                if not step.before.position["deeds"][deed]["mortgaged"]
            )
            paid = money(back) - money(given) + CARD * (len(back.get("cards", ())) - len(given.get("cards", ())))
            if floor and paid <= floor:
                return f"deeds go too cheaply: {floor} for {paid}"
    return None


def money(side: Report) -> int:
    total: int = side.get("cash", 0) + sum(claim["amount"] for claim in side.get("claims", ()))
    return total


def cash_for_nothing_is_warned_of(step: Step) -> str | None:
    """Where cash may be given for nothing, it is not without a warning."""
    if not step.played or step.kind != "trade" or jma(step.before):
        return None
    sides: list[dict[str, Any]] = [step.report["give"], step.report["take"]]
    for given, back in (sides, sides[::-1]):
        rest = {name: part for name, part in back.items() if part and name != "cash"}
        if money(given) > money(back) and not rest and not step.answer.warnings:
            return "cash for nothing, and no warning"
    return None
