"""The participants of a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from sqlmodel import Session

from referee.core.http.fields import Length
from referee.core.http.schemas import PlayerId
from referee.events.plan import Unit
from referee.events.queries import players_of
from referee.events.regulation import regulation_of
from referee.models import Player
from referee.players.queries import entrant
from referee.results.facts import facts_of
from referee.standings.qualification import qualifications_of
from tournaments.players.clubs import club_spellings
from tournaments.players.entrant import takes_part
from tournaments.players.row import same_text
from tournaments.players.stand_in import standing_in
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import MOST_ROUNDS
from tournaments.seating.entrants import Sitter
from tournaments.seating.reading import MOST_TABLES
from tournaments.seating.schedule import playing_in
from tournaments.typed import Whole

RoundNumber: TypeAlias = Annotated[int, Whole(1, MOST_ROUNDS)]
"""The number of a round of the plan."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed table of a player; without ``rounds``, in all rounds."""

    player: PlayerId
    table: Annotated[int, Whole(1, MOST_TABLES)]
    rounds: Annotated[Sequence[RoundNumber], Length(max=MOST_ROUNDS)] = ()


class Participants(NamedTuple):
    """The participants of a draw.  ``entrants``: who is seated, with rounds counted from the first of those that are
    seated together; ``left_out``: who would be seated but is not checked in.
    """

    entrants: tuple[Sitter, ...]
    left_out: tuple[Player, ...]


def participants_of(
    session: Session,
    event_id: str,
    regulation: Regulation,
    unit: Unit,
    *,
    from_round: int,
    checked_in: bool | None,
    known: Sequence[str] = (),
    fixed: Sequence[Fixed] = (),
) -> Participants:
    """The participants of rounds that are seated together.

    ``from_round``: the first round to seat now; players who have qualified before it and sit out are not seated.
    ``checked_in``: whether to seat only players who are checked in; None: only if anybody is.  ``known``: ids of
    players who are seated already, and need not be checked in.
    """
    players = players_of(session, event_id)
    checked_in_only = any(each.checked_in_at for each in players) if checked_in is None else checked_in
    sitting_out = _sitting_out(session, event_id, regulation, unit, from_round)
    people = [entrant(each) for each in players]
    away = {number: standing_in(people, number) for number in range(unit.first, unit.last + 1)}
    at = {each.player: each for each in fixed}
    labels = _labels(players)
    entrants, left_out = [], []
    for player, who in zip(players, people, strict=True):
        last = from_round - 1 if player.id in sitting_out else unit.last
        first = unit.first if player.id in known else from_round
        numbers = range(first, last + 1)
        plays = [number for number in numbers if takes_part(who, number) and player.id not in away[number]]
        if player.id in known or (plays and (player.checked_in_at or not checked_in_only)):
            entrants.append(_draw_entrant(player, unit, at.get(player.id), plays, labels))
        elif plays:
            left_out.append(player)
    return Participants(tuple(entrants), tuple(left_out))


def left_out_of(session: Session, event_id: str, unit: Unit, *, known: Sequence[str] = ()) -> tuple[Player, ...]:
    """The players whom a draw of some rounds would leave out because others are checked in and they are not.

    ``known``: ids of players who are seated already.  Qualified players play the final whether checked in or not.
    """
    if unit.kind == "qualifiers":
        return ()
    regulation = regulation_of(session, event_id)
    participants = participants_of(
        session, event_id, regulation, unit, from_round=unit.first, checked_in=None, known=known
    )
    return participants.left_out


def _sitting_out(
    session: Session, event_id: str, regulation: Regulation, unit: Unit, from_round: int
) -> frozenset[str]:
    """The qualified players who sit out the rounds before the final."""
    if unit.kind == "qualifiers" or not any(each.sits_out for each in regulation.finals):
        return frozenset()
    sits_out = [
        player for each in qualifications_of(facts_of(session, event_id), from_round - 1) for player in each.sits_out
    ]
    here = standing_in([entrant(each) for each in players_of(session, event_id)], from_round)
    return frozenset((*sits_out, *(here[each] for each in sits_out if each in here)))


class _Labels(NamedTuple):
    """What is kept apart: the clubs, by what is written, and by player's id the first player of the same name."""

    clubs: Mapping[str, str | None]
    namesakes: Mapping[str, str]


def _labels(players: Sequence[Player]) -> _Labels:
    listed = [each for each in players if each.archived_at is None]
    alike: dict[str, list[str]] = {}
    for each in listed:
        alike.setdefault(same_text(each.name), []).append(each.id)
    namesakes = {player: ids[0] for ids in alike.values() if len(ids) > 1 for player in ids}
    return _Labels(club_spellings(each.club for each in players).labels, namesakes)


def _draw_entrant(player: Player, unit: Unit, fixed: Fixed | None, plays: Sequence[int], labels: _Labels) -> Sitter:
    """A player as an entrant of the draw.  ``plays``: the rounds of the plan that they play."""
    rounds = tuple(each - unit.first + 1 for each in fixed.rounds if unit.first <= each <= unit.last) if fixed else ()
    sitter = Sitter(
        id=player.id,
        club=labels.clubs[player.club],
        table=fixed.table if fixed and (rounds or not fixed.rounds) else None,
        table_rounds=rounds,
        namesake=labels.namesakes.get(player.id),
    )
    return playing_in(sitter, [each - unit.first + 1 for each in plays], unit.last - unit.first + 1)
