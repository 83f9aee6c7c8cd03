"""Standings and qualification in words: names of criteria, why a player is ahead, what has to be decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.languages import language as settings
from rulesets.languages.texts import texts as read_texts
from tournaments.decision import Wanted
from tournaments.standings.criterion import Criterion, ThrownOrder
from tournaments.standings.standings import StandingRow, Standings
from tournaments.standings.tally import Value

# Enough decimals to distinguish any two sums of shares at real tables; more would be unreadable.
LEAST_DECIMALS, MOST_DECIMALS = 2, 6


def title(criterion: Criterion[Any] | ThrownOrder, language: str) -> str:
    words = texts("criteria", language)
    counted = getattr(criterion, "criterion", criterion)
    facts = {key: getattr(counted, key, None) for key in ("place", "best", "best_share", "rounds", "average")}
    facts["rounds"] = settings(language).joins.list.join(str(each) for each in facts["rounds"] or ())
    name = str(words[criterion.by]).format(**facts)
    narrowed = [text.format(**facts) for key, text in words["narrowed"].items() if facts[key]]
    return f"{name} ({settings(language).joins.list.join(narrowed)})" if narrowed else name


def ahead_sentence(
    each: Separation, criterion: Criterion[Any] | ThrownOrder, language: str, names: Mapping[str, str]
) -> str:
    """Why one player is ahead of another.  ``criterion``: the one that separated them; ``names``: by id."""
    words = texts("standings", language)
    ahead, behind = figures(each.value_ahead, each.value_behind)
    code = "parted_by_lot" if criterion.by == "lots" else "parted"  # the number of a lot says nothing to people
    return str(words[code]).format(
        ahead=names[each.ahead],
        behind=names[each.behind],
        criterion=title(criterion, language),
        value_ahead=ahead or words["nothing"],
        value_behind=behind or words["nothing"],
    )


def averaged_sentence(row: StandingRow, language: str) -> str:
    """Which rounds of a player count as an average, and how many points each; empty if none does."""
    if not row.averaged.rounds:
        return ""
    rounds = settings(language).joins.list.join(map(str, row.averaged.rounds))
    return str(texts("standings", language)["averaged"]).format(rounds=rounds, points=figures(row.averaged.points)[0])


def decision_sentence(question: Wanted, language: str, names: Mapping[str, str]) -> str:
    """What has to be decided.  ``names``: by id."""
    players = settings(language).joins.list.join(names[player] for player in question.players)
    return str(texts("standings", language)["wanted"][question.by]).format(players=players, places=question.places)


def figures(*values: Value | None) -> tuple[str, ...]:
    """Values for display: whole ones as they are, others with two decimals, or more if they would look equal.

    A missing value becomes an empty text.
    """
    for decimals in range(LEAST_DECIMALS, MOST_DECIMALS + 1):
        shown = tuple(_figure(value, decimals) for value in values)
        if len(set(shown)) == len(set(values)):
            break
    return shown


def rounded(value: Value | None) -> str:
    """A value for display beside others from which it need not be told apart: with few decimals, if any."""
    return _figure(value, LEAST_DECIMALS)


def _figure(value: Value | None, decimals: int) -> str:
    if value is None:
        return ""
    if Fraction(value).denominator == 1:
        return str(int(value))
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


@cache
def texts(name: str, language: str) -> Mapping[str, Any]:
    return read_texts(files("tournaments") / "texts", name, language)


@dataclass(frozen=True, slots=True)
class Separation:
    """What separates two players.

    ``criterion``: the index (from 0) of the one that separated them; by all before it they are equal.
    """

    ahead: str
    behind: str
    criterion: int
    value_ahead: Value | None
    value_behind: Value | None


def why(standings: Standings, player: str, other: str) -> Separation | None:
    """What separates two players; None if they share a rank.  Raises KeyError if one is not in the standings."""
    rows = {row.player: row for row in standings.rows}
    return _separation(*sorted((rows[player], rows[other]), key=lambda row: row.rank))


def ahead_of_each(standings: Standings) -> dict[str, Separation]:
    """For each player, what separates them from the next one ahead; the first have no entry."""
    found: dict[str, Separation] = {}
    last: StandingRow | None = None
    before: StandingRow | None = None
    for row in standings.rows:
        if last is not None and last.rank < row.rank:
            before = last
        separation = _separation(before, row) if before is not None else None
        if separation is not None:
            found[row.player] = separation
        last = row
    return found


def _separation(ahead: StandingRow, behind: StandingRow) -> Separation | None:
    if ahead.rank == behind.rank:
        return None
    number = next(
        number for number, (value, other) in enumerate(zip(ahead.values, behind.values, strict=True)) if value != other
    )
    return Separation(ahead.player, behind.player, number, ahead.values[number], behind.values[number])
