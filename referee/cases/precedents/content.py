"""What a precedent contains, with seats and stand-ins in place of names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, select

from referee.cases.queries import seat_names
from referee.cases.state import CHANGED, DECIDED, CaseState, decision_of
from referee.core.language import words
from referee.core.zone import zone_of
from referee.events.queries import seats_by_table
from referee.log.table_game import TableGames
from referee.models import Event, Player
from referee.penalties.queries import PENALTIES
from rulesets.kernel.record import read_line
from rulesets.notation.codes import codes
from rulesets.notation.writing import write

LATIN = "A-Za-zÀ-ɏ"
KATAKANA = "ァ-ヺー"
HAN = "㐀-鿿"
TITLES = "氏|君|様|殿|選手|先生|同学|女士|小姐"
"""Titles that follow a name and are not part of it."""
BRACKETS = "(（#＃"
"""What begins a part that tells namesakes apart, and is no name."""
LEAST_LETTERS = 3
"""The fewest letters that a part of a Latin name needs to be replaced: "An" and "In" are words."""


class PlayerNames(NamedTuple):
    """The players of an event.  ``names``: by id; ``clubs``: the longest first; ``blank``: what replaces the name of a
    player who is not at the table.
    """

    names: Mapping[str, str]
    clubs: Sequence[str]
    blank: str


def player_names(session: Session, event_id: str) -> PlayerNames:
    blank = words(session.get_one(Event, event_id).language)["rulings_somebody"]
    rows = session.exec(select(Player.id, Player.name, Player.club).where(Player.event_id == event_id)).all()
    clubs = sorted({club.strip() for _, _, club in rows} - {""}, key=lambda club: (-len(club), club))
    return PlayerNames({player: name for player, name, _ in rows}, clubs, blank)


def anonymise(session: Session, found: CaseState, players: PlayerNames, value: dict[str, Any]) -> dict[str, Any]:
    """Anonymise a value about a case: replace all names, whole or in part, with club or number behind them."""
    return dict(replace_names(value, _replacements(session, found, players), behind_name(players.clubs)))


def _replacements(session: Session, found: CaseState, players: PlayerNames) -> dict[str, str]:
    """The replacement for each name and part of a name, the longest first; the blank for a part that two players at the
    table share.
    """
    here: dict[str, str] = {}
    seats = {each.player_id: each.seat for each in seats_by_table(session, [found.table.id])[found.table.id]}
    at_table = [*((name, seat) for seat, name in seat_names(found).items())]
    at_table += [(name, seats[player]) for player, name in players.names.items() if player in seats]
    for name, seat in at_table:
        for part in _name_parts(name):
            here[part] = seat if here.get(part, seat) == seat else players.blank
    others = {
        part: players.blank
        for player, name in players.names.items()
        if player not in seats
        for part in _name_parts(name)
    }
    every = {part: by for part, by in {**others, **here}.items() if part not in found.seats}
    return dict(sorted(every.items(), key=lambda each: -len(each[0])))


def _name_parts(name: str) -> Iterator[str]:
    """A name, and those of its parts that are unlikely to be ordinary words."""
    if len(name) > 1 or not name.isascii():
        yield name
    for part in re.split(r"[\s・·]+", name):
        if part and part[0] not in BRACKETS and (len(part) >= LEAST_LETTERS or not re.match(f"[{LATIN}]", part)):
            yield part


def _name_pattern(name: str) -> str:
    """A regular expression for a name: in Latin letters or katakana it must not be part of a longer word; a single
    kanji must not stand next to another kanji, except before a title.
    """
    if re.fullmatch(f"[{HAN}]", name):
        return f"(?<![{HAN}]){name}(?=$|{TITLES}|[^{HAN}])"
    before = next((f"(?<![{kind}])" for kind in (LATIN, KATAKANA) if re.match(f"[{kind}]", name)), "")
    behind = next((f"(?![{kind}])" for kind in (LATIN, KATAKANA) if re.search(f"[{kind}]$", name)), "")
    return before + re.escape(name) + behind


def behind_name(clubs: Sequence[str]) -> str:
    """A regular expression for what tells namesakes apart: a club in brackets, or a number."""
    club = "|".join(map(re.escape, clubs))
    return rf"(?:\s*[(（]\s*(?:{club})\s*[)）]|\s*[#＃]\d+)?" if club else r"(?:\s*[#＃]\d+)?"


def replace_names(value: Any, known: Mapping[str, str], behind: str) -> Any:
    """A JSON value with the names in all its texts replaced.  ``behind``: the pattern of what may follow a name."""
    if isinstance(value, dict):
        return {name: replace_names(each, known, behind) for name, each in value.items()}
    if isinstance(value, list):
        return [replace_names(each, known, behind) for each in value]
    if isinstance(value, str) and (present := [name for name in known if name in value]):
        names = "|".join(map(_name_pattern, present))
        return re.sub(f"(?P<name>{names}){behind}", lambda met: known[met["name"]], value)
    return value


MOST_LINES = 12
"""How many entries of the log before a case go with it."""
MOST_CHARACTERS = 2000
"""The most characters of a report that go with a case."""
REFEREE = "referee"
"""Replaces the name of whoever made a ruling that is in the log."""


class PrecedentSource(NamedTuple):
    """Where a ruling was made: the event's id, name and date (``2026-11-22``), and its number there."""

    id: str
    name: str
    date: str
    number: int


def source_of(event: Event, number: int) -> PrecedentSource:
    """The source of an event's own ruling.  ``number``: that of its case."""
    return PrecedentSource(event.id, event.name, day(event, event.locked_at or event.created_at), number)


def day(event: Event, at: int) -> str:
    """The date of a moment (ms since 1970), in the event's time zone."""
    return datetime.fromtimestamp(at / 1000, zone_of(event)).strftime("%Y-%m-%d")


def content_of(session: Session, found: CaseState, players: PlayerNames) -> dict[str, Any]:
    """A decided case in the form of docs/rulings.md, anonymised, without position and log."""
    assert found.first is not None and found.last is not None
    header = json.loads(found.table.header)
    decision = decision_of(found.last)
    texts = {
        "facts": decision.facts,
        "question": decision.question,
        "decision": decision.decision,
        "reasons": decision.reasons,
        "appeal": _appeal(found),
    }
    return {
        "ruleset": header["ruleset"],
        "edition": header["edition"],
        "seats": header["seats"],
        "round": found.round.number,
        "decided": day(session.get_one(Event, found.case.event_id), found.first.at),
        **anonymise(session, found, players, texts),
        "clauses": list(decision.clauses),
        "effect": _effect(session, found, decision.effect),
        "agreed": list(decision.agreed),
    }


def _effect(session: Session, found: CaseState, effect: Mapping[str, Any]) -> dict[str, Any]:
    """The effect of a ruling, without ids of people or rows."""
    kept = {name: value for name, value in effect.items() if name not in ("penalty", "penalty_id", "also")}
    if "also" in effect:
        kept["also"] = [_effect(session, found, each) for each in effect["also"]]
    if effect["kind"] == "penalty":
        given = PENALTIES.state(session, effect["penalty_id"])
        row = given.penalty
        seats = {each.player_id: each.seat for each in seats_by_table(session, [found.table.id])[found.table.id]}
        kept["penalty"] = {
            "player": seats.get(row.player_id),
            "category": row.category,
            "step": row.step,
            "state": given.name,
        }
    return kept


def _appeal(found: CaseState) -> dict[str, Any] | None:
    """The appeals and their outcome; None if there were none.  ``before``: the decision that was changed."""
    if not found.appeals:
        return None
    before = None
    if found.settled is not None and found.settled.kind == CHANGED:
        (first,) = [decision_of(each) for each in found.steps if each.kind == DECIDED]
        before = {"decision": first.decision, "reasons": first.reasons}
    return {
        "players": list(found.appeals),
        "texts": [each.note for each in found.appeals.values()],
        "outcome": found.settled.kind if found.settled else "waiting" if found.waiting else "withdrawn",
        "reasons": found.settled.note if found.settled else "",
        "before": before,
    }


def evidence_of(session: Session, games: TableGames, found: CaseState, players: PlayerNames) -> dict[str, Any]:
    """The position in which a case was opened, the log before it in the short notation, and the refused report, all
    anonymised.  Raises `LogDiffers`.
    """
    case = found.case
    at = games.at(case.table_id, case.seq)
    known = codes(at.game)
    lines = games.lines(case.table_id, max(0, case.seq - MOST_LINES), case.seq)
    refused = None
    if case.refused is not None:
        (line,) = games.lines(case.table_id, case.refused - 1, case.refused)
        refusals = [{"clause": each["clause"], "code": each["code"]} for each in json.loads(line.answer)["refusals"]]
        refused = {"report": _notation(line.report, known), "refusals": refusals}
    log = [("" if line.accepted else "✗ ") + _notation(line.report, known) for line in lines]
    return {
        "position": at.game.ruleset.position(at.game),
        **anonymise(session, found, players, {"log": log, "refused": refused}),
    }


def _notation(report: str, known: dict[str, Any]) -> str:
    """A report in the short notation, with at most `MOST_CHARACTERS`.  Devices may report anything, so lone surrogates
    are replaced.
    """
    read = read_line(report)
    if isinstance(read, dict) and "by" in read:
        read = {**read, "by": REFEREE}
    return write(read, known)[:MOST_CHARACTERS].encode("utf-8", "replace").decode()
