"""The penalties of an event: all of them, those of a player, and what those in force do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import Session, col, select

from referee.core.journal import Journal
from referee.core.rows import get_row
from referee.events.queries import lock_event
from referee.events.regulation import regulation_of
from referee.models import Event, GameTable, Penalty, PenaltyStep, Player
from referee.penalties.state import (
    IN_FORCE,
    PROPOSED,
    PenaltyState,
    audited_step,
    history,
    obstacle,
    right_to,
    state_of,
)
from tournaments.fault import Fault, Faulty
from tournaments.penalties.effect import Sanction, Suggestion, suggest_step
from tournaments.penalties.rule import Category, PenaltiesRule


def penalties_of(session: Session, event_id: str, player_id: str | None = None) -> list[PenaltyState]:
    """The penalties of an event, or of a player in it, the latest first, cancelled ones too."""
    query = select(Penalty).where(Penalty.event_id == event_id)
    if player_id is not None:
        query = query.where(Penalty.player_id == player_id)
    found = session.exec(query.order_by(col(Penalty.given_at).desc(), col(Penalty.id).desc())).all()
    return PENALTIES.states(session, found)


def penalties_at(session: Session, table_id: str) -> list[PenaltyState]:
    """The penalties that belong to a table, the latest first, cancelled ones too."""
    query = select(Penalty).where(Penalty.table_id == table_id)
    return PENALTIES.states(
        session, session.exec(query.order_by(col(Penalty.given_at).desc(), col(Penalty.id).desc())).all()
    )


def penalty_states(
    session: Session, penalties: Sequence[Penalty], steps: Mapping[str, Sequence[PenaltyStep]]
) -> Iterator[PenaltyState]:
    """The states of some penalties, in the same order.  ``steps``: by penalty."""
    query = select(Player).where(col(Player.id).in_({each.player_id for each in penalties}))
    names = {each.id: each.shown for each in session.exec(query)}
    for each in penalties:
        yield state_of(each, names[each.player_id], steps[each.id])


PENALTIES: Journal[Penalty, PenaltyStep, PenaltyState] = Journal(
    "penalty",
    Penalty,
    PenaltyStep,
    derive=penalty_states,
    lock=lambda session, penalty: lock_event(session, penalty.event_id),
    right=right_to,
    obstacle=obstacle,
    audited=audited_step,
)
"""What is done about penalties; while one is locked, nobody else can give any in its event."""


def count_unsigned(session: Session, event_id: str) -> int:
    """How many penalties of an event wait to be signed."""
    return sum(each.name == PROPOSED for each in penalties_of(session, event_id))


def sanctions_of(session: Session, event_id: str) -> tuple[Sanction, ...]:
    """The penalties of an event that affect the standings, the earliest first."""
    return tuple(sanction for _, sanction in dated_sanctions(session, event_id))


def dated_sanctions(session: Session, event_id: str) -> tuple[tuple[int, Sanction], ...]:
    """The penalties that affect the standings, each with the time when it came into force (ms since 1970)."""
    in_force = [
        each for each in penalties_of(session, event_id) if each.name == IN_FORCE and each.step.effect != "none"
    ]
    if not in_force:
        return ()
    table_ids = [each.penalty.table_id for each in in_force if each.penalty.table_id is not None]
    numbers = dict(session.exec(select(GameTable.id, GameTable.number).where(col(GameTable.id).in_(table_ids))).all())
    return tuple(
        (
            step.at,
            Sanction(
                player=each.penalty.player_id,
                effect=each.step.effect,
                points=each.step.points,
                round=each.penalty.round,
                table=numbers.get(each.penalty.table_id or ""),
                titles=tuple(sorted(each.step.titles.items())),
            ),
        )
        for each in reversed(in_force)
        if (step := each.came_into_force) is not None
    )


def rule_for(session: Session, event_id: str) -> PenaltiesRule:
    """The penalties of the regulation in force.  Raises the problems ``not_found`` and ``no_regulation``."""
    get_row(session, Event, event_id)
    return regulation_of(session, event_id).penalties


def category_of(rule: PenaltiesRule, key: str) -> Category:
    """A category.  Raises `Faulty` for a key that the regulation does not have."""
    found = rule.category(key)
    if found is None:
        known = ", ".join(each.key for each in rule.categories)
        raise Faulty([Fault("category", "wanted_choice", {"given": key, "choices": known})])
    return found


def suggestion(
    rule: PenaltiesRule, category: Category, before: Sequence[PenaltyState]
) -> tuple[Suggestion, PenaltyState | None]:
    """The suggested step for a player with these penalties, and the earlier penalty that it is based on, if any."""
    found = suggest_step(rule, category, history(before))
    last = found.last
    return found, next(
        (each for each in before if last and (each.penalty.category, each.penalty.step) == (last.category, last.step)),
        None,
    )
