"""The laws that hold whatever a table reports: each is a small function of one step of a game.

A law returns None, or a description of what is wrong.  An exception inside a law counts as a fault of that law.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from rulesets import Answer, Game, HeaderRefused, Ruleset
from rulesets.classic.mechanics import ClassicMechanics
from rulesets.kernel.record import Opening
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tests.fuzz import open_things, rules
from tests.fuzz.building import declared
from tests.fuzz.opening import Header
from tests.fuzz.reports import family
from tests.fuzz.seen import Position, Seen
from tests.fuzz.step import Law, Step
from tests.rulesets import listed

PLACEHOLDER = re.compile(r"\{\w+(:\w+)?\}")
"""A placeholder of a sentence."""


def whole(step: Step) -> str | None:
    """Every report is answered under the next number, and either accepted or refused."""
    answer = step.answer
    if answer.seq != step.before.game.seq + 1 or answer.game.seq != answer.seq:
        return f"answered as {answer.seq} after {step.before.game.seq}"
    return "neither accepted nor refused" if answer.accepted == bool(answer.refusals) else None


def refused_changes_nothing(step: Step) -> str | None:
    """A refused report changes nothing."""
    if step.answer.accepted or step.answer.game.state == step.before.game.state:
        return None
    return "a refused report changed the state"


def pure(step: Step) -> str | None:
    """Judging does not modify the game or the report, and judging again gives the same answer."""
    before = json.dumps(step.report, sort_keys=True, default=str)
    again = step.before.ruleset.judge(step.before.game, step.report)
    if json.dumps(step.report, sort_keys=True, default=str) != before:
        return "judging changed the report"
    if step.before.ruleset.position(step.before.game) != step.before.position:
        return "judging changed the game"
    return None if again.to_json() == step.answer.to_json() else "judged again, it is answered otherwise"


def obstacle(step: Step) -> str | None:
    """`obstacle` returns one of the refusals of `judge`, or None if that accepts."""
    found = step.before.ruleset.obstacle(step.before.game, step.report)
    if found in (step.answer.refusals or (None,)):
        return None
    return f"obstacle: {found and found.code}; judge: {[refusal.code for refusal in step.answer.refusals]}"


def conserved(step: Step) -> str | None:
    """The totals of cash (including the ledger), houses, hotels, deeds and cards never change."""
    mechanics = step.after.ruleset.mechanics
    start, now = mechanics.conserved(step.opening.state), mechanics.conserved(step.after.game.state)
    return None if now == start else f"{start} became {now}"


def stock(step: Step) -> str | None:
    """The pieces and release cards that the position shows add up to the contents of the box."""
    position, edition = step.after.position, step.after.edition
    if "bank" not in position or "houses" not in position["bank"]:
        return None
    levels = [row["level"] for row in position["deeds"].values()]
    houses = position["bank"]["houses"] + sum(level for level in levels if level < 5)
    hotels = position["bank"]["hotels"] + levels.count(5)
    cards = [card for player in position["players"].values() for card in player["cards"]]
    if (houses, hotels) != (edition.houses, edition.hotels) or len(set(cards)) != len(cards):
        return f"{houses} houses, {hotels} hotels, release cards {cards}"
    return None


def nothing_below_zero(step: Step) -> str | None:
    """No cash, level, stock or due amount is negative."""
    return below_zero(step.after.position, "position")


def below_zero(value: Any, where: str) -> str | None:
    """Describe the first negative number anywhere in a JSON value."""
    if isinstance(value, dict):
        return next(filter(None, (below_zero(part, f"{where}.{name}") for name, part in value.items())), None)
    if isinstance(value, list):
        return next(filter(None, (below_zero(part, f"{where}[{at}]") for at, part in enumerate(value))), None)
    return f"{where} is {value}" if isinstance(value, int) and value < 0 else None


def restart(step: Step, seen: Seen) -> Game:
    """Start a new game from a position, passed through JSON."""
    start = json.loads(json.dumps(seen.position))
    return seen.ruleset.start(
        step.header["seats"], step.header.get("edition"), step.header.get("options"), start, step.header.get("names")
    )


def round_trip(step: Step) -> str | None:
    """Every position is accepted as a start, and the game started from it has the same position."""
    if not step.answer.accepted:
        return None
    try:
        again = restart(step, step.after)
    except HeaderRefused as refused:
        return f"its own position is refused: {[(refusal.code, dict(refusal.facts)) for refusal in refused.refusals]}"
    return difference(without_untold(step.after.position), without_untold(step.after.ruleset.position(again)))


def goes_on_alike(step: Step) -> str | None:
    """A game restarted from the position answers the next report as the game itself does."""
    if step.kind == "retract":
        return None
    try:
        again = restart(step, step.before)
    except HeaderRefused:
        return None  # `round_trip` has found it at the previous report
    answer = step.before.ruleset.judge(again, step.report)
    if (answer.accepted, answer.events, answer.refusals) != (
        step.answer.accepted,
        step.answer.events,
        step.answer.refusals,
    ):
        mine, other = summary(step.answer), summary(answer)
        return f"from the position it is answered otherwise: {other}, not {mine}"
    return difference(without_untold(step.after.position), without_untold(answer.game.ruleset.position(answer.game)))


def without_untold(position: Position) -> Position:
    """A position without ``untold``, the note that a start has yet to warn its table about uneven groups."""
    return {name: part for name, part in position.items() if name != "untold"}


def summary(answer: Answer) -> Any:
    return [dict(event) for event in answer.events] or [refusal.code for refusal in answer.refusals]


def difference(one: Any, other: Any, where: str = "position") -> str | None:
    """Describe the first difference between two JSON values."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = list(dict.fromkeys((*one, *other)))
        parts = (difference(one.get(name), other.get(name), f"{where}.{name}") for name in names)
        return next(filter(None, parts), None)
    return None if one == other else f"{where}: {one!r} became {other!r}"


def answer_sentences(step: Step) -> str | None:
    """Every answer can be represented as JSON, with complete sentences in every language."""
    for language in LANGUAGES:
        shown = step.answer.to_json(language)
        if json.loads(json.dumps(shown)) != shown:
            return f"the answer in {language} does not survive JSON"
        if found := unfilled(shown, language, step.report):
            return found
    return None


def explained(step: Step) -> str | None:
    """The position can be explained in every language, with the report as the one to try."""
    explanation = step.before.ruleset.explanation(step.before.game, step.report)
    for language in LANGUAGES:
        shown = explanation.to_json(language)
        if json.loads(json.dumps(shown)) != shown:
            return f"the explanation in {language} does not survive JSON"
        if found := unfilled(shown, language, step.report):
            return found
    return None


def unfilled(value: Any, language: str, reported: Any = None) -> str | None:
    """Describe the first sentence that is empty or has an unfilled placeholder, if any.

    Braces in the report itself (``reported``) are quoted in sentences, so then placeholders are not checked.
    """
    for name, part in parts(value):
        if name in ("message", "text"):
            if not isinstance(part, str) or not part.strip():
                return f"no sentence in {language}: {part!r}"
            if has_placeholder(part) and not any(has_placeholder(each) for _, each in parts(reported)):
                return f"a slot is left over in {language}: {part}"
    return None


def parts(value: Any, name: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yield every key and scalar of a JSON value, each with the name of the field that contains it."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from ((name, key), *parts(part, key))
    elif isinstance(value, list):
        for part in value:
            yield from parts(part, name)
    else:
        yield name, value


def has_placeholder(value: Any) -> bool:
    """Whether a value is a text with a placeholder."""
    return isinstance(value, str) and PLACEHOLDER.search(value) is not None


def listed_is_accepted(step: Step) -> str | None:
    """Every report that an entry of the list of legal reports stands for is accepted."""
    ruleset, game = step.after.ruleset, step.after.game
    for entry in step.after.legal:
        for report in listed.instances(game, entry):
            if found := ruleset.obstacle(game, as_report(report)):
                return f"listed as {entry}, and {report} is refused: {found.code}"
    return None


def accepted_is_listed(step: Step) -> str | None:
    """Every accepted report is covered by the list of legal reports."""
    if not step.played or (step.kind == "swap" and step.report["give"] == step.report["take"]):
        return None  # swapping equal pieces changes nothing
    entries = [entry for entry in step.before.legal if entry["type"] == step.kind]
    if any(family(step.before.ruleset).covers(entry, as_listed(step)) for entry in entries):
        return None
    return f"accepted, and not within the list: {entries}"


def as_listed(step: Step) -> Any:
    """The report in the form in which the list bounds it: without lots that stay at their current or declared level,
    and over several groups only one level up, because hotels in one group free houses that let another go higher.
    """
    if step.kind != "build" or "to" not in step.report:  # Monopoly City
        return step.report
    edition, seen = step.before.edition, step.before
    declarations = {deed: level for seat, deed, level in declared(seen) if seat == step.report["player"]}
    raised = {key: to for key, to in step.report["to"].items() if to > max(seen.level(key), declarations.get(key, 0))}
    groups = {edition.deeds[edition.deed_number[key]].group for key in raised}
    together = len(groups) > 1
    return {**step.report, "to": {key: seen.level(key) + 1 for key in raised} if together else raised}


def not_stuck(step: Step) -> str | None:
    """While a game runs something is due; when it is over, nothing is."""
    if step.after.over:
        return f"over, and {step.after.due} is due" if step.after.due else None
    return None if step.after.due else "nothing is due, and the game is not over"


def thrower_last(step: Step) -> str | None:
    """Between turns the next player's throw is the last entry due."""
    due = step.after.due
    if step.after.position["phase"] != "between_turns" or not due or step.after.position.get("closing"):
        return None
    last = due[-1]
    if last["kind"] == "roll" and last["player"] == step.after.position["turn"]:
        return None
    return f"between turns of {step.after.position['turn']} {last} is due last"


def ranked(step: Step) -> str | None:
    """The standing has every seat once, best first; equals share a rank, and the ranks after them are skipped."""
    rows = step.after.ruleset.standing(step.after.game)
    if sorted(row["player"] for row in rows) != sorted(step.after.seats):
        return f"the standing has {[row['player'] for row in rows]}"
    ranks = [row["rank"] for row in rows]
    for at, rank in enumerate(ranks):
        if rank != (ranks[at - 1] if at and ranks[at - 1] == rank else at + 1):
            return f"the ranks are {ranks}"
    return None


def retracted(step: Step) -> str | None:
    """A retraction restores the state before the report that it takes back."""
    if step.kind != "retract" or not step.answer.accepted:
        return None
    if step.after.game.state == step.states[step.report["seq"]]:
        return None
    return f"retracting {step.report['seq']} gives another position than before it"


def nothing_after_the_end(step: Step) -> str | None:
    """A finished game accepts only rulings, retractions and throws to break ties."""
    if not step.before.over or not step.played or step.kind == "roll_off":
        return None
    return f"{step.kind} accepted after the end"


LAWS: tuple[Law, ...] = (
    Law("every report is answered", 1, whole),
    Law("a refused report changes nothing", 1, refused_changes_nothing),
    Law("judging is pure", 5, pure),
    Law("obstacle agrees with judge", 1, obstacle),
    Law("conservation", 1, conserved),
    Law("the box is whole", 1, stock),
    Law("nothing below zero", 1, nothing_below_zero),
    Law("a position written is accepted as a start", 2, round_trip),
    Law("a position goes on as the game does", 2, goes_on_alike),
    Law("sentences are whole", 3, answer_sentences),
    Law("explanations are whole", 20, explained),
    Law("what is listed is accepted", 4, listed_is_accepted),
    Law("what is accepted is listed", 2, accepted_is_listed),
    Law("something is due", 1, not_stuck),
    Law("no dead end", 4, open_things.leads_to_a_throw),
    Law("the throw of the turn is due last", 1, thrower_last),
    Law("the standing is a ranking", 4, ranked),
    Law("a retraction restores", 1, retracted),
    Law("nothing after the end", 1, nothing_after_the_end),
)

CLASSIC: tuple[Law, ...] = (
    Law("building is even", 1, rules.builds_evenly),
    Law("a built group is whole and unmortgaged", 1, rules.built_or_mortgaged),
    Law("only debtors go bankrupt", 1, rules.only_debtors_go_bankrupt),
    Law("who is rescued can pay", 1, rules.rescued_can_pay),
    Law("deals hold nothing but goods", 1, rules.nothing_but_goods),
    Law("no deal is a gift", 1, rules.nothing_for_nothing),
    Law("calls rise", 1, rules.calls_rise),
    Law("pieces cost what is printed", 1, rules.pieces_cost_what_is_printed),
    Law("what is won can be placed", 1, open_things.what_is_won_can_be_placed),
    Law("what is paid stays paid", 1, open_things.what_is_paid_stays_paid),
    Law("a win at the printed cost is final", 1, open_things.a_win_at_the_printed_cost_is_final),
    Law("what is declared can be paid", 1, open_things.what_is_declared_can_be_paid),
    Law("a declaration binds", 1, open_things.a_declaration_binds),
    Law("all declare anew after a win", 1, open_things.all_declare_anew_after_a_win),
    Law("hotels go before houses", 1, open_things.hotels_go_before_houses),
    Law("an offer stands on what it offers", 1, open_things.an_offer_stands_on_what_it_offers),
    Law("a debtor keeps the last rescue", 1, open_things.a_debtor_keeps_the_last_rescue),
    Law("a call keeps the last rescue", 1, open_things.a_call_keeps_the_last_rescue),
    Law("a rescue that stands can be taken", 1, open_things.a_rescue_that_stands_can_be_taken),
    Law("a bankrupt rescues nobody", 1, open_things.a_bankrupt_rescues_nobody),
    Law("a bankrupt mortgages nothing in vain", 1, open_things.a_bankrupt_mortgages_nothing_in_vain),
    Law("a card is a price", 1, open_things.a_card_is_a_price),
    Law("cash for nothing is warned of", 1, open_things.cash_for_nothing_is_warned_of),
)
"""The additional laws of the classic board."""


def laws_for(ruleset: Ruleset) -> tuple[Law, ...]:
    """The laws that apply to a ruleset."""
    return LAWS + CLASSIC if isinstance(ruleset.mechanics, ClassicMechanics) else LAWS


def header_sentences(header: Header, opening: Opening) -> str | None:
    """A refused header has complete sentences in every language."""
    for language in LANGUAGES:
        shown = opening.to_json(language)
        if found := unfilled(shown, language, header):
            return found
        if not shown["refusals"]:
            return "a header is neither accepted nor refused"
    return None
