"""What a player's private page says of their own table: where and when, how its result stands, and what they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core.language import language, word
from referee.public.event_story.supposing import DRAWS, race_in
from referee.public.pages import text
from referee.public.pages.event_story_text import need_row
from referee.public.queries import PublicEvent, PublicTable
from referee.standings.qualification import qualification_of
from tournaments.fault import Faulty
from tournaments.qualification.need import OUT, SURE, Need, needs
from tournaments.standings.sentence import title


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A player's seat in the current round.  ``clock``: the table's, None once the round is over; ``timetable``: of the
    day, until the round begins; ``moved_from``: the table that they were moved away from; ``done`` of ``tables``: how
    many tables of the round have a result that stands.
    """

    round: str
    place: str
    mates: Sequence[str]
    clock: Mapping[str, Any] | None
    timetable: Sequence[str]
    moved_from: int | None
    state: str
    done: int
    tables: int


@dataclass(frozen=True, slots=True)
class PlaceNeed:
    """What a place at the table is worth, in words; ``outlook``: as in `Need`."""

    place: str
    text: str
    outlook: str


@dataclass(frozen=True, slots=True)
class OwnNeeds:
    """What a player needs to advance.  ``line``: all of it in a sentence, or empty; ``places``: by place; ``gap``: the
    distance to the cut as things stand, or empty; ``says``: what this was reckoned with.
    """

    line: str
    places: Sequence[PlaceNeed]
    gap: str
    says: str


def own_table_of(public: PublicEvent, player_id: str) -> tuple[PublicTable, int] | None:
    """The player's table in the current round, and their start order; None if they have none."""
    if public.round is None:
        return None
    return public.places.get(player_id, {}).get(public.round.number)


def own_table(public: PublicEvent, player_id: str, now: int) -> OwnTable | None:
    """The player's seat in the current round, until it is over; None if there is none."""
    found = own_table_of(public, player_id)
    if public.round is None or found is None or public.round.state == "closed":
        return None
    table, order = found
    clock = text.own_clock(public, table, now)
    waits = clock is not None and not clock["begun"]
    here = public.at(table.round)
    return OwnTable(
        text.round_names(public)[table.round],
        text.place(table, order),
        [public.players[each].shown for each in table.players if each != player_id],
        clock,
        public.event.timetable.splitlines() if waits else (),
        public.moved.get(table.round, {}).get(player_id),
        result_state(public, table),
        sum(_stands(public, each) for each in here),
        len(here),
    )


def result_state(public: PublicEvent, table: PublicTable) -> str:
    """What is to be said of a table's result while it is not public."""
    if _stands(public, table):
        return word("own_result_confirmed")
    return word("own_result_entered") if _latest(public, table) is not None else word("own_result_none")


def _latest(public: PublicEvent, table: PublicTable) -> bool | None:
    """Whether the latest version of a table's result is confirmed; None if there is no result."""
    results = public.seen.facts.results if public.seen is not None else ()
    return next((each.confirmed for each in reversed(results) if each.table_id == table.id), None)


def _stands(public: PublicEvent, table: PublicTable) -> bool:
    return _latest(public, table) is True


def own_needs(public: PublicEvent, player_id: str) -> OwnNeeds | None:
    """What a player needs to advance; None where there is nothing to say, such as to whoever has left.

    Before the last round it is told what is certain.  Where the regulation leaves nothing certain before the games are
    played, it is told by drawn endings, as on the story, and that it is.
    """
    seen = public.seen
    me = next((each for each in seen.facts.entrants if each.id == player_id), None) if seen is not None else None
    rule = seen.facts.regulation.final_of(me.class_) if seen is not None and me is not None else None
    if seen is None or me is None or me.dropped_after is not None or rule is None:
        return None
    if not 0 < seen.after <= rule.steps[-1].after:
        return None
    try:
        found = qualification_of(seen.facts, seen.after, seen.shown, rule.class_name)
        race, row = race_in(public, me.class_), need_row(public, seen, player_id)
    except Faulty:  # a result contradicts the regulation: the staff see that too, and correct it
        return None
    if player_id in found.players:
        return OwnNeeds(word("own_need_inside"), (), "", "")
    criteria = seen.facts.regulation.standings.criteria
    gap = word("own_need_gap", gap=row.gap, criterion=title(criteria[0], language())) if row and row.gap else ""
    if found.over:
        return OwnNeeds(word("own_need_outside"), (), gap, "")
    if known := needs(race, player_id) if race is not None else ():
        return OwnNeeds(_line(known), _places(known), gap, word("own_need_says"))
    if row is None or not (row.sentence or gap):
        return None
    says = word("own_need_drawn", draws=DRAWS) if row.sentence else word("own_need_now")
    return OwnNeeds(row.sentence, (), gap, says)


def _line(known: Sequence[Need]) -> str:
    """The sentence for all places, where all are worth the same."""
    outlooks = {each.outlook for each in known}
    if outlooks == {SURE}:
        return word("own_need_all_sure")
    if outlooks == {OUT}:
        return word("own_need_all_out")
    if known[0].place == 0:
        return word("own_need_no_game")
    return ""


def _places(known: Sequence[Need]) -> Sequence[PlaceNeed]:
    if (len({each.outlook for each in known}) == 1 and known[0].outlook in (SURE, OUT)) or known[0].place == 0:
        return ()
    return [
        PlaceNeed(word("standings_place", place=each.place), word(f"own_need_{each.outlook}"), each.outlook)
        for each in known
    ]
