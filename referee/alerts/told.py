"""What a player is told: from the same published content as the pages, so nothing sooner than they could read it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.language import text
from referee.core.pages.format import round_name
from referee.public.queries import PublicEvent, PublicTable


@dataclass(frozen=True, slots=True)
class SeatNow:
    """Where a player sits in the current round.  ``key``: of the round's seats; ``at``: since when they are public."""

    key: str
    at: int
    table: int
    sentence: str
    moved: str


@dataclass(frozen=True, slots=True)
class Alert:
    """Something to tell.  ``key``: stable for the same thing; ``at``: when it happened (ms since 1970, UTC)."""

    key: str
    at: int
    sentence: str


def seat_of(public: PublicEvent, player_id: str, language: str) -> SeatNow | None:
    """Where a player sits in the current round, until it is over; None if they do not."""
    round_ = public.round
    found = public.places.get(player_id, {}).get(round_.number) if round_ is not None else None
    if round_ is None or found is None or round_.state == "closed":
        return None
    name, place = round_name(round_.number, round_, language), _place(found, language)
    return SeatNow(
        f"seat:{round_.id}",
        round_.published_at or 0,
        found[0].number,
        text(language, "alert_seat", round=name, place=place),
        text(language, "alert_moved", round=name, place=place),
    )


def alerts_of(public: PublicEvent, player_id: str, language: str) -> list[Alert]:
    """What else there is to tell a player: rounds of theirs that began, and their results."""
    found = []
    for each in public.rounds:
        where = public.places.get(player_id, {}).get(each.number)
        if where is None:
            continue
        name = round_name(each.number, each, language)
        if each.state == "running" and (moves := public.moves.get(each.number)) and moves.of_round:
            sentence = text(language, "alert_start", round=name, place=_place(where, language))
            found.append(Alert(f"start:{each.id}", min(move.at for move in moves.of_round), sentence))
        if each.results_published_at is not None:
            key = f"results:{each.id}:{each.results_published_at}"
            found.append(Alert(key, each.results_published_at, text(language, "public_results_out", round=name)))
    return found


def _place(found: tuple[PublicTable, int], language: str) -> str:
    table, order = found
    if not order:
        return text(language, "table_number", number=table.number)
    return text(language, "public_place", table=table.number, order=order)
