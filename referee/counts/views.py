"""A final count as tablets and players read it, in a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session

from referee.core.http.fields import OneOf
from referee.core.language import text
from referee.counts.queries import DISPUTES, Dispute, PlayerCount, disputes_at, everybody_agrees, table_counts
from referee.counts.sheets import PlayedCash, fixed_rents
from referee.log.table_game import TableGame
from referee.log.text import narrate
from referee.models import CountStep
from rulesets.kernel.telling.pieces import words_of
from tournaments.sheet.difference import KINDS, Cause, causes
from tournaments.sheet.worth import CountLine


@dataclass(frozen=True, slots=True)
class CountLineView:
    """A line of a sheet.  ``title``: what it is, in words."""

    kind: Annotated[str, OneOf(("cash", "deed", "buildings", "card"))]
    key: str
    title: str
    amount: int


@dataclass(frozen=True, slots=True)
class AgreementView:
    """How a player agreed."""

    at: int
    by_link: Annotated[bool, "Whether with the player's own link, and not on the table's device."]
    author: str


@dataclass(frozen=True, slots=True)
class PlayerCountView:
    """A player's part of a count; money as in the record format."""

    seat: str
    player: str
    name: str
    rank: int
    worth: int | None
    out_at: int | None
    cash: Annotated[int, "According to the log."]
    lines: Sequence[CountLineView]
    counted: Annotated[int | None, "The cash that the player counted; null if none was typed."]
    agreed: AgreementView | None
    lapsed: Annotated[AgreementView | None, "An agreement to what the sheet said before the log was changed."]
    signature: str


@dataclass(frozen=True, slots=True)
class DisputeView:
    """Something still open at the table.  ``message``: in words."""

    kind: Annotated[str, OneOf(DISPUTES)]
    about: str
    message: str


@dataclass(frozen=True, slots=True)
class FinalCountView:
    """The final count of a table.  ``seq``: the last entry of the log that it was made from."""

    seq: int
    over: bool
    players: Sequence[PlayerCountView]
    complete: Annotated[bool, "Whether everybody agrees to their sheet as it is now."]
    disputes: Annotated[Sequence[DisputeView], "What must be settled, or entered in spite of with a reason."]


@dataclass(frozen=True, slots=True)
class CauseView:
    """What could have made a difference.  ``seqs``: the entries of the log that it is about."""

    kind: Annotated[str, OneOf(KINDS)]
    seqs: Sequence[int]
    message: str


@dataclass(frozen=True, slots=True)
class CashDifferenceView:
    """Counted cash compared with the log.  ``difference``: how much more was counted."""

    difference: int
    causes: Sequence[CauseView]


def count_view(session: Session, game: TableGame, names: Mapping[str, str], language: str) -> FinalCountView:
    """The count of a table.  ``names``: of the players, by id."""
    over = game.game.ruleset.over(game.game)
    counts = table_counts(session, game) if over else []
    return FinalCountView(
        game.seq,
        over,
        [_player_view(each, game, names[each.player], language) for each in counts],
        everybody_agrees(counts),
        dispute_views(disputes_at(session, game), seat_names(counts, names), language),
    )


def seat_names(counts: Sequence[PlayerCount], names: Mapping[str, str]) -> dict[str, str]:
    return {each.sheet.seat: names[each.player] for each in counts}


def dispute_views(found: Sequence[Dispute], by_seat: Mapping[str, str], language: str) -> list[DisputeView]:
    return [DisputeView(each.kind, each.about, _dispute_text(each, by_seat, language)) for each in found]


def _dispute_text(found: Dispute, by_seat: Mapping[str, str], language: str) -> str:
    if found.kind == "call":
        said = text(language, f"calls_about_{found.about}")
        return text(language, "count_open_call", about=f"{said}: {found.text}" if found.text else said)
    return text(language, f"count_open_{found.kind}", about=by_seat.get(found.about, found.about))


def _player_view(found: PlayerCount, game: TableGame, name: str, language: str) -> PlayerCountView:
    sheet = found.sheet
    return PlayerCountView(
        sheet.seat,
        found.player,
        name,
        sheet.rank,
        sheet.worth,
        sheet.out_at,
        sheet.cash,
        [line_view(line, game, language) for line in sheet.lines],
        found.counted.cash if found.counted else None,
        _agreement_view(found.agreed),
        _agreement_view(found.lapsed),
        found.agreed.signature if found.agreed else "",
    )


def _agreement_view(found: CountStep | None) -> AgreementView | None:
    return AgreementView(found.at, found.by_link, found.author) if found is not None else None


def line_view(line: CountLine, game: TableGame, language: str) -> CountLineView:
    return CountLineView(line.kind, line.key, _title(line, game, language), line.amount)


def _title(line: CountLine, game: TableGame, language: str) -> str:
    label = _labels(game, language)
    if line.kind == "cash":
        return text(language, "result_cash")
    if line.kind == "card":
        return text(language, "result_cards")
    name = label("deed", line.key)
    if line.detail.get("mortgaged"):
        return text(language, "count_mortgaged", deed=name)
    built = text(language, "comma").join(words_of(game.game, line.detail, language))
    return text(language, "count_buildings", deed=name, built=built) if built else name


def _labels(game: TableGame, language: str) -> Callable[[str, object], str]:
    mechanics, table = game.game.ruleset.mechanics, game.game.state.table
    return lambda kind, value: mechanics.label(table, kind, value, language) or str(value)


def difference_view(
    counts: Sequence[PlayerCount],
    seat: str,
    cash: int,
    game: TableGame,
    played: PlayedCash,
    names: Mapping[str, str],
    language: str,
) -> CashDifferenceView:
    """Counted cash of a seat compared with the log.  ``names``: of the players, by seat."""
    mine = next(each for each in counts if each.sheet.seat == seat)
    difference = cash - mine.sheet.cash
    others = {each.sheet.seat: each.difference for each in counts if each is not mine and each.difference}
    found = causes(seat, difference, played.moves, fixed_rents(game), others) if difference else ()
    return CashDifferenceView(
        difference,
        [CauseView(each.kind, each.seqs, _cause_text(each, game, played, names, language)) for each in found],
    )


def _cause_text(found: Cause, game: TableGame, played: PlayedCash, names: Mapping[str, str], language: str) -> str:
    """A cause in words, with what the log says of each entry."""
    told = {seq: " · ".join(narrate(game, played.events[seq], language)) for seq in found.seqs}
    entries = text(language, "comma").join(
        text(language, "count_entry", seq=seq, told=said) for seq, said in told.items()
    )
    facts = {
        "entries": entries,
        "other": names.get(found.other, found.other),
        "deed": _labels(game, language)("deed", found.deed) if found.deed else "",
    }
    key = f"count_cause_{found.kind}"
    return text(language, f"{key}_unknown" if found.kind == "between" and not found.seqs else key, **facts)
