"""What is stale, as people and programs read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, select

from referee.core.language import text
from referee.core.pages.format import round_name
from referee.core.stale import DRAWING, FILE, PAPER, PLAYOFF_SEATS, RESULT, ROTA, SEATS, StaleThing
from referee.events.queries import players_of
from referee.models import Account, Event, Round
from referee.rota.queries import GONE, HERE, Rota
from referee.stale.papers import DUTIES, made_from
from referee.stale.papers import SEATS as OF_SEATS
from referee.stale.queries import stale_things
from tournaments.paper.words import words
from tournaments.stale import ADVANCES, Divergence
from tournaments.typed import whole

MOST_NAMED = 8
"""How many changes a sentence names."""


@dataclass(frozen=True, slots=True)
class StaleChangeView:
    """What something says about a player, and what it would say now, in words."""

    player: str
    name: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class StaleView:
    """Something that no longer says what it would if it were made now."""

    kind: Annotated[str, "seats, playoff, publication, paper, file, drawing, result or rota."]
    about: Annotated[str, "Which of its kind: the first round, the playoff's round, the document and its round."]
    title: str
    changes: Sequence[StaleChangeView]
    sentence: str
    fingerprint: Annotated[str, "Of what it would say now."]
    again: Annotated[bool, "Whether it can be made anew by a command."]
    at: Annotated[str, "The end of the address of the page, below that of the event, where it can be made or seen."]
    kept_reason: Annotated[str | None, "Why it was decided to leave it as it is; null if it was not."]
    kept_by: str | None
    kept_at: int | None


@dataclass(frozen=True, slots=True)
class StaleList:
    """What is stale in an event, what the hall waits for first; what was left as it is comes last."""

    rows: Sequence[StaleView]


def stale_views(session: Session, event_id: str, found: Sequence[StaleThing], language: str) -> list[StaleView]:
    """What is stale in words.  A player who was merged into another one goes by that one's name."""
    if not found:
        return []
    names = {each.id: each.shown for each in players_of(session, event_id)}
    if any(each.kind == ROTA or _source_is(each, DUTIES) for each in found):
        rota = Rota(session, event_id)
        of = {change.player for each in found for change in each.changes}
        names |= {each.id: each.name for each in session.exec(select(Account).where(col(Account.id).in_(of)))}
        names |= {f"round/{number}": name for number, name in rota.names(language).items()}
    query = select(Round).where(Round.event_id == event_id).order_by(col(Round.number))
    rounds = {each.number: round_name(each.number, each, language) for each in session.exec(query)}
    return [stale_view(each, names, rounds, language) for each in found]


def urgent_sentences(session: Session, event: Event, language: str, number: int | None) -> list[str]:
    """What the hall waits for among what is stale, in sentences.  ``number``: only the seats of the round with it."""
    found = [each for each in stale_things(session, event) if each.urgent]
    if number is not None:
        found = [each for each in found if each.kind in (SEATS, PLAYOFF_SEATS) and each.round == number]
    return [each.sentence for each in stale_views(session, event.id, found, language)]


def stale_view(found: StaleThing, names: dict[str, str], rounds: dict[int, str], language: str) -> StaleView:
    """Something stale in words.  ``names``: of the players by id; ``rounds``: of the rounds by number."""
    changes = [
        StaleChangeView(
            each.player,
            names.get(each.player, "–"),
            _said(found, each.before, language),
            _said(found, each.now, language),
        )
        for each in found.changes
    ]
    title = _title(found, rounds, language)
    return StaleView(
        kind=found.kind,
        about=found.about,
        title=title,
        changes=changes,
        sentence=text(language, f"stale_{found.kind}", what=title, changes=_changes(found, changes, language)),
        fingerprint=found.fingerprint,
        again=found.again,
        at=found.at,
        kept_reason=found.kept_reason if found.kept else None,
        kept_by=found.kept_by if found.kept else None,
        kept_at=found.kept_at,
    )


def _changes(found: StaleThing, changes: Sequence[StaleChangeView], language: str) -> str:
    """The changes in a sentence: of seats who sits there and who should, of others from what to what."""
    if found.kind in (SEATS, PLAYOFF_SEATS):
        listed = _seated(found.changes, changes, language)
    else:
        listed = [text(language, "stale_change", name=each.name, before=each.before, now=each.now) for each in changes]
    more = len(listed) - MOST_NAMED
    named = text(language, "comma").join(listed[:MOST_NAMED])
    return text(language, "stale_more", named=named, count=more) if more > 0 else named


def _seated(differences: Sequence[Divergence], changes: Sequence[StaleChangeView], language: str) -> list[str]:
    """Who sits there and should not, who should and does not, and who should sit elsewhere."""
    comma = text(language, "comma")
    both = list(zip(differences, changes, strict=True))
    gone = [view.name for each, view in both if each.now is None]
    missing = [view.name for each, view in both if each.before is None]
    moved = [view for each, view in both if each.before is not None and each.now is not None]
    found = [text(language, "stale_sits", names=comma.join(gone))] if gone else []
    found += [text(language, "stale_should_sit", names=comma.join(missing))] if missing else []
    return [
        *found,
        *(text(language, "stale_change", name=each.name, before=each.before, now=each.now) for each in moved),
    ]


def _said(found: StaleThing, value: str | None, language: str) -> str:
    """What something says about a player, in words."""
    if value is None:
        return text(language, "stale_nothing")
    if found.kind == ROTA:
        return (
            text(language, f"stale_{value}") if value in (HERE, GONE) else text(language, "stale_tables", count=value)
        )
    if _source_is(found, DUTIES):
        return value or "–"
    if found.kind in (SEATS, PLAYOFF_SEATS) or _source_is(found, OF_SEATS):
        return text(language, "stale_table", table=value) if value else "–"
    if found.kind in (DRAWING, RESULT) or found.about == "results-file" or whole(value.rstrip(ADVANCES)) is None:
        return value
    advances = value.endswith(ADVANCES)
    return text(language, "stale_advances" if advances else "stale_place", place=value.rstrip(ADVANCES))


def _source_is(found: StaleThing, source: str) -> bool:
    made = made_from(found.about.partition("/")[0], found.round) if found.kind in (PAPER, FILE) else None
    return made is not None and made.source == source


TITLES: Mapping[str, str] = {"score_sheets": "score_sheet", "check_in_list": "check_in", "move_logs": "move_log"}
"""Papers whose title goes by another key."""


def _title(found: StaleThing, rounds: dict[int, str], language: str) -> str:
    where = rounds.get(found.round or 0, "")
    if found.round is not None and found.last is not None and found.last > found.round:
        return text(language, "rounds_together", first=found.round, last=found.last)
    if found.kind == PAPER:
        name = found.about.partition("/")[0]
        key = "certificate" if name.startswith("certificates") else name.replace("-", "_")
        title = words(language).get(TITLES.get(key, key), name)
        return f"{title} ({where})" if where else title
    if found.kind == FILE:
        return text(language, f"stale_{found.about.partition('/')[0].replace('-', '_')}")
    if where:
        return where
    return text(language, f"stale_title_{found.kind}")
