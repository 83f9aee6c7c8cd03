"""The log in sentences: refusals, rulings, and what a ruling has changed in a position, every field of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import col, select

from referee.core.chain import ChainLine
from referee.core.language import text
from referee.core.service import service
from referee.log.changes import changes
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Case, CaseStep
from referee.models.cases import case_name
from rulesets import Game, Refusal
from rulesets.kernel.telling.pieces import Piece, pieces_on, standing
from rulesets.kernel.telling.placing import Placed, placing_of
from rulesets.languages import FALLBACK


def narrate(game: TableGame, events: Iterable[dict[str, Any]], language: str) -> list[str]:
    """What happened, or what is due, as sentences without a full stop, in a language."""
    return game.game.ruleset.narrate(game.game, events, language)


def line_refusals(game: TableGame, line: ChainLine, language: str) -> list[dict[str, Any]]:
    """Why an entry was refused, in the record format; empty if it was not."""
    ruleset, table = game.game.ruleset, game.game.state.table
    kept = json.loads(line.answer).get("refusals", ())
    return [ruleset.explain(Refusal(each["code"], each["facts"]), table, language) for each in kept]


def taken_back(lines: Sequence[ChainLine]) -> set[int]:
    """The entries that no longer stand at the end of the log; taking back a retraction restores what it took back.

    ``lines``: the whole log.
    """
    stands: list[frozenset[int]] = [frozenset()]  # after each entry, those that stand
    for line in lines:
        now = stands[-1]
        if line.accepted:
            report = json.loads(line.report)
            now = stands[report["seq"] - 1] if report["type"] == "retract" else now | {line.seq}
        stands.append(now)
    every = {line.seq for line in lines if line.accepted and json.loads(line.report)["type"] != "retract"}
    return every - stands[-1]


@dataclass(frozen=True, slots=True)
class RefusalText:
    """Why something was refused, with its clause and the address of the clause."""

    message: str
    clause: str
    address: str


def refusals_of(table_id: str, seq: int, language: str) -> list[RefusalText]:
    """Why an entry was refused; empty if the log's rules are no longer installed."""
    games = service().part(TableGames)
    try:
        game = games.current(table_id)
    except LogDiffers:
        return []
    return [
        refusal_text(each, game)
        for line in games.lines(table_id, seq - 1, seq)
        for each in line_refusals(game, line, language)
    ]


def refusal_text(refusal: Mapping[str, Any], game: TableGame) -> RefusalText:
    clause = refusal["clause"]
    return RefusalText(refusal["message"], clause, f"/rules/{game.game.ruleset.name}/{clause}")


FIELDS: Mapping[str, tuple[str, str | None]] = {
    "cash": ("rulings_change_cash", "money"),
    "space": ("rulings_change_space", "space"),
    "jail": ("rulings_change_jail", "jail"),
    "out": ("rulings_change_out", None),
    "cards": ("rulings_change_cards", "thing"),
    "owner": ("rulings_change_owner", "seat"),
    "level": ("rulings_change_level", "level"),
    "mortgaged": ("rulings_change_mortgaged", None),
    "phase": ("rulings_change_phase", "phase"),
    "turn": ("rulings_change_turn", "seat"),
    "doubles": ("rulings_change_doubles", "count"),
    "time_up": ("rulings_change_time_up", None),
    "last_throw": ("rulings_change_last_throw", None),
    "due": ("rulings_change_due", "due"),
    "rents": ("rulings_change_rents", "rent"),
    "pot": ("rulings_change_pot", "money"),
}
"""The fields of a position that have a sentence of their own: its text key, and the kind of their values."""
KEY_KINDS = {"players": "seat", "deeds": "deed"}
"""The parts of a position that have an entry per player or deed, and the kind of their keys."""
DERIVED = frozenset({"bank", "uneven", "irregular", "fell_at", "told"})
"""Fields that follow from others, or mark that a ruling was made: they have no sentence."""
WITHOUT_DETAILS = frozenset(
    ("begun", "go_reached", "closing", "order", "decks", "deals", "talks", "offers", "inherited", "costs", "out_at")
) | {"dodge", "step", "trade"}
"""Fields whose sentence says only that they differ."""


def line_sentences(game: TableGame, line: ChainLine, language: str) -> list[str]:
    """What an accepted entry of a table's log has led to, in sentences; of a ruling, what was decided first, in the
    reader's language as far as it was composed, then what it has changed.

    Of a ruling that only lets a report stand, the entry's events say what that report did.
    """
    report, events = json.loads(line.report), json.loads(line.answer)["events"]
    if report["type"] != "ruling":
        return narrate(game, events, language)
    games = service().part(TableGames)
    if said := _decided(game.table_id, line.seq, language):
        events[0] = {**events[0], "reason": said}
    sentences = narrate(game, events, language)
    if not report.get("set"):
        return sentences
    before, after = games.at(game.table_id, line.seq - 1), games.at(game.table_id, line.seq)
    positions = (each.game.ruleset.position(each.game) for each in (before, after))
    return [*sentences, *change_sentences(after.game, [asdict(each) for each in changes(*positions)], language)]


def _decided(table_id: str, seq: int, language: str) -> str:
    """What the step of a case that is an entry of a table's log decided; empty if there is none."""
    query = (
        select(Case.number, CaseStep.kind, CaseStep.decision, CaseStep.note)
        .join(CaseStep, col(CaseStep.case_id) == Case.id)
        .where(Case.table_id == table_id, CaseStep.entry == seq)
    )
    with service().database.read() as session:
        found = session.exec(query).first()
    if found is None:
        return ""
    number, kind, kept, said = found
    if kept is not None:
        decision = json.loads(kept)
        translated = {each["language"]: each["decision"] for each in decision.get("translations", ())}
        said = translated.get(language, decision["decision"])
    return f"{ruling_name(number, kind, language)}: {said}"


def ruling_name(number: int, kind: str, language: str) -> str:
    """What a step of a case is called in a table's log: the name of the case and, after an appeal, its outcome."""
    return case_name(number) if kind == "decided" else f"{case_name(number)} ({text(language, f'rulings_{kind}')})"


def change_sentences(game: Game, rows: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What differs in a position, one sentence per field.  ``rows``: as `PositionChange`; ``game``: after any entry."""
    sentences = (_change_sentence(game, each, language) for each in rows)
    return list(dict.fromkeys(each for each in sentences if each))


def has_sentence(game: Game, change: Mapping[str, Any]) -> bool:
    part, _, rest = change["path"].partition(".")
    name = rest.rpartition(".")[2] or part
    if _declared(game, part, name) or (part == "deeds" and _pieces(game, name)):
        return True
    return name in FIELDS and (not rest or part in KEY_KINDS)


def _declared(game: Game, part: str, name: str) -> Placed | None:
    """A field of a player or a deed that only this game has, as it declares it."""
    placing = placing_of(game)
    fields = {"players": placing.player, "deeds": placing.deed}.get(part, ())
    return next((each for each in fields if each.key == name and name not in FIELDS), None)


def _pieces(game: Game, field: str, language: str = FALLBACK) -> list[Piece]:
    """The pieces that a field of a deed counts."""
    return [each for each in pieces_on(game, language) if each.field == field]


def _change_sentence(game: Game, change: Mapping[str, Any], language: str) -> str:
    """The sentence for a field that differs; empty if it only follows from others."""
    part, _, rest = change["path"].partition(".")
    if part in DERIVED:
        return ""
    about, _, name = rest.rpartition(".")
    if not has_sentence(game, change):
        field = name if name in WITHOUT_DETAILS else part if part in WITHOUT_DETAILS else "other"
        return text(language, "rulings_change_part", part=text(language, f"rulings_part_{field}"))
    what = _label(game, KEY_KINDS[part], about, language) if part in KEY_KINDS else ""
    if (name or part) not in FIELDS:
        if declared := None if _pieces(game, name) else _declared(game, part, name):
            before, after = (_declared_label(game, declared, change[each], language) for each in ("before", "after"))
            return text(
                language, "rulings_change_field", what=what, field=declared.names[language], before=before, after=after
            )
        pieces = _pieces(game, name, language)
        stood = {each: [one.said for one in standing(pieces, {name: change[each]})] for each in ("before", "after")}
        words = {each: _label(game, None, said, language) for each, said in stood.items()}
        return text(language, "rulings_change_pieces", what=what, **words)
    sentence, kind = FIELDS[name or part]
    before, after = (_label(game, kind, change[each], language) for each in ("before", "after"))
    return text(language, sentence, what=what, before=before, after=after)


def _declared_label(game: Game, field: Placed, value: Any, language: str) -> str:
    if value is None:
        return text(language, "rulings_nothing")
    if field.money:
        return _label(game, "money", value, language)
    return next((names[language] for each, names in field.choices if each == value), str(value))


def _label(game: Game, kind: str | None, value: Any, language: str) -> str:
    if kind == "jail":  # None: not in jail
        return text(language, "rulings_no" if value is None else "rulings_in_jail", failed=value)
    if isinstance(value, list):
        return "; ".join(_label(game, kind, each, language) for each in value) or text(language, "rulings_nothing")
    if kind == "due" and isinstance(value, Mapping):
        return " ".join(game.ruleset.narrate(game, [dict(value)], language))
    if kind == "rent" and isinstance(value, Mapping):
        payer, to, amount, deed = (
            _label(game, of, value.get(field), language)
            for of, field in (("seat", "player"), ("seat", "to"), ("money", "amount"), ("deed", "deed"))
        )
        return text(language, "rulings_rent", payer=payer, to=to, amount=amount, deed=deed)
    if isinstance(value, bool):
        return text(language, "rulings_yes" if value else "rulings_no")
    if value is None:
        return text(language, "rulings_nobody" if kind == "seat" else "rulings_nothing")
    if kind == "phase":
        return text(language, f"rulings_phase_{value}")
    label = game.ruleset.mechanics.label
    return (label(game.state.table, kind, value, language) if kind else None) or str(value)
